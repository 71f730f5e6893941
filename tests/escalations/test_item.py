from typing import Literal

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from contracts.errors import CorruptRun, InputError
from contracts.escalation import Escalation
from escalations.invariant import check_blocked_iff_open
from escalations.item import open_item, open_item_of
from records.database import Database
from records.runs import Runs, RunStatus, set_status
from records.tables import ESCALATION
from tests.records.material import RUN, escalation


async def put(db: Database, item: Escalation) -> None:
    async with db.unit() as uow:
        await open_item(uow, item)


async def decide(db: Database, run: str, status: RunStatus | None) -> None:
    async with db.unit() as uow:
        await uow.execute(update(ESCALATION).where(ESCALATION.c.run == run).values(state="decided"))
        await set_status(uow, run, status)


async def test_item_blocks_its_run(db: Database) -> None:
    assert await open_item_of(db, RUN) is None
    await put(db, escalation())
    assert (await Runs(db).get(RUN)).status is RunStatus.BLOCKED
    assert await open_item_of(db, RUN) == escalation()
    assert await open_item_of(db, "run-2") is None
    await check_blocked_iff_open(db)


async def test_item_and_word_are_lost_together(db: Database) -> None:
    async def fail() -> None:
        async with db.unit() as uow:
            await open_item(uow, escalation())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert (await Runs(db).get(RUN)).status is None
    assert await open_item_of(db, RUN) is None


async def test_run_waits_for_one_item_only(db: Database) -> None:
    await put(db, escalation())
    with pytest.raises(CorruptRun, match="waits for 'esc-1' already"):
        await put(db, escalation(name="esc-2"))
    assert await open_item_of(db, RUN) == escalation()


async def test_database_itself_refuses_a_second_open_item(db: Database) -> None:
    await put(db, escalation())
    await decide(db, RUN, None)
    await put(db, escalation(name="esc-2"))
    with pytest.raises(IntegrityError):
        async with db.unit() as uow:
            await uow.execute(update(ESCALATION).values(state="open"))


async def test_id_is_used_once(db: Database) -> None:
    await put(db, escalation())
    with pytest.raises(CorruptRun, match="'esc-1' already"):
        await put(db, escalation("run-2"))
    assert (await Runs(db).get("run-2")).status is None


async def test_decided_run_may_wait_again(db: Database) -> None:
    await put(db, escalation())
    await decide(db, RUN, None)
    await put(db, escalation(name="esc-2"))
    assert await open_item_of(db, RUN) == escalation(name="esc-2")
    await check_blocked_iff_open(db)


async def test_unknown_run_cannot_be_blocked(db: Database) -> None:
    with pytest.raises(InputError, match="no run 'nobody'"):
        await put(db, escalation("nobody"))


async def test_ended_run_cannot_be_blocked(db: Database) -> None:
    async with db.unit() as uow:
        await set_status(uow, RUN, RunStatus.ACCEPTED)
    with pytest.raises(CorruptRun, match="has ended as accepted"):
        await put(db, escalation())
    assert await open_item_of(db, RUN) is None


@pytest.mark.parametrize("state", ["decided", "closed"])
async def test_only_open_items_are_put_in(
    db: Database, state: Literal["decided", "closed"]
) -> None:
    with pytest.raises(CorruptRun, match=f"'esc-1' is {state}"):
        await put(db, escalation().model_copy(update={"state": state}))
