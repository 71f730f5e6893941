import asyncio
import sqlite3
import stat
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from contracts.errors import DatabaseBusy, EnvironmentFault, InputError
from records.database import Database, open_database
from records.tables import BLOB, EVENT
from tests.records.material import HASTY, NOON, database_url

SHA = "a" * 64


async def blobs(db: Database) -> int:
    async with db.reading() as reading:
        row = await reading.first(select(func.count().label("n")).select_from(BLOB))
    assert row is not None
    return row["n"]


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@contextmanager
def write_lock(data: Path) -> Generator[sqlite3.Connection]:
    """What another process does that keeps the database locked."""
    with closing(sqlite3.connect(data / "finrubric.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def test_every_connection_syncs_fully_and_keeps_foreign_keys(db: Database) -> None:
    async with db.reading() as first, db.reading() as second, db.unit() as uow:
        for reading in (first, second, uow):
            for pragma, value in (
                ("synchronous", 2),
                ("journal_mode", "wal"),
                ("foreign_keys", 1),
                ("busy_timeout", HASTY.busy_ms),
            ):
                row = await reading.first(text(f"PRAGMA {pragma}"))
                assert row is not None
                assert next(iter(row.values())) == value


async def test_files_of_the_database_are_private(db: Database, tmp_path: Path) -> None:
    async with db.unit() as uow:
        await uow.execute(insert(BLOB).values(sha256=SHA, size=1))
        assert modes(tmp_path) == {
            f"finrubric.db{suffix}": 0o600 for suffix in ("", "-wal", "-shm")
        }


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


async def test_units_of_one_process_wait_for_each_other(tmp_path: Path) -> None:
    async def add(db: Database, n: int) -> None:
        async with db.unit() as uow:
            row = await uow.first(select(func.count().label("n")).select_from(BLOB))
            assert row is not None
            await uow.execute(insert(BLOB).values(sha256=f"{n:064}", size=row["n"]))

    async with open_database(database_url(tmp_path)) as db:
        await asyncio.gather(*(add(db, n) for n in range(12)))
        async with db.reading() as reading:
            sizes = [row["size"] for row in await reading.rows(select(BLOB.c.size))]
    assert sorted(sizes) == list(range(12)), "each one saw what those before it had written"


async def test_locked_database_is_busy_after_a_bounded_wait(db: Database, tmp_path: Path) -> None:
    with write_lock(tmp_path):
        with pytest.raises(DatabaseBusy, match=r"finrubric\.db stayed locked .* 3 times 20 ms"):
            async with db.unit():
                pytest.fail("the lock was given twice")
        assert await blobs(db) == 0, "readers go on"
    async with db.unit() as uow:
        await uow.execute(insert(BLOB).values(sha256=SHA, size=1))


async def test_unit_waits_for_a_lock_that_is_given_back(tmp_path: Path) -> None:
    patient = HASTY._replace(busy_ms=5_000)
    async with open_database(database_url(tmp_path), wait=patient) as db:
        with write_lock(tmp_path) as other:
            asyncio.get_running_loop().call_later(0.1, other.execute, "COMMIT")
            async with db.unit() as uow:
                await uow.execute(insert(BLOB).values(sha256=SHA, size=1))
        assert await blobs(db) == 1


async def test_locked_database_cannot_be_opened(tmp_path: Path) -> None:
    async with open_database(database_url(tmp_path)):
        pass
    with write_lock(tmp_path), pytest.raises(DatabaseBusy, match=r"finrubric\.db stayed locked"):
        async with open_database(database_url(tmp_path), wait=HASTY):
            pytest.fail("opened although locked")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "finrubric.db",
        "sqlite:///finrubric.db",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "postgresql+asyncpg://somebody:secret@host/finrubric",
    ],
)
async def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(InputError, match=r"sqlite\+aiosqlite:///path") as caught:
        async with open_database(url):
            pytest.fail("opened")
    assert "secret" not in str(caught.value)


async def test_folder_of_the_database_is_made(tmp_path: Path) -> None:
    async with open_database(database_url(tmp_path / "new" / "folder")) as db:
        assert await blobs(db) == 0


async def test_place_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EnvironmentFault, match=r"file/finrubric\.db cannot be made"):
        async with open_database(database_url(tmp_path / "file")):
            pytest.fail("opened")


async def test_damaged_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "finrubric.db").write_bytes(b"this is no database, only text" * 100)
    with pytest.raises(EnvironmentFault, match=r"finrubric\.db is damaged .* backup"):
        async with open_database(database_url(tmp_path)):
            pytest.fail("opened")
