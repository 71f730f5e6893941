"""The queue as one person sees it: rows of a tab, how many each tab has, and the next to claim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    FromClause,
    RowMapping,
    Select,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    true,
)

from contracts.escalation import Escalation
from escalations.claims import LEASE, Claim, given_to, is_free
from escalations.item import Item, item_of_row
from escalations.queue_filter import PAGE_SIZE, QueueFilter, Sort, Tab, matching
from escalations.rounds import has_spoken, round_of
from records.database import Database
from records.review_tables import CARE, COMMENT, OPINION
from records.tables import CLAIM, ESCALATION
from records.unit_of_work import Reading


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One item with what a person chooses by."""

    item: Item
    age: timedelta
    """Since it was opened."""
    due: datetime
    is_overdue: bool
    """Open, and past the time it was due."""
    claim: Claim | None
    """Who has it now."""
    assignee: str | None
    tries_used: int | None
    """Recoveries of its run that are used; None for an item that is no run's."""
    comments: int
    wants_second_review: bool
    opinions: int
    """Final ones in the round that it is in."""


@dataclass(frozen=True, slots=True)
class QueuePage:
    """One page of a tab."""

    rows: tuple[QueueRow, ...]
    total: int
    """Rows of all pages."""
    page: int
    pages: int


_OPEN = ESCALATION.c.state == "open"
_ORDER: Mapping[Sort, ColumnElement[str]] = {
    Sort.DUE: CARE.c.due,
    Sort.OPENED: ESCALATION.c.opened,
    Sort.KIND: ESCALATION.c.kind,
    Sort.REASON: ESCALATION.c.reason,
    Sort.RUN: func.coalesce(ESCALATION.c.run, ESCALATION.c.subject),
    Sort.ASSIGNEE: CARE.c.assignee,
}


