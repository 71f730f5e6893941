"""Five checks by code, three by a reader, and all eight or nothing."""

from typing import get_args

import pytest

from contracts.confirmation import CodedCheck, ConfirmationSubmission, JudgedCheck
from contracts.contract import Json
from gates.code_tables import confirmation as table
from gates.confirmation import (
    ConfirmationInput,
    coded_checks,
    confirm,
    confirmation_violations,
)
from tests.builders import texas_budget, texas_evidence, texas_factorization, with_body
from tests.texas_review import (
    texas_composition,
    texas_composition_input,
    texas_confirmation_input,
    texas_confirmation_submission,
    texas_unchanged,
)

GOOD = texas_confirmation_submission()


def edited(path: str, value: Json) -> ConfirmationInput:
    composition = with_body(texas_composition(), path, value)
    return texas_confirmation_input(texas_composition_input(composition))


OTHER_BUDGET = with_body(texas_budget(), "/blocks/0/obligation_id", "O2")
FAILING: list[tuple[str, ConfirmationInput]] = [
    ("points_total", edited("/moves/0/points", 1_000)),
    (
        "outcome_majority",
        texas_confirmation_input(
            texas_composition_input(
                with_body(
                    with_body(
                        with_body(texas_composition(), "/moves/0/points", 3_000),
                        "/rows/0/points",
                        5_000,
                    ),
                    "/rows/1/points",
                    3_000,
                )
            )
        ),
    ),
    ("frozen_ids", texas_confirmation_input(frozen_budget="0" * 64)),
    (
        "frozen_ids",
        texas_confirmation_input(
            factorization=with_body(texas_factorization(), "/obligations/0/id", "O2")
        ),
    ),
    ("edits_have_findings", edited("/moves/0/finding_id", "F9")),
    ("edits_have_findings", edited("/rows/0/rationale", "Silently changed.")),
    ("evidence_unchanged", texas_confirmation_input(reviewed_evidence="0" * 64)),
    (
        "evidence_unchanged",
        texas_confirmation_input(
            texas_composition_input(
                evidence=with_body(texas_evidence(), "/targets/0/statement", "Another")
            )
        ),
    ),
]


@pytest.mark.parametrize(("check", "given"), FAILING, ids=[check for check, _ in FAILING])
def test_coded_check_fails_alone(check: str, given: ConfirmationInput) -> None:
    coded = coded_checks(given)
    assert [item.check for item in coded if not item.passed] == [check]
    assert confirm(coded, GOOD).verdict == "refused"


def test_a_row_in_an_unknown_block_breaks_frozen_ids() -> None:
    coded = coded_checks(edited("/rows/0/block_id", "B7"))
    assert "frozen_ids" in {item.check for item in coded if not item.passed}


def test_good_composition_is_confirmed_also_when_nothing_was_edited() -> None:
    unchanged = texas_confirmation_input(texas_composition_input(texas_unchanged()))
    for given in (texas_confirmation_input(), unchanged):
        confirmation = confirm(coded_checks(given), GOOD)
        assert confirmation.verdict == "confirmed"
        assert tuple(item.check for item in confirmation.coded) == get_args(CodedCheck)
        assert {item.check for item in confirmation.judged} == set(get_args(JudgedCheck))
    assert {check for check, _ in FAILING} == set(get_args(CodedCheck))


def test_notes_say_what_was_measured() -> None:
    notes = {item.check: item.note for item in coded_checks(texas_confirmation_input())}
    assert notes["points_total"] == "rows hold 100 points"
    assert notes["outcome_majority"] == "outcome rows hold 60 points"
    assert notes["edits_have_findings"] == "1 edits and 2 moves"
    failed = {item.check: item.note for item in coded_checks(edited("/moves/0/points", 1))}
    assert failed["points_total"] == "rows hold 100 points; CMP-points, CMP-points"


@pytest.mark.parametrize("index", range(3))
def test_one_judged_check_that_fails_refuses(index: int) -> None:
    submission = with_body(GOOD, f"/checks/{index}/passed", False)
    assert confirmation_violations(submission) == ()
    assert confirm(coded_checks(texas_confirmation_input()), submission).verdict == "refused"


def twice() -> ConfirmationSubmission:
    return with_body(GOOD, "/checks/1/check", "asked_in_full_and_nothing_more")


def test_check_decided_twice_leaves_another_undecided() -> None:
    found = confirmation_violations(twice())
    assert {item.code for item in found} == {"CNF-check-undecided"}
    assert len(found) == 2
    assert {code.code for code in table.CODES} == {"CNF-check-undecided"}
    assert confirm(coded_checks(texas_confirmation_input()), twice()).verdict == "refused"


def test_a_coded_check_left_out_refuses() -> None:
    coded = coded_checks(texas_confirmation_input())
    assert confirm((*coded[:4], coded[0]), GOOD).verdict == "refused"
