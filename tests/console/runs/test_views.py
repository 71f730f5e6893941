"""The line of stages, times and bars: pure, from rows and events."""

from dataclasses import replace
from datetime import timedelta

import pytest

from console.views.bars import Part, bars
from console.views.run_words import advice_text, age_text, status_words
from console.views.stage_line import STAGES, clock_seconds, stage_line
from contracts.event import Event, EventKind, Stop
from escalations.standing import Standing
from records.runs import RunStatus
from tests.records.material import NOON, RUN, run_row


def standing(
    status: RunStatus | None = None, *, held: bool = False, stop: Stop | None = None
) -> Standing:
    return Standing(replace(run_row(), status=status), stop, "", held, is_decided=False)


def events(*given: tuple[EventKind, str, int]) -> tuple[Event, ...]:
    """Events by kind, stage and second."""
    return tuple(
        Event(run=RUN, seq=seq, kind=kind, at=NOON + timedelta(seconds=second), stage=stage)
        for seq, (kind, stage, second) in enumerate(given, start=1)
    )


BEGUN, DONE = EventKind.STAGE_STARTED, EventKind.STAGE_DONE
TWICE = events(
    *((BEGUN, "write", 0), (DONE, "write", 10), (BEGUN, "validate", 10), (DONE, "validate", 11)),
    *((BEGUN, "write", 11), (EventKind.STOPPED, "", 15), (BEGUN, "write", 500)),
)


def test_time_on_the_clock_counts_every_pass_and_no_waiting() -> None:
    assert clock_seconds(TWICE) == {"write": 14.0, "validate": 1.0}


@pytest.mark.parametrize(
    ("given", "at_write", "after"),
    [
        (standing(held=True), "now", "open"),
        (standing(RunStatus.BLOCKED), "blocked", "open"),
        (standing(stop=Stop.ENVIRONMENT), "stopped", "open"),
        (standing(RunStatus.ACCEPTED), "open", "open"),
    ],
)
def test_the_line_goes_back_to_where_work_begins_again(
    given: Standing, at_write: str, after: str
) -> None:
    """Without journal rows nothing is done yet, so an accepted run without them has none done."""
    line = {mark.name: mark for mark in stage_line(TWICE, (), given)}
    assert [*line] == [name for name, _ in STAGES]
    assert line["write"].state == at_write
    assert line["validate"].state == after
    assert line["validate"].time == "1.0 s"


def test_bars_fill_their_cell_by_the_longest_or_by_a_whole() -> None:
    parts = [Part("a", 60, "60"), Part("b", 20, "20"), Part("c", 0, "0"), Part("d", 0.01, "0.01")]
    widths = [bar.width for bar in bars("x", parts, head=("", ""), whole=100.0).rows]
    assert widths == [60.0, 20.0, 0.0, 0.6]
    assert [bar.width for bar in bars("x", parts, head=("", "")).rows][:2] == [100.0, 33.33]
    assert bars("x", [Part("a", 0, "0")], head=("", "")).rows[0].width == 0.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (89, "89 s"),
        (90, "1 min"),
        (5_399, "89 min"),
        (5_400, "1 h"),
        (129_600, "1 day"),
    ],
)
def test_ages_are_said_in_the_largest_fit_unit(seconds: int, words: str) -> None:
    assert age_text(NOON, NOON + timedelta(seconds=seconds)) == words


def test_every_status_and_stop_has_words() -> None:
    for status in RunStatus:
        assert status_words(standing(status)).text
    for stop in Stop:
        assert status_words(standing(stop=stop)).text


def test_a_drift_after_a_decision_speaks_of_its_guidance() -> None:
    stopped = standing(stop=Stop.DRIFT)
    assert "guidance it was recorded with, word for word" in advice_text(stopped, was_decided=True)
    assert "guidance" not in advice_text(stopped)
