"""A replay stops where its inputs differ; a script or figure that changes never passes unseen."""

import re
from pathlib import Path

import pytest

from contracts.errors import DriftError
from contracts.event import EventKind, Stop, stop_detail
from contracts.finding import Validation
from orchestrator.reader import read
from orchestrator.runner import advance
from tests.orchestrator.altered import Altered
from tests.orchestrator.drifts import BEFORE_ANY_TURN, DRIFTS, Drift
from tests.orchestrator.play import RUN, copied_example, deps_of, played_services, start_example


@pytest.fixture
def altered(tmp_path: Path) -> Altered:
    return Altered(copied_example(tmp_path))


async def _stops(data: Path, altered: Altered) -> str:
    """Play until drift; the run has no word, its reason is on its last event."""
    async with played_services(data, example=altered.example) as services:
        await start_example(services, example=altered.example)
        with pytest.raises(DriftError) as caught:
            await advance(services, RUN)
        assert (await services.runs.get(RUN)).status is None
        last = (await services.events.since(RUN, 0))[-1]
    assert last.kind is EventKind.STOPPED
    assert last.detail == stop_detail(Stop.DRIFT, str(caught.value))
    return str(caught.value)


async def _found(data: Path, altered: Altered) -> str:
    """Code and pointer of every finding of the first validation, a line each."""
    async with played_services(data, example=altered.example) as services:
        found = await read(await deps_of(services), Validation, "validate")
    return "\n".join(f"{item.code} {item.pointer}" for item in found.body.findings)


@pytest.mark.parametrize(
    "drift",
    [
        pytest.param(drift, id=drift.name, marks=(pytest.mark.slow,) if drift.found else ())
        for drift in DRIFTS
    ],
)
async def test_a_replay_stops_where_something_has_changed(
    tmp_path: Path, altered: Altered, drift: Drift
) -> None:
    drift.change(altered)
    said = await _stops(tmp_path / "data", altered)
    assert re.match(drift.said, said, re.DOTALL), said
    if drift.found:
        assert drift.found in await _found(tmp_path / "data", altered)


async def test_another_tool_schema_makes_a_recording_unplayable(
    tmp_path: Path, altered: Altered
) -> None:
    BEFORE_ANY_TURN.change(altered)
    with pytest.raises(DriftError, match=BEFORE_ANY_TURN.said):
        async with played_services(tmp_path / "data", example=altered.example):
            pass
