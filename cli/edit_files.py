"""Files that an edit may replace at a stage, and files of the run that have their form."""

import re
from pathlib import Path

from agents.roles import REVISER, ROLES, WRITER, Role
from contracts.escalation import STAGE_ROLES, Escalation
from contracts.run_paths import RunPaths
from sandboxes.sandbox import Workspace

_ACTIVATION = re.compile(r"(?P<role>[a-z]+)-a(?P<attempt>[0-9]+)-(?P<activation>[0-9]+)")


def role_of(item: Escalation) -> Role | None:
    """Whose files an edit at this stage replaces."""
    name = STAGE_ROLES.get(item.stage)
    return next((role for role in ROLES if role.name == name), None)


def replaceable(item: Escalation) -> str:
    """Names that `--file` takes, in words."""
    role = role_of(item)
    if role is None:
        return "none"
    scripts = ("scripts/NAME.py",) if role.collects_scripts else ()
    return ", ".join((*(output.name for output in role.outputs), *scripts))


def to_start_from(data: Path, item: Escalation) -> dict[str, Path]:
    """Per output file the newest one that the role (or the reviser after it) wrote itself.

    It has no header, unlike the stage file, so an edited copy of it is what `--file` takes.
    """
    role = role_of(item)
    work = RunPaths(data, item.run).root / "work"
    if role is None or not work.is_dir():
        return {}
    order = {role.name: 0} | ({REVISER.name: 1} if role is WRITER else {})
    found: list[tuple[int, int, int, Path]] = []
    for folder in work.iterdir():
        named = _ACTIVATION.fullmatch(folder.name)
        if named is not None and named["role"] in order:
            place = order[named["role"]]
            found.append((int(named["attempt"]), place, int(named["activation"]), folder))
    newest = [Workspace(folder).out for *_, folder in sorted(found, reverse=True)]
    starts = {
        output.name: next(
            (out / output.name for out in newest if (out / output.name).is_file()), None
        )
        for output in role.outputs
    }
    return {name: path for name, path in starts.items() if path is not None}


def start_text(data: Path, item: Escalation) -> str:
    """The same as the end of a message; empty where the run has no such file."""
    found = "; ".join(f"{name} as {path}" for name, path in to_start_from(data, item).items())
    return f". Copy and change what the role wrote: {found}" if found else ""
