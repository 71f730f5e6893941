import pytest

from contracts.errors import InputError
from reports.row_trace import trace_row
from tests import builders
from tests.reports.hostile import poisoned
from tests.reports.sample import RECORD, sample_rubric


def test_trace_goes_from_principle_to_evidence() -> None:
    text = trace_row(sample_rubric(), "R1", principles=RECORD.principles)
    shown = [
        "Row R1: 60 points, outcome",
        "principle  conventions-closed: Close every choice that changes the figure",
        "criterion  CR1: Names the periods",
        "target     T1: The mean of the quarters' shares",
        "expected 11.8 %; rounded half up to 1 decimal place; no other tolerance",
        "over POP1: The five most recent quarters reported by the cutoff",
        "refuses 11.398896 % (reading, DRV11)",
        "row        R1: States 11.8 %",
        "evidence   (cutoff 9 January 2026",
        "DRV10 = 11.768121 %",
        "computed by mean.py from DRV5 = 7.396141 %, DRV6 = ",
        "run again, it printed 11.768121 (as declared)",
        "OBS11 = USD 6,735 thousand",
        "| 13 weeks ended 2024-09-24 | Bubba's 33 | 6,735 |",
        "published 1 November 2024, 434 days before the cutoff (date not verified)",
        "rivals     (what only wrong paths rest on)",
        "DRV11 = 11.398896 %",
        "computed by aggregate.py from ",
        "run again, it printed 11.398896 (as declared)",
        "OBS15 = USD 10,574 thousand",
        "published 2 August 2024",
    ]
    place = 0
    for words in shown:
        found = text.find(words, place)
        assert found >= 0, f"{words!r} is missing, or stands too early"
        place = found


def test_trace_of_an_unknown_row_names_those_there_are() -> None:
    with pytest.raises(InputError, match="has R1, R2, R3"):
        trace_row(sample_rubric(), "R9")


def test_trace_keeps_one_line_per_thing_and_no_controls() -> None:
    clean = trace_row(sample_rubric(), "R3")
    dirty = trace_row(poisoned(sample_rubric(), "\x1b]0;x\x07\x1b[2J\nsecond\r\nthird"), "R3")
    assert "\x1b" not in dirty
    assert "\r" not in dirty
    assert dirty.count("\n") == clean.count("\n")


def test_trace_survives_a_circle() -> None:
    evidence = builders.with_body(builders.texas_evidence(), "/derivations/9/inputs/0", "DRV10")
    rubric = sample_rubric().model_copy(update={"evidence": evidence})
    assert trace_row(rubric, "R1").count("\n    DRV10 =") == 1
