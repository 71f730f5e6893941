"""What the page of an escalation is made of: rows, differences, evidence and places."""

import json
from datetime import timedelta

import pytest

from console.reading.place import Place, links_of, place_of
from console.reading.version import Version
from console.views.decision_form import Typed, changed_files, choices, edited_files
from console.views.finding import finding_cards, finding_views
from console.views.ground import marked
from console.views.row_diff import Piece, diff_of, word_pieces
from console.views.span import span_text
from console.views.wording import MEANINGS
from contracts.budget import points_text
from contracts.composition import Edit, Move
from contracts.contract import sha256_of
from contracts.counters import Counters
from contracts.decision import DecisionKind
from contracts.factorization import Span
from contracts.finding import Finding, Severity
from contracts.rubric import RubricRow
from gates.codes import CODES
from records.journal_chain import GENESIS, JournalRow
from reports.printable import printable
from tests.builders import texas_evidence
from tests.records.material import NOON


def row(number: int, points: int, text: str = "States the figure.") -> RubricRow:
    return RubricRow(
        id=f"R{number}",
        block_id="B1",
        obligation_id="O1",
        role="outcome",
        text=text,
        points=points,
        expected=(),
        criterion_ids=("CR1",),
        principle_ids=("unit-and-scale",),
        rationale="",
    )


def version(
    *rows: RubricRow,
    n: int = 1,
    attempt: int = 1,
    stage: str = "write",
    against: tuple[Finding, ...] = (),
) -> Version:
    step = JournalRow(
        run="texas",
        seq=n,
        attempt=attempt,
        stage=stage,
        n=n,
        verdict="done",
        counters=Counters(),
        active_ms=0,
        inputs_sha=sha256_of(b""),
        prev_sha=GENESIS,
        row_sha=GENESIS,
        epoch=1,
        at=NOON,
        files=(),
    )
    return Version(step, rows, texas_evidence(), against)


def finding(pointer: str, message: str = "split it", *, code: str = "STR-credit") -> Finding:
    return Finding(code=code, severity=Severity.ERROR, pointer=pointer, message=message)


def test_a_difference_names_rows_added_removed_changed_and_points_moved() -> None:
    before = version(row(1, 10_000, "one two three"), row(4, 0), against=(finding("rows:/rows/0"),))
    after = version(row(1, 8_000, "one 2 three"), row(2, 2_000), n=2)
    found = diff_of(after, before)
    assert [(one.id, one.state, one.moved) for one in found.rows] == [
        ("R1", "changed", "100 → 80 (−20)"),
        ("R2", "added", "+20"),
        ("R4", "removed", "−0"),
    ]
    assert found.rows[0].pieces == (
        Piece("same", "one "),
        Piece("removed", "two"),
        Piece("added", "2"),
        Piece("same", " three"),
    )
    assert found.summary == "1 added, 1 removed, 1 changed"


def test_a_change_is_justified_by_the_finding_against_the_row_it_was_and_by_no_other() -> None:
    against = (finding("rows:/rows/1", "move the window"),)
    before = version(row(1, 5_000), row(2, 5_000), against=against)
    # In the newer version the rows stand in another order: the pointer is of the older one.
    after = version(row(2, 4_000), row(1, 6_000), n=2)
    second, first = diff_of(after, before).rows
    assert second.why == ("STR-credit: move the window",)
    assert first.why == ("No finding and no decision names this row.",)


def test_what_a_person_decided_between_two_attempts_justifies_every_change() -> None:
    before, after = version(row(1, 5_000)), version(row(1, 6_000), attempt=2)
    (changed,) = diff_of(after, before, decided=("Retry by ada: take it all",)).rows
    assert changed.why == ("Retry by ada: take it all",)


