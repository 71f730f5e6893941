"""The one law between runs and the queue: blocked if and only if exactly one item is open."""

from sqlalchemy import and_, func, or_, select

from contracts.errors import CorruptRun
from records.database import Database
from records.runs import RunStatus
from records.tables import ESCALATION, RUN


async def check_blocked_iff_open(db: Database) -> None:
    """Check all runs with one query; called at every start.

    Raises:
        CorruptRun: naming the runs that are blocked without an item, or not blocked with one.
    """
    items = func.count(ESCALATION.c.id)
    is_blocked = func.coalesce(RUN.c.status, "") == RunStatus.BLOCKED
    breaches = (
        select(RUN.c.id, RUN.c.status, items.label("items"))
        .select_from(
            RUN.outerjoin(
                ESCALATION, and_(ESCALATION.c.run == RUN.c.id, ESCALATION.c.state == "open")
            )
        )
        .group_by(RUN.c.id, RUN.c.status)
        .having(or_(and_(is_blocked, items != 1), and_(~is_blocked, items != 0)))
        .order_by(RUN.c.id)
    )
    async with db.reading() as reading:
        found = await reading.rows(breaches)
    if found:
        shown = "; ".join(
            f"run {row['id']!r} is {row['status'] or 'under way'} with {row['items']} open items"
            for row in found[:20]
        )
        msg = f"blocked must mean exactly one open escalation: {shown}; restore the database"
        raise CorruptRun(msg)
