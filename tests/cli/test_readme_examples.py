"""The README's runs beside the demo, line by line as a reader would type them."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.process import ROOT
from tests.cli.typed import lines_after, make_home, printed, typed

pytestmark = pytest.mark.timeout(900)

README = ROOT / "README.md"
WAITING = "### Two that wait, to try\n"
IN_WORDS = "### In words, on a filing\n"
NO_VALUE = "### Without a value, and about the future\n"
FINRUBRIC = ".venv/bin/finrubric"
VERIFY = f"{FINRUBRIC} audit verify"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return make_home(tmp_path)


def test_the_lines_of_the_readme_end_as_it_says(home: Path) -> None:
    lines = lines_after(WAITING, README)
    assert [line.code for line in lines] == [5, 0, 0, 0, 0, 5]
    stopped, shown, decided, accepted, story = printed(lines[:5], home)
    _the_decision_is_anchored(home)
    (mismatch,) = printed(lines[5:], home)
    assert "10-Q-2025-Q3: published 2025-11-07" in stopped
    assert "Escalation early-a1-validate-3 waits for a person" in stopped
    assert "CUT-period (error) evidence:/observations/0/period" in shown
    assert "finrubric queue decide early-a1-validate-3 retry" in shown
    assert "Go on with: finrubric runs resume early" in decided
    for words in ("12.8 %", "12.653024 %; refused", "Q2 2024; Q3 2024", "Accepted. Acceptance"):
        assert words in accepted
    note = "The newest report was filed after the cutoff."
    assert re.search(rf"Decided: retry by .+ \(obeyed\): {re.escape(note)}", story)
    assert "FAC-cutoff-mismatch (blocker)" in mismatch
    runs = home / ".finrubric" / "runs"
    for name in ("rubric.html", "rubric.md"):
        page = (runs / "early" / "export" / name).read_text(encoding="utf-8")
        assert "What people decided" in page
        assert note in page
    assert not (runs / "mismatch" / "export").exists()


def _the_decision_is_anchored(home: Path) -> None:
    """Page and record carry the head of the chain that is printed by whoever checks it."""
    chain = re.search(r"^Anchor: ([0-9]+:[0-9a-f]{64})$", typed(VERIFY, home).out, re.MULTILINE)
    assert chain, "audit verify prints no anchor"
    export = home / ".finrubric" / "runs" / "early" / "export"
    record = json.loads((export / "record.json").read_text(encoding="utf-8"))
    assert record["audit_anchor"] == chain[1]
    for name in ("rubric.html", "rubric.md"):
        assert chain[1] in (export / name).read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_is_not_disclosed_waits_and_a_forecast_from_what_was_known_is_accepted(
    home: Path,
) -> None:
    lines = lines_after(NO_VALUE, README)[:-1]
    assert [line.code for line in lines] == [5, 0, 0, 0]
    waits, _, agreed, forecast = printed(lines, home)
    assert "T1 has no value by the cutoff after a search in 6 sources" in waits
    assert "review-material@review:F1" in lines[1].command
    for words in ("not determinable: the reports give one amount", "USD 38,557 thousand"):
        assert words in agreed
    assert "accepted_with_waiver" in typed(f"{FINRUBRIC} runs list", home).out
    assert "a forecast from USD 6,735 thousand to USD 12,959" in forecast
    assert "Accepted. Acceptance" in forecast


def test_a_forecast_that_knows_what_came_of_it_is_refused(home: Path) -> None:
    (refused,) = printed(lines_after(NO_VALUE, README)[-1:], home)
    assert "gate_failed" in refused
    assert "CON-realised (blocker)" in refused
    assert "states 10797, which only 10-Q-2025-Q3 prints" in refused
    assert not (home / ".finrubric" / "runs" / "known" / "export").exists()


@pytest.mark.shared
@pytest.mark.slow
def test_a_question_in_words_is_played_on_the_filing(home: Path, shared: Path) -> None:
    (home.parent / "shared").symlink_to(shared)
    lines = lines_after(IN_WORDS, README)
    assert [line.code for line in lines] == [0, 0]
    _, accepted = printed(lines, home)
    assert "Accepted. Acceptance" in accepted
    assert "Says of interest rates" in accepted