def test_a_composition_justifies_rows_by_the_findings_of_its_edits_and_moves() -> None:
    from dataclasses import replace

    before = version(row(1, 10_000))
    after = replace(
        version(row(1, 6_000), row(2, 4_000), stage="compose"),
        edits=(
            Edit(
                id="E1",
                kind="split",
                before=("R1",),
                after=("R1", "R2"),
                finding_id="F1",
                reason="own words",
            ),
        ),
        moves=(Move(from_row="R1", to_row="R2", points=4_000, finding_id="F9", reason="its own"),),
        statements={"F1": "no credit for a part"},
    )
    first, second = diff_of(after, before).rows
    assert first.why == ("split, F1: no credit for a part", "40 from R1 to R2, F9: its own")
    assert second.why == first.why


def test_the_first_version_differs_from_nothing() -> None:
    found = diff_of(version(row(1, 10_000)), None)
    assert [one.state for one in found.rows] == ["unchanged"]
    assert found.before == ""


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "a b"), ("a b", ""), ("a  b\nc", "a b\nc d"), ("same", "same"), ("x" * 500, "y" * 500)],
)
def test_pieces_of_two_texts_give_both_texts_back(before: str, after: str) -> None:
    pieces = word_pieces(before, after)
    assert "".join(one.text for one in pieces if one.kind != "added") == before
    assert "".join(one.text for one in pieces if one.kind != "removed") == after


@pytest.mark.parametrize(
    ("pointer", "message", "place"),
    [
        ("rows:/rows/2/points", "x", Place("rows", "rows", 2)),
        ("evidence:/targets/0/comparison", "x", Place("evidence", "targets", 0)),
        ("composition:/rows", "x", Place("composition", "rows", None)),
        ("query:/text", "x", Place("query", "text", None)),
        ("writer:", "x", Place("writer", "", None)),
        ("review:F1", "rows:/rows/1: words", Place("rows", "rows", 1)),
        ("review:F1", "words alone", None),
        ("nonsense", "x", None),
        ("rows:/rows/99999999999", "x", Place("rows", "rows", None)),
    ],
)
def test_a_pointer_gives_its_place(pointer: str, message: str, place: Place | None) -> None:
    assert place_of(finding(pointer, message)) == place


def test_evidence_leads_to_the_rows_that_rest_on_it() -> None:
    evidence = texas_evidence()
    targets = {target.id: target for target in evidence.targets}
    from console.reading.version import expected_of

    rows = tuple(
        row(number, 5_000).model_copy(update={"expected": (expected_of(targets[f"T{number}"]),)})
        for number in (1, 3)
    )
    links = links_of(rows, evidence)
    at = {item.id: number for number, item in enumerate(evidence.observations)}
    assert links.rows_at(Place("evidence", "observations", at["OBS1"])) == ("R1",)
    assert links.rows_at(Place("evidence", "targets", 0)) == ("R1",)
    assert links.rows_at(Place("rows", "rows", 1)) == ("R3",)
    assert links.rows_at(Place("rows", "rows", 7)) == ()
    assert links.rows_at(Place("evidence", "sources", 999)) == ()
    assert links.evidence_id(Place("evidence", "observations", at["OBS1"])) == "OBS1"


