"""A replay stops where its inputs differ; a script or figure that changes never passes unseen."""

import re
from pathlib import Path

import pytest

from contracts.contract import Json
from contracts.errors import DriftError
from contracts.event import EventKind, Stop, stop_detail
from contracts.finding import Validation
from orchestrator.reader import read
from orchestrator.runner import advance
from tests.orchestrator.altered import Altered, part
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


async def test_a_changed_figure_stops_at_the_turn_that_reads_it(
    tmp_path: Path, altered: Altered
) -> None:
    extract = altered.example / "sources" / "10-Q-2025-Q1.md"
    text = extract.read_text(encoding="utf-8")
    extract.write_text(text.replace("12,959", "12,958"), encoding="utf-8")
    said = await _stops(tmp_path / "data", altered)
    assert re.match(r"writer 1\.1 step \d+ call \d+: (search|open)_source", said)


async def test_a_changed_script_stops_at_the_turn_that_ran_it(
    tmp_path: Path, altered: Altered
) -> None:
    script = altered.example / "recording" / "bodies" / "mean.py"
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace("/ len(values)", "/ (len(values) + 1)"), encoding="utf-8")
    said = await _stops(tmp_path / "data", altered)
    assert "run_python" in said
    assert "mean.py" in said


async def test_a_changed_answer_of_an_earlier_role_stops_the_next_one(
    tmp_path: Path, altered: Altered
) -> None:
    altered.edit_body(
        "factorization.json",
        lambda body: part(body, "obligations", 0).update(statement="State the average"),
    )
    said = await _stops(tmp_path / "data", altered)
    assert said.startswith("contextualizer 1.1: stage input")


async def test_an_input_of_a_script_that_is_not_the_one_declared_fails_the_run(
    tmp_path: Path, altered: Altered
) -> None:
    altered.loosen()
    altered.edit_body("evidence.json", _earlier_window)
    said = await _stops(tmp_path / "data", altered)
    assert said.startswith("writer 1.2: no such turn")
    assert "DEP-result evidence:/derivations/9" in await _found(tmp_path / "data", altered)


async def test_a_figure_that_its_quote_does_not_hold_fails_the_run(
    tmp_path: Path, altered: Altered
) -> None:
    altered.loosen()
    altered.edit_body("evidence.json", _other_figure)
    said = await _stops(tmp_path / "data", altered)
    assert said.startswith("writer 1.2: no such turn")
    assert "EVD-number evidence:/observations/0" in await _found(tmp_path / "data", altered)


async def test_another_tool_schema_makes_a_recording_unplayable(
    tmp_path: Path, altered: Altered
) -> None:
    head = altered.example / "recording" / "recording.json"
    text = re.sub(
        r'"tools_sha256": "[0-9a-f]{64}"', f'"tools_sha256": "{"0" * 64}"', head.read_text()
    )
    head.write_text(text, encoding="utf-8")
    with pytest.raises(DriftError, match="tool schemas"):
        async with played_services(tmp_path / "data", example=altered.example):
            pass


def _earlier_window(body: dict[str, Json]) -> None:
    """The mean is declared as before but computed over the window one quarter earlier."""
    mean = part(body, "derivations", 9)
    assert mean["id"] == "DRV10"
    mean["inputs"] = ["DRV12", "DRV5", "DRV6", "DRV7", "DRV8"]


def _other_figure(body: dict[str, Json]) -> None:
    part(body, "observations", 0)["value"] = "10897"
