"""What the database driver raises, told apart by who must act."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from contracts.errors import DatabaseBusy, EnvironmentFault, FinrubricError

_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DISK = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_CLOSED = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM})


def is_busy(error: DBAPIError) -> bool:
    """Whether another process holds the lock that was asked for."""
    return _primary_code(error) in _BUSY


def _primary_code(error: DBAPIError) -> int | None:
    # The low byte is the primary code; the bytes above it say which part of it went wrong.
    origin = error.orig
    code = getattr(origin, "sqlite_errorcode", None) if isinstance(origin, sqlite3.Error) else None
    return code & 0xFF if isinstance(code, int) else None


@contextmanager
def named_faults(place: str) -> Generator[None]:
    """Turn driver errors that the surroundings caused into typed ones that name the database.

    Raises:
        DatabaseBusy: the lock was not given.
        EnvironmentFault: disk full, input or output error, damaged or unreadable file.
    """
    try:
        yield
    except DBAPIError as error:
        fault = _fault(error, place)
        if fault is None:
            raise
        raise fault from error


def _fault(error: DBAPIError, place: str) -> FinrubricError | None:
    code = _primary_code(error)
    if code in _BUSY:
        return DatabaseBusy(f"{place} is locked by another process; try again")
    if code in _DISK:
        return EnvironmentFault(
            f"{place} cannot be written ({error.orig}); make room on the disk, then resume"
        )
    if code in _DAMAGED:
        return EnvironmentFault(f"{place} is damaged ({error.orig}); put a backup in its place")
    if code in _CLOSED:
        return EnvironmentFault(f"{place} cannot be opened for writing ({error.orig})")
    return None
