"""A private PostgreSQL server for tests: in a folder of its own, reached by its socket only.

It is as fast as it can be made and keeps nothing: a test that needs a crash of the server to be
survived must not use it.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, insert, select

from records.schema import METADATA, upgrade

if TYPE_CHECKING:
    import psycopg

BOTH = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
"""The kinds of database that a test runs on."""
TEMPLATE = "finrubric_template"
GUARDED = "guarded"
"""A user that must give a password, once a test has made it."""
FAST = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "16MB",
    "max_connections": "80",
}


@cache
def programs() -> Path | None:
    """The folder of the newest server's programs; None where there is none."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda folder: int(folder.parent.name))
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else None


def postgres_is_missing() -> str | None:
    """Why tests on PostgreSQL cannot run here; None when they can."""
    if programs() is None:
        return "PostgreSQL's server is not installed; it is Debian's package postgresql"
    if not find_spec("psycopg"):
        return "psycopg is not installed; `make postgres` installs it"
    if os.geteuid() == 0 and not _has_account():
        return "there is no account postgres, and PostgreSQL does not run as root"
    return None


def _has_account() -> bool:
    return any(entry.pw_name == "postgres" for entry in pwd.getpwall())


# All that makes a database what it is, but for the rows.
_SHAPE = """
SELECT md5(string_agg(name, ',' ORDER BY name)) FROM (
    SELECT relname || relkind::text AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT proname || md5(prosrc) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
) AS parts
"""
_EMPTY = "; ".join(
    (
        "SET LOCAL lock_timeout = '5s'",
        "SET LOCAL session_replication_role = replica",
        "ALTER TABLE audit DISABLE TRIGGER audit_refuses_change",
        *(f'DELETE FROM "{table.name}"' for table in METADATA.sorted_tables),
        "ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_refuses_change",
    )
)


@dataclass
class Cluster:
    """A running server whose superuser is `postgres` and asks for no password."""

    folder: Path
    numbers: "count[int]" = field(default_factory=lambda: count(1))
    shape: str = ""
    """Of `TEMPLATE`."""
    clean: list[str] = field(default_factory=list[str])
    """Databases that are as `TEMPLATE` is: to empty one costs far less than to make one."""

    def url(self, name: str, *, user: str = "postgres") -> str:
        """The address of one of its databases, as finrubric takes it."""
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def run(self, *statements: str, name: str = "postgres") -> None:
        """Run statements, each in a transaction of its own."""
        import psycopg

        with closing(psycopg.connect(self._connection(name), autocommit=True)) as connection:
            for statement in statements:
                _ = connection.execute(statement.encode())

    def fresh(self, template: str = "template0", extra: str = "") -> str:
        """Make an empty database, or one like `template`, and give its name."""
        name = f"test_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} {extra}")
        return name

    def lend(self) -> str:
        """Name a database that is as `TEMPLATE` is."""
        return self.clean.pop() if self.clean else self.fresh(TEMPLATE)

    def take_back(self, name: str) -> None:
        """Empty a database for the next test, or drop it when more than its rows was changed."""
        import psycopg

        try:
            with psycopg.connect(self._connection(name)) as connection:
                _ = connection.execute(_EMPTY.encode())
                is_whole = _shape(connection) == self.shape
        except psycopg.Error:
            is_whole = False
        if is_whole:
            self.clean.append(name)
        else:
            self.drop(name)

    def drop(self, name: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def look_at_the_template(self) -> None:
        """Remember what a database is like whose rows alone were changed."""
        import psycopg

        with closing(psycopg.connect(self._connection(TEMPLATE))) as connection:
            self.shape = _shape(connection)

    def answers(self) -> bool:
        """Whether it takes connections by now."""
        import psycopg

        try:
            self.run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _connection(self, name: str) -> str:
        return f"host={self.folder} user=postgres dbname={name}"


def _shape(connection: "psycopg.Connection") -> str:
    row = connection.execute(_SHAPE.encode()).fetchone()
    assert row is not None
    return str(row[0])


@contextmanager
def started() -> Generator[Cluster]:
    """Make a server, with a database of today's schema as `TEMPLATE`, and take it away again."""
    folder = Path(tempfile.mkdtemp(prefix="finrubric-postgres-"))
    owner = "postgres" if os.geteuid() == 0 else None
    try:
        if owner:
            shutil.chown(folder, owner)
        with _server(folder, owner) as cluster:
            cluster.run(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
            lay_schema(cluster.url(TEMPLATE))
            cluster.look_at_the_template()
            yield cluster
    finally:
        shutil.rmtree(folder)


def lay_schema(url: str) -> None:
    """Bring a database to the newest schema."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        upgrade(connection, "the template")
    engine.dispose()


def copy_rows(file: Path, address: str) -> None:
    """Put all rows of a file into an empty database of PostgreSQL."""
    source = create_engine(f"sqlite:///{file}")
    target = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    with source.connect() as given, target.begin() as taken:
        for table in METADATA.sorted_tables:
            if rows := [dict(row) for row in given.execute(select(table)).mappings()]:
                _ = taken.execute(insert(table), rows)
    source.dispose()
    target.dispose()


@contextmanager
def _server(folder: Path, owner: str | None) -> Generator[Cluster]:
    with _running(folder, owner) as process:
        cluster = Cluster(folder)
        until = time.monotonic() + 60
        while not cluster.answers():
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.02)
        yield cluster


@contextmanager
def _running(folder: Path, owner: str | None) -> Generator[subprocess.Popen[bytes]]:
    found, data = programs(), folder / "data"
    assert found is not None
    _lay_cluster(found, data, owner)
    settings = [f"--{name}={value}" for name, value in FAST.items()]
    with (folder / "log").open("wb") as said:
        process = subprocess.Popen(
            [found / "postgres", "-D", data, "-k", folder, *settings],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            user=owner,
            group=owner,
            extra_groups=[] if owner else None,
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGQUIT)
            process.wait(timeout=20)


def _lay_cluster(found: Path, data: Path, owner: str | None) -> None:
    # A language whose order of words is not that of bytes, as most servers have.
    made = [found / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    made += ["--no-sync", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]
    _ = subprocess.run(
        made,
        check=True,
        capture_output=True,
        user=owner,
        group=owner,
        extra_groups=[] if owner else None,
    )
    rules = data / "pg_hba.conf"
    _ = rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")
