import pytest
from sqlalchemy import select

from contracts.errors import InputError
from records.database import Database
from records.requests import cancel_requested, request_cancel
from records.runs import RunStatus, set_status
from records.tables import CANCEL_REQUEST
from tests.records.material import NOON, RUN


async def ask(db: Database, run: str = RUN, by: str = "ada") -> None:
    async with db.unit() as uow:
        await request_cancel(uow, run, by, NOON)


async def is_asked(db: Database) -> bool:
    async with db.reading() as reading:
        return await cancel_requested(reading, RUN)


@pytest.mark.parametrize("word", [None, RunStatus.BLOCKED])
async def test_end_of_a_run_is_asked_for_once(db: Database, word: RunStatus | None) -> None:
    async with db.unit() as uow:
        await set_status(uow, RUN, word)
    assert not await is_asked(db)
    await ask(db)
    await ask(db, by="grace")
    assert await is_asked(db)
    async with db.reading() as reading:
        assert [row["by"] for row in await reading.rows(select(CANCEL_REQUEST))] == ["ada"]


@pytest.mark.parametrize("word", sorted(set(RunStatus) - {RunStatus.BLOCKED}))
async def test_ended_run_is_not_cancelled(db: Database, word: RunStatus) -> None:
    async with db.unit() as uow:
        await set_status(uow, RUN, word)
    with pytest.raises(InputError, match=f"has ended as {word}"):
        await ask(db)
    assert not await is_asked(db)


async def test_unknown_run_is_named(db: Database) -> None:
    with pytest.raises(InputError, match="no run 'nobody'"):
        await ask(db, "nobody")
