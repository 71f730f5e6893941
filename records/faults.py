"""What the database driver raises, told apart by who must act."""

import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError

from contracts.errors import DatabaseBusy, EnvironmentFault, FinrubricError

_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DISK = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_CLOSED = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM})


def sqlite_fault(error: DBAPIError, place: str) -> FinrubricError | None:
    """Name what SQLite's surroundings did; None for an error of the statement itself."""
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


def _primary_code(error: DBAPIError) -> int | None:
    # The low byte is the primary code; the bytes above it say which part of it went wrong.
    origin = error.orig
    code = getattr(origin, "sqlite_errorcode", None) if isinstance(origin, sqlite3.Error) else None
    return code & 0xFF if isinstance(code, int) else None


# PostgreSQL's codes (its manual, appendix A): not given in time, ended in favour of another
# transaction or by a limit of the server, no connection left.
_WAITED = frozenset({"55P03", "40001", "40P01", "57014", "53300"})
_REMEDIES = {
    "53100": "make room on its server's disk, then resume",
    "53200": "its server is out of memory: mend that, then resume",
    "58030": "its server cannot use its disk: mend that, then resume",
    "25006": "it takes no writes: is it a standby? name the server that does, then resume",
    "42501": "give this user the right to make and change tables there, then resume",
    "3F000": "give it the schema `public`, or the user a search path, then resume",
    "XX001": "it is damaged: put a backup in its place",
    "XX002": "an index is damaged: its server's REINDEX makes it anew",
}
_NO_ANSWER = "see that its server runs and that FINRUBRIC_DATABASE names it, then resume"
_MOST = 300
"""Characters of what server or driver said that are passed on."""


def postgres_fault(error: DBAPIError, place: str, *, secret: str) -> FinrubricError | None:
    """Name what PostgreSQL's surroundings did; None for an error of the statement itself."""
    found = getattr(error.orig, "sqlstate", None)
    state = found if isinstance(found, str) else ""
    if state in _WAITED:
        return DatabaseBusy(f"{place} is in use by others ({_said(error, secret)}); try again")
    if state in _REMEDIES:
        return EnvironmentFault(f"{place} failed ({_said(error, secret)}); {_REMEDIES[state]}")
    if _is_cut(error, state):
        return EnvironmentFault(f"{place} does not answer ({_said(error, secret)}); {_NO_ANSWER}")
    return None


def _is_cut(error: DBAPIError, state: str) -> bool:
    """Whether the connection was never made, was refused or has ended."""
    if error.connection_invalidated or state.startswith(("08", "28", "57P", "25P03")):
        return True
    return not state and isinstance(error, OperationalError)


def _said(error: DBAPIError, secret: str) -> str:
    words = " ".join(str(error.orig).split())
    if secret:
        words = words.replace(secret, "***")
    return words if len(words) <= _MOST else f"{words[:_MOST]}…"
