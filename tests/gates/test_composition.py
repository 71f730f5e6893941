"""Rows may be re-cut and points moved; every change is accounted for, to the hundredth."""

from typing import Any, get_args

import pytest
from hypothesis import given as sampled
from hypothesis import strategies as st

from contracts.budget import Block, Budget
from contracts.composition import Composition, CompositionCheck, Edit, Move
from contracts.contract import Json
from contracts.finding import Finding, Severity
from contracts.rows import Candidate, Row
from gates.code_tables import composition as table
from gates.codes import finding
from gates.composition import CompositionInput, block_totals, check_composition
from tests.builders import (
    REMOVED,
    replaced,
    texas_budget,
    texas_composed_rows,
    texas_evidence,
    texas_row,
    texas_rows,
    with_body,
)
from tests.contract_edit import Removed
from tests.gates.places import leads_somewhere
from tests.texas_review import (
    texas_composition,
    texas_composition_input,
    texas_finding,
    texas_unchanged,
)

GOOD = texas_composition()


def changed(
    path: str, value: "Json | Removed", composition: Composition = GOOD
) -> CompositionInput:
    return texas_composition_input(with_body(composition, path, value))


CREDIT = {"CMP-step-credit", "CMP-concentrated", "CMP-fraction"}
"""Warnings on how rows give credit: tests/gates/test_credit.py has them."""


def codes(given: CompositionInput) -> set[str]:
    return {item.code for item in check_composition(given).findings} - CREDIT


def edit(kind: str, before: tuple[str, ...], after: tuple[str, ...], number: int = 1) -> Edit:
    fields = {"id": f"E{number}", "kind": kind, "before": before, "after": after}
    return Edit.model_validate({**fields, "finding_id": "F1", "reason": "It says so."})


def move(from_row: str, to_row: str, points: int) -> Move:
    return Move(from_row=from_row, to_row=to_row, points=points, finding_id="F1", reason="So.")


def row(number: int, points: int, role: str = "support", **changes: object) -> Row:
    target = "T1" if role == "outcome" else "T2"
    return texas_row(number, points=points, role=role, target_ids=(target,), **changes)


def composed(
    before: tuple[Row, ...],
    after: tuple[Row, ...],
    edits: tuple[Edit, ...] = (),
    moves: tuple[Move, ...] = (),
    **changes: Any,
) -> CompositionInput:
    is_edited = bool(edits or moves)
    composition = (texas_composition if is_edited else texas_unchanged)(
        verdict="edited" if is_edited else "unchanged", rows=after, edits=edits, moves=moves
    )
    return texas_composition_input(composition, before=Candidate(rows=before), **changes)


def two_blocks(first: int = 5_000) -> Budget:
    blocks = (
        Block(id="B1", obligation_id="O1", points=first),
        Block(id="B2", obligation_id="O2", points=10_000 - first),
    )
    return texas_budget(blocks=blocks)


