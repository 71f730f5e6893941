"""A sandbox that fails under a role is the environment's fault: the run stops, to go on later."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from contracts.errors import EnvironmentFault, SandboxError
from contracts.event import EventKind
from orchestrator.runner import advance
from sandboxes.local import LocalSandbox
from tests.orchestrator.play import RUN, played_services, served_twice, start_example

GONE = "the Docker engine does not answer (exec_start); start it, then resume the run"
SECOND = 2
"""The script at which it fails: the writer has done some of its work by then."""


def failing(run: Callable[..., Awaitable[object]], calls: list[int]) -> Callable[..., object]:
    async def run_or_fail(*args: object, **kwargs: object) -> object:
        calls.append(len(calls) + 1)
        if calls[-1] == SECOND:
            raise SandboxError(GONE)
        return await run(*args, **kwargs)

    return run_or_fail


@pytest.mark.timeout(300)
async def test_an_engine_that_dies_under_a_role_stops_the_run_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    async with played_services(tmp_path) as services:
        await start_example(services)
        with monkeypatch.context() as patched:
            patched.setattr(LocalSandbox, "run_python", failing(LocalSandbox.run_python, calls))
            with pytest.raises(EnvironmentFault, match="does not answer"):
                await advance(services, RUN)
        assert calls == [1, SECOND]
        assert (await services.runs.get(RUN)).status is None
        last = (await services.events.since(RUN, 0))[-1]
        assert (last.kind, last.detail) == (EventKind.STOPPED, f"environment: {GONE}")
        assert await advance(services, RUN) == "accepted"
    assert served_twice(tmp_path) == []
