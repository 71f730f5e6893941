"""What the calls of many scopes have used, over all attempts."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select

from records.database import Database
from records.tables import CALL

_AT_ONCE = 500
"""Scopes of one query: a statement takes a bounded number of values."""


class ScopeUsage(NamedTuple):
    """Calls, tokens and cost of some scopes."""

    sent: int = 0
    """Requests that were sent, over all attempts."""
    unknown: int = 0
    """Times an answer was lost that may have been charged."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: int = 0
    """Millionths of a US dollar, over the answers that have a cost."""
    unpriced: int = 0
    """Answers that used tokens and have no cost."""


async def usage_of(db: Database, scopes: Sequence[str]) -> ScopeUsage:
    """Add up what some scopes have used."""
    total = ScopeUsage()
    unpriced = CALL.c.cost.is_(None) & CALL.c.output_tokens.is_not(None)
    names = [name for name in ScopeUsage._fields if name != "unpriced"]
    columns = [func.coalesce(func.sum(CALL.c[name]), 0).label(name) for name in names]
    distinct = sorted(set(scopes))
    for start in range(0, len(distinct), _AT_ONCE):
        part = distinct[start : start + _AT_ONCE]
        summed = select(*columns, func.count().filter(unpriced).label("unpriced")).where(
            CALL.c.scope.in_(part)
        )
        async with db.reading() as reading:
            found = ScopeUsage(**(await reading.rows(summed))[0])
        total = ScopeUsage(*(one + other for one, other in zip(total, found, strict=True)))
    return total