ONE = texas_rows().rows
THREE = texas_composed_rows().rows
HALF = (row(1, 5_000, "outcome"), row(2, 5_000))
MIXED = (row(1, 6_000, "outcome"), row(2, 2_000), row(3, 2_000))
MINOR: Json = texas_finding(2, severity="minor").model_dump(mode="json")
MATERIAL: Json = texas_finding(2).model_dump(mode="json")
BLOCKER: Json = texas_finding(2, severity="blocker").model_dump(mode="json")
TWIN = with_body(
    with_body(GOOD, "/findings/-", texas_finding().model_dump(mode="json")),
    "/edits/0/reason",
    "The same id twice.",
)
REWRITING = texas_composition(edits=(*GOOD.edits, edit("rewrite", ("R1",), ("R1",), 2)))
CASES: list[tuple[str, CompositionInput]] = [
    ("CMP-check-undecided", changed("/checks/3", REMOVED)),
    ("CMP-check-undecided", changed("/checks/3/check", "rows_are_atomic")),
    ("CMP-check-without-finding", changed("/checks/0/finding_id", None)),
    ("CMP-check-without-finding", changed("/checks/0/finding_id", "F9")),
    ("CMP-blocker", changed("/findings/-", BLOCKER)),
    ("CMP-verdict", changed("/verdict", "unchanged")),
    ("CMP-verdict", changed("/verdict", "edited", texas_unchanged())),
    ("CMP-verdict", composed(MIXED, MIXED[::-1])),
    ("CMP-id-repeated", texas_composition_input(TWIN)),
    ("CMP-id-repeated", texas_composition_input(review_findings=(texas_finding(),))),
    ("CMP-finding-unfit", changed("/moves/0/finding_id", "F9")),
    (
        "CMP-finding-unfit",
        changed("/moves/0/finding_id", "F2", with_body(GOOD, "/findings/-", MINOR)),
    ),
    ("CMP-finding-unfit", changed("/edits/0/finding_id", "F9")),
    ("CMP-finding-open", changed("/findings/-", MATERIAL)),
    ("CMP-edit-unfit", composed(ONE, ONE, (edit("split", ("R1",), ("R1",)),))),
    ("CMP-edit-unfit", composed(ONE, ONE, (edit("rewrite", ("R1", "R9"), ("R1",)),))),
    ("CMP-edit-unfit", composed(ONE, ONE, (edit("merge", ("R1",), ("R1",)),))),
    ("CMP-edit-unfit", composed(ONE, ONE, (edit("rewrite", ("R9",), ("R1",)),))),
    ("CMP-edit-unfit", composed(ONE, ONE, (edit("rewrite", ("R1",), ("R9",)),))),
    ("CMP-edit-unfit", composed(ONE, ONE, (edit("remove", ("R1",), ()),))),
    (
        "CMP-edit-unfit",
        composed(
            ONE, ONE, (edit("rewrite", ("R1",), ("R1",)), edit("rewrite", ("R1",), ("R1",), 2))
        ),
    ),
    ("CMP-edit-unfit", composed(MIXED, MIXED, (edit("rewrite", ("R2",), ("R3",)),))),
    (
        "CMP-edit-unfit",
        composed(
            ONE,
            (row(1, 8_000, "outcome", template=ONE[0].template), row(2, 2_000, "outcome")),
            (edit("add_support", (), ("R2",)), edit("rewrite", ("R1",), ("R1",), 2)),
            (move("R1", "R2", 2_000),),
        ),
    ),
    ("CMP-row-unlisted", changed("/rows/0/template", "States {{T1}}, no more.")),
    ("CMP-row-unlisted", changed("/rows/0/rationale", "Another one.")),
    ("CMP-row-unlisted", changed("/edits/0/after", ["R2"])),
    (
        "CMP-row-unlisted",
        composed(MIXED, (row(1, 8_000, "outcome"), MIXED[1]), (), (move("R3", "R1", 2_000),)),
    ),
    ("CMP-move-unfit", changed("/moves/0/to_row", "R9")),
    ("CMP-move-unfit", changed("/moves/0/to_row", "R1")),
    ("CMP-points", changed("/moves/0/points", 1_999)),
    ("CMP-points", changed("/moves/0/to_row", "R3")),
    (
        "CMP-total",
        composed((row(1, 9_900, "outcome"),), (row(1, 9_900, "outcome"),)),
    ),
    ("CMP-block-total", composed(ONE, ONE, budget=two_blocks())),
    (
        "CMP-block-total",
        composed(ONE, (replaced(ONE[0], block_id="B2"),), (edit("rewrite", ("R1",), ("R1",)),)),
    ),
    ("CMP-point-step", composed(MIXED, MIXED, budget=texas_budget(step=33))),
    (
        "CMP-point-step",
        composed(HALF, (row(1, 5_001, "outcome"), row(2, 4_999)), (), (move("R2", "R1", 1),)),
    ),
    ("CMP-outcome-minority", composed(HALF, HALF)),
    (
        "CMP-outcome-lost",
        texas_composition_input(
            evidence=texas_evidence(
                targets=tuple(
                    replaced(target, role="outcome" if target.id != "T3" else "support")
                    for target in texas_evidence().targets
                )
            )
        ),
    ),
    (
        "CMP-support-promoted",
        composed(
            MIXED,
            (*MIXED[:2], row(3, 2_000, "outcome")),
            (edit("rewrite", ("R3",), ("R3",)),),
        ),
    ),
    (
        "CMP-support-promoted",
        composed(
            MIXED,
            (*MIXED[:2], row(4, 2_000, "outcome")),
            (edit("rewrite", ("R3",), ("R4",)),),
            (move("R3", "R4", 2_000),),
        ),
    ),
    (
        "CMP-support-promoted",
        composed(
            MIXED,
            MIXED,
            evidence=texas_evidence(
                targets=tuple(
                    replaced(target, role="support") for target in texas_evidence().targets
                )
            ),
        ),
    ),
    ("CMP-template", changed("/rows/0/template", "States {{T9}}", REWRITING)),
    ("CMP-template", changed("/rows/0/template", "States {T1}", REWRITING)),
    ("CMP-digits", changed("/rows/0/template", "States {{T1}}, not 11.4 %", REWRITING)),
]


