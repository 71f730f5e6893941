"""A waiver closes the errors it names, in review and composition, and nothing beside them."""

from typing import Literal

import pytest

from contracts.confirmation import Confirmation
from contracts.decision import FindingRef
from contracts.finding import Finding, GateReport, Severity
from contracts.review import ReviewCheck, ReviewFinding
from gates.confirmation import coded_checks, confirm
from gates.verdict import gate_report
from gates.waiver import (
    confirmation_findings,
    review_findings,
    waive_confirmation,
    waive_report,
    waive_review,
)
from tests.builders import with_body
from tests.texas_review import (
    texas_confirmation_input,
    texas_confirmation_submission,
    texas_finding,
)

ROWS = "composition:/rows"
MATERIAL = texas_finding(1)
MINOR = texas_finding(2, severity="minor")
BLOCKER = texas_finding(3, severity="blocker")


def check(*findings: ReviewFinding) -> ReviewCheck:
    severities = {item.severity for item in findings}
    word = "revise" if "material" in severities else "passed"
    verdict = "blocked" if "blocker" in severities else word
    return ReviewCheck.model_validate({"verdict": verdict, "reruns": (), "findings": findings})


def ref(item: ReviewFinding) -> FindingRef:
    return FindingRef(code=f"review-{item.severity}", pointer=f"review:{item.id}")


def test_findings_of_a_review_take_the_form_of_the_queue() -> None:
    found = review_findings(check(MATERIAL, MINOR, BLOCKER))
    assert [(item.code, item.severity, item.pointer) for item in found] == [
        ("review-material", Severity.ERROR, "review:F1"),
        ("review-minor", Severity.WARNING, "review:F2"),
        ("review-blocker", Severity.BLOCKER, "review:F3"),
    ]
    assert found[0].message == f"rows:/rows/0: {MATERIAL.statement}"


OTHER = texas_finding(4)
REVIEWS: dict[str, tuple[ReviewCheck, list[FindingRef], str, list[str]]] = {
    "nothing waived": (check(MATERIAL, MINOR), [], "revise", ["F1", "F2"]),
    "the one error": (check(MATERIAL, MINOR), [ref(MATERIAL)], "passed", ["F2"]),
    "one error of two": (check(MATERIAL, OTHER), [ref(OTHER)], "revise", ["F1"]),
    "both errors": (check(MATERIAL, OTHER), [ref(OTHER), ref(MATERIAL)], "passed", []),
    "an error of another review": (check(MATERIAL), [ref(OTHER)], "revise", ["F1"]),
    "a remark stays": (check(MINOR), [ref(MINOR)], "passed", ["F2"]),
    "a blocker stays": (check(BLOCKER), [ref(BLOCKER)], "blocked", ["F3"]),
    "a blocker stays beside a waived error": (
        check(MATERIAL, BLOCKER),
        [ref(MATERIAL), ref(BLOCKER)],
        "blocked",
        ["F3"],
    ),
}


@pytest.mark.parametrize("name", REVIEWS)
def test_waived_review(name: str) -> None:
    given, waived, verdict, left = REVIEWS[name]
    found = waive_review(given, waived)
    assert (found.verdict, [item.id for item in found.findings]) == (verdict, left)
    assert ReviewCheck.model_validate(found.model_dump()) == found


def finding(severity: Severity, place: int) -> Finding:
    return Finding(code="CMP-any", severity=severity, pointer=f"{ROWS}/{place}", message="Odd.")


def report(*findings: Finding) -> GateReport:
    return gate_report("composition", findings)


ERROR, SECOND = finding(Severity.ERROR, 0), finding(Severity.ERROR, 1)
WARNING, STOP = finding(Severity.WARNING, 2), finding(Severity.BLOCKER, 3)
ALL_NAMED = [FindingRef(code=i.code, pointer=i.pointer) for i in (ERROR, SECOND, WARNING, STOP)]
REPORTS: dict[str, tuple[GateReport, list[FindingRef], str, list[Finding]]] = {
    "nothing waived": (report(ERROR), [], "findings", [ERROR]),
    "the one error": (report(ERROR, WARNING), ALL_NAMED, "passed", [WARNING]),
    "one error of two": (report(ERROR, SECOND), ALL_NAMED[:1], "findings", [SECOND]),
    "a blocker stays": (report(ERROR, STOP), ALL_NAMED, "blocked", [STOP]),
    "the code elsewhere": (report(SECOND), ALL_NAMED[:1], "findings", [SECOND]),
}


@pytest.mark.parametrize("name", REPORTS)
def test_waived_report(name: str) -> None:
    given, waived, verdict, left = REPORTS[name]
    found = waive_report(given, waived)
    assert (found.gate, found.verdict, list(found.findings)) == ("composition", verdict, left)


GOOD = confirm(coded_checks(texas_confirmation_input()), texas_confirmation_submission())


def refused(*places: tuple[Literal["coded", "judged"], int]) -> Confirmation:
    body = with_body(GOOD, "/verdict", "refused")
    for kind, place in places:
        body = with_body(body, f"/{kind}/{place}/passed", False)
    return body


def named(check_name: str) -> FindingRef:
    return FindingRef(code=f"confirmation-{check_name}", pointer=ROWS)


def test_refused_checks_take_the_form_of_the_queue() -> None:
    found = confirmation_findings(refused(("coded", 0), ("judged", 1)))
    assert [(item.code, item.severity, item.pointer) for item in found] == [
        ("confirmation-points_total", Severity.ERROR, ROWS),
        ("confirmation-rows_judgeable_once", Severity.ERROR, ROWS),
    ]
    assert found[1].message == "Yes."
    assert confirmation_findings(GOOD) == ()


SECOND_JUDGED = named("rows_judgeable_once")
CONFIRMATIONS: dict[str, tuple[Confirmation, list[FindingRef], str]] = {
    "nothing to waive": (GOOD, [], "confirmed"),
    "nothing waived": (refused(("judged", 1)), [], "refused"),
    "the reader's one refusal": (refused(("judged", 1)), [SECOND_JUDGED], "confirmed"),
    "one refusal of two": (refused(("judged", 0), ("judged", 1)), [SECOND_JUDGED], "refused"),
    "another check": (refused(("judged", 0)), [SECOND_JUDGED], "refused"),
    "a check of code stands": (refused(("coded", 0)), [named("points_total")], "refused"),
    "a check of code stands beside it": (
        refused(("coded", 0), ("judged", 1)),
        [named("points_total"), SECOND_JUDGED],
        "refused",
    ),
}


@pytest.mark.parametrize("name", CONFIRMATIONS)
def test_waived_confirmation(name: str) -> None:
    given, waived, verdict = CONFIRMATIONS[name]
    found = waive_confirmation(given, waived)
    assert found == with_body(given, "/verdict", verdict)
