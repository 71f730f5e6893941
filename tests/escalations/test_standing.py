"""Where runs without a word stand: as the row of each says, and as a condition picks them out."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import insert, update

from contracts.event import EventKind, Stop, stop_detail
from escalations.standing import is_going, standings
from records.database import Database
from records.events import Events
from records.lease import Leases, runs_held
from records.runs import Runs, RunStatus, count_runs, runs_where
from records.tables import DECISION, RUN
from tests.escalations.material import put, waiting
from tests.records.material import NOON, SetClock, run_row

STOPPED = stop_detail(Stop.ENVIRONMENT, "the disk is full")
LATER = NOON + timedelta(minutes=1)


async def decided(db: Database, run: str, at: datetime) -> None:
    """A decision on a run that nobody has obeyed yet."""
    item = await put(db, waiting(run))
    made = {"id": f"{run}-d1", "item": item.id, "run": run, "n": 1, "attempt": 1, "at": at}
    async with db.unit() as uow:
        await uow.execute(insert(DECISION).values(**made, kind="retry", body="{}"))
        await uow.execute(update(RUN).where(RUN.c.id == run).values(status=None))


async def stopped(db: Database, run: str, at: datetime) -> None:
    _ = await Events(db, SetClock(at)).add(run, EventKind.STOPPED, detail=STOPPED)


async def test_a_condition_picks_the_runs_that_are_under_way(db: Database) -> None:
    """The fixture's three runs have nothing to their names, so they were interrupted."""
    names = ("held", "left", "stopped", "decided", "decided-after", "stopped-after", "blocked")
    for number, run in enumerate(names):
        created = NOON - timedelta(minutes=number)
        await Runs(db).create(replace(run_row(run), created=created))
    _ = await Leases(db, SetClock()).take("held", "elsewhere:1:1", 120)
    _ = await Leases(db, SetClock()).take("left", "elsewhere:1:1", 30)
    for run, stop, made in (
        ("stopped", NOON, None),
        ("decided", None, NOON),
        ("decided-after", NOON, LATER),
        ("stopped-after", LATER, NOON),
    ):
        if made:
            await decided(db, run, made)
        if stop:
            await stopped(db, run, stop)
    _ = await put(db, waiting("blocked"))
    async with db.reading() as reading:
        held = await runs_held(reading, LATER)
        going = is_going(held)
        found = await runs_where(reading, going, limit=9, offset=0)
        all_rows = await Runs(db).list()
        told = await standings(reading, all_rows, LATER)
        assert held == {"held"}
        assert [row.id for row in found] == ["held", "decided", "decided-after"]
        assert await count_runs(reading, going) == 3
        others = [row.id for row in await runs_where(reading, ~going, limit=2, offset=1)]
    by_word = [one.row.id for one in told if one.word in {"under way", "decided"}]
    assert by_word == [row.id for row in found]
    rest = [one.row.id for one in told if one.row.id not in by_word]
    assert others == rest[1:3]
    assert [one.row.id for one in told if one.row.status is RunStatus.BLOCKED] == ["blocked"]
