"""Providers' buckets of requests and tokens, shared by all runs and processes over one database.

A bucket holds what one minute allows and fills again by the clock. Taking is one transaction, so
two processes never take the same request; who finds too little is told how long to wait and takes
nothing. Amounts are kept in thousandths. A provider that refused a call for its rate is paused:
nobody takes anything until then.
"""

import math
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import RowMapping, insert, select, update

from records.clock import Clock
from records.database import Database
from records.tables import RATE

MINUTE_MS = 60_000
THOUSAND = 1_000
LONGEST_PAUSE_S = 300.0
"""No pause is longer, nor can a clock that was set back make it so."""


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

    async def take(self, provider: str, limit: Limit | None, *, tokens: int) -> float:
        """Take one request and its tokens; 0 when taken, else seconds until they may be there.

        A call that is larger than the whole bucket takes a full one, so that it leaves at last.
        Without a limit nothing is taken, but a pause is kept.
        """
        if limit is None:
            async with self._db.reading() as reading:
                row = await reading.first(select(RATE).where(RATE.c.provider == provider))
            return _paused_ms(row, self._clock.now()) / 1_000
        full = _Amount((limit.requests or 0) * THOUSAND, (limit.tokens or 0) * THOUSAND)
        wanted = _Amount(min(THOUSAND, full.requests), min(tokens * THOUSAND, full.tokens))
        this = RATE.c.provider == provider
        async with self._db.unit() as uow:
            now = self._clock.now()
            row = await uow.first(select(RATE).where(this))
            there = full if row is None else _filled(row, now, full)
            waits = (_wait_ms(*amounts) for amounts in zip(there, wanted, full, strict=True))
            wait = max(_paused_ms(row, now), *waits)
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

    async def pause(self, provider: str, seconds: float) -> None:
        """Let nobody take from a provider's buckets for some seconds; a longer pause stays."""
        this = RATE.c.provider == provider
        async with self._db.unit() as uow:
            now = self._clock.now()
            until = now + timedelta(seconds=min(seconds, LONGEST_PAUSE_S))
            row = await uow.first(select(RATE).where(this))
            if row is None:
                # Full by now, whatever its size.
                full = {"requests": 0, "tokens": 0, "at": now - timedelta(milliseconds=MINUTE_MS)}
                await uow.execute(
                    insert(RATE).values(provider=provider, paused_until=until, **full)
                )
            elif _paused_ms(row, now) < seconds * 1_000:
                await uow.execute(update(RATE).where(this).values(paused_until=until))


def _filled(row: RowMapping, now: datetime, full: _Amount) -> _Amount:
    """What stands in the buckets now; a clock that was set back fills nothing."""
    since: datetime = row["at"]
    passed_ms = max(0, round((now - since).total_seconds() * 1_000))
    return _Amount(
        min(full.requests, row["requests"] + full.requests * passed_ms // MINUTE_MS),
        min(full.tokens, row["tokens"] + full.tokens * passed_ms // MINUTE_MS),
    )


def _paused_ms(row: RowMapping | None, now: datetime) -> int:
    until: datetime | None = None if row is None else row["paused_until"]
    if until is None:
        return 0
    left_ms = math.ceil((until - now).total_seconds() * 1_000)
    return max(0, min(left_ms, round(LONGEST_PAUSE_S * 1_000)))


def _wait_ms(there: int, wanted: int, full: int) -> int:
    """Milliseconds until a bucket that fills `full` in a minute holds what is wanted."""
    missing = wanted - there
    return 0 if missing <= 0 else -(-missing * MINUTE_MS // full)
