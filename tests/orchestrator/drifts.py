"""Changes that stop a replay: `test_drift.py` makes each, `docs/refusals.md` is printed from it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from contracts.contract import Json
from tests.orchestrator.altered import Altered, part


@dataclass(frozen=True)
class Drift:
    """One row: what somebody changes, where the replay stops, and what is found besides."""

    name: str
    change: Callable[[Altered], None]
    said: str
    """Pattern of the whole message's beginning."""
    place: str
    """The same in words."""
    found: str = ""
    """Finding of the first validation, code and pointer, where the run got so far."""


def _figure(altered: Altered) -> None:
    extract = altered.example / "sources" / "10-Q-2025-Q1.md"
    text = extract.read_text(encoding="utf-8")
    extract.write_text(text.replace("12,959", "12,958"), encoding="utf-8")


def _script(altered: Altered) -> None:
    script = altered.example / "recording" / "bodies" / "mean.py"
    text = script.read_text(encoding="utf-8")
    script.write_text(text.replace("/ len(values)", "/ (len(values) + 1)"), encoding="utf-8")


def _earlier_answer(altered: Altered) -> None:
    altered.edit_body(
        "factorization.json",
        lambda body: part(body, "obligations", 0).update(statement="State the average"),
    )


def _other_inputs(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body("evidence.json", _earlier_window)


def _earlier_window(body: dict[str, Json]) -> None:
    """The mean is declared as before but computed over the window one quarter earlier."""
    mean = part(body, "derivations", 9)
    assert mean["id"] == "DRV10"
    mean["inputs"] = ["DRV12", "DRV5", "DRV6", "DRV7", "DRV8"]


def _unquoted_figure(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body(
        "evidence.json", lambda body: part(body, "observations", 0).update(value="10897")
    )


def _tool_schemas(altered: Altered) -> None:
    head = altered.example / "recording" / "recording.json"
    text = re.sub(
        r'"tools_sha256": "[0-9a-f]{64}"', f'"tools_sha256": "{"0" * 64}"', head.read_text()
    )
    head.write_text(text, encoding="utf-8")


DRIFTS = (
    Drift(
        "A figure of a source",
        _figure,
        r"writer 1\.1 step \d+ call \d+: (search|open)_source",
        "the tool result that shows it",
    ),
    Drift(
        "A script",
        _script,
        r"writer 1\.1 step \d+ call \d+: run_python.*mean\.py",
        "the call that runs it",
    ),
    Drift(
        "The answer of an earlier role",
        _earlier_answer,
        r"contextualizer 1\.1: stage input",
        "the next role's input",
    ),
    Drift(
        "The declared inputs of a script",
        _other_inputs,
        r"writer 1\.2: no such turn",
        "the further turn that nobody recorded",
        "DEP-result evidence:/derivations/9",
    ),
    Drift(
        "A figure that its quote does not hold",
        _unquoted_figure,
        r"writer 1\.2: no such turn",
        "the further turn that nobody recorded",
        "EVD-number evidence:/observations/0",
    ),
)
BEFORE_ANY_TURN = Drift(
    "The tool schemas", _tool_schemas, ".*tool schemas", "the head of the recording"
)
"""Refused before a run is begun."""
