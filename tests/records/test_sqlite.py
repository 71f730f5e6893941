import stat
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from contracts.errors import EnvironmentFault
from records.database import Database, open_database
from records.tables import BLOB
from tests.records.material import HASTY, database_url

SHA = "a" * 64


@pytest.fixture
async def db(tmp_path: Path) -> AsyncGenerator[Database]:
    async with open_database(database_url(tmp_path), wait=HASTY) as database:
        yield database


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


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


async def test_folder_of_the_database_is_made(tmp_path: Path) -> None:
    url = database_url(tmp_path / "new" / "folder")
    async with open_database(url) as db, db.reading() as reading:
        assert await reading.rows(select(BLOB)) == []


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
