"""What the queue says around one item: claim, care, comments, opinions, drafts, neighbours."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, literal, select, tuple_

from console.access.user import User
from console.parts import Parts
from contracts.errors import CorruptRun
from contracts.escalation import Escalation
from contracts.matter import Ruling
from escalations.care import Care, care_of
from escalations.claims import Claim, claim_in
from escalations.comments import Comments, comments_on
from escalations.decisions import DecisionRow
from escalations.drafts import SavedDraft, draft_of
from escalations.item import Item, item_in
from escalations.opinions import SecondLook, second_look
from escalations.rounds import next_number
from records.review_tables import CARE
from records.tables import ESCALATION
from records.unit_of_work import Reading

_OPEN = ESCALATION.c.state == "open"
_OF_ITEM = CARE.c.item == ESCALATION.c.id
_PLACE = (CARE.c.due, ESCALATION.c.opened, ESCALATION.c.id)
"""What open items are put in order by."""


@dataclass(frozen=True, slots=True)
class AroundReading:
    """The queue around one item as one person may see it."""

    item: Item
    claim: Claim | None
    care: Care
    comments: Comments
    second: SecondLook | None
    """None for what is no run's: a matter takes one ruling."""
    draft: SavedDraft | None
    """This person's own."""
    is_draft_lost: bool
    """Whether this person's own is kept and cannot be read."""
    next_id: str
    """Of the decision that would be made now: a form that is sent twice names it twice."""
    previous: str
    """Items before and after it by due time; empty at the ends."""
    next: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an item was decided by, if it was."""

    decision: DecisionRow | None = None
    ruling: Ruling | None = None


async def read_around(parts: Parts, item_id: str, viewer: User, at: datetime) -> AroundReading:
    """Read the queue around an item, all in one transaction.

    Raises:
        InputError: there is no such item.
    """
    async with parts.database.reading() as reading:
        item = await item_in(reading, item_id)
        is_run = isinstance(item, Escalation)
        before, after = await _neighbours(reading, item_id)
        draft, is_draft_lost = await _draft(reading, item_id, viewer.name)
        return AroundReading(
            item=item,
            claim=await claim_in(reading, item_id, at=at),
            care=await care_of(reading, item_id),
            comments=await comments_on(reading, item_id, viewer.name),
            second=await second_look(reading, item_id, viewer.name) if is_run else None,
            draft=draft,
            is_draft_lost=is_draft_lost,
            next_id=f"{item_id}-d{await next_number(reading, item_id)}",
            previous=before,
            next=after,
        )


async def _draft(reading: Reading, item_id: str, author: str) -> tuple[SavedDraft | None, bool]:
    """Somebody's own draft, and whether there is one that cannot be read.

    An unreadable draft must not keep its author from the item, so the page says that it is lost.
    """
    try:
        return await draft_of(reading, item_id, author), False
    except CorruptRun:
        return None, True


async def _neighbours(reading: Reading, item_id: str) -> tuple[str, str]:
    """The open items before and after one by due time; a decided one stands before them all."""
    here = await reading.first(
        select(*_PLACE).join(CARE, _OF_ITEM).where(ESCALATION.c.id == item_id, _OPEN)
    )
    if here is None:
        return "", await _first(reading, _OPEN, *_PLACE)
    place = tuple_(*(literal(here[column.name], column.type) for column in _PLACE))
    before = await _first(
        reading, _OPEN & (tuple_(*_PLACE) < place), *(column.desc() for column in _PLACE)
    )
    return before, await _first(reading, _OPEN & (tuple_(*_PLACE) > place), *_PLACE)


async def _first(
    reading: Reading,
    fits: ColumnElement[bool],
    *order: ColumnElement[str] | ColumnElement[datetime],
) -> str:
    """The first item of an order; empty where none fits."""
    found = await reading.first(
        select(ESCALATION.c.id).join(CARE, _OF_ITEM).where(fits).order_by(*order).limit(1)
    )
    return found["id"] if found else ""
