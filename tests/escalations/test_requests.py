"""What a runner finds to do: decisions that are final, and requests, each taken once."""

import asyncio
from datetime import timedelta

import pytest

from contracts.decision import DecisionKind
from contracts.errors import InputError
from escalations.audit_chain import AuditChain
from escalations.cancels import ask_for_end
from escalations.decisions import decide, mark_consumed
from escalations.requests import (
    ResumeRequest,
    Why,
    Work,
    ask_to_resume,
    resume_asked,
    take_request,
    waiting_work,
)
from escalations.undo import UNDO_FOR
from records.database import Database, open_database
from records.holder import this_process
from records.lease import Leases
from records.runs import RunStatus, set_status
from tests.escalations.material import claimed, decision, put, waiting
from tests.escalations.told import told
from tests.records.material import NOON, RUN, SetClock

LATER = NOON + UNDO_FOR


async def work(db: Database, seconds: float = UNDO_FOR.total_seconds()) -> tuple[Work, ...]:
    async with db.reading() as reading:
        return await waiting_work(reading, NOON + timedelta(seconds=seconds))


async def ask(db: Database, audit: AuditChain, run: str = RUN, by: str = "ada") -> ResumeRequest:
    async with db.unit() as uow:
        return await ask_to_resume(uow, audit, run, by, NOON)


async def test_decision_is_work_once_it_is_final_and_until_it_is_obeyed(
    db: Database, audit: AuditChain
) -> None:
    item = await put(db, waiting())
    assert await work(db) == ()
    made = decision(item)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)
    assert await work(db, 29.9) == ()
    await ask(db, audit)
    assert await work(db, 29.9) == ()
    assert await work(db) == (Work(RUN, Why.DECISION, NOON),)
    leases = Leases(db, SetClock(LATER))
    lease = await leases.take(RUN, this_process(), 60.0)
    assert await work(db) == ()
    await leases.release(lease)
    async with db.unit() as uow:
        await mark_consumed(uow, audit, made.id, LATER)
    assert await work(db) == (Work(RUN, Why.RESUME, NOON),)


async def test_rejected_and_waiting_runs_are_no_work(db: Database, audit: AuditChain) -> None:
    item = await put(db, waiting())
    await put(db, waiting("run-2"))
    made = decision(item, DecisionKind.REJECT)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)
    assert await work(db, 3600) == ()
    with pytest.raises(InputError, match="run 'run-1' has ended as rejected"):
        await ask(db, audit)
    with pytest.raises(InputError, match="run 'run-2' waits for a decision"):
        await ask(db, audit, "run-2")
    with pytest.raises(InputError, match="no run 'nobody'"):
        await ask(db, audit, "nobody")


async def test_request_stands_until_a_runner_takes_it_once(
    db: Database, audit: AuditChain, address: str
) -> None:
    first = await ask(db, audit)
    assert first == await ask(db, audit, by="grace") == ResumeRequest(RUN, 1, "ada", NOON)
    assert await told(db) == [("ada", "resume_requested")]
    assert await work(db) == (Work(RUN, Why.RESUME, NOON),)
    async with open_database(address) as patient:

        async def take(taker: str) -> ResumeRequest | None:
            async with patient.unit() as uow:
                return await take_request(uow, RUN, taker=taker, at=LATER)

        taken = await asyncio.gather(*(take(f"runner-{n}") for n in range(8)))
    assert [one for one in taken if one is not None] == [first]
    assert await work(db) == ()
    async with db.reading() as reading:
        assert await resume_asked(reading, RUN) is None
    assert (await ask(db, audit, by="grace")).n == 2


async def test_asked_end_comes_before_all_else_and_only_until_the_run_has_ended(
    db: Database, audit: AuditChain
) -> None:
    await ask(db, audit, "run-2")
    await put(db, waiting())
    async with db.unit() as uow:
        await ask_for_end(uow, audit, "run-2", "ada", NOON - timedelta(seconds=1))
        await ask_for_end(uow, audit, RUN, "ada", NOON)
    ends = (Work("run-2", Why.CANCEL, NOON - timedelta(seconds=1)), Work(RUN, Why.CANCEL, NOON))
    assert await work(db) == ends
    async with db.unit() as uow:
        await set_status(uow, "run-2", RunStatus.CANCELLED)
    assert await work(db) == ends[1:]
