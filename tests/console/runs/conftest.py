"""A console over runs as the orchestrator leaves them: accepted, blocked, stopped, unsigned."""

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cli.archive import archive_of
from cli.console_ports import CliPorts
from cli.options import settings_of
from console.app import create_app
from contracts.run_paths import database_file
from records.clock import SystemClock
from records.database import open_database
from records.runs import RunStatus
from tests.cli.archived import add_run, add_unsigned
from tests.cluster import copy_rows
from tests.console.conftest import Console, parts_over
from tests.records.material import database_url


@pytest.fixture(scope="session")
def kept_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of four runs; each test works on a copy."""
    data = tmp_path_factory.mktemp("runs")
    asyncio.run(_keep(data))
    return data


async def _keep(data: Path) -> None:
    _ = await add_run(data, "accepted", status=RunStatus.ACCEPTED)
    _ = await add_run(data, "blocked", status=RunStatus.BLOCKED)
    _ = await add_run(data, "stopped", status=None)
    await add_unsigned(data, "unsigned")


@pytest.fixture
async def runs(
    kept_runs: Path, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncGenerator[Console]:
    """A console over a copy of these records."""
    data = tmp_path / "data"
    _ = shutil.copytree(kept_runs, data)
    address = database_url(data)
    if kind == "postgres":
        address = str(request.getfixturevalue("postgres_url"))
        copy_rows(database_file(data), address)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(address))
        ports = CliPorts(archive_of(data, database), settings_of(data))
        parts = parts_over(data, database, clock=SystemClock(), ports=ports)
        yield Console(create_app(parts), parts, stack)
