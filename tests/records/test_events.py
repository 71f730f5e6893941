import asyncio

import pytest
from sqlalchemy import update

from contracts.errors import CorruptRun
from contracts.event import Event, EventKind
from records.database import Database
from records.events import Events
from records.runs import Runs
from records.tables import EVENT
from tests.records.material import NOON, RUN, TickingClock, run_row


@pytest.fixture
def events(db: Database, clock: TickingClock) -> Events:
    return Events(db, clock)


async def test_events_are_numbered_per_run(db: Database, events: Events) -> None:
    await Runs(db).create(run_row("run-2"))
    first = await events.add(RUN, EventKind.RUN_STARTED)
    await events.add("run-2", EventKind.RUN_STARTED)
    second = await events.add(RUN, EventKind.STAGE_DONE, stage="write", role="writer", detail="ok")
    assert (first.seq, second.seq) == (1, 2)
    assert second == Event(
        run=RUN,
        seq=2,
        kind=EventKind.STAGE_DONE,
        at=second.at,
        stage="write",
        role="writer",
        detail="ok",
    )
    assert second.at > first.at > NOON
    assert await events.since(RUN, 0) == (first, second)
    assert await events.since(RUN, 1) == (second,)
    assert await events.since(RUN, 2) == ()


async def test_event_is_lost_with_its_transaction(db: Database, events: Events) -> None:
    async def fail() -> None:
        async with db.unit() as uow:
            await events.add_in(uow, RUN, EventKind.ACCEPTED)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert await events.since(RUN, 0) == ()


async def test_events_at_once_lose_nothing(events: Events) -> None:
    await asyncio.gather(*(events.add(RUN, EventKind.TURN_STARTED) for _ in range(3)))
    assert [event.seq for event in await events.since(RUN, 0)] == [1, 2, 3]


async def test_unknown_kind_stops_the_reader(db: Database, events: Events) -> None:
    await events.add(RUN, EventKind.RUN_STARTED)
    async with db.unit() as uow:
        await uow.execute(update(EVENT).values(kind="teleported"))
    with pytest.raises(CorruptRun, match="unknown kind 'teleported'"):
        await events.since(RUN, 0)
