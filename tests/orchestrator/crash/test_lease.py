"""Work that goes on only while its lease is renewed."""

import asyncio
from pathlib import Path

import pytest

from contracts.errors import RunHeld
from orchestrator import runner
from tests.orchestrator.play import RUN, deps_of, played_services, start_example
from tests.records.material import TickingClock


async def test_work_ends_when_the_lease_turns_out_to_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "RUN_LEASE_S", 0.03)
    cancelled = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    clock = TickingClock()
    async with played_services(tmp_path, clock=clock) as services:
        await start_example(services)
        deps = await deps_of(services)
        clock.skip(1)
        await services.leases.take(RUN, "another process", 60)
        with pytest.raises(RunHeld, match="another process"):
            await runner._while_held(deps, work())
    assert cancelled.is_set()
