"""What another process does that keeps a database from all who write."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager

from records.postgres import WRITERS


@contextmanager
def write_lock(address: str) -> Generator[Callable[[], object]]:
    """Hold the lock of writers until the end, or until what is given is called."""
    if address.startswith("postgresql"):
        import psycopg

        with closing(psycopg.connect(address)) as other:
            _ = other.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))
            yield other.commit
    else:
        file = address.removeprefix("sqlite+aiosqlite:///")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            _ = other.execute("BEGIN IMMEDIATE")
            yield lambda: other.execute("COMMIT")
