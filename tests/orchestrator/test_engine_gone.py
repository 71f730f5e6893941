"""An engine that goes away under a role is the environment's fault: the run stops for now."""

from dataclasses import replace
from pathlib import Path

import pytest

from contracts.errors import EngineMissing
from contracts.event import EventKind
from contracts.settings import load_settings
from orchestrator.runner import advance
from sandboxes.docker import docker_provider
from tests.orchestrator.play import RUN, played_services, served_twice, start_example
from tests.sandboxes.gateway import Gateway

SECOND = 2
"""The script at which it goes: the writer has done some of its work by then."""


@pytest.mark.docker
@pytest.mark.timeout(300)
async def test_an_engine_that_goes_away_under_a_role_stops_the_run_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = Gateway(tmp_path / "engine.sock")
    monkeypatch.setenv("DOCKER_HOST", gateway.host)
    await gateway.open(until_script=SECOND)
    provider = replace(await docker_provider(load_settings()), patience_s=0.2)
    data = tmp_path / "data"
    async with played_services(data, sandboxes=provider) as services:
        await start_example(services)
        with pytest.raises(EngineMissing, match="waited for") as caught:
            await advance(services, RUN)
        assert gateway.scripts == SECOND
        assert (await services.runs.get(RUN)).status is None
        last = (await services.events.since(RUN, 0))[-1]
        assert (last.kind, last.detail) == (EventKind.STOPPED, f"environment: {caught.value}")
        await gateway.open()
        assert await advance(services, RUN) == "accepted"
    await gateway.close()
    assert served_twice(data) == []