@pytest.mark.parametrize(("code", "given"), CASES, ids=[code for code, _ in CASES])
def test_code_fires_on_its_bad_example_and_only_it(code: str, given: CompositionInput) -> None:
    assert codes(given) == {code}
    blocked = code == "CMP-blocker"
    report = check_composition(given)
    assert (report.gate, report.verdict) == ("composition", "blocked" if blocked else "findings")
    assert [i.pointer for i in report.findings if not leads_somewhere(given, i.pointer)] == []


def test_good_compositions_pass_and_every_code_has_a_case() -> None:
    assert check_composition(texas_composition_input()).verdict == "passed"
    assert check_composition(texas_composition_input(texas_unchanged())).verdict == "passed"
    assert {code for code, _ in CASES} == {code.code for code in table.CODES} - CREDIT


SOUND: list[tuple[str, CompositionInput]] = [
    (
        "split",
        composed(
            ONE,
            (row(2, 6_000, "outcome"), row(3, 4_000)),
            (edit("split", ("R1",), ("R2", "R3")),),
            (move("R1", "R2", 6_000), move("R1", "R3", 4_000)),
        ),
    ),
    (
        "split that keeps the row",
        composed(
            ONE,
            (row(1, 6_000, "outcome"), row(2, 4_000)),
            (edit("split", ("R1",), ("R1", "R2")),),
            (move("R1", "R2", 4_000),),
        ),
    ),
    (
        "merge",
        composed(
            MIXED,
            (MIXED[0], row(4, 4_000)),
            (edit("merge", ("R2", "R3"), ("R4",)),),
            (move("R2", "R4", 2_000), move("R3", "R4", 2_000)),
        ),
    ),
    (
        "remove",
        composed(
            MIXED,
            (row(1, 8_000, "outcome"), MIXED[1]),
            (edit("remove", ("R3",), ()),),
            (move("R3", "R1", 2_000),),
        ),
    ),
    (
        "rewrite",
        composed(
            ONE,
            (row(1, 10_000, "outcome", rationale="Other words."),),
            (edit("rewrite", ("R1",), ("R1",)),),
        ),
    ),
    (
        "move alone",
        composed(
            HALF,
            (row(1, 5_001, "outcome"), row(2, 4_999)),
            (),
            (move("R2", "R1", 1),),
            budget=texas_budget(step=1),
        ),
    ),
    (
        "one row carries what the step leaves",
        composed(
            MIXED,
            (row(1, 6_006, "outcome"), row(2, 1_980), row(3, 2_014)),
            (),
            (move("R2", "R3", 14), move("R2", "R1", 6)),
            budget=texas_budget(step=33),
        ),
    ),
    (
        "move over a border",
        composed(
            (row(1, 5_000, "outcome"), row(2, 5_000, block_id="B2")),
            (row(1, 7_000, "outcome"), row(2, 3_000, block_id="B2")),
            (),
            (move("R2", "R1", 2_000),),
            budget=two_blocks(),
        ),
    ),
]


@pytest.mark.parametrize(("what", "given"), SOUND, ids=[what for what, _ in SOUND])
def test_sound_edits_pass(what: str, given: CompositionInput) -> None:
    composition = with_body(given.composition, "/findings/0/severity", "material")
    assert composition.verdict == "edited", what
    assert codes(given) == set()
    assert check_composition(given).verdict == "passed"


