"""The recordings of `examples/no_value` and `examples/profiles` are what scripts write, pinned."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.contract import Json
from tests.examples import no_value, profiles
from tests.orchestrator.play import EXAMPLE

NO_VALUE = EXAMPLE.parent / "no_value"
PROFILES = EXAMPLE.parent / "profiles" / "recordings"
PINS = ("query", "inputs", "result_sha256", "findings", "prompts", "tools_sha256")


def _files(folder: Path) -> dict[str, Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != "README.md")
    return {path.relative_to(folder).as_posix(): path for path in found}


def _without_pins(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _without_pins(item) for key, item in value.items() if key not in PINS}
    return [_without_pins(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("write", "pinned"), [(no_value.write, NO_VALUE), (profiles.write, PROFILES)]
)
def test_files_are_those_that_the_script_writes(
    tmp_path: Path, write: Callable[[Path], None], pinned: Path
) -> None:
    write(tmp_path)
    written, kept = _files(tmp_path), _files(pinned)
    assert sorted(kept) == sorted(written)
    for name, path in written.items():
        text, other = (item.read_text(encoding="utf-8") for item in (path, kept[name]))
        if "turns/" in name or name.endswith("recording.json"):
            text, other = (json.dumps(_without_pins(json.loads(item))) for item in (text, other))
        assert text == other, name


@pytest.mark.parametrize(
    ("recording", "zone"),
    [
        *(
            (NO_VALUE / name / "recording", "America/New_York")
            for name in ("undisclosed", "forecast", "forecast_known")
        ),
        *((PROFILES / name, "America/Chicago") for name in profiles.DESKS),
    ],
)
def test_each_turn_is_pinned(recording: Path, zone: str) -> None:
    head = json.loads((recording / "recording.json").read_text(encoding="utf-8"))
    assert head["query"]["cutoff"]["zone"] == zone
    for turn in head["turns"]:
        played = json.loads((recording / "turns" / turn).read_text(encoding="utf-8"))
        assert played["inputs"], turn
