from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.agents.bench import Bench, open_bench


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path) as made:
        yield made
