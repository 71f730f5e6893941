"""What the audit chain tells, for tests to look at."""

import json

from sqlalchemy import select

from contracts.contract import Json
from records.database import Database
from records.tables import AUDIT


async def told(db: Database) -> list[tuple[str, str]]:
    """Who did what, in order."""
    async with db.reading() as reading:
        rows = await reading.rows(select(AUDIT).order_by(AUDIT.c.seq))
    return [(row["actor"], row["action"]) for row in rows]


async def last_detail(db: Database) -> dict[str, Json]:
    """The detail of the newest row."""
    async with db.reading() as reading:
        row = await reading.first(select(AUDIT).order_by(AUDIT.c.seq.desc()).limit(1))
    assert row is not None
    return json.loads(row["detail"])
