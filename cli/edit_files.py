"""Files that an edit may replace at a stage, and files of the run that have their form."""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from agents.roles import REVISER, ROLES, WRITER, Role
from agents.submission import FILE_CAP
from contracts.escalation import STAGE_ROLES, Escalation
from contracts.run_paths import RunPaths
from sandboxes.safe_files import UnsafePath, read_file
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

    It has no header, unlike the stage file, so an edited copy of it is what `--file` takes. What
    is no plain file counts as not written: scripts of the role could have planted a link there.
    """
    return {name: path for name, (path, _) in _newest(data, item).items()}


def texts_to_start_from(data: Path, item: Escalation) -> dict[str, str]:
    """The words of the same files."""
    return {
        name: text.decode("utf-8", "replace") for name, (_, text) in _newest(data, item).items()
    }


def _newest(data: Path, item: Escalation) -> dict[str, tuple[Path, bytes]]:
    role = role_of(item)
    work = RunPaths(data, item.run).root / "work"
    if role is None or not work.is_dir():
        return {}
    folders = _folders(work, role)
    written = {output.name: _first_written(folders, output.name) for output in role.outputs}
    return {name: found for name, found in written.items() if found is not None}


def _folders(work: Path, role: Role) -> list[Path]:
    """Where the role, or the reviser after it, wrote its files: the newest first."""
    order = {role.name: 0} | ({REVISER.name: 1} if role is WRITER else {})
    found: list[tuple[int, int, int, Path]] = []
    for folder in work.iterdir():
        named = _ACTIVATION.fullmatch(folder.name)
        if named is not None and named["role"] in order:
            place = order[named["role"]]
            found.append((int(named["attempt"]), place, int(named["activation"]), folder))
    return [Workspace(folder).out for *_, folder in sorted(found, reverse=True)]


def _first_written(folders: Sequence[Path], name: str) -> tuple[Path, bytes] | None:
    for out in folders:
        with suppress(UnsafePath, FileNotFoundError):
            return out / name, read_file(out, name, cap=FILE_CAP)
    return None


def start_text(data: Path, item: Escalation) -> str:
    """The same as the end of a message; empty where the run has no such file."""
    found = "; ".join(f"{name} as {path}" for name, path in to_start_from(data, item).items())
    return f". Copy and change what the role wrote: {found}" if found else ""
