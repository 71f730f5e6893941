"""PostgreSQL: one database on a server, for several machines that write at once.

Writers take turns as they do on SQLite: each takes one lock, known to all of finrubric in this
database, before its first statement. They run READ COMMITTED on purpose: a snapshot would be taken
before the wait for the lock and would not show what the writer before has committed.
"""

from dataclasses import dataclass

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from contracts.errors import EnvironmentFault, FinrubricError, InputError
from records.faults import postgres_fault
from records.wait import Wait

DRIVER = "postgresql+psycopg"
SCHEMES = frozenset({DRIVER, "postgresql", "postgres"})
WRITERS = int.from_bytes(b"finrubri", "big")
"""The advisory lock of who writes; PostgreSQL keeps it apart per database."""
LONGEST_SILENCE_S = 60
"""After which the server ends a transaction of a client that says nothing: a machine that lost its
power holds nobody up for longer."""

_SURVIVES_A_POWER_CUT = (
    "SELECT set_config('synchronous_commit', 'on', true) "
    "WHERE current_setting('synchronous_commit') = 'off'"
)


@dataclass(frozen=True, slots=True)
class PostgresDatabase:
    """A database on a server."""

    engine: AsyncEngine
    place: str
    """What it is called in messages; never with a password."""
    wait: Wait
    password: str
    """Taken out of whatever the server or the driver says; empty for none."""

    async def begin_writing(self, connection: AsyncConnection) -> None:
        """Begin with the lock of writers; readers go on.

        Where a server's own default is stricter, a writer would see the state from before it waited
        for its turn, and not what the one before it has written.
        """
        _ = await connection.begin()
        _ = await connection.exec_driver_sql(
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; "
            f"SET LOCAL lock_timeout = {self.wait.busy_ms}; "
            f"SET LOCAL idle_in_transaction_session_timeout = '{LONGEST_SILENCE_S}s'; "
            f"{_SURVIVES_A_POWER_CUT}; SELECT pg_advisory_xact_lock({WRITERS})"
        )

    async def begin_reading(self, connection: AsyncConnection) -> None:
        """Begin without a lock; every query sees the same state."""
        await connection.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        _ = await connection.begin()

    def fault(self, error: DBAPIError) -> FinrubricError | None:
        """What to raise in place of a driver's error; None for one that is our own."""
        return postgres_fault(error, self.place, secret=self.password)

    async def make_ready(self) -> None:
        """See that the database can keep every text.

        Raises:
            EnvironmentFault: it has another encoding than UTF-8.
        """
        async with self.engine.connect() as connection:
            answer = await connection.exec_driver_sql("SHOW server_encoding")
            encoding = answer.scalar_one()
        if encoding != "UTF8":
            msg = f"{self.place} has the encoding {encoding}; make one with ENCODING 'UTF8'"
            raise EnvironmentFault(msg)


def open_server(address: URL, wait: Wait) -> PostgresDatabase:
    """Make an engine over a database; nothing is sent yet.

    Raises:
        InputError: the address names no database, or a host that cannot be one.
        EnvironmentFault: psycopg is not installed.
    """
    place = place_in(address)
    defaults = {
        "application_name": "finrubric",
        "client_encoding": "utf8",
        "connect_timeout": str(max(2, wait.busy_ms // 1_000)),
    }
    given = {name: value for name, value in defaults.items() if name not in address.query}
    try:
        engine = create_async_engine(
            address.set(drivername=DRIVER),
            connect_args=given,
            pool_pre_ping=True,
            # Else an insert says -1 for the number of its rows.
            execution_options={"preserve_rowcount": True},
            use_native_hstore=False,
        )
    except ImportError as error:
        msg = (
            f"{place} needs more than is installed ({error.name or error}): `make postgres` adds "
            "it, and so does installing finrubric[postgres]"
        )
        raise EnvironmentFault(msg) from None
    return PostgresDatabase(engine, place, wait, _password_in(address))


def place_in(address: URL) -> str:
    """What a database is called in messages: its name and its host, never user or password.

    Raises:
        InputError: no database is named, or the host holds what belongs to a password.
    """
    host = address.host or _word(address, "host")
    if "@" in host:
        msg = "the host of the database address holds an @; write %40 for an @ in a password"
        raise InputError(msg)
    if not address.database:
        msg = "the database address names no database; write postgresql://user@host/name"
        raise InputError(msg)
    port = address.port or _word(address, "port")
    where = f"{host}:{port}" if host and port else host
    return f"PostgreSQL database {address.database!r}" + (f" at {where}" if where else "")


def _password_in(address: URL) -> str:
    return str(address.password or "") or _word(address, "password")


def _word(address: URL, name: str) -> str:
    found = address.query.get(name, "")
    return found if isinstance(found, str) else ",".join(found)


_TEXT_IN_ANOTHER_ORDER = text(
    "SELECT table_name, string_agg(format('ALTER COLUMN %I TYPE %s COLLATE \"C\"', column_name, "
    "CASE WHEN character_maximum_length IS NULL THEN 'text' "
    "ELSE format('varchar(%s)', character_maximum_length) END), ', ') AS changes "
    "FROM information_schema.columns JOIN information_schema.tables "
    "USING (table_schema, table_name) "
    "WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' "
    "AND collation_name IS NULL AND data_type IN ('text', 'character varying') "
    "GROUP BY table_name ORDER BY table_name"
)


def sort_by_bytes(connection: Connection) -> None:
    """Let all text be compared by its bytes, as SQLite does, whatever the database's language."""
    for row in connection.execute(_TEXT_IN_ANOTHER_ORDER).mappings().all():
        _ = connection.exec_driver_sql(f'ALTER TABLE "{row["table_name"]}" {row["changes"]}')
