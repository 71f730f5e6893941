import pytest
from sqlalchemy import Executable, delete, insert, text, update

from contracts.errors import CorruptRun
from escalations.invariant import check_blocked_iff_open
from escalations.item import open_item
from records.database import Database
from records.review_tables import CARE
from records.runs import RunStatus
from records.tables import CLAIM, ESCALATION
from records.tables import RUN as RUN_TABLE
from tests.records.material import NOON, RUN, escalation

SECOND = {
    "id": "esc-2",
    "run": "run-2",
    "attempt": 1,
    "stage": "write",
    "reason": "deadline",
    "findings": '{"findings":[]}',
    "state": "open",
    "opened": NOON,
}


@pytest.fixture
async def one_blocked(db: Database) -> Database:
    async with db.unit() as uow:
        await open_item(uow, escalation())
        await uow.execute(insert(ESCALATION).values({**SECOND, "id": "esc-0", "state": "closed"}))
    return db


async def test_it_holds_when_each_blocked_run_has_its_item(one_blocked: Database) -> None:
    await check_blocked_iff_open(one_blocked)


@pytest.mark.parametrize("word", [None, *sorted(set(RunStatus) - {RunStatus.BLOCKED})])
async def test_run_that_is_not_blocked_with_an_item_is_named(
    one_blocked: Database, word: RunStatus | None
) -> None:
    async with one_blocked.unit() as uow:
        await uow.execute(update(RUN_TABLE).where(RUN_TABLE.c.id == RUN).values(status=word))
    with pytest.raises(CorruptRun, match=f"run 'run-1' is {word or 'under way'} with 1 open items"):
        await check_blocked_iff_open(one_blocked)


BREACHES: dict[str, tuple[Executable, str]] = {
    "item lost": (delete(ESCALATION), "run 'run-1' is blocked with 0 open items"),
    "item closed": (
        update(ESCALATION).values(state="closed"),
        "run 'run-1' is blocked with 0 open items",
    ),
    "blocked without an item": (
        update(RUN_TABLE).where(RUN_TABLE.c.id == "run-2").values(status="blocked"),
        "run 'run-2' is blocked with 0 open items",
    ),
    "item of a run under way": (
        insert(ESCALATION).values(SECOND),
        "run 'run-2' is under way with 1 open items",
    ),
}


@pytest.mark.parametrize("breach", BREACHES)
async def test_breach_is_named(one_blocked: Database, breach: str) -> None:
    statement, message = BREACHES[breach]
    async with one_blocked.unit() as uow:
        await uow.execute(delete(CARE))
        await uow.execute(delete(CLAIM))
        await uow.execute(statement)
    with pytest.raises(CorruptRun, match=message):
        await check_blocked_iff_open(one_blocked)


async def test_second_item_of_a_blocked_run_is_named(one_blocked: Database) -> None:
    async with one_blocked.unit() as uow:
        await uow.execute(text("DROP INDEX uq_escalation_open"))
        await uow.execute(insert(ESCALATION).values({**SECOND, "run": RUN}))
    with pytest.raises(CorruptRun, match="run 'run-1' is blocked with 2 open items"):
        await check_blocked_iff_open(one_blocked)
