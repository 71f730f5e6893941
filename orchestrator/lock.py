"""Making the lock of a new run, and comparing a started run's lock with what is there now."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from agents.prompt import load_prompts
from agents.tools.declarations import tools_sha256
from contracts.contract import sha256_of
from contracts.errors import LockChanged
from contracts.ids import Sha256
from contracts.lock import Lock, LockItem, LockKind
from orchestrator.configuration import load_configuration
from orchestrator.guard_file import load_guard_files, load_own_guards
from orchestrator.message import load_messages
from principles.kinds import load_kinds
from principles.library import load_preamble
from sandboxes.egress import load_egress


class Found(NamedTuple):
    """One thing to lock, as it is on this machine now; `data` is None for code."""

    kind: LockKind
    name: str
    sha256: Sha256
    data: bytes | None


def find_all(
    profile: str, models: Mapping[str, str], guards: Iterable[str] = (), *, web: bool = False
) -> tuple[Found, ...]:
    """Everything that a run with this profile, models and guards depends on, sorted.

    Args:
        profile: packaged name of a profile, or its folder.
        models: who plays, by family and by role that differs: `Cast.names`.
        guards: paths of the run's own guard files, beside the packaged ones.
        web: whether roles may open pages of the web.

    Raises:
        InputError: a packaged file, the profile or a guard is faulty.
    """
    guidance = load_configuration(profile)
    loaded = guidance.loaded
    preamble = load_preamble()
    found = [
        *(_data(LockKind.PRINCIPLE, item.name, item.data) for item in guidance.principles),
        _data(LockKind.PRINCIPLE, preamble.name, preamble.data),
        _data(LockKind.KINDS, "kinds.toml", load_kinds().data),
        _data(LockKind.PROFILE, loaded.profile.name, loaded.data),
        *(_data(LockKind.TASK, item.name, item.data) for item in guidance.tasks),
        *(_data(LockKind.PROMPT, name, data) for name, data in load_prompts().items()),
        *(_data(LockKind.PROMPT, name, data) for name, data in load_messages().items()),
        _data(LockKind.EGRESS, "egress.toml", load_egress().data),
        *(_data(LockKind.GUARD, item.name, item.data) for item in load_guard_files()),
        *(_data(LockKind.GUARD, item.name, item.data) for item in load_own_guards(guards)),
        Found(LockKind.CONTRACTS, "contracts", _code_sha256("contracts"), None),
        Found(LockKind.GATES, "gates", _code_sha256("gates"), None),
        Found(LockKind.TOOLS, "tools", tools_sha256(web=web), None),
        *(
            Found(LockKind.MODELS, f"{family}: {name}", sha256_of(name.encode()), None)
            for family, name in models.items()
        ),
    ]
    return tuple(sorted(found, key=lambda item: (item.kind, item.name)))


def lock_of(found: Iterable[Found]) -> Lock:
    """The lock over what was found."""
    return Lock(
        items=tuple(
            LockItem(kind=item.kind, name=item.name, sha256=item.sha256, kept=item.data is not None)
            for item in found
        )
    )


def changed_items(before: Lock, after: Lock) -> tuple[tuple[LockKind, str], ...]:
    """Kind and name of everything that stands in one lock only or with other bytes."""
    then = {(item.kind, item.name): item.sha256 for item in before.items}
    now = {(item.kind, item.name): item.sha256 for item in after.items}
    return tuple(sorted(key for key in then.keys() | now.keys() if then.get(key) != now.get(key)))


def changes(lock: Lock, now: Iterable[Found]) -> tuple[str, ...]:
    """What differs between a lock and the machine, one line each; only bytes decide."""
    then = {(item.kind, item.name): item.sha256 for item in lock.items}
    here = {(item.kind, item.name): item.sha256 for item in now}
    lines: list[str] = []
    for kind, name in sorted(then.keys() | here.keys()):
        key = (kind, name)
        if key not in here:
            lines.append(f"{kind} {name}: is gone")
        elif key not in then:
            lines.append(f"{kind} {name}: was not there at the start")
        elif then[key] != here[key]:
            lines.append(f"{kind} {name}: other bytes than at the start")
    return tuple(lines)


def check_lock(lock: Lock, now: Iterable[Found], *, run: str) -> None:
    """Refuse to go on with a run whose configuration has changed.

    Raises:
        LockChanged: names every changed file or part.
    """
    found = changes(lock, now)
    if found:
        msg = (
            f"run {run}: the configuration is not that of its start: {'; '.join(found)}. "
            "Put the bytes back to resume, or start a new run."
        )
        raise LockChanged(msg)


def _data(kind: LockKind, name: str, data: bytes) -> Found:
    return Found(kind, name, sha256_of(data), data)


def _code_sha256(package: str) -> Sha256:
    """Hash over the names and bytes of a package's Python files."""
    parts = sorted(_sources(files(package), package))
    return sha256_of("\n".join(f"{name} {sha256_of(data)}" for name, data in parts).encode())


def _sources(folder: Traversable, prefix: str) -> Iterable[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{prefix}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, name)
        elif entry.name.endswith(".py"):
            yield name, entry.read_bytes()