def test_findings_about_what_was_not_known_come_first_and_alike_ones_are_one_card() -> None:
    found = tuple(
        finding(f"evidence:/observations/{at}/{what}", f"OBS{number} {words}", code=code)
        for code, what, words in (
            ("EVD-quote-absent", "quote/text", "is not there"),
            ("CUT-period", "period", "ends after the cutoff"),
        )
        for at, number in ((0, 1), (1, 2), (2, 3))
    )
    evidence = texas_evidence()
    assert [item.id for item in evidence.observations[:3]] == ["OBS1", "OBS2", "OBS3"]
    others = (
        finding("evidence:/observations/9", "OBS1 ends after the cutoff", code="CUT-period"),
        finding("evidence:/populations/0", "nothing shows Q3", code="POP-unpublished"),
    )
    warned = finding("evidence:/sources/0", "unverified", code="CUT-unverified")
    blocked = finding("rows:", "split it", code="STR-credit")
    views = finding_views(
        (
            *found,
            *others,
            warned.model_copy(update={"severity": Severity.WARNING}),
            blocked.model_copy(update={"severity": Severity.BLOCKER}),
        ),
        links_of((), evidence),
    )
    cards = finding_cards(views)
    # The one finding that names OBS1 and points elsewhere says the same of nothing else.
    assert [(card.first.code, [one.number for one in card.every]) for card in cards] == [
        ("STR-credit", [9]),
        ("POP-unpublished", [7]),
        ("CUT-period", [3, 4, 5]),
        ("CUT-period", [6]),
        ("EVD-quote-absent", [0, 1, 2]),
        ("CUT-unverified", [8]),
    ]
    assert [card.holds(4) for card in cards] == [False, False, True, False, False, False]
    assert finding_cards(finding_views(found, None))[0].others == ()
    assert set(MEANINGS) <= {code.code for code in CODES}


def test_a_question_is_marked_piece_by_piece_and_stays_whole() -> None:
    text = "average of shares in 2025"
    spans = [
        (Span(start=11, end=17, text="shares"), "BND2, measure"),
        (Span(start=0, end=7, text="average"), "BND1, operation"),
        (Span(start=8, end=17, text="of shares"), "BND3, measure"),
    ]
    pieces = marked(text, spans)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.names for piece in pieces if piece.names] == ["BND1, operation", "BND3, measure"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (40, "40 s"),
        (61, "1 min"),
        (3_660, "1 h 1 min"),
        (7_200, "2 h"),
        (90_000, "1 d 1 h"),
        (-5, "0 s"),
    ],
)
def test_spans_are_told_in_two_units(seconds: int, words: str) -> None:
    assert span_text(timedelta(seconds=seconds)) == words


def test_choices_say_why_one_is_not_to_be_had() -> None:
    legal = (DecisionKind.RETRY, DecisionKind.WAIVE, DecisionKind.RELOCK, DecisionKind.RETURN)
    changed = choices(
        (DecisionKind.RELOCK, DecisionKind.RETURN), legal, may_waive=False, differences=("x",)
    )
    refused = {one.value: one.refusal for one in changed}
    assert "relock" in refused["retry"]
    assert "lead" in refused["waive"]
    assert refused["relock"] == refused["return"] == ""
    same = choices(legal[:2], legal, may_waive=True, differences=())
    assert "nothing to relock" in {one.value: one.refusal for one in same}["relock"]


def test_only_files_that_differ_from_the_roles_own_count_as_replaced() -> None:
    starts = {"rows.json": "a\nb\n", "evidence.json": "c"}
    typed = {"rows.json": "a\r\nb\r\n", "evidence.json": "d", "scripts/x.py": " "}
    assert changed_files(typed, starts) == {"evidence.json": "d"}


def test_signs_that_nobody_sees_stand_in_files_as_escapes_and_change_nothing() -> None:
    quote = "\ufeffnet\u200b sales\u202e \x9b31m\x1b[0m\u2028\U000e0041 end"
    starts = {"evidence.json": json.dumps({"quote": quote}, ensure_ascii=False)}
    (file,) = edited_files(starts, ("evidence.json",), {}, {})
    assert printable(file.text) == file.text  # what a page leaves of it is all of it
    assert json.loads(file.text) == {"quote": quote}
    assert "\\u200b" in file.text
    assert changed_files({"evidence.json": file.text}, starts) == {}
    typed = file.text.replace("sales", "income")
    assert changed_files({"evidence.json": typed}, starts) == {"evidence.json": typed}


def test_what_was_typed_counts_as_empty_only_without_words() -> None:
    assert Typed(kind="retry", reason="other").is_empty
    assert not Typed(note="why").is_empty
    assert points_text(6_000) == "60"
