"""A console over fresh records, and browsers that are logged in as each role."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from cli.archive import archive_of
from cli.console_ports import CliPorts
from console.access.roles import Role
from console.access.secret import form_token
from console.access.sessions import open_session
from console.access.user import User
from console.access.users import add_user
from console.access.visit import session_cookie
from console.app import ConsoleApp, create_app
from console.parts import ConsoleSettings, Parts
from console.ports import Ports
from contracts.run_paths import database_file
from contracts.settings import load_settings
from records.clock import Clock
from records.database import Database, open_database
from tests.console.browser import ORIGIN, Browser
from tests.empty import laid
from tests.records.material import SetClock, database_url


class Console:
    """An application over open records, and users of every role."""

    def __init__(self, app: ConsoleApp, parts: Parts, stack: AsyncExitStack) -> None:
        self.app = app
        self.parts = parts
        self._stack = stack

    async def add_user(self, name: str, role: Role) -> User:
        """A user of this console."""
        async with self.parts.database.unit() as uow:
            return await add_user(
                uow, self.parts.audit, name, role, by="tests", at=self.parts.clock.now()
            )

    async def browser(self) -> Browser:
        """A browser that is not logged in."""
        client = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app, raise_app_exceptions=False),
            base_url=ORIGIN,
            headers={"Sec-Fetch-Site": "same-origin"},
        )
        return Browser(await self._stack.enter_async_context(client))

    async def logged_in(self, user: User) -> Browser:
        """A browser in which a user is logged in."""
        async with self.parts.database.unit() as uow:
            secret = await open_session(
                uow, user.id, method="token", agent="tests", at=self.parts.clock.now()
            )
        browser = await self.browser()
        browser.keep(session_cookie(self.parts.settings), secret)
        browser.csrf = form_token(secret)
        return browser

    async def as_role(self, role: Role, name: str = "") -> Browser:
        """A browser in which a new user of a role is logged in, by default named after it."""
        return await self.logged_in(await self.add_user(name or f"{role} one", role))


def parts_over(
    data: Path,
    database: Database,
    *,
    clock: Clock,
    ports: Ports | None = None,
    settings: ConsoleSettings | None = None,
) -> Parts:
    """The parts of a console over an open database."""
    archive = archive_of(data, database)
    return Parts(
        data=data,
        database=database,
        runs=archive.runs,
        journal=archive.journal,
        ledger=archive.ledger,
        tool_log=archive.tool_log,
        events=archive.events,
        blobs=archive.blobs,
        audit=archive.audit,
        clock=clock,
        ports=ports or CliPorts(archive, replace(load_settings(), data_dir=data), clock),
        settings=settings or ConsoleSettings(),
    )


@pytest.fixture
def clock() -> SetClock:
    """The clock of the console; it stands until a test moves it."""
    return SetClock()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An empty database with the newest schema, as bytes."""
    data = tmp_path_factory.mktemp("empty")
    _ = laid(data)
    return database_file(data).read_bytes()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests marked `both` run on each kind of database, those of a module so marked if slow.

    A test's own mark stands for a sample that is cheap enough to run always.
    """
    if (
        "kind" not in metafunc.fixturenames
        or metafunc.definition.get_closest_marker("both") is None
    ):
        return
    own = {mark.name for mark in metafunc.definition.own_markers}
    marks = [pytest.mark.postgres] if "both" in own else [pytest.mark.postgres, pytest.mark.slow]
    kinds = ["sqlite", pytest.param("postgres", marks=marks)]
    metafunc.parametrize("kind", kinds, indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database that records are kept in."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def records(kind: str, tmp_path: Path, migrated: bytes, request: pytest.FixtureRequest) -> str:
    """The address of a fresh database of that kind."""
    if kind == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    _ = (tmp_path / "finrubric.db").write_bytes(migrated)
    return database_url(tmp_path)


@pytest.fixture
async def console(tmp_path: Path, clock: SetClock, records: str) -> AsyncGenerator[Console]:
    """A console over a fresh database, without users."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(records))
        parts = parts_over(tmp_path, database, clock=clock)
        yield Console(create_app(parts), parts, stack)
