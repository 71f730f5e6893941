"""Rows that judges could not settle, between a scoring and the queue: asked, and taken up again."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select

from contracts.escalation import ItemKind
from contracts.matter import Ruling
from contracts.score import Score
from escalations.item import open_matter
from escalations.rulings import ruling_in_force
from records.database import Database
from records.tables import ESCALATION
from records.unit_of_work import Reading
from scoring.disputes import Dispute, item_of, matter_of, with_rulings


class PutToPeople(NamedTuple):
    """Questions to people about the rows of one scoring."""

    opened: int = 0
    """Put into the queue now."""
    waiting: int = 0
    """In the queue since an earlier scoring, and not ruled on."""


async def settled(database: Database, scores: Sequence[Score]) -> tuple[Score, ...]:
    """The scores, with the rows on which people have ruled settled by their rulings.

    Raises:
        CorruptRun: a ruling is unreadable, or none that a row can be settled by.
    """
    async with database.reading() as reading:
        decided = {name for name, state in (await _known(reading)).items() if state == "decided"}
    if not decided:
        return tuple(scores)
    items = {item_of(score, row.row_id) for score in scores for row in score.rows} & decided
    rulings: dict[str, Ruling] = {}
    for item in sorted(items):
        ruling = await ruling_in_force(database, item)
        if ruling is not None:
            rulings[item] = ruling
    return tuple(with_rulings(score, rulings) for score in scores)


async def ask_people(database: Database, disputes: Iterable[Dispute], at: datetime) -> PutToPeople:
    """Put every row that nobody was asked about into the queue, once for ever."""
    opened = waiting = 0
    async with database.unit() as uow:
        known = await _known(uow)
        for dispute in disputes:
            state = known.get(dispute.item)
            if state is None:
                await open_matter(uow, matter_of(dispute, at))
                known[dispute.item] = "open"
                opened += 1
            else:
                waiting += state == "open"
    return PutToPeople(opened, waiting)


async def _known(reading: Reading) -> dict[str, str]:
    """The state of every question about a scoring, by its id."""
    of_scorings = ESCALATION.c.kind == ItemKind.SCORER_DISPUTE.value
    rows = await reading.rows(select(ESCALATION.c.id, ESCALATION.c.state).where(of_scorings))
    return {row["id"]: row["state"] for row in rows}
