from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import StatementError

from contracts.event import EventKind
from records.column_types import INSTANT_LENGTH, instant_text
from records.database import Database
from records.events import Events
from records.tables import EVENT
from tests.records.material import NOON, RUN, TickingClock

TOKYO = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("instant", "written"),
    [
        (NOON, "2026-01-09T12:00:00.000000+00:00"),
        (datetime(2026, 1, 10, 9, tzinfo=TOKYO), "2026-01-10T00:00:00.000000+00:00"),
        (datetime(999, 1, 1, 0, 0, 0, 7, tzinfo=UTC), "0999-01-01T00:00:00.000007+00:00"),
    ],
)
def test_instant_is_written_in_utc_with_one_length(instant: datetime, written: str) -> None:
    assert instant_text(instant) == written
    assert len(written) == INSTANT_LENGTH
    assert datetime.fromisoformat(written) == instant


async def test_instant_comes_back_aware(db: Database) -> None:
    row = {"run": RUN, "seq": 1, "kind": "accepted", "stage": "", "role": "", "detail": ""}
    async with db.unit() as uow:
        await uow.execute(insert(EVENT).values(**row, at=datetime(2026, 1, 10, 9, tzinfo=TOKYO)))
        found = await uow.first(select(EVENT.c.at))
    assert found is not None
    assert found["at"] == datetime(2026, 1, 10, tzinfo=UTC)
    assert found["at"].tzinfo is UTC


async def test_naive_datetime_is_refused(db: Database) -> None:
    naive = NOON.replace(tzinfo=None)
    row = {"run": RUN, "seq": 1, "kind": "accepted", "stage": "", "role": "", "detail": ""}
    with pytest.raises(StatementError, match="no time zone"):
        async with db.unit() as uow:
            await uow.execute(insert(EVENT).values(**row, at=naive))


@pytest.mark.parametrize("bad", ["a\x00b", "\ud800", "b\udfff"])
async def test_text_that_postgresql_refuses_is_refused(
    db: Database, clock: TickingClock, bad: str
) -> None:
    with pytest.raises(StatementError, match="NUL or a lone surrogate"):
        await Events(db, clock).add(RUN, EventKind.STOPPED, detail=bad)
    assert await Events(db, clock).since(RUN, 0) == ()


@pytest.mark.parametrize("good", ["", "\ud7ff\ue000 𝄞 \n\t", "Bubba’s 33 – 53 weeks"])
async def test_other_text_comes_back_as_it_was(
    db: Database, clock: TickingClock, good: str
) -> None:
    await Events(db, clock).add(RUN, EventKind.STOPPED, detail=good)
    assert [event.detail for event in await Events(db, clock).since(RUN, 0)] == [good]
