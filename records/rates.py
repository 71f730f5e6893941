"""Providers' buckets of requests and tokens, shared by all runs and processes over one database.

A bucket holds what one minute allows and fills again by the clock. Taking is one transaction, so
two processes never take the same request; who finds too little is told how long to wait and takes
nothing. Amounts are kept in thousandths.
"""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import RowMapping, insert, select, update

from records.clock import Clock
from records.database import Database
from records.tables import RATE

MINUTE_MS = 60_000
THOUSAND = 1_000


class Limit(NamedTuple):
    """What a provider allows in one minute; None where nothing is said."""

    requests: int | None = None
    tokens: int | None = None


class _Amount(NamedTuple):
    """Requests and tokens, in thousandths."""

    requests: int
    tokens: int


class Rates:
    """The buckets of all providers."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def take(self, provider: str, limit: Limit, *, tokens: int) -> float:
        """Take one request and its tokens; 0 when taken, else seconds until they may be there.

        A call that is larger than the whole bucket takes a full one, so that it leaves at last.
        """
        full = _Amount((limit.requests or 0) * THOUSAND, (limit.tokens or 0) * THOUSAND)
        wanted = _Amount(min(THOUSAND, full.requests), min(tokens * THOUSAND, full.tokens))
        this = RATE.c.provider == provider
        async with self._db.unit() as uow:
            now = self._clock.now()
            row = await uow.first(select(RATE).where(this))
            there = full if row is None else _filled(row, now, full)
            wait = max(_wait_ms(*amounts) for amounts in zip(there, wanted, full, strict=True))
            if wait:
                return wait / 1_000
            values: dict[str, int | datetime] = {
                "requests": there.requests - wanted.requests,
                "tokens": there.tokens - wanted.tokens,
                "at": now,
            }
            if row is None:
                await uow.execute(insert(RATE).values(provider=provider, **values))
            else:
                await uow.execute(update(RATE).where(this).values(**values))
        return 0.0


def _filled(row: RowMapping, now: datetime, full: _Amount) -> _Amount:
    """What stands in the buckets now; a clock that was set back fills nothing."""
    since: datetime = row["at"]
    passed_ms = max(0, round((now - since).total_seconds() * 1_000))
    return _Amount(
        min(full.requests, row["requests"] + full.requests * passed_ms // MINUTE_MS),
        min(full.tokens, row["tokens"] + full.tokens * passed_ms // MINUTE_MS),
    )


def _wait_ms(there: int, wanted: int, full: int) -> int:
    """Milliseconds until a bucket that fills `full` in a minute holds what is wanted."""
    missing = wanted - there
    return 0 if missing <= 0 else -(-missing * MINUTE_MS // full)
