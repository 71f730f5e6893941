from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from contracts.run_paths import RunPaths
from records.database import Database, open_database
from records.lease import Lease, Leases
from records.runs import Runs
from tests.records.material import HASTY, RUN, TickingClock, run_row


@pytest.fixture
async def db(address: str) -> AsyncGenerator[Database]:
    async with open_database(address, wait=HASTY) as database:
        await Runs(database).create(run_row())
        yield database


@pytest.fixture
def paths(tmp_path: Path) -> RunPaths:
    return RunPaths(tmp_path, RUN)


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock()


@pytest.fixture
async def lease(db: Database, clock: TickingClock) -> Lease:
    return await Leases(db, clock).take(RUN, "elsewhere:1:1", ttl_s=60)
