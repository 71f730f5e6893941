"""Own themes against the writer's: matched by the passages that they share, not by words."""

from dataclasses import replace

import pytest

from contracts.comparison import JudgementComparison
from contracts.review import OwnPassage, OwnTheme, Reopened
from contracts.rows import Scripts
from gates.review import ReviewInput, check_review, review_violations, waits_for_agreement
from orchestrator.passages import located_themes
from tests.contract_edit import replaced
from tests.ferry import CROWN, FUEL, STRIKE, TEXTS, ferry_evidence
from tests.texas_review import texas_finding, texas_review

JUDGED = JudgementComparison(
    question="Is the dependence on fuel a grave one?",
    admissible=("grave", "not grave"),
    required_grounds=("what is hedged",),
    pass_anchor="weighs what is hedged",
    fail_anchor="says so only",
)
NO_SCRIPTS = Scripts(scripts=())
NEXT_SENTENCE = "Most of it is bought in dollars."
UNSEEN = "We are exposed to several of them."


def own(*quotes: str) -> tuple[OwnTheme, ...]:
    return tuple(
        OwnTheme(statement=f"Theme {n}", passages=(OwnPassage(source_id="AR", quote=quote),))
        for n, quote in enumerate(quotes)
    )


def given(*quotes: str, **changes: object) -> ReviewInput:
    evidence = ferry_evidence()
    read = (Reopened(source_id="AR", agrees=True, note="Read."),)
    review = texas_review(computations=(), reopened=read, themes=own(*quotes))
    review = replaced(review, **changes)
    start = ReviewInput(
        evidence=evidence,
        questions=(),
        review=review,
        writer_scripts=NO_SCRIPTS,
        own_scripts=NO_SCRIPTS,
    )
    # The set over peripheral themes is determined by a script of its own elsewhere.
    start = replace(start, evidence=replaced(evidence, targets=evidence.targets[:2]))
    return replace(start, located=located_themes(evidence, review, TEXTS))


def said(made: ReviewInput) -> list[tuple[str, str]]:
    check = check_review(made)
    return [(item.statement.split(":")[0], item.severity) for item in check.findings]


def test_another_sentence_of_the_same_passage_matches() -> None:
    made = given(NEXT_SENTENCE, CROWN)
    assert said(made) == []
    assert check_review(made).verdict == "passed"


def test_a_theme_that_the_writer_lacks_is_material() -> None:
    made = given(FUEL, CROWN, UNSEEN)
    assert said(made) == [("REV-theme-unmatched", "material")]
    assert check_review(made).findings[0].pointer == "review:/themes/2"
    assert check_review(made).verdict == "revise"


def test_a_theme_that_nothing_is_graded_by_matches_nothing() -> None:
    """Peripheral themes whose target is gone are no answer to an own theme."""
    assert said(given(FUEL, CROWN, STRIKE)) == [("REV-theme-unmatched", "material")]


def test_a_core_theme_that_the_reviewer_lacks_is_a_remark() -> None:
    made = given(FUEL)
    assert said(made) == [("REV-theme-lacking", "minor")]
    assert check_review(made).findings[0].pointer == "evidence:/syntheses/0/themes/1"
    assert check_review(made).verdict == "passed"


def test_an_own_quote_that_stands_nowhere_is_material() -> None:
    made = given(FUEL, CROWN, "Whales are a danger.")
    assert said(made) == [("REV-quote-absent", "material")]


def test_own_themes_that_were_not_looked_up_count_as_absent() -> None:
    made = replace(given(FUEL, CROWN), located=given().located)
    assert ("REV-quote-absent", "material") in said(made)


def test_themes_need_own_themes() -> None:
    made = given()
    assert [item.code for item in review_violations(made)] == ["REV-no-own-themes"]
    assert check_review(made).verdict == "blocked"


def test_own_passages_come_from_reopened_sources() -> None:
    made = given(FUEL, CROWN, reopened=(Reopened(source_id="BR", agrees=True, note="Read."),))
    assert {item.code for item in review_violations(made)} == {
        "REV-source-not-reopened",
        "REV-input-not-own",
    }


@pytest.mark.parametrize("role", ["outcome", "support"])
def test_an_outcome_without_a_value_waits_for_a_human(role: str) -> None:
    made = _open(given(FUEL, CROWN), role)
    is_outcome = role == "outcome"
    assert said(made) == ([("REV-agreement", "material")] if is_outcome else [])
    assert waits_for_agreement(check_review(made)) is is_outcome


@pytest.mark.parametrize("role", ["outcome", "support"])
def test_an_outcome_by_judgement_waits_for_a_human(role: str) -> None:
    made = given(FUEL, CROWN)
    by_judgement = replaced(made.evidence.targets[0], id="T9", role=role, comparison=JUDGED)
    targets = (*made.evidence.targets, by_judgement)
    made = replace(made, evidence=replaced(made.evidence, targets=targets))
    is_outcome = role == "outcome"
    assert said(made) == ([("REV-agreement", "material")] if is_outcome else [])
    assert waits_for_agreement(check_review(made)) is is_outcome


def test_what_can_be_mended_is_mended_first() -> None:
    made = _open(given(FUEL, CROWN, findings=(texas_finding(),)), "outcome")
    assert check_review(made).verdict == "revise"
    assert not waits_for_agreement(check_review(made))


def test_a_passed_review_waits_for_nobody() -> None:
    assert not waits_for_agreement(check_review(given(FUEL, CROWN)))


def _open(made: ReviewInput, role: str) -> ReviewInput:
    """One more target, which has no value."""
    first = made.evidence.targets[0]
    target = replaced(first, id="T9", role=role, status="indeterminate", evidence=("CLM1",))
    return replace(made, evidence=replaced(made.evidence, targets=(*made.evidence.targets, target)))
