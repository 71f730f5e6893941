"""Runs that many tests of this folder go on from; each works on a copy."""

import asyncio
import shutil
from pathlib import Path

import pytest

from orchestrator import nodes
from orchestrator.runner import advance
from tests.orchestrator.altered import Altered
from tests.orchestrator.play import (
    EXAMPLE,
    RUN,
    copied_example,
    deps_of,
    played_services,
    start_example,
    walk,
)


@pytest.fixture(scope="session")
def validated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data of the example's run, whose candidate has passed the validator."""
    data = tmp_path_factory.mktemp("validated")
    asyncio.run(_validated(data))
    return data


async def _validated(data: Path) -> None:
    async with played_services(data) as services:
        await start_example(services)
        deps = await deps_of(services)
        assert (await walk(deps, until=nodes.validate))[-1] == "passed"
        await services.leases.release(deps.lease)


@pytest.fixture(scope="session")
def accepted(validated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data of the example's run, played to its end; to be read only."""
    data = tmp_path_factory.mktemp("accepted") / "data"
    _ = shutil.copytree(validated, data)
    asyncio.run(_advanced(data, "accepted"))
    return data


@pytest.fixture(scope="session")
def exhausted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data of a run whose writer left a rationale out three times, and which waits for a human."""
    folder = tmp_path_factory.mktemp("exhausted")
    altered = Altered(copied_example(folder))
    altered.leave_rationales_out()
    asyncio.run(_started(folder / "data", altered.example))
    asyncio.run(_advanced(folder / "data", "blocked", altered.example))
    return folder / "data"


async def _started(data: Path, example: Path) -> None:
    async with played_services(data, example=example) as services:
        await start_example(services, example=example)


async def _advanced(data: Path, word: str, example: Path = EXAMPLE) -> None:
    async with played_services(data, example=example) as services:
        assert await advance(services, RUN) == word
