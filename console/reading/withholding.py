"""Which words of a run's sources one reader may not see."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache

from console.access.roles import Permission
from console.access.user import User
from console.errors import NotAllowed
from console.parts import Parts
from console.reading.source_page import sources_of
from console.reading.texts import text_of
from console.reading.veil import OPEN, WITHHELD_WORDS, Veil
from contracts.errors import InputError
from contracts.ids import Sha256
from records.files import Blobs
from records.runs import RunRow
from reports.withheld import WITHHELD
from reports.withheld_words import Words, runs_of

KEPT = 8
"""Texts of which a process keeps the runs of words."""


async def veil_of(parts: Parts, row: RunRow, user: User) -> Veil:
    """What stands between a user and a run's withheld sources.

    Raises:
        CorruptRun: a kept text of the run is missing or changed.
    """
    hidden = await _hidden(parts, row, user)
    if not hidden:
        return OPEN
    return Veil(is_drawn=True, runs=await asyncio.to_thread(_runs, parts.blobs, hidden))


async def require_open(parts: Parts, row: RunRow, user: User) -> None:
    """Refuse what is handed out whole, where words of withheld sources may stand in it.

    Raises:
        NotAllowed: the run has sources whose words this user may not see.
        CorruptRun: a kept text of the run is missing or changed.
    """
    if await _hidden(parts, row, user):
        raise NotAllowed(WITHHELD_WORDS)


async def _hidden(parts: Parts, row: RunRow, user: User) -> tuple[Sha256, ...]:
    """Bytes of the sources that a user may not read."""
    if user.may(Permission.READ_WITHHELD):
        return ()
    sources = await sources_of(parts, row)
    return tuple(one.snapshot for one in sources if one.card.source_class in WITHHELD)


def _runs(blobs: Blobs, snapshots: Sequence[Sha256]) -> frozenset[Words]:
    found: frozenset[Words] = frozenset()
    for snapshot in snapshots:
        try:
            text = text_of(blobs, snapshot)
        except InputError:
            # What has no text was read by no role.
            continue
        found |= _runs_of(text)
    return found


@lru_cache(maxsize=KEPT)
def _runs_of(text: str) -> frozenset[Words]:
    return runs_of([text])
