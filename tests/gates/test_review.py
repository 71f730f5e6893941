"""A review counts when it is whole and the reviewer's own; its verdict is computed by code."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.contract import Json
from contracts.decision import FindingRef
from contracts.finding import Question
from contracts.quantity import Unit
from contracts.review import Answer, Failed, Review, ReviewCheck
from contracts.rows import Scripts
from gates.code_tables import review as table
from gates.review import Rerun, ReviewInput, check_review, review_violations, waits_for_agreement
from gates.waiver import waive_review
from tests.builders import replaced, texas_evidence, texas_scripts, with_body
from tests.gates.places import leads_somewhere
from tests.texas_review import (
    texas_finding,
    texas_rerun,
    texas_review,
    texas_review_input,
)

ASKED = (Question(id="Q1", code="COV-unspanned", pointer="query:/text", question="And this?"),)
GOOD = texas_review()


def changed(path: str, value: Json, **changes: Any) -> ReviewInput:
    return texas_review_input(with_body(GOOD, path, value), **changes)


def answered(*ids: str, acceptable: bool = True) -> Review:
    return texas_review(
        answers=tuple(Answer(question_id=i, acceptable=acceptable, answer="It is.") for i in ids)
    )


def disagreeing(**changes: object) -> Review:
    return replaced(with_body(GOOD, "/reopened/0/agrees", False), **changes)


def copied() -> Scripts:
    script = replaced(texas_scripts().scripts[0], name="own_mean.py")
    return Scripts(scripts=(script,))


def computed_twice() -> Review:
    return texas_review(computations=GOOD.computations * 2)


BACKWARDS = texas_evidence(targets=texas_evidence().targets[::-1])
"""Support targets before the outcome."""
UNUSED = "10-Q-2024-Q2"
VIOLATIONS: list[tuple[str, ReviewInput]] = [
    (
        "REV-source-not-reopened",
        texas_review_input(
            texas_review(reopened=tuple(r for r in GOOD.reopened if r.source_id != UNUSED))
        ),
    ),
    ("REV-disagreement-silent", texas_review_input(disagreeing())),
    (
        "REV-disagreement-silent",
        texas_review_input(disagreeing(findings=(texas_finding(severity="minor"),))),
    ),
    ("REV-no-own-computation", texas_review_input(texas_review(computations=()))),
    (
        "REV-no-own-computation",
        texas_review_input(texas_review(computations=()), evidence=BACKWARDS),
    ),
    ("REV-computation-unfit", texas_review_input(computed_twice())),
    (
        "REV-computation-unfit",
        texas_review_input(
            texas_review(
                computations=(
                    *GOOD.computations,
                    replaced(GOOD.computations[0], target_id="T9"),
                )
            )
        ),
    ),
    ("REV-script-missing", changed("/computations/0/script", "other.py")),
    ("REV-script-copied", texas_review_input(own_scripts=copied())),
    ("REV-input-not-own", changed("/computations/0/inputs/0/source_id", "blog-post")),
    ("REV-criterion-undecided", texas_review_input(texas_review(criteria=GOOD.criteria[1:]))),
    (
        "REV-criterion-undecided",
        texas_review_input(texas_review(criteria=(*GOOD.criteria, GOOD.criteria[0]))),
    ),
    ("REV-question-unanswered", texas_review_input(questions=ASKED)),
    ("REV-question-unanswered", texas_review_input(answered("Q1", "Q1"), questions=ASKED)),
    ("REV-question-unanswered", texas_review_input(answered("Q1", "Q2"), questions=ASKED)),
    (
        "REV-finding-repeated",
        texas_review_input(texas_review(findings=(texas_finding(), texas_finding()))),
    ),
]


@pytest.mark.parametrize(("code", "given"), VIOLATIONS, ids=[code for code, _ in VIOLATIONS])
def test_violation_fires_on_its_bad_example_and_only_it(code: str, given: ReviewInput) -> None:
    found = review_violations(given)
    assert {item.code for item in found} == {code}
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []
    check = check_review(given)
    assert check.verdict == "blocked"
    mine = [item for item in check.findings if item.statement.startswith(f"{code}: ")]
    assert {item.severity for item in mine} == {"blocker"}


RESULT = "/computations/0/result"
PROBLEMS: list[tuple[str, ReviewInput]] = [
    ("REV-rerun-differs", texas_review_input(None, texas_rerun(outcome="different"))),
    ("REV-rerun-differs", texas_review_input(None, texas_rerun(outcome="failed"))),
    ("REV-rerun-differs", texas_review_input(None, texas_rerun(outcome="missing"))),
    ("REV-quote-absent", texas_review_input(None, texas_rerun(quotes_found=False))),
    ("REV-result-refused", changed(RESULT, "11.398896")),
    ("REV-result-refused", changed(RESULT, "11.7")),
    ("REV-result-refused", changed("/computations/0/unit", "ratio")),
    (
        "REV-answer-unacceptable",
        texas_review_input(answered("Q1", acceptable=False), questions=ASKED),
    ),
]


@pytest.mark.parametrize(("code", "given"), PROBLEMS, ids=[code for code, _ in PROBLEMS])
def test_problem_becomes_a_material_finding_made_by_code(code: str, given: ReviewInput) -> None:
    assert review_violations(given) == ()
    check = check_review(given)
    (found,) = check.findings
    assert found.statement.startswith(f"{code}: ")
    assert not found.statement.endswith(": None")
    assert leads_somewhere(given, found.pointer)
    assert [item.severity for item in check.findings] == ["material"]
    assert check.verdict == "revise"


THEMES = {"REV-no-own-themes", "REV-theme-unmatched", "REV-theme-lacking", "REV-agreement"}
"""Codes of themes and of outcomes without a value: test_review_themes.py."""


def test_every_code_has_a_case() -> None:
    cases = {code for code, _ in VIOLATIONS} | {code for code, _ in PROBLEMS}
    assert cases | THEMES == {code.code for code in table.CODES}


def test_good_review_passes_with_its_rerun() -> None:
    check = check_review(texas_review_input())
    assert (check.verdict, check.findings) == ("passed", ())
    (rerun,) = check.reruns
    assert (rerun.target_id, rerun.outcome, rerun.accepted) == ("T1", "equal", "accepted")
    assert rerun.quotes_found
    assert check_review(texas_review_input(answered("Q1"), questions=ASKED)).verdict == "passed"


def test_computation_without_a_rerun_counts_as_missing() -> None:
    check = check_review(texas_review_input(None, texas_rerun("T3")))
    assert [item.outcome for item in check.reruns] == ["missing"]
    assert check.verdict == "revise"
    assert [(item.id, item.statement.split(":")[0]) for item in check.findings] == [
        ("F1", "REV-rerun-differs"),
        ("F2", "REV-quote-absent"),
    ]


@pytest.mark.parametrize(
    ("severity", "verdict"), [("minor", "passed"), ("material", "revise"), ("blocker", "blocked")]
)
def test_verdict_follows_the_heaviest_finding(severity: str, verdict: str) -> None:
    check = check_review(
        texas_review_input(texas_review(findings=(texas_finding(severity=severity),)))
    )
    assert check.verdict == verdict


FAILED = Failed(verdict="failed", criterion=GOOD.criteria[0].criterion, finding_id="F1")


def failed(*severities: str) -> ReviewInput:
    """The first criterion failed by F1; findings of these severities."""
    findings = tuple(texas_finding(n, severity=word) for n, word in enumerate(severities, 1))
    return texas_review_input(
        texas_review(criteria=(FAILED, *GOOD.criteria[1:]), findings=findings)
    )


@pytest.mark.parametrize(
    ("given", "verdict", "severities"),
    [
        (failed("minor"), "revise", ["material"]),
        (failed("minor", "minor"), "revise", ["material", "minor"]),
        (failed("material"), "revise", ["material"]),
        (failed("blocker", "minor"), "blocked", ["blocker", "minor"]),
    ],
)
def test_what_a_failed_criterion_names_is_material_at_least(
    given: ReviewInput, verdict: str, severities: list[str]
) -> None:
    check = check_review(given)
    assert check.verdict == verdict
    assert [item.severity for item in check.findings] == severities


def test_a_failed_criterion_is_not_waived_with_another_finding_nor_by_an_agreement() -> None:
    check = check_review(failed("minor", "material"))
    first, second = (
        FindingRef(code="review-material", pointer=f"review:{item.id}") for item in check.findings
    )
    assert waive_review(check, [second]).verdict == "revise"
    assert waive_review(check, [first, second]).verdict == "passed"
    assert not waits_for_agreement(check_review(failed("minor")))


def test_findings_of_code_are_numbered_after_the_reviewers() -> None:
    review = texas_review(findings=(texas_finding(7), texas_finding(3)))
    check = check_review(texas_review_input(review, texas_rerun(outcome="failed")))
    assert [item.id for item in check.findings] == ["F7", "F3", "F8"]
    assert check.findings[-1].pointer == "review:/computations/0"


def test_disagreement_with_a_material_finding_is_no_violation() -> None:
    review = disagreeing(findings=(texas_finding(),))
    assert review_violations(texas_review_input(review)) == ()


def supported(result: str, target: str, unit: Unit) -> ReviewCheck:
    second = replaced(GOOD.computations[0], target_id=target, result=Decimal(result), unit=unit)
    review = texas_review(computations=(*GOOD.computations, second))
    reruns = (texas_rerun(), Rerun(target, "equal", result, quotes_found=True))
    return check_review(texas_review_input(review, *reruns))


def test_support_targets_may_be_computed_and_are_held_against_their_comparison() -> None:
    assert supported("13289000", "T3", Unit.USD).verdict == "passed"
    assert supported("13290000", "T3", Unit.USD).verdict == "revise"


def test_a_figure_says_nothing_on_a_target_that_is_no_number() -> None:
    check = supported("5", "T2", Unit.COUNT)
    assert (check.verdict, check.reruns[1].accepted) == ("passed", "undecided")
