"""SQLite: one file in WAL mode with `synchronous=FULL`: what is committed survives a power cut.

Writers take their lock at BEGIN, so a transaction never fails half-way because another one was
faster.
"""

import asyncio
import os
import random
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, event
from sqlalchemy.engine import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from contracts.errors import DatabaseBusy, EnvironmentFault, FinrubricError, InputError
from records.faults import sqlite_fault
from records.wait import Wait

DRIVER = "sqlite+aiosqlite"
_OPENING = "finrubric_opening"


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """A database in one file of this machine."""

    engine: AsyncEngine
    place: str
    wait: Wait

    async def begin_writing(self, connection: AsyncConnection) -> None:
        """Begin with the lock of writers; readers go on."""
        await connection.execution_options(**{_OPENING: "BEGIN IMMEDIATE"})
        _ = await connection.begin()

    async def begin_reading(self, connection: AsyncConnection) -> None:
        """Begin without a lock."""
        await connection.execution_options(**{_OPENING: "BEGIN"})
        _ = await connection.begin()

    def fault(self, error: DBAPIError) -> FinrubricError | None:
        """What to raise in place of a driver's error; None for one that is our own."""
        return sqlite_fault(error, self.place)

    async def make_ready(self) -> None:
        """Switch to the write-ahead log.

        Raises:
            DatabaseBusy: another process kept the lock, or the disk cannot have such a log.
        """
        for _ in range(self.wait.attempts):
            async with self.engine.connect() as connection:
                try:
                    answer = await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
                except OperationalError as error:
                    # SQLite does not wait for this lock by itself.
                    if not isinstance(self.fault(error), DatabaseBusy):
                        raise
                else:
                    if answer.scalar_one() == "wal":
                        return
            await asyncio.sleep(random.uniform(0, self.wait.pause_s))
        msg = f"{self.place} cannot be switched to a write-ahead log; is it on a network disk?"
        raise DatabaseBusy(msg)


def open_file(address: URL, wait: Wait) -> SqliteFile:
    """Make the file (mode 0600) and its folder if need be, and an engine over it.

    Raises:
        InputError: the address names no file.
        EnvironmentFault: there can be no such file.
    """
    path = file_in(address)
    _make_private(path)
    engine = create_async_engine(address)
    _listen(engine, wait)
    return SqliteFile(engine, str(path), wait)


def file_in(address: URL) -> Path:
    """The file that an address names.

    Raises:
        InputError: it names none.
    """
    if not address.database or address.database == ":memory:":
        shown = address.render_as_string(hide_password=True)
        raise InputError(f"database address {shown!r} is not usable; write {DRIVER}:///path")
    return Path(address.database)


def _make_private(path: Path) -> None:
    # SQLite gives its -wal and -shm files the mode of the database file.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    except OSError as error:
        msg = f"database {path} cannot be made or opened: {error.strerror}"
        raise EnvironmentFault(msg) from error


def _lower(value: str | bytes | float | None) -> str | bytes | float | None:
    return value.lower() if isinstance(value, str) else value


def _listen(engine: AsyncEngine, wait: Wait) -> None:
    def configure(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # None: the driver starts no transaction of its own, `open_transaction` does.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={wait.busy_ms}")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()
        # SQLite's own knows the letters of ASCII alone; searches mean those of PostgreSQL.
        connection.create_function("lower", 1, _lower, deterministic=True)

    def open_transaction(connection: Connection) -> None:
        opening = connection.get_execution_options().get(_OPENING)
        if isinstance(opening, str):
            connection.exec_driver_sql(opening)

    event.listen(engine.sync_engine, "connect", configure)
    event.listen(engine.sync_engine, "begin", open_transaction)
