"""Runners as rows: who is there to obey, and what a runner that went away left undone."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, delete, func, insert, select, update

from contracts.ids import RunId
from records.holder import is_gone
from records.runner_tables import RUNNER, RUNNER_JOB
from records.unit_of_work import Reading, UnitOfWork

BEAT_S = 5.0
"""Seconds between two signs of life of a runner."""
LOST_AFTER = timedelta(seconds=3 * BEAT_S)
"""A runner that missed three signs of life counts as lost."""
_FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Job:
    """A run that a runner has in hand, or had when it went away."""

    run: RunId
    holder: str
    since: datetime
    tries: int
    """How many runners took it up without an end, this one counted."""


async def beat(uow: UnitOfWork, holder: str, at: datetime) -> None:
    """Say that a runner is there; the first time makes its row."""
    seen = update(RUNNER).where(RUNNER.c.holder == holder).values(seen=at)
    if not await uow.execute(seen):
        old = delete(RUNNER).where(RUNNER.c.seen < at - _FORGOTTEN_AFTER)
        await uow.execute(old)
        await uow.execute(insert(RUNNER).values(holder=holder, started=at, seen=at))


async def leave(uow: UnitOfWork, holder: str) -> None:
    """Say that a runner ends; what it had in hand stays for the next one."""
    await uow.execute(delete(RUNNER).where(RUNNER.c.holder == holder))


async def last_seen(reading: Reading) -> datetime | None:
    """When any runner was last seen; None where none was, or each said that it ended."""
    row = await reading.first(select(func.max(RUNNER.c.seen).label("seen")))
    found = None if row is None else row["seen"]
    return found if isinstance(found, datetime) else None


async def begin_job(uow: UnitOfWork, run: RunId, holder: str, at: datetime) -> Job | None:
    """Take a run in hand; None where another runner that lives has it.

    Units that write take turns on either database, so that no other runner can put the same run
    in hand between the look and the row.
    """
    found = await uow.first(select(RUNNER_JOB).where(RUNNER_JOB.c.run == run))
    if found is None:
        job = Job(run, holder, at, tries=1)
        await uow.execute(insert(RUNNER_JOB).values(_values(job)))
        return job
    if not await _is_left(uow, found, at):
        return None
    job = Job(run, holder, at, tries=found["tries"] + 1)
    same = (RUNNER_JOB.c.run == run) & (RUNNER_JOB.c.tries == found["tries"])
    is_ours = await uow.execute(update(RUNNER_JOB).where(same).values(_values(job)))
    return job if is_ours else None


async def end_job(uow: UnitOfWork, run: RunId, holder: str) -> None:
    """Put a run out of hand: it has its word, or waits for a person."""
    mine = (RUNNER_JOB.c.run == run) & (RUNNER_JOB.c.holder == holder)
    await uow.execute(delete(RUNNER_JOB).where(mine))


async def left_jobs(reading: Reading, now: datetime) -> tuple[Job, ...]:
    """What runners that are no more had in hand, oldest first."""
    ordered = select(RUNNER_JOB).order_by(RUNNER_JOB.c.since, RUNNER_JOB.c.run)
    rows = await reading.rows(ordered)
    return tuple([_job(row) for row in rows if await _is_left(reading, row, now)])


async def _is_left(reading: Reading, row: RowMapping, now: datetime) -> bool:
    if is_gone(row["holder"]):
        return True
    of_holder = select(RUNNER.c.seen).where(RUNNER.c.holder == row["holder"])
    found = await reading.first(of_holder)
    return found is None or found["seen"] <= now - LOST_AFTER


def _values(job: Job) -> dict[str, str | int | datetime]:
    return {"run": job.run, "holder": job.holder, "since": job.since, "tries": job.tries}


def _job(row: RowMapping) -> Job:
    return Job(row["run"], row["holder"], row["since"], row["tries"])
