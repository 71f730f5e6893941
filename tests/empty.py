"""An empty SQLite database of today's schema, made once: that takes longer than most tests."""

import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from sqlalchemy import create_engine

from contracts.run_paths import database_file
from records.schema import upgrade


def laid(data: Path) -> str:
    """Put the database into a folder that has none yet, and give its address."""
    file = database_file(data)
    if not file.exists():
        data.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        _ = file.write_bytes(_made())
    return f"sqlite+aiosqlite:///{file}"


@cache
def _made() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "finrubric.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            upgrade(connection, str(file))
        engine.dispose()
        with closing(sqlite3.connect(file)) as connection:
            _ = connection.execute("PRAGMA journal_mode=WAL")
        return file.read_bytes()
