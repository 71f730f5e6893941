"""The recordings of `examples/no_value` are what their script writes, pinned."""

import json
from pathlib import Path

import pytest

from contracts.contract import Json
from tests.examples import no_value
from tests.orchestrator.play import EXAMPLE

PINNED = EXAMPLE.parent / "no_value"
PINS = ("query", "inputs", "result_sha256", "findings", "prompts", "tools_sha256")


def _files(folder: Path) -> dict[str, Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != "README.md")
    return {path.relative_to(folder).as_posix(): path for path in found}


def _without_pins(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _without_pins(item) for key, item in value.items() if key not in PINS}
    return [_without_pins(item) for item in value] if isinstance(value, list) else value


def test_files_are_those_that_the_script_writes(tmp_path: Path) -> None:
    no_value.write(tmp_path)
    written, kept = _files(tmp_path), _files(PINNED)
    assert sorted(kept) == sorted(written)
    for name, path in written.items():
        text, other = (item.read_text(encoding="utf-8") for item in (path, kept[name]))
        if "/turns/" in name or name.endswith("recording.json"):
            text, other = (json.dumps(_without_pins(json.loads(item))) for item in (text, other))
        assert text == other, name


@pytest.mark.parametrize("name", ["undisclosed", "forecast", "forecast_known"])
def test_each_turn_is_pinned(name: str) -> None:
    head = json.loads((PINNED / name / "recording" / "recording.json").read_text(encoding="utf-8"))
    assert head["query"]["cutoff"]["zone"] == "America/New_York"
    for turn in head["turns"]:
        played = json.loads((PINNED / name / "recording" / "turns" / turn).read_text("utf-8"))
        assert played["inputs"], turn
