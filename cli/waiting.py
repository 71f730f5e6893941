"""What waits for a runner, each thing once: what people asked, and what a runner left in hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from cli.archive import Archive
from contracts.ids import RunId
from escalations.requests import Why, resume_asked, take_request, waiting_work
from escalations.standing import standings
from records.clock import SystemClock
from records.runners import Job, begin_job, left_jobs
from records.runs import runs_where
from records.tables import RUN
from records.unit_of_work import Reading


class Cause(StrEnum):
    """Why a run is taken up."""

    CANCEL = "cancel"
    DECISION = "decision"
    RESUME = "resume"
    LEFT = "left"
    """A runner had it in hand when it ended."""


_WORDS = {
    Cause.CANCEL: "its end was asked for",
    Cause.DECISION: "a decision is final",
    Cause.RESUME: "somebody asked to go on",
    Cause.LEFT: "a runner left it in hand",
}
_CAUSES = {Why.CANCEL: Cause.CANCEL, Why.DECISION: Cause.DECISION, Why.RESUME: Cause.RESUME}


@dataclass(frozen=True, slots=True)
class Work:
    """A run to take up."""

    run: RunId
    cause: Cause
    since: datetime

    @property
    def mark(self) -> str:
        """What tells this cause from every other one of the same run."""
        return f"{self.run} {self.cause} {self.since.isoformat()}"

    @property
    def words(self) -> str:
        """The cause in words."""
        return _WORDS[self.cause]


async def found_work(reading: Reading, now: datetime) -> tuple[Work, ...]:
    """What waits, the longest waiting first, one cause a run.

    A decision after which the run was stopped waits for a person's request: what stopped it would
    stop it again.
    """
    asked = [
        Work(work.run, _CAUSES[work.why], work.since) for work in await waiting_work(reading, now)
    ]
    left = await left_jobs(reading, now)
    stopped = await _stopped(reading, asked, now)
    wanted = [
        again
        for work in asked
        if (again := await _asked_again(reading, work) if work.run in stopped else work)
    ]
    known = {work.run for work in wanted}
    more = [Work(job.run, Cause.LEFT, job.since) for job in left if job.run not in known]
    return tuple(sorted((*wanted, *more), key=lambda work: (work.since, work.run)))


async def take_up(archive: Archive, work: Work, holder: str) -> Job | None:
    """Take a run in hand, and its request with it; None where another runner was faster.

    Another one may have had it in hand and be done with it since this one looked.
    """
    async with archive.database.unit() as uow:
        now = SystemClock().now()
        if work not in await found_work(uow, now):
            return None
        job = await begin_job(uow, work.run, holder, now)
        if job is not None:
            _ = await take_request(uow, work.run, taker=holder, at=now)
        return job


async def _stopped(reading: Reading, asked: Sequence[Work], now: datetime) -> frozenset[RunId]:
    """Runs that were stopped after the decision that they would be taken up for."""
    decided = [work.run for work in asked if work.cause is Cause.DECISION]
    rows = await runs_where(reading, RUN.c.id.in_(decided), limit=len(decided), offset=0)
    found = await standings(reading, rows, now)
    return frozenset(one.row.id for one in found if one.stop is not None)


async def _asked_again(reading: Reading, work: Work) -> Work | None:
    """The person's request to go on with a run all the same, if there is one."""
    request = await resume_asked(reading, work.run)
    return None if request is None else Work(work.run, Cause.RESUME, request.at)
