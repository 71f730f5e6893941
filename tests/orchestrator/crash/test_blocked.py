"""A run that blocks: journal row, word and the one open item exist together or not at all."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.orchestrator.crash.bed import Bed
from tests.orchestrator.crash.conftest import Play
from tests.orchestrator.crash.windows import CURSOR, Strike, Window
from tests.orchestrator.play import RUN, copied_example


@pytest.fixture(scope="module")
def blocked(nursery_play: Play, memory: Path) -> Bed:
    """The example asked with a cutoff that is not the date in its question."""
    example = copied_example(memory / "blocked")
    for path in (example / "recording" / "turns").glob("*factorizer*.json"):
        turn = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**turn, "inputs": []}), encoding="utf-8")
    return Bed.made(nursery_play, memory / "blocked", example=example, day="2026-01-10")


def test_the_run_blocks_at_its_first_submission(blocked: Bed) -> None:
    assert blocked.scene.status == "blocked"
    assert blocked.scene.open_item == f"{RUN}-a1-factorize-1"
    counted = Counter(window for node, window in blocked.passed if node == "factorize")
    assert counted[Window.ESCALATION] == counted[Window.JOURNAL_ROW] == 1


@pytest.mark.parametrize("window", [Window.TOOL_ROW, Window.ESCALATION, *sorted(CURSOR)])
def test_a_run_killed_while_it_blocks_waits_for_a_human_once(blocked: Bed, window: Window) -> None:
    data = blocked.at("factorize")
    blocked.kill(data, Strike("kill", window, "factorize"))
    left = blocked.look(data)
    is_blocked = window is not Window.TOOL_ROW
    assert left.status == ("blocked" if is_blocked else None)
    assert left.open_item == (blocked.scene.open_item if is_blocked else None)
    after = blocked.finish(data)
    assert [kind for kind, _, _ in after.events].count("escalated") == 1
