"""What of the surroundings stops a command: `test_environment.py` makes each, `docs/refusals.md`
is printed from it.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from contracts.errors import EnvironmentFault
from contracts.run_paths import database_file
from tests.cli.bad_input import EXAMPLE

DATA = "{data}"
"""Stands for the data folder in what is typed."""
GENERATE = (
    *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09"),
    *("--sources", str(EXAMPLE / "sources"), "--models", f"replay:{EXAMPLE / 'recording'}"),
)
LIST = ("runs", "list")
FAULT = EnvironmentFault.__name__
"""The class that tells of each, or of which that is a kind."""


@dataclass(frozen=True)
class Surroundings:
    """One row: what is wrong around the program, what is typed, and words of the message."""

    name: str
    spoil: Callable[[Path], None]
    typed: tuple[str, ...]
    words: str
    env: tuple[tuple[str, str], ...] = ()


def _file_as_folder(data: Path) -> None:
    data.write_text("no folder", encoding="utf-8")


def _nothing(_: Path) -> None:
    return


def _damaged(data: Path) -> None:
    data.mkdir()
    database_file(data).write_bytes(b"no database" * 1000)


def _statement(words: str) -> Callable[[Path], None]:
    def spoil(data: Path) -> None:
        data.mkdir()
        with closing(sqlite3.connect(database_file(data))) as connection, connection:
            connection.executescript(words)

    return spoil


NEWER = "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES (9999)"

SURROUNDINGS: tuple[Surroundings, ...] = (
    Surroundings("A file stands where the data folder is named", _file_as_folder, GENERATE,
                 "is a file; --data names another folder"),
    Surroundings("The data folder lies where nothing can be made", _nothing,
                 (*GENERATE, "--data", "/proc/none/data"), "--data names another folder"),
    Surroundings("A database of a newer finrubric", _statement(NEWER), LIST,
                 "newer than this finrubric; update finrubric"),
    Surroundings("A database of another program", _statement("CREATE TABLE invoices (id INTEGER)"),
                 LIST, "holds tables that are not of finrubric"),
    Surroundings("A database that is damaged", _damaged, LIST, "put a backup in its place"),
    Surroundings("A PostgreSQL server that does not answer", _nothing, LIST,
                 "see that its server runs and that FINRUBRIC_DATABASE names it, then resume",
                 (("FINRUBRIC_DATABASE", "postgresql://u:horse-staple@/db?host=/nowhere"),)),
    Surroundings("Docker by name, and no engine answers", _nothing,
                 (*GENERATE, "--sandbox", "docker"), "start one, set DOCKER_HOST",
                 (("DOCKER_HOST", "unix:///nowhere.sock"),)),
)  # fmt: skip
