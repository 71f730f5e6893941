"""What people ask of a runner, and what a runner finds to do.

The console writes requests; a runner takes each once. A decision needs no request: a runner looks
for those that can be undone no longer.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import func, insert, or_, select, update

from contracts.errors import InputError
from contracts.ids import RunId
from escalations.audit_chain import AuditAction, AuditChain, AuditEntry
from escalations.decisions import is_pending
from escalations.undo import UNDO_FOR
from records.lease import runs_held
from records.review_tables import RESUME_REQUEST
from records.runs import RunStatus, status_in
from records.tables import CANCEL_REQUEST, DECISION, RUN
from records.unit_of_work import Reading, UnitOfWork


@dataclass(frozen=True, slots=True)
class ResumeRequest:
    """A person's wish that a run goes on."""

    run: RunId
    n: int
    by: str
    at: datetime


class Why(StrEnum):
    """Why a runner takes up a run."""

    CANCEL = "cancel"
    """Somebody asked for its end, and no process has it."""
    DECISION = "decision"
    """A decision can be undone no longer and was not obeyed yet."""
    RESUME = "resume"
    """Somebody asked that it goes on."""


@dataclass(frozen=True, slots=True)
class Work:
    """A run for a runner to take up, and since when it waits for that."""

    run: RunId
    why: Why
    since: datetime


async def ask_to_resume(
    uow: UnitOfWork, audit: AuditChain, run: RunId, by: str, at: datetime
) -> ResumeRequest:
    """Ask that a run goes on; asking again is fine, a request that waits stands.

    Raises:
        InputError: there is no such run, it waits for a decision, or it has ended.
        CorruptRun: the audit chain cannot be added to; nothing was asked.
    """
    status = await status_in(uow, run)
    if status is RunStatus.BLOCKED:
        raise InputError(f"run {run!r} waits for a decision; decide its item instead")
    if status is not None:
        raise InputError(f"run {run!r} has ended as {status}; it cannot go on")
    waits = await resume_asked(uow, run)
    if waits is not None:
        return waits
    newest = select(func.max(RESUME_REQUEST.c.n).label("n")).where(RESUME_REQUEST.c.run == run)
    row = await uow.first(newest)
    asked = ResumeRequest(run, ((row["n"] if row else None) or 0) + 1, by, at)
    await uow.execute(insert(RESUME_REQUEST).values(run=run, n=asked.n, by=by, at=at))
    action = AuditAction.RESUME_REQUESTED
    entry = AuditEntry(at=at, actor=by, action=action, run=run, item="", detail={})
    await audit.append(uow, entry)
    return asked


async def resume_asked(reading: Reading, run: RunId) -> ResumeRequest | None:
    """Read the request of a run that no runner has taken; None when there is none."""
    waiting = select(RESUME_REQUEST).where(
        RESUME_REQUEST.c.run == run, RESUME_REQUEST.c.taken.is_(None)
    )
    row = await reading.first(waiting)
    return None if row is None else ResumeRequest(run, row["n"], row["by"], row["at"])


async def take_request(
    uow: UnitOfWork, run: RunId, *, taker: str, at: datetime
) -> ResumeRequest | None:
    """Take the request of a run, once; None when there is none, or another runner has it."""
    taken = (
        update(RESUME_REQUEST)
        .where(RESUME_REQUEST.c.run == run, RESUME_REQUEST.c.taken.is_(None))
        .values(taken=at, taker=taker)
        .returning(RESUME_REQUEST.c.n, RESUME_REQUEST.c.by, RESUME_REQUEST.c.at)
    )
    row = await uow.first(taken)
    return None if row is None else ResumeRequest(run, row["n"], row["by"], row["at"])


async def waiting_work(reading: Reading, at: datetime) -> tuple[Work, ...]:
    """Read which runs there are to take up, each once, the longest waiting first.

    A run that a living process has is left to it. A run whose decision can still be undone is left
    alone, unless its end was asked for.
    """
    held = await runs_held(reading, at)
    found: dict[RunId, Work] = {}
    for work in (*await _ends(reading), *await _decided(reading, at), *await _asked(reading, at)):
        if work.run not in held:
            _ = found.setdefault(work.run, work)
    return tuple(sorted(found.values(), key=lambda work: (work.since, work.run)))


async def _ends(reading: Reading) -> list[Work]:
    """Runs that have not ended and whose end somebody asked for."""
    has_no_end = or_(RUN.c.status.is_(None), RUN.c.status == RunStatus.BLOCKED.value)
    asked = (
        select(CANCEL_REQUEST.c.run, CANCEL_REQUEST.c.at)
        .join(RUN, RUN.c.id == CANCEL_REQUEST.c.run)
        .where(has_no_end)
    )
    return [Work(row["run"], Why.CANCEL, row["at"]) for row in await reading.rows(asked)]


async def _decided(reading: Reading, at: datetime) -> list[Work]:
    made = (
        select(DECISION.c.run, DECISION.c.at)
        .join(RUN, RUN.c.id == DECISION.c.run)
        .where(
            RUN.c.status.is_(None),
            is_pending(),
            DECISION.c.at <= at - UNDO_FOR,
        )
    )
    return [Work(row["run"], Why.DECISION, row["at"]) for row in await reading.rows(made)]


async def _asked(reading: Reading, at: datetime) -> list[Work]:
    can_be_undone = (
        select(DECISION.c.id)
        .where(
            DECISION.c.run == RESUME_REQUEST.c.run,
            is_pending(),
            DECISION.c.at > at - UNDO_FOR,
        )
        .exists()
    )
    asked = (
        select(RESUME_REQUEST.c.run, RESUME_REQUEST.c.at)
        .join(RUN, RUN.c.id == RESUME_REQUEST.c.run)
        .where(RUN.c.status.is_(None), RESUME_REQUEST.c.taken.is_(None), ~can_be_undone)
    )
    return [Work(row["run"], Why.RESUME, row["at"]) for row in await reading.rows(asked)]
