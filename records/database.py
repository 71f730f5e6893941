"""The one database: opened, brought to the newest schema, and used in short transactions.

SQLite in WAL mode with `synchronous=FULL`: what is committed survives a power cut. Writers take
their lock at BEGIN, so a transaction never fails half-way because another one was faster.
"""

import asyncio
import os
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from contracts.errors import DatabaseBusy, EnvironmentFault, InputError
from records.faults import is_busy, named_faults
from records.schema import upgrade
from records.unit_of_work import Reading, UnitOfWork

DRIVER = "sqlite+aiosqlite"
_OPENING = "finrubric_opening"


class Wait(NamedTuple):
    """How long a transaction waits for the lock: `attempts` times `busy_ms`, with short pauses."""

    busy_ms: int
    attempts: int
    pause_s: float
    """Longest pause between two attempts; each one is drawn below it."""


PATIENT = Wait(busy_ms=10_000, attempts=5, pause_s=0.25)


class Database:
    """An open database; units of work are short and never held across a model or a container."""

    def __init__(self, engine: AsyncEngine, place: str, *, wait: Wait) -> None:
        self._engine = engine
        self._place = place
        self._wait = wait

    @asynccontextmanager
    async def unit(self) -> AsyncGenerator[UnitOfWork]:
        """Give one write transaction: committed at a clean end, rolled back on any error.

        Raises:
            DatabaseBusy: another process kept the lock beyond the bounded wait.
            EnvironmentFault: the disk is full or the file cannot be used.
        """
        with named_faults(self._place):
            async with self._transaction("BEGIN IMMEDIATE") as connection:
                yield UnitOfWork(connection)
                await connection.commit()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[Reading]:
        """Give one read transaction; it neither waits for writers nor holds them up.

        Raises:
            EnvironmentFault: the file cannot be used.
        """
        with named_faults(self._place):
            async with self._transaction("BEGIN") as connection:
                yield Reading(connection)

    @asynccontextmanager
    async def _transaction(self, opening: str) -> AsyncGenerator[AsyncConnection]:
        async with self._engine.connect() as connection:
            await connection.execution_options(**{_OPENING: opening})
            await self._begin(connection)
            yield connection

    async def _begin(self, connection: AsyncConnection) -> None:
        for _ in range(self._wait.attempts):
            try:
                await connection.begin()
            except OperationalError as error:
                if not is_busy(error):
                    raise
            else:
                return
            await asyncio.sleep(random.uniform(0, self._wait.pause_s))
        tried = f"{self._wait.attempts} times {self._wait.busy_ms} ms"
        msg = f"{self._place} stayed locked by another process for {tried}; try again"
        raise DatabaseBusy(msg)

    async def prepare(self) -> None:
        """Switch to the write-ahead log and bring the schema up to date; others wait meanwhile.

        Raises:
            DatabaseBusy: another process kept the lock beyond the bounded wait.
            EnvironmentFault: the schema is newer than this finrubric, or not ours.
        """
        with named_faults(self._place):
            await self._switch_to_wal()
            async with self._transaction("BEGIN IMMEDIATE") as connection:
                await connection.run_sync(upgrade, self._place)
                await connection.commit()

    async def _switch_to_wal(self) -> None:
        for _ in range(self._wait.attempts):
            async with self._engine.connect() as connection:
                try:
                    answer = await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
                except OperationalError as error:
                    # SQLite does not wait for this lock by itself.
                    if not is_busy(error):
                        raise
                else:
                    if answer.scalar_one() == "wal":
                        return
            await asyncio.sleep(random.uniform(0, self._wait.pause_s))
        msg = f"{self._place} cannot be switched to a write-ahead log; is it on a network disk?"
        raise DatabaseBusy(msg)


@asynccontextmanager
async def open_database(url: str, *, wait: Wait = PATIENT) -> AsyncGenerator[Database]:
    """Open `sqlite+aiosqlite:///path`, making the file (mode 0600) and its folder if need be.

    Raises:
        InputError: another kind of address.
        DatabaseBusy: another process kept the lock beyond the bounded wait.
        EnvironmentFault: no such place, damaged file, or a schema newer than this finrubric.
    """
    path = file_of(url)
    _make_private(path)
    engine = create_async_engine(url)
    _listen(engine, wait)
    database = Database(engine, str(path), wait=wait)
    try:
        await database.prepare()
        yield database
    finally:
        await engine.dispose()


def file_of(url: str) -> Path:
    """Give the file that an address names.

    Raises:
        InputError: another kind of address.
    """
    try:
        parts = make_url(url)
    except ArgumentError:
        msg = f"{url!r} is not a database address; write {DRIVER}:///path"
        raise InputError(msg) from None
    if parts.drivername != DRIVER or not parts.database or parts.database == ":memory:":
        shown = parts.render_as_string(hide_password=True)
        msg = f"database address {shown!r} is not usable; write {DRIVER}:///path"
        raise InputError(msg)
    return Path(parts.database)


def _make_private(path: Path) -> None:
    # SQLite gives its -wal and -shm files the mode of the database file.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as error:
        msg = f"database {path} cannot be made or opened: {error.strerror}"
        raise EnvironmentFault(msg) from error


def _listen(engine: AsyncEngine, wait: Wait) -> None:
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # None: the driver starts no transaction of its own, `open_transaction` does.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={wait.busy_ms}")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    def open_transaction(connection: Connection) -> None:
        opening = connection.get_execution_options().get(_OPENING)
        if isinstance(opening, str):
            connection.exec_driver_sql(opening)

    event.listen(engine.sync_engine, "connect", configure)
    event.listen(engine.sync_engine, "begin", open_transaction)
