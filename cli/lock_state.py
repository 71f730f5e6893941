"""How a run's lock stands to this machine, and which decisions that leaves."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cli.archive import Archive
from cli.wiring import REPLAY, recording_head
from contracts.decision import DecisionKind
from orchestrator.lock import changes, find_all

GOING_ON_UNCHANGED = (
    *(DecisionKind.RETRY, DecisionKind.EDIT),
    *(DecisionKind.WAIVE, DecisionKind.SIGN),
)
"""Decisions after which a run goes on under the lock it has."""


@dataclass(frozen=True, slots=True)
class LockState:
    """What differs between a run's lock and this machine, one line each."""

    differences: tuple[str, ...]
    is_recording_gone: bool = False
    """The recording cannot be read, so nobody can say what the run would be locked to today."""

    def leaves(self, legal: Iterable[DecisionKind]) -> tuple[DecisionKind, ...]:
        """The legal decisions that would not be refused for the lock's sake."""
        refused = set[DecisionKind]()
        if self.differences:
            refused.update(GOING_ON_UNCHANGED)
        if self.is_recording_gone or not self.differences:
            refused.add(DecisionKind.RELOCK)
        return tuple(kind for kind in legal if kind not in refused)


async def lock_state(archive: Archive, run: str) -> LockState | None:
    """Compare a run's lock, relocks counted, with this machine; None while it has none.

    Raises:
        InputError: there is no such run.
    """
    lock = await archive.lock(run)
    if lock is None:
        return None
    row = await archive.runs.get(run)
    request = await archive.request(run)
    names, gone = _model_names(row.models)
    found = changes(lock, find_all(request.profile, names, request.guards))
    lines = (line for line in found if not gone or "models" not in line.split()[0])
    return LockState((*gone, *lines), is_recording_gone=bool(gone))


def _model_names(models: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Names of both families as the lock writes them, and what cannot be looked at any more."""
    folder = Path(models.removeprefix(REPLAY))
    head = recording_head(folder)
    if head is None:
        return {}, (f"models: the recording {folder} is gone or of another version",)
    return {family: f"replay/{name}" for family, name in head.families.items()}, ()