async def queue_page(
    reading: Reading, wanted: QueueFilter, *, viewer: str, at: datetime
) -> QueuePage:
    """Read one page of what a filter lets through, in an order that has no ties.

    Raises:
        CorruptRun: a row cannot be understood.
    """
    shown = and_(matching(wanted), _tab(wanted.tab, viewer, at))
    counted = await reading.first(select(func.count().label("n")).select_from(_ALL).where(shown))
    total = counted["n"] if counted else 0
    rows = _rows().where(shown).order_by(*_ordered(wanted))
    found = await reading.rows(rows.limit(PAGE_SIZE).offset((wanted.page - 1) * PAGE_SIZE))
    pages = max(1, -(-total // PAGE_SIZE))
    return QueuePage(tuple(_row(row, at) for row in found), total, wanted.page, pages)


async def queue_row(reading: Reading, item: str, *, at: datetime) -> QueueRow | None:
    """Read one item as a row; None when there is none of this id."""
    row = await reading.first(_rows().where(ESCALATION.c.id == item))
    return None if row is None else _row(row, at)


async def all_rows(reading: Reading, *, only_open: bool, at: datetime) -> tuple[QueueRow, ...]:
    """Read every item as a row, first due first."""
    rows = _rows().order_by(CARE.c.due, ESCALATION.c.opened, ESCALATION.c.id)
    found = await reading.rows(rows.where(_OPEN) if only_open else rows)
    return tuple(_row(row, at) for row in found)


async def open_by_age(
    reading: Reading, bounds: Sequence[timedelta], *, at: datetime
) -> tuple[int, ...]:
    """Count the open items by how long they have waited.

    Args:
        reading: the transaction.
        bounds: the ages at which one class ends and the next begins, rising.
        at: now.

    Returns:
        One count more than there are bounds; who has waited exactly as long is in the next class.
    """
    opened = ESCALATION.c.opened
    ends = [true(), *(opened <= at - bound for bound in bounds)]
    begins = [*(opened > at - bound for bound in bounds), true()]
    counts = [
        func.count().filter(end, begin).label(f"class_{place}")
        for place, (end, begin) in enumerate(zip(ends, begins, strict=True))
    ]
    row = await reading.first(select(*counts).select_from(ESCALATION).where(_OPEN))
    return tuple(row[count.name] if row else 0 for count in counts)


async def tab_counts(reading: Reading, *, viewer: str, at: datetime) -> dict[Tab, int]:
    """How many items each tab has for a person, without a filter."""
    turns = case(*((_tab(tab, viewer, at), literal(tab.value)) for tab in Tab))
    counted = select(turns.label("tab"), func.count().label("n")).select_from(_ALL).group_by(turns)
    found = {row["tab"]: row["n"] for row in await reading.rows(counted)}
    return {tab: found.get(tab.value, 0) for tab in Tab}


async def claim_next(
    db: Database, *, holder: str, wanted: QueueFilter, at: datetime
) -> Claim | None:
    """Claim the open item that is due first among those free for a person; None without any.

    Of a filter only kind, reason, assignee and text count. What is somebody else's to look after is
    left to them, and so is an item on which this person's opinion is final. One statement chooses
    and claims, so that two who ask at once get two items.
    """
    expires = at + LEASE
    next_one = (
        select(ESCALATION.c.id)
        .select_from(_ALL)
        .where(
            matching(wanted),
            _OPEN,
            is_free(at),
            or_(CARE.c.assignee.is_(None), CARE.c.assignee == holder),
            ~has_spoken(ESCALATION.c.id, holder),
        )
        .order_by(CARE.c.due, ESCALATION.c.opened, ESCALATION.c.id)
        .limit(1)
        .correlate(None)
        .scalar_subquery()
    )
    taken = given_to(holder, CLAIM.c.item == next_one, expires=expires)
    async with db.unit() as uow:
        row = await uow.first(taken)
    return None if row is None else Claim(row["item"], holder, row["token"], expires)


def _tab(tab: Tab, viewer: str, at: datetime) -> ColumnElement[bool]:
    """Whose turn it is; the four exclude each other and leave nothing out."""
    free, spoken = is_free(at), has_spoken(ESCALATION.c.id, viewer)
    nobodys = CARE.c.assignee.is_(None)
    held_by_me = and_(~free, CLAIM.c.holder == viewer)
    mine = and_(_OPEN, ~spoken, or_(held_by_me, and_(free, CARE.c.assignee == viewer)))
    unclaimed = and_(_OPEN, ~spoken, free, nobodys)
    match tab:
        case Tab.MINE:
            return mine
        case Tab.UNCLAIMED:
            return unclaimed
        case Tab.WAITING:
            held_by_other = and_(~free, CLAIM.c.holder != viewer)
            of_other = and_(free, ~nobodys, CARE.c.assignee != viewer)
            return and_(_OPEN, or_(spoken, held_by_other, of_other))
        case Tab.DONE:
            return ~_OPEN


def _ordered(wanted: QueueFilter) -> tuple[ColumnElement[str], ...]:
    column = _ORDER[wanted.sort]
    first = column.desc() if wanted.is_descending else column.asc()
    # Where a column is empty the two databases differ, so that it is said.
    return (first.nulls_last(), ESCALATION.c.opened, ESCALATION.c.id)


_ALL: FromClause = ESCALATION.join(CLAIM, CLAIM.c.item == ESCALATION.c.id).join(
    CARE, CARE.c.item == ESCALATION.c.id
)


def _rows() -> Select[tuple[str]]:
    comments = (
        select(func.count())
        .select_from(COMMENT)
        .where(COMMENT.c.item == ESCALATION.c.id)
        .scalar_subquery()
    )
    opinions = (
        select(func.count())
        .select_from(OPINION)
        .where(OPINION.c.item == ESCALATION.c.id, OPINION.c.round == round_of(OPINION.c.item))
        .scalar_subquery()
    )
    return select(
        ESCALATION,
        CLAIM.c.holder,
        CLAIM.c.token,
        CLAIM.c.expires,
        CARE.c.assignee,
        CARE.c.due,
        CARE.c.second_review,
        comments.label("comments"),
        opinions.label("opinions"),
    ).select_from(_ALL)


def _row(row: RowMapping, at: datetime) -> QueueRow:
    item = item_of_row(row)
    is_running = row["holder"] is not None and row["expires"] > at
    return QueueRow(
        item=item,
        age=at - item.opened,
        due=row["due"],
        is_overdue=item.state == "open" and row["due"] < at,
        claim=Claim(item.id, row["holder"], row["token"], row["expires"]) if is_running else None,
        assignee=row["assignee"],
        tries_used=item.attempt - 1 if isinstance(item, Escalation) else None,
        comments=row["comments"],
        wants_second_review=row["second_review"],
        opinions=row["opinions"],
    )
