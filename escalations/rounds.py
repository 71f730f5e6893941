"""Rounds of a second review: which one an item is in, and who has given an opinion in it.

A round is the number of the decision that it leads to, so a return or an undone decision begins a
new one by itself.
"""

from sqlalchemy import ColumnElement, func, select

from records.review_tables import CARE, OPINION
from records.tables import DECISION
from records.unit_of_work import Reading


async def next_number(reading: Reading, item: str) -> int:
    """The number of the next decision on an item, which is the round it is in."""
    newest = select(func.max(DECISION.c.n).label("n")).where(DECISION.c.item == item)
    row = await reading.first(newest)
    return ((row["n"] if row else None) or 0) + 1


async def wants_second_review(reading: Reading, item: str) -> bool:
    """Whether two people must agree on an item."""
    row = await reading.first(select(CARE.c.second_review).where(CARE.c.item == item))
    return row is not None and row["second_review"]


def has_spoken(item: ColumnElement[str], person: str) -> ColumnElement[bool]:
    """Whether a person's opinion is final in the round that an item is in, as a condition."""
    return (
        select(OPINION.c.item)
        .join(CARE, CARE.c.item == OPINION.c.item)
        .where(
            OPINION.c.item == item,
            OPINION.c.reviewer == person,
            OPINION.c.round == round_of(OPINION.c.item),
            CARE.c.second_review.is_(True),
        )
        .exists()
    )


def round_of(item: ColumnElement[str]) -> ColumnElement[int]:
    """The round that an item is in, as an expression."""
    newest = select(func.coalesce(func.max(DECISION.c.n), 0) + 1).where(DECISION.c.item == item)
    return newest.scalar_subquery()
