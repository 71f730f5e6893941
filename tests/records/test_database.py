"""What holds of either database; `test_sqlite.py` and `test_postgres.py` have the rest."""

import asyncio

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from contracts.errors import DatabaseBusy, InputError
from records.database import Database, open_database, place_of
from records.tables import BLOB, EVENT
from tests.records.lock import write_lock
from tests.records.material import HASTY, NOON, RUN

SHA = "a" * 64


async def blobs(db: Database) -> int:
    async with db.reading() as reading:
        row = await reading.first(select(func.count().label("n")).select_from(BLOB))
    assert row is not None
    return row["n"]


async def test_unit_commits_at_a_clean_end(db: Database) -> None:
    async with db.unit() as uow:
        assert await uow.execute(insert(BLOB).values(sha256=SHA, size=1)) == 1
        assert await blobs(db) == 0, "nobody sees it before the end"
    assert await blobs(db) == 1


@pytest.mark.parametrize("error", [RuntimeError, asyncio.CancelledError, KeyboardInterrupt])
async def test_unit_rolls_back_on_any_error(db: Database, error: type[BaseException]) -> None:
    async def fail() -> None:
        async with db.unit() as uow:
            await uow.execute(insert(BLOB).values(sha256=SHA, size=1))
            raise error

    with pytest.raises(error):
        await fail()
    assert await blobs(db) == 0
    async with db.unit() as uow:
        await uow.execute(insert(BLOB).values(sha256=SHA, size=1))


async def test_foreign_keys_are_enforced(db: Database) -> None:
    with pytest.raises(IntegrityError):
        async with db.unit() as uow:
            await uow.execute(
                insert(EVENT).values(
                    run="nobody", seq=1, kind="accepted", at=NOON, stage="", role="", detail=""
                )
            )


async def test_units_of_one_process_wait_for_each_other(address: str) -> None:
    async def add(db: Database, n: int) -> None:
        async with db.unit() as uow:
            row = await uow.first(select(func.count().label("n")).select_from(BLOB))
            assert row is not None
            await uow.execute(insert(BLOB).values(sha256=f"{n:064}", size=row["n"]))

    async with open_database(address) as db:
        await asyncio.gather(*(add(db, n) for n in range(12)))
        async with db.reading() as reading:
            sizes = [row["size"] for row in await reading.rows(select(BLOB.c.size))]
    assert sorted(sizes) == list(range(12)), "each one saw what those before it had written"


async def test_queries_of_one_reading_see_the_same_state(db: Database) -> None:
    count = select(func.count().label("n")).select_from(BLOB)
    async with db.reading() as reading:
        before = await reading.first(count)
        async with db.unit() as uow:
            await uow.execute(insert(BLOB).values(sha256=SHA, size=1))
        assert await reading.first(count) == before
    assert await blobs(db) == 1


async def test_locked_database_is_busy_after_a_bounded_wait(db: Database, address: str) -> None:
    with write_lock(address):
        with pytest.raises(DatabaseBusy, match=r" stayed locked .* 3 times 20 ms") as caught:
            async with db.unit():
                pytest.fail("the lock was given twice")
        assert await blobs(db) == 0, "readers go on"
    assert str(caught.value).startswith(place_of(address))
    async with db.unit() as uow:
        await uow.execute(insert(BLOB).values(sha256=SHA, size=1))


async def test_unit_waits_for_a_lock_that_is_given_back(address: str) -> None:
    patient = HASTY._replace(busy_ms=5_000)
    async with open_database(address, wait=patient) as db:
        with write_lock(address) as give_back:
            asyncio.get_running_loop().call_later(0.1, give_back)
            async with db.unit() as uow:
                await uow.execute(insert(BLOB).values(sha256=SHA, size=1))
        assert await blobs(db) == 1


async def test_locked_database_cannot_be_opened(address: str) -> None:
    async with open_database(address):
        pass
    with write_lock(address), pytest.raises(DatabaseBusy, match=" stayed locked"):
        async with open_database(address, wait=HASTY):
            pytest.fail("opened although locked")


async def test_text_is_in_the_order_of_its_bytes(db: Database) -> None:
    words = ["run-1", "RUN-1", "run-10", "run1", "Zoe", "ada", "éa", "-", "_", "~"]
    async with db.unit() as uow:
        for seq, word in enumerate(words):
            values = {"run": RUN, "seq": seq, "kind": "accepted", "at": NOON, "stage": word}
            await uow.execute(insert(EVENT).values(**values, role="", detail=""))
    async with db.reading() as reading:
        found = await reading.rows(select(EVENT.c.stage).order_by(EVENT.c.stage))
        least = await reading.rows(select(EVENT.c.stage).where(EVENT.c.stage < "_"))
    assert [row["stage"] for row in found] == sorted(words)
    assert {row["stage"] for row in least} == {word for word in words if word < "_"}


@pytest.mark.parametrize(
    "url",
    [
        "",
        "finrubric.db",
        "sqlite:///finrubric.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "postgresql+asyncpg://somebody:secret@host/finrubric",
        "mysql://somebody@host/finrubric?password=secret",
        "somebody:secret@host/finrubric",
        "postgresql//somebody:secret@host/finrubric",
    ],
)
async def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(InputError, match=r"write sqlite\+aiosqlite:///path") as caught:
        async with open_database(url):
            pytest.fail("opened")
    assert "secret" not in str(caught.value)
