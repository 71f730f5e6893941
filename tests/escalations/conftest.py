from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from records.database import Database, open_database
from records.runs import Runs
from tests.records.material import HASTY, RUN, database_url, run_row


@pytest.fixture
async def db(tmp_path: Path) -> AsyncGenerator[Database]:
    async with open_database(database_url(tmp_path), wait=HASTY) as database:
        for run in (RUN, "run-2", "run-3"):
            await Runs(database).create(run_row(run))
        yield database
