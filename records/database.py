"""The one database: opened, brought to the newest schema, and used in short transactions.

It is a file of SQLite or a database of PostgreSQL, named by one address. On both, one writer at a
time, which sees all that those before it have committed, and readers who wait for nobody.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

from sqlalchemy import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from contracts.errors import DatabaseBusy, FinrubricError, InputError
from contracts.run_paths import database_file
from records import postgres, sqlite
from records.schema import upgrade
from records.unit_of_work import Reading, UnitOfWork
from records.wait import PATIENT, Wait

ADDRESSES = f"{sqlite.DRIVER}:///path or postgresql://user@host/name"
"""What a database address looks like."""
_Begin: TypeAlias = Callable[[AsyncConnection], Awaitable[None]]


def url_of(given: str | None, data: Path) -> str:
    """The address that a person gave, else that of the file in a folder of data."""
    return given or f"{sqlite.DRIVER}:///{database_file(data)}"


class Backend(Protocol):
    """What each kind of database does its own way."""

    @property
    def engine(self) -> AsyncEngine:
        """Its connections."""
        ...

    @property
    def place(self) -> str:
        """What it is called in messages."""
        ...

    @property
    def wait(self) -> Wait:
        """How long a writer waits for its turn."""
        ...

    async def begin_writing(self, connection: AsyncConnection) -> None:
        """Begin as the one writer, or raise the driver's error that says: not in time."""
        ...

    async def begin_reading(self, connection: AsyncConnection) -> None:
        """Begin a transaction that sees one state."""
        ...

    async def make_ready(self) -> None:
        """What is done once after opening, before the schema is looked at."""
        ...

    def fault(self, error: DBAPIError) -> FinrubricError | None:
        """What to raise in place of a driver's error; None for one that is our own."""
        ...


class Database:
    """An open database; units of work are short and never held across a model or a container."""

    def __init__(self, kind: Backend) -> None:
        self._kind = kind

    @asynccontextmanager
    async def unit(self) -> AsyncGenerator[UnitOfWork]:
        """Give one write transaction: committed at a clean end, rolled back on any error.

        Raises:
            DatabaseBusy: another process kept the lock beyond the bounded wait.
            EnvironmentFault: disk, file or server failed.
        """
        with self._named_faults():
            async with self._transaction(self._kind.begin_writing) as connection:
                yield UnitOfWork(connection)
                await connection.commit()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[Reading]:
        """Give one read transaction; it neither waits for writers nor holds them up.

        Raises:
            EnvironmentFault: file or server failed.
        """
        with self._named_faults():
            async with self._transaction(self._kind.begin_reading) as connection:
                yield Reading(connection)

    async def prepare(self) -> None:
        """Bring the schema up to date; others who open it wait meanwhile.

        Raises:
            DatabaseBusy: another process kept the lock beyond the bounded wait.
            EnvironmentFault: the schema is newer than this finrubric, or not ours.
        """
        with self._named_faults():
            await self._kind.make_ready()
            async with self._transaction(self._kind.begin_writing) as connection:
                await connection.run_sync(upgrade, self._kind.place)
                await connection.commit()

    @asynccontextmanager
    async def _transaction(self, begin: _Begin) -> AsyncGenerator[AsyncConnection]:
        async with self._kind.engine.connect() as connection:
            await self._begin(connection, begin)
            yield connection

    async def _begin(self, connection: AsyncConnection, begin: _Begin) -> None:
        wait = self._kind.wait
        for _ in range(wait.attempts):
            try:
                await begin(connection)
            except DBAPIError as error:
                if not isinstance(self._kind.fault(error), DatabaseBusy):
                    raise
            else:
                return
            if connection.in_transaction():
                await connection.rollback()
            await asyncio.sleep(random.uniform(0, wait.pause_s))
        tried = f"{wait.attempts} times {wait.busy_ms} ms"
        msg = f"{self._kind.place} stayed locked by another process for {tried}; try again"
        raise DatabaseBusy(msg)

    @contextmanager
    def _named_faults(self) -> Generator[None]:
        """Turn what the surroundings caused into typed errors that name the database."""
        try:
            yield
        except DBAPIError as error:
            fault = self._kind.fault(error)
            if fault is None:
                raise
            raise fault from error
        except NoConnectionLeft as error:
            msg = f"{self._kind.place}: too much at once in this process ({error}); try again"
            raise DatabaseBusy(msg) from error


@asynccontextmanager
async def open_database(url: str, *, wait: Wait = PATIENT) -> AsyncGenerator[Database]:
    """Open `sqlite+aiosqlite:///path`, made if need be, or `postgresql://user@host/name`.

    Raises:
        InputError: another kind of address.
        DatabaseBusy: another process kept the lock beyond the bounded wait.
        EnvironmentFault: no such place, a server that does not answer, a damaged file, or a schema
            newer than this finrubric.
    """
    address = _parsed(url)
    kind = (
        sqlite.open_file(address, wait)
        if address.drivername == sqlite.DRIVER
        else postgres.open_server(address, wait)
    )
    database = Database(kind)
    try:
        await database.prepare()
        yield database
    finally:
        await kind.engine.dispose()


def place_of(url: str) -> str:
    """What the database of an address is called in messages; never with a password.

    Raises:
        InputError: another kind of address.
    """
    address = _parsed(url)
    if address.drivername == sqlite.DRIVER:
        return str(sqlite.file_in(address))
    return postgres.place_in(address)


def _parsed(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        # Whatever stands before an @ may be a password.
        _, at, after = url.rpartition("@")
        shown = f"***@{after}" if at else url
        raise InputError(f"{shown!r} is not a database address; write {ADDRESSES}") from None
    if address.drivername != sqlite.DRIVER and address.drivername not in postgres.SCHEMES:
        shown = address.set(query={}).render_as_string(hide_password=True)
        raise InputError(f"database address {shown!r} is not usable; write {ADDRESSES}")
    return address
