"""The one history on PostgreSQL: the very tables of the code, once, for many who open at once."""

from collections.abc import Generator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, text

from contracts.errors import EnvironmentFault
from records.database import open_database
from records.postgres import sort_by_bytes
from records.schema import METADATA, history
from tests.cluster import TEMPLATE, Cluster
from tests.records.test_schema import start

pytestmark = pytest.mark.postgres

SHAPE = {
    "columns": "SELECT table_name, column_name, ordinal_position, data_type, collation_name, "
    "character_maximum_length, is_nullable, column_default FROM information_schema.columns "
    "WHERE table_schema = 'public' AND table_name <> 'alembic_version'",
    "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
    "FROM pg_constraint WHERE connamespace = 'public'::regnamespace "
    "AND conrelid <> coalesce(to_regclass('alembic_version'), 0)",
    "indexes": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' "
    "AND tablename <> 'alembic_version'",
    "triggers": "SELECT tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger "
    "WHERE NOT tgisinternal",
    "functions": "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
}


def engine_of(url: str) -> Engine:
    return create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def shape_of(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """All that makes up the tables of a database."""
    return {
        name: sorted((tuple(row) for row in connection.execute(text(query))), key=str)
        for name, query in SHAPE.items()
    }


@pytest.fixture
def fresh(cluster: Cluster) -> Generator[str]:
    """An empty database."""
    name = cluster.fresh()
    yield cluster.url(name)
    cluster.drop(name)


@pytest.fixture
def migrated(cluster: Cluster) -> Generator[Connection]:
    engine = engine_of(cluster.url(TEMPLATE))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_alembic_finds_no_difference_between_tables_and_history(migrated: Connection) -> None:
    options = {"compare_type": True, "compare_server_default": True}
    context = MigrationContext.configure(migrated, opts=options)
    assert compare_metadata(context, METADATA) == []


def test_history_makes_the_very_tables_of_the_code(migrated: Connection, fresh: str) -> None:
    engine = engine_of(fresh)
    with engine.begin() as connection:
        METADATA.create_all(connection)
        sort_by_bytes(connection)
        made = shape_of(connection)
    engine.dispose()
    found = shape_of(migrated)
    assert found == made
    assert {name for name, rows in found.items() if not rows} == set()
    assert {row[4] for row in found["columns"] if row[3] == "text"} == {"C"}


async def test_items_of_an_older_database_are_kept(fresh: str) -> None:
    engine = engine_of(fresh)
    at = "2026-01-09T12:00:00.000000+00:00"
    run = f"'r', 'q', '2026-01-09', 'z', 'p', NULL, 's', 'local', 'm', 'blocked', '{at}'"
    item = f"'i', 'r', 1, 'write', 'deadline', '{{\"findings\":[]}}', 'open', '{at}'"
    with engine.begin() as connection:
        config = history()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        _ = connection.exec_driver_sql(f"INSERT INTO run VALUES ({run})")
        _ = connection.exec_driver_sql(f"INSERT INTO escalation VALUES ({item})")
    async with open_database(fresh) as db, db.reading() as reading:
        rows = await reading.rows(text("SELECT id, run, kind, question FROM escalation"))
        claims = await reading.rows(text("SELECT item, holder, token FROM claim"))
    assert [tuple(row.values()) for row in rows] == [("i", "r", "escalation", None)]
    assert [tuple(row.values()) for row in claims] == [("i", None, 0)]
    engine.dispose()


def test_two_processes_may_open_a_fresh_database_at_once(repository: Path, fresh: str) -> None:
    started = [start(repository, fresh) for _ in range(2)]
    said = [process.communicate(timeout=60)[0] for process in started]
    assert said == ["open\n"] * 2


async def test_newer_schema_is_refused_and_left_alone(fresh: str) -> None:
    engine = engine_of(fresh)
    with engine.begin() as connection:
        _ = connection.exec_driver_sql("CREATE TABLE alembic_version (version_num text)")
        _ = connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('9999')")
        before = shape_of(connection)
    with pytest.raises(EnvironmentFault, match=r"schema 9999, which is newer .* update finrubric"):
        async with open_database(fresh):
            pytest.fail("opened")
    with engine.connect() as connection:
        assert shape_of(connection) == before
    engine.dispose()


async def test_tables_of_another_program_are_refused(fresh: str) -> None:
    engine = engine_of(fresh)
    with engine.begin() as connection:
        _ = connection.exec_driver_sql("CREATE TABLE invoices (id integer)")
        before = shape_of(connection)
    with pytest.raises(EnvironmentFault, match=r"not of finrubric .*invoices.* another one"):
        async with open_database(fresh):
            pytest.fail("opened")
    with engine.connect() as connection:
        assert shape_of(connection) == before
    engine.dispose()