def test_edit_may_cite_a_material_finding_of_the_content_review() -> None:
    passed = texas_unchanged().checks
    composition = texas_composition(findings=(), checks=passed)
    cited = texas_composition_input(composition, review_findings=(texas_finding(),))
    assert check_composition(cited).verdict == "passed"
    assert codes(texas_composition_input(composition)) == {"CMP-finding-unfit"}


def test_findings_of_the_validator_on_the_rows_are_taken_over() -> None:
    found = finding("CTX-cutoff", "rows:/rows/0", "Stands for any row finding.")
    report = check_composition(texas_composition_input(row_findings=(found,)))
    assert report.findings == (found,)
    assert report.verdict == "findings"


def test_each_template_is_read_whatever_is_wrong_with_those_before() -> None:
    composition = with_body(GOOD, "/rows/0/template", "States {{T9}}")
    composition = with_body(composition, "/rows/1/template", "Takes the 5 quarters of {{T2}}")
    found = [(item.code, item.pointer) for item in _check(composition)]
    assert ("CMP-template", "composition:/rows/0/template") in found
    assert ("CMP-digits", "composition:/rows/1/template") in found


def _check(composition: Composition) -> tuple[Finding, ...]:
    return check_composition(texas_composition_input(composition)).findings


def test_block_totals_follow_moves_over_borders_only() -> None:
    given = composed(
        (row(1, 5_000, "outcome"), row(2, 2_000, block_id="B2"), row(3, 3_000, block_id="B2")),
        (row(1, 6_000, "outcome"), row(2, 1_500, block_id="B2"), row(3, 2_500, block_id="B2")),
        (),
        (move("R2", "R3", 500), move("R3", "R1", 1_000), move("R9", "R1", 7)),
        budget=two_blocks(),
    )
    assert block_totals(given) == {"B1": 6_000, "B2": 4_000}


def test_a_new_row_brings_points_into_its_block() -> None:
    given = composed(
        (row(1, 6_000, "outcome"), row(2, 4_000, block_id="B2")),
        (row(1, 6_000, "outcome"), row(2, 3_000, block_id="B2"), row(3, 1_000)),
        (edit("add_support", (), ("R3",)),),
        (move("R2", "R3", 1_000),),
        budget=two_blocks(6_000),
    )
    assert block_totals(given) == {"B1": 7_000, "B2": 3_000}
    assert codes(given) == set()


def pointers(code: str, given: CompositionInput) -> list[str]:
    return [item.pointer for item in check_composition(given).findings if item.code == code]


def test_a_block_outside_the_budget_holds_nothing() -> None:
    rows = (row(1, 9_999, "outcome"), row(2, 1, block_id="B9"))
    assert len(pointers("CMP-block-total", composed(rows, rows))) == 2


def test_rows_listed_twice_are_told_by_the_side_of_the_edits() -> None:
    twice = (edit("rewrite", ("R1",), ("R1",)), edit("rewrite", ("R1",), ("R1",), 2))
    assert pointers("CMP-edit-unfit", composed(ONE, ONE, twice)) == ["composition:/edits"] * 2
    merged = (edit("merge", ("R2", "R3"), ("R2",)), edit("rewrite", ("R1",), ("R2",), 2))
    found = pointers("CMP-edit-unfit", composed(MIXED, MIXED[:2], merged))
    assert found.count("composition:/edits") == 1


@pytest.mark.parametrize(
    ("kind", "before", "after", "odd"),
    [
        ("rewrite", 2, 1, "2 rows under `before`"),
        ("rewrite", 1, 2, "2 rows under `after`"),
        ("split", 2, 2, "2 rows under `before`"),
        ("split", 1, 1, "1 rows under `after`"),
        ("merge", 1, 1, "1 rows under `before`"),
        ("merge", 2, 2, "2 rows under `after`"),
        ("add_support", 1, 1, "1 rows under `before`"),
        ("add_support", 0, 0, "0 rows under `after`"),
        ("remove", 0, 0, "0 rows under `before`"),
        ("remove", 1, 1, "1 rows under `after`"),
    ],
)
def test_an_edit_takes_and_puts_as_many_rows_as_its_kind_says(
    kind: str, before: int, after: int, odd: str
) -> None:
    rows = tuple(f"R{n}" for n in range(1, 5))
    given = composed(ONE, ONE, (edit(kind, rows[:before], rows[2 : 2 + after]),))
    messages = [item.message for item in check_composition(given).findings]
    found = [text for text in messages if f"a {kind} with" in text]
    assert found == [f"E1: a {kind} with {odd}"]


