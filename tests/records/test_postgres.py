"""What holds of PostgreSQL alone: addresses, faults by name, and turns that no client can keep."""

import asyncio
from collections.abc import AsyncGenerator, Generator

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError

from contracts.errors import EnvironmentFault
from records.database import Database, open_database
from records.runners import Job, beat, begin_job
from records.runs import Runs
from records.tables import BLOB
from records.unit_of_work import UnitOfWork
from tests.cluster import GUARDED, TEMPLATE, Cluster
from tests.records.material import HASTY, NOON, RUN, run_row

SHA = "a" * 64
SECRET = "horse-staple"

pytestmark = pytest.mark.postgres


@pytest.fixture
async def db(postgres_url: str) -> AsyncGenerator[Database]:
    async with open_database(postgres_url, wait=HASTY) as database:
        yield database


async def put(db: Database) -> None:
    async with db.unit() as uow:
        await uow.execute(insert(BLOB).values(sha256=SHA, size=1))


async def said(db: Database, statement: str) -> str:
    async with db.unit() as uow:
        row = await uow.first(text(statement))
    assert row is not None
    return str(next(iter(row.values())))


async def refusal(url: str) -> str:
    with pytest.raises(EnvironmentFault) as caught:
        async with open_database(url, wait=HASTY) as db:
            await put(db)
    return str(caught.value)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
async def test_every_way_to_write_its_address_opens_it(postgres_url: str, scheme: str) -> None:
    url = postgres_url.replace("postgresql", scheme, 1)
    async with open_database(url) as db:
        await put(db)
        assert await said(db, "SELECT count(*) FROM blob") == "1"


async def test_a_unit_is_synced_and_ends_when_its_client_falls_silent(db: Database) -> None:
    async with db.reading() as reading:
        assert await reading.first(text("SHOW synchronous_commit")) == {"synchronous_commit": "off"}
    assert await said(db, "SHOW synchronous_commit") == "on"
    assert await said(db, "SHOW idle_in_transaction_session_timeout") == "1min"
    assert await said(db, "SHOW application_name") == "finrubric"


async def test_many_units_of_one_connection(db: Database) -> None:
    """A driver that prepares what it sends often must not stumble over the opening of a unit."""
    found = {await said(db, "SELECT pg_backend_pid()") for _ in range(12)}
    assert len(found) == 1


async def test_readers_write_nothing(db: Database) -> None:
    with pytest.raises(EnvironmentFault, match="takes no writes"):
        async with db.reading() as reading:
            _ = await reading.rows(insert(BLOB).values(sha256=SHA, size=1).returning(BLOB.c.size))


@pytest.mark.parametrize(
    "statement", ["UPDATE audit SET actor = 'eve'", "DELETE FROM audit", "TRUNCATE audit"]
)
async def test_audit_chain_is_only_added_to_even_by_a_replica(db: Database, statement: str) -> None:
    async def change() -> None:
        async with db.unit() as uow:
            await uow.execute(text("SET LOCAL session_replication_role = replica"))
            await uow.execute(text(statement))

    with pytest.raises(IntegrityError, match="only added to"):
        await change()


async def test_server_that_is_not_there_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    nowhere = tmp_path_factory.mktemp("nowhere")
    told = await refusal(f"postgresql://ada:{SECRET}@/grades?host={nowhere}")
    assert told.startswith(f"PostgreSQL database 'grades' at {nowhere} does not answer")
    assert "FINRUBRIC_DATABASE" in told
    assert SECRET not in told


@pytest.fixture
def guarded(cluster: Cluster) -> Generator[str]:
    name = cluster.fresh(TEMPLATE)
    cluster.run(
        f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{SECRET}'",
        f"GRANT CONNECT ON DATABASE {name} TO {GUARDED}",
    )
    yield cluster.url(name, user=f"{GUARDED}:{{}}")
    cluster.drop(name)
    cluster.run(f"DROP ROLE {GUARDED}")


async def test_wrong_password_is_named_and_not_shown(guarded: str) -> None:
    told = await refusal(guarded.format("stable-horse"))
    assert "password authentication failed" in told
    assert "horse" not in told


async def test_user_who_may_not_write_is_named(guarded: str) -> None:
    told = await refusal(guarded.format(SECRET))
    assert "permission denied for table" in told
    assert "give this user the right" in told


async def test_unknown_database_is_named(cluster: Cluster) -> None:
    told = await refusal(cluster.url("nothing"))
    assert told.startswith("PostgreSQL database 'nothing' at ")
    assert 'database "nothing" does not exist' in told


async def test_full_disk_of_the_server_is_named(cluster: Cluster, db: Database) -> None:
    async with db.unit() as uow:
        for statement in (
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION USING MESSAGE = 'could not extend file', ERRCODE = '53100'; END $$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON blob EXECUTE FUNCTION full_disk()",
        ):
            await uow.execute(text(statement))
    with pytest.raises(EnvironmentFault, match=r"could not extend file.* make room .* resume"):
        await put(db)


async def test_database_that_takes_no_writes_is_named(cluster: Cluster) -> None:
    name = cluster.fresh(TEMPLATE)
    cluster.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "it takes no writes: is it a standby?" in await refusal(cluster.url(name))
    cluster.drop(name)


END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'finrubric'"


async def test_server_that_goes_down_in_a_unit_is_named_and_nothing_is_kept(
    cluster: Cluster, db: Database
) -> None:
    async def put_two() -> None:
        async with db.unit() as uow:
            await uow.execute(insert(BLOB).values(sha256=SHA, size=1))
            cluster.run(END)
            await uow.execute(insert(BLOB).values(sha256="b" * 64, size=1))

    with pytest.raises(EnvironmentFault, match=r"does not answer .* then resume"):
        await put_two()
    async with db.reading() as reading:
        assert await reading.rows(select(BLOB)) == []


async def test_server_that_was_down_between_units_is_not_noticed(
    cluster: Cluster, db: Database
) -> None:
    await put(db)
    cluster.run(END)
    assert await said(db, "SELECT count(*) FROM blob") == "1"


async def test_database_of_another_encoding_is_refused(cluster: Cluster) -> None:
    name = cluster.fresh(extra="ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'")
    assert "has the encoding SQL_ASCII; make one with ENCODING 'UTF8'" in await refusal(
        cluster.url(name)
    )
    cluster.drop(name)


_WAITING = text(
    "SELECT count(*) AS n FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"
)


async def until_one_waits(uow: UnitOfWork) -> None:
    if await uow.first(_WAITING) != {"n": 1}:
        await asyncio.sleep(0.01)
        await until_one_waits(uow)


async def take(db: Database, holder: str) -> Job | None:
    async with db.unit() as uow:
        return await begin_job(uow, RUN, holder, NOON)


async def test_a_runner_that_waited_sees_the_job_of_the_one_before_it(cluster: Cluster) -> None:
    """Under a server's own `repeatable read` it would see the state from before it waited."""
    name = cluster.fresh(TEMPLATE)
    cluster.run(f"ALTER DATABASE {name} SET default_transaction_isolation = 'repeatable read'")
    async with open_database(cluster.url(name)) as db:
        await Runs(db).create(run_row())
        async with db.unit() as uow:
            await beat(uow, "first:1:1", NOON)
            late = asyncio.create_task(take(db, "late:2:2"))
            async with asyncio.timeout(10):
                await until_one_waits(uow)
            assert await begin_job(uow, RUN, "first:1:1", NOON) is not None
        assert await late is None
    cluster.drop(name)
