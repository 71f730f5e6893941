"""A decision is obeyed once, and recoveries are counted in rows, whatever dies in between."""

import asyncio
import json
from pathlib import Path

import pytest

from contracts.decision import DecisionKind
from tests.orchestrator.altered import Altered
from tests.orchestrator.crash.bed import KILLED, Bed
from tests.orchestrator.crash.conftest import Play
from tests.orchestrator.crash.windows import Strike, Window
from tests.orchestrator.deciding import decided
from tests.orchestrator.play import RUN, copied_example, played_services

FACTORIZER = "01-factorizer-1.json"


@pytest.fixture(scope="module")
def mistaken(nursery_play: Play, memory: Path) -> Bed:
    """A question whose date is not the cutoff, asked again in every attempt."""
    altered = Altered(copied_example(memory / "mistaken"))
    altered.loosen(FACTORIZER)
    for activation in (101, 201):
        altered.copy_turn(FACTORIZER, activation=activation)
    return Bed.made(nursery_play, memory / "mistaken", example=altered.example, day="2026-01-10")


def _retry(bed: Bed, data: Path) -> None:
    async def decide() -> None:
        async with played_services(data, example=bed.example) as services:
            await decided(services, DecisionKind.RETRY, guidance="Look at the date again.")

    asyncio.run(decide())


def _struck(bed: Bed, data: Path, window: Window) -> None:
    ended = bed.go(data, Strike("kill", window, "recover"))
    assert ended.status == KILLED, (window, ended.error)


def test_two_killed_recoveries_are_two_and_the_third_is_refused(mistaken: Bed) -> None:
    data = mistaken.at("factorize")
    assert mistaken.go(data).said == "blocked"
    for attempt, windows in (
        (1, (Window.ENTERED, Window.STAGE_FILE)),
        (2, (Window.JOURNAL_ROW, Window.AFTER_WRITES)),
    ):
        assert mistaken.look(data).open_item == f"{RUN}-a{attempt}-factorize-1"
        _retry(mistaken, data)
        for window in windows:
            _struck(mistaken, data, window)
        assert mistaken.go(data).said == ("blocked" if attempt == 1 else "failed")
    after = mistaken.look(data)
    assert (after.status, after.open_item) == ("failed", None)
    kinds = [kind for kind, _, _ in after.events]
    assert (kinds.count("escalated"), kinds.count("failed")) == (2, 1)
    stages = [json.loads(path.read_text())["body"]["attempt"] for path in _decisions(data)]
    assert sorted(stages) == [1, 2]


def _decisions(data: Path) -> list[Path]:
    return list((data / "runs" / RUN / "stages").glob("decision-*.json"))
