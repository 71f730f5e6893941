import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from contracts.errors import EnvironmentFault
from records.database import open_database
from records.schema import METADATA, history
from tests.records.material import database_url


def statements(file: Path) -> dict[str, str]:
    """Every table and index with the statement that made it."""
    with closing(sqlite3.connect(file)) as connection:
        made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL")
        found = {name: re.sub(r"\s+", " ", sql) for name, sql in made}
    found.pop("alembic_version", None)
    return found


@pytest.fixture
async def migrated(tmp_path: Path) -> Path:
    async with open_database(database_url(tmp_path)):
        pass
    return tmp_path / "finrubric.db"


def test_alembic_finds_no_difference_between_tables_and_history(migrated: Path) -> None:
    engine = create_engine(f"sqlite:///{migrated}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_history_makes_the_very_tables_of_the_code(migrated: Path, tmp_path: Path) -> None:
    direct = tmp_path / "direct.db"
    engine = create_engine(f"sqlite:///{direct}")
    METADATA.create_all(engine)
    engine.dispose()
    assert statements(migrated) == statements(direct)


async def test_items_of_an_older_database_are_kept_and_can_be_claimed(
    migrated: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    engine = create_engine(f"sqlite:///{older / 'finrubric.db'}")
    with engine.begin() as connection:
        config = history()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    run = "'r', 'q', '2026-01-09', 'z', 'p', NULL, 's', 'local', 'm', 'blocked', 'now'"
    opened = "2026-01-09T12:00:00.000000+00:00"
    item = f"'i', 'r', 1, 'write', 'deadline', '{{\"findings\":[]}}', 'open', '{opened}'"
    with closing(sqlite3.connect(older / "finrubric.db")) as connection, connection:
        connection.execute(f"INSERT INTO run VALUES ({run})")
        connection.execute(f"INSERT INTO escalation VALUES ({item})")
    async with open_database(database_url(older)):
        pass
    with closing(sqlite3.connect(older / "finrubric.db")) as connection:
        assert connection.execute("SELECT id, run, kind FROM escalation").fetchall() == [
            ("i", "r", "escalation")
        ]
        assert connection.execute("SELECT * FROM claim").fetchall() == [("i", None, 0, None)]
        due = opened.replace("01-09", "01-11")
        assert connection.execute("SELECT * FROM care").fetchall() == [("i", None, due, 0)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert statements(older / "finrubric.db") == statements(migrated)


def test_history_has_one_line(migrated: Path) -> None:
    script = ScriptDirectory.from_config(history())
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def test_there_is_no_way_back(migrated: Path) -> None:
    def downgrade(connection: Connection) -> None:
        config = history()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    engine = create_engine(f"sqlite:///{migrated}")
    before = statements(migrated)
    with engine.connect() as connection, pytest.raises(NotImplementedError, match="backup"):
        downgrade(connection)
    engine.dispose()
    assert statements(migrated) == before


async def test_newer_schema_is_refused_and_left_alone(migrated: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(migrated)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(EnvironmentFault, match=r"schema 9999, which is newer .* update finrubric"):
        async with open_database(database_url(tmp_path)):
            pytest.fail("opened")


async def test_tables_of_another_program_are_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "finrubric.db")) as connection, connection:
        connection.execute("CREATE TABLE invoices (id INTEGER)")
    with pytest.raises(EnvironmentFault, match=r"not of finrubric .*invoices"):
        async with open_database(database_url(tmp_path)):
            pytest.fail("opened")
    assert statements(tmp_path / "finrubric.db") == {
        "invoices": "CREATE TABLE invoices (id INTEGER)"
    }


OPEN = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from records.database import open_database

async def main():
    async with open_database(sys.argv[2]):
        print("open")

asyncio.run(main())
"""


def start(root: Path, url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-I", "-W", "error", "-c", OPEN, str(root), url],
        cwd="/",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_two_processes_may_open_a_fresh_database_at_once(repository: Path, tmp_path: Path) -> None:
    started = [start(repository, database_url(tmp_path)) for _ in range(3)]
    said = [process.communicate(timeout=60)[0] for process in started]
    assert said == ["open\n"] * 3
    assert set(statements(tmp_path / "finrubric.db")) >= {"run", "journal", "escalation"}


def test_history_works_where_the_package_is_installed(repository: Path, tmp_path: Path) -> None:
    site = tmp_path / "100% site"
    for name in ("records", "contracts"):
        shutil.copytree(repository / name, site / name)
    (site / "data").mkdir()
    process = start(site, database_url(site / "data"))
    assert process.communicate(timeout=60)[0] == "open\n"
