"""What a human's waiver closes: named errors of review and composition, and nothing else.

A waiver never reaches a blocker, nor a check that code made on frozen bytes. Every function gives
the verdict that the findings left over add up to.
"""

from collections.abc import Collection

from contracts.confirmation import Confirmation
from contracts.decision import FindingRef
from contracts.finding import Finding, GateReport, Severity
from contracts.review import ReviewCheck, ReviewFinding
from gates.verdict import gate_report

_SEVERITIES = {
    "blocker": Severity.BLOCKER,
    "material": Severity.ERROR,
    "minor": Severity.WARNING,
}


def review_findings(check: ReviewCheck) -> tuple[Finding, ...]:
    """A review's findings in the queue's form: `review:<id>` is their place."""
    return tuple(_of_review(item) for item in check.findings)


def confirmation_findings(body: Confirmation) -> tuple[Finding, ...]:
    """The refused checks of a confirmation in the queue's form."""
    return tuple(
        Finding(
            code=f"confirmation-{item.check}",
            severity=Severity.ERROR,
            pointer="composition:/rows",
            message=item.note,
        )
        for item in (*body.coded, *body.judged)
        if not item.passed
    )


def waive_review(check: ReviewCheck, waived: Collection[FindingRef]) -> ReviewCheck:
    """The check without the material findings that were waived."""
    left = tuple(
        item
        for item in check.findings
        if item.severity != "material" or _ref(_of_review(item)) not in waived
    )
    severities = {item.severity for item in left}
    verdict = "revise" if "material" in severities else "passed"
    return check.model_copy(
        update={
            "findings": left,
            "verdict": "blocked" if "blocker" in severities else verdict,
        }
    )


def waive_report(report: GateReport, waived: Collection[FindingRef]) -> GateReport:
    """The report without the errors that were waived."""
    left = tuple(
        item
        for item in report.findings
        if item.severity is not Severity.ERROR or _ref(item) not in waived
    )
    return gate_report(report.gate, left)


def waive_confirmation(body: Confirmation, waived: Collection[FindingRef]) -> Confirmation:
    """The confirmation with waived refusals of its reader closed; checks of code stand."""
    closed = {ref.code.removeprefix("confirmation-") for ref in waived}
    is_open = any(not item.passed for item in body.coded) or any(
        not item.passed and item.check not in closed for item in body.judged
    )
    return body.model_copy(update={"verdict": "refused" if is_open else "confirmed"})


def _of_review(item: ReviewFinding) -> Finding:
    return Finding(
        code=f"review-{item.severity}",
        severity=_SEVERITIES[item.severity],
        pointer=f"review:{item.id}",
        message=f"{item.pointer}: {item.statement}",
    )


def _ref(item: Finding) -> FindingRef:
    return FindingRef(code=item.code, pointer=item.pointer)
