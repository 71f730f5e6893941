"""What a principle says of its violation is run: its candidate goes through the real gates."""

import pytest

from contracts.finding import Severity
from contracts.ids import PrincipleId
from contracts.review import Failed
from gates.codes import CODES, code_of
from gates.composition import check_composition
from gates.review import check_review
from gates.validator import validate
from principles.library import load_library
from tests.contract_edit import replaced
from tests.principles.violations import VIOLATIONS, Breach
from tests.texas_review import (
    texas_composition_input,
    texas_finding,
    texas_review,
    texas_review_input,
    texas_unchanged,
)

PRINCIPLES = {item.principle.id: item.principle for item in load_library()}
CODE_WORDS = {code.code for code in CODES}
BY_CODE = sorted(p.id for p in PRINCIPLES.values() if p.violation.catcher == "code")
BY_READER = sorted(set(PRINCIPLES) - set(BY_CODE))
READERS = sorted({word for p in PRINCIPLES.values() for word in p.violation.caught_by} - CODE_WORDS)
REVIEWED = [word for word in READERS if word.startswith("review:")]
COMPOSED = [word for word in READERS if word.startswith("composition:")]


def heard(breach: Breach) -> set[str]:
    """Codes above a warning that the validator says of the candidate."""
    found = {item.code for item in validate(breach.candidate()).findings}
    return {code for code in found if code_of(code).severity != Severity.WARNING}


def test_every_principle_has_a_candidate_that_breaks_it() -> None:
    assert set(VIOLATIONS) == set(PRINCIPLES)


@pytest.mark.parametrize("name", BY_CODE)
def test_code_catches_the_candidate_that_breaks_the_principle(name: PrincipleId) -> None:
    expected = CODE_WORDS.intersection(PRINCIPLES[name].violation.caught_by)
    assert heard(VIOLATIONS[name]) == expected | set(VIOLATIONS[name].also)


@pytest.mark.parametrize("name", sorted(set(BY_READER) & set(VIOLATIONS)))
def test_code_is_blind_where_the_principle_says_so(name: PrincipleId) -> None:
    assert heard(VIOLATIONS[name]) == set()


@pytest.mark.parametrize("word", REVIEWED)
def test_a_criterion_that_a_reviewer_fails_holds_the_candidate_back(word: str) -> None:
    criteria = tuple(
        Failed(verdict="failed", criterion=item.criterion, finding_id="F1")
        if item.criterion == word.removeprefix("review:")
        else item
        for item in texas_review().criteria
    )
    review = texas_review(criteria=criteria, findings=(texas_finding(),))
    assert [isinstance(item, Failed) for item in criteria].count(True) == 1
    assert check_review(texas_review_input(review)).verdict == "revise"


@pytest.mark.parametrize("word", COMPOSED)
def test_a_check_that_a_composer_fails_must_be_mended(word: str) -> None:
    good = texas_unchanged()
    checks = tuple(
        replaced(item, passed=False, finding_id="F1")
        if item.check == word.removeprefix("composition:")
        else item
        for item in good.checks
    )
    left = texas_unchanged(checks=checks, findings=(texas_finding(),))
    report = check_composition(texas_composition_input(left))
    assert check_composition(texas_composition_input(good)).verdict == "passed"
    found = {item.code for item in report.findings if item.severity != Severity.WARNING}
    assert found == {"CMP-finding-open"}
