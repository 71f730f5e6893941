"""What people decided stands on every print; what they waived stands beside the status."""

import csv
import io
from datetime import UTC, datetime
from functools import cache

import pytest

from cli.decision_lines import decision_json, decision_line
from cli.outcome import tell_rubric
from contracts.decision import Decision, DecisionKind, DecisionReason, FindingRef, ReplacedFile
from contracts.rubric import Rubric
from escalations.decisions import DecisionRow
from reports.decision_view import waiver_texts
from reports.html import render_html
from reports.markdown import render_markdown
from reports.spreadsheet import render_csv
from tests import builders
from tests.reports.hostile import PAYLOADS, poisoned
from tests.reports.page import Page
from tests.reports.sample import RECORD, sample_rubric
from tests.reports.test_markdown import kinds, tokens

AT = datetime(2026, 11, 30, 14, 5, 9, tzinfo=UTC)
RETRY = Decision(
    id="demo-a1-validate-3-d1",
    item="demo-a1-validate-3",
    run="demo",
    attempt=1,
    kind=DecisionKind.RETRY,
    reason=DecisionReason.WRONG_PERIOD,
    note="The newest report is of later.",
    guidance="Take the quarters to Q2 2025.",
    sources=builders.texas_corpus().items[:1],
    by="Ada",
    at=AT,
)
WAIVER = Decision(
    id="demo-a2-review-1-d1",
    item="demo-a2-review-1",
    run="demo",
    attempt=2,
    kind=DecisionKind.WAIVE,
    reason=DecisionReason.FINDING_UNFOUNDED,
    note="The objection reads another row.",
    waived=(FindingRef(code="review-material", pointer="review:F1"),),
    by="Grace",
    at=AT,
)
CLOSED = "review-material (review:F1) waived by Grace: The objection reads another row."


@cache
def decided() -> Rubric:
    rubric = sample_rubric(status="accepted_with_waiver", waivers=(WAIVER,))
    trail = rubric.trail.model_copy(update={"decisions": (RETRY, WAIVER)})
    return rubric.model_copy(update={"trail": trail})


def test_page_shows_the_waiver_beside_the_status_and_all_decisions_in_the_trail() -> None:
    page = Page(render_html(decided(), RECORD))
    assert page.faults == []
    top, trail = page.text.split("Skip to the rows", 1)[1].split("Review trail Who checked", 1)
    assert "Accepted with a human waiver" in top
    assert CLOSED in top
    _has_both_decisions(trail)


def test_markdown_shows_the_same() -> None:
    text = render_markdown(decided(), RECORD)
    words = "".join(token.content for token in tokens(text) if token.type == "text")
    top, trail = words.split("Review trail", 1)
    assert "Accepted with a human waiver" in top
    assert CLOSED in top
    _has_both_decisions(trail)


def _has_both_decisions(text: str) -> None:
    for piece in (
        "What people decided",
        "Retry after attempt 1",
        "by Ada, 30 November 2026, 14:05 UTC (wrong period)",
        "The newest report is of later.",
        "The role was told: Take the quarters to Q2 2025.",
        "source added: ",
        "Waive after attempt 2",
        "finding closed: review-material (review:F1)",
    ):
        assert piece in text


def test_every_line_of_the_csv_says_what_was_waived() -> None:
    lines = list(csv.DictReader(io.StringIO(render_csv(decided(), RECORD), newline="")))
    assert {line["status"] for line in lines} == {f"Accepted with a human waiver: {CLOSED}"}


def test_terminal_says_what_was_waived(capsys: pytest.CaptureFixture[str]) -> None:
    tell_rubric(decided())
    assert f"Accepted with a human waiver: {CLOSED}\n" in capsys.readouterr().out


def test_a_rubric_that_nobody_decided_on_says_nothing_of_it() -> None:
    rubric = sample_rubric()
    assert waiver_texts(rubric) == ()
    for text in (render_html(rubric, RECORD), render_markdown(rubric, RECORD)):
        assert "What people decided" not in text
        assert "aived" not in Page(text).text


def test_replaced_files_are_named() -> None:
    edit = RETRY.model_copy(
        update={
            "kind": DecisionKind.EDIT,
            "sources": (),
            "files": (ReplacedFile(name="rows.json", sha256="ab" * 32),),
        }
    )
    trail = sample_rubric().trail.model_copy(update={"decisions": (edit,)})
    text = Page(render_html(sample_rubric().model_copy(update={"trail": trail}), RECORD)).text
    assert "file replaced: rows.json" in text


@pytest.mark.parametrize("payload", PAYLOADS)
def test_words_of_people_never_become_markup(payload: str) -> None:
    dirty, plain = (poisoned(decided(), words) for words in (payload, " plain words"))
    page = Page(render_html(dirty, RECORD))
    assert page.faults == []
    assert page.shape == Page(render_html(plain, RECORD)).shape
    assert kinds(render_markdown(dirty, RECORD)) == kinds(render_markdown(plain, RECORD))


@pytest.mark.parametrize(
    ("row", "state"),
    [
        (DecisionRow(WAIVER, None, None, None, AT), "waits to be obeyed"),
        (DecisionRow(WAIVER, AT, None, None, AT), "obeyed"),
        (
            DecisionRow(WAIVER, None, AT, "the run was cancelled", AT),
            "voided: the run was cancelled",
        ),
    ],
)
def test_a_line_says_what_became_of_a_decision(row: DecisionRow, state: str) -> None:
    assert decision_line(row) == (
        "waive review-material (review:F1) by Grace at 2026-11-30 14:05:09 UTC "
        f"({state}): The objection reads another row."
    )
    document = decision_json(row)
    assert isinstance(document, dict)
    assert document["waived"] == [{"code": "review-material", "pointer": "review:F1"}]
