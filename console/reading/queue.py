"""What the queue page is drawn from, read in one transaction."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select

from console.access.assignees import assignees
from console.access.user import User
from console.parts import Parts
from console.views.age_chart import BOUNDS
from console.views.queue import QueueReading
from contracts.contract import parse_contract
from contracts.errors import FinrubricError
from contracts.escalation import Escalation
from contracts.request import RunRequest
from escalations.item import Item
from escalations.queue_filter import QueueFilter
from escalations.queue_rows import open_by_age, queue_page, tab_counts
from records.tables import RUN
from records.unit_of_work import Reading


async def read_queue(parts: Parts, wanted: QueueFilter, user: User, at: datetime) -> QueueReading:
    """Read one page of the queue as one person sees it.

    Raises:
        CorruptRun: a row cannot be understood.
    """
    async with parts.database.reading() as reading:
        shown = await queue_page(reading, wanted, viewer=user.name, at=at)
        hashes = await _hashes(reading, [row.item for row in shown.rows])
        return QueueReading(
            page=shown,
            counts=await tab_counts(reading, viewer=user.name, at=at),
            ages=await open_by_age(reading, BOUNDS, at=at),
            questions=_questions(parts, [row.item for row in shown.rows], hashes),
            people=await assignees(reading, at=at),
        )


async def _hashes(reading: Reading, items: Iterable[Item]) -> dict[str, str]:
    """Run to the hash of what it was started with."""
    runs = {item.run for item in items if isinstance(item, Escalation)}
    asked = select(RUN.c.id, RUN.c.query_sha).where(RUN.c.id.in_(runs))
    return {row["id"]: row["query_sha"] for row in await reading.rows(asked)}


def _questions(parts: Parts, items: Iterable[Item], hashes: dict[str, str]) -> dict[str, str]:
    return {item.id: _question(parts, item, hashes) for item in items}


def _question(parts: Parts, item: Item, hashes: dict[str, str]) -> str:
    """The words of one question; a run whose bytes are gone is still listed."""
    if not isinstance(item, Escalation):
        return item.question
    try:
        kept = parts.blobs.get(hashes[item.run])
        return parse_contract(kept, RunRequest).query.text
    except FinrubricError as error:
        return f"cannot be read: {error}"