def test_an_edit_id_twice_is_told_of_the_edits() -> None:
    twice = (edit("rewrite", ("R1",), ("R1",)), edit("rewrite", ("R2",), ("R2",)))
    given = composed(MIXED, MIXED, twice)
    assert pointers("CMP-id-repeated", given) == ["composition:/edits"]


def test_a_row_id_twice_is_told_of_the_rows() -> None:
    rows = (row(1, 6_000, "outcome"), row(2, 2_000), row(2, 2_000))
    assert pointers("CMP-id-repeated", composed(rows, rows)) == ["composition:/rows"]


def test_checks_are_the_four_of_the_contract() -> None:
    assert len(get_args(CompositionCheck)) == 4


@sampled(
    weights=st.lists(st.integers(min_value=1, max_value=500), min_size=2, max_size=6),
    moves=st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 400)), max_size=8
    ),
    slip=st.integers(min_value=-3, max_value=3),
)
def test_rows_must_end_where_their_moves_lead(
    weights: list[int], moves: list[tuple[int, int, int]], slip: int
) -> None:
    """Whatever moves are made, the gate accepts the exact result and refuses any slip of it."""
    count = len(weights)
    before = [6_000, *(weights[1:])]
    before[0] += 10_000 - sum(before)
    made = [(a % count, b % count, n) for a, b, n in moves if a % count != b % count]
    after = list(before)
    for source, sink, points in made:
        after[source] -= points
        after[sink] += points
    if min(after) < 0 or after[0] <= 5_000 or not made:
        return
    after[1] += slip
    after[0] -= slip
    if min(after) < 0:
        return
    rows = [
        tuple(row(n + 1, points, "support" if n else "outcome") for n, points in enumerate(held))
        for held in (before, after)
    ]
    listed = tuple(move(f"R{a + 1}", f"R{b + 1}", n) for a, b, n in made)
    found = codes(composed(rows[0], rows[1], (), listed, budget=texas_budget(step=1)))
    assert found == (set() if slip == 0 else {"CMP-points"})


MUTATIONS: "list[tuple[str, Json | Removed]]" = [
    ("/verdict", "unchanged"),
    ("/checks/0/check", "rows_are_atomic"),
    ("/checks/0/finding_id", None),
    ("/findings/0/id", "F2"),
    ("/findings/0/severity", "minor"),
    ("/findings/0/severity", "blocker"),
    ("/edits/0/kind", "split"),
    ("/edits/0/before", ["R1"]),
    ("/edits/0/after", ["R2"]),
    ("/edits/0/after", ["R2", "R3", "R4"]),
    ("/edits/0/finding_id", "F2"),
    ("/moves/0/from_row", "R3"),
    ("/moves/0/to_row", "R1"),
    ("/moves/0/points", 1),
    ("/moves/0/finding_id", "F2"),
    ("/rows/0/id", "R4"),
    ("/rows/0/block_id", "B2"),
    ("/rows/0/role", "support"),
    ("/rows/0/template", "Other {{T1}}"),
    ("/rows/0/target_ids", ["T2"]),
    ("/rows/0/criterion_ids", ["CR1"]),
    ("/rows/0/principle_ids", ["as-of-window"]),
    ("/rows/0/points", 5_999),
    ("/rows/0/rationale", ""),
    ("/rows/1/role", "outcome"),
    ("/rows/1/points", 2_001),
    ("/rows/1/template", "Takes the 5 quarters"),
    ("/rows/2", REMOVED),
    ("/moves/1", REMOVED),
    ("/edits/0", REMOVED),
    ("/findings/0", REMOVED),
]


@pytest.mark.parametrize(("path", "value"), MUTATIONS, ids=[path for path, _ in MUTATIONS])
def test_any_field_changed_alone_is_refused(path: str, value: "Json | Removed") -> None:
    assert check_composition(changed(path, value)).verdict != "passed"


def test_blocker_of_the_composer_blocks() -> None:
    report = check_composition(changed("/findings/-", BLOCKER))
    assert [item.severity for item in report.findings] == [Severity.BLOCKER]
