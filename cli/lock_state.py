"""How a run's lock stands to this machine, and which decisions that leaves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cli.archive import Archive
from cli.models_source import names_now
from contracts.decision import DecisionKind
from contracts.errors import InputError
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
    are_models_gone: bool = False
    """Recording or setup cannot be read: nobody can say what the run would be locked to today."""

    def leaves(self, legal: Iterable[DecisionKind]) -> tuple[DecisionKind, ...]:
        """The legal decisions that would not be refused for the lock's sake."""
        refused = set[DecisionKind]()
        if self.differences:
            refused.update(GOING_ON_UNCHANGED)
        if self.are_models_gone or not self.differences:
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
    found = changes(lock, find_all(request.profile, names, request.guards, web=request.web))
    lines = (line for line in found if not gone or "models" not in line.split()[0])
    return LockState((*gone, *lines), are_models_gone=bool(gone))


def _model_names(source: str) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Who would play now, as the lock writes it, and what cannot be looked at any more."""
    try:
        return names_now(source), ()
    except InputError as error:
        return {}, (f"models: {error}",)
