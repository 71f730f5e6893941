"""The acceptance gate: nothing is accepted while one condition is unmet, absent or contradicted."""

from collections.abc import Iterator
from dataclasses import dataclass

from contracts.audit import TraceAudit
from contracts.confirmation import Confirmation
from contracts.finding import Finding, GateReport, Severity, Validation
from contracts.review import ReviewCheck
from gates.codes import finding
from gates.verdict import gate_report

REQUIRED_GATES = ("factorization", "context", "composition")
"""Gate reports that must be there, by their `gate` word."""


@dataclass(frozen=True, slots=True)
class AcceptanceInput:
    """Everything that must hold; `None` for a stage that left nothing.

    The lock is not among it: accept compares it first and stops with `LockChanged`, since no
    report of a gate means anything once the gates' own bytes have changed.
    """

    validation: Validation | None
    """Of the candidate that was reviewed and composed."""
    review_check: ReviewCheck | None
    gates: tuple[GateReport, ...]
    confirmation: Confirmation | None
    audit: TraceAudit | None


def check_acceptance(given: AcceptanceInput) -> GateReport:
    """One finding per condition that is not met.

    A verdict word is not believed when findings beside it say otherwise.
    """
    return gate_report("acceptance", (*_verdict_findings(given), *_open_findings(given)))


def _verdict_findings(given: AcceptanceInput) -> Iterator[Finding]:
    validation, review = given.validation, given.review_check
    confirmation, audit = given.confirmation, given.audit
    for code, word, passed in (
        ("ACC-validation", validation and validation.verdict, "passed"),
        ("ACC-review", review and review.verdict, "passed"),
        ("ACC-confirmation", confirmation and confirmation.verdict, "confirmed"),
        ("ACC-audit", audit and audit.verdict, "passed"),
    ):
        if word != passed:
            stage = code.removeprefix("ACC-")
            yield finding(code, stage, f"{stage} says {word or 'nothing'}, must say {passed}")
    reports = {report.gate: report for report in given.gates}
    for gate in dict.fromkeys((*REQUIRED_GATES, *reports)):
        word = reports[gate].verdict if gate in reports else "nothing"
        if word != "passed":
            yield finding("ACC-gate", gate, f"the {gate} gate says {word}, must say passed")


def _open_findings(given: AcceptanceInput) -> Iterator[Finding]:
    """Findings above `warning` beside a verdict that let them pass."""
    for place, findings in _passed_findings(given):
        for item in findings:
            if item.severity is not Severity.WARNING:
                message = f"{item.code} ({item.severity}) is open: {item.message}"
                yield finding("ACC-open-finding", place, message)
    review = given.review_check
    if review is not None and review.verdict == "passed":
        for item in review.findings:
            if item.severity != "minor":
                message = f"{item.id} ({item.severity}) is open: {item.statement}"
                yield finding("ACC-open-finding", "review", message)


def _passed_findings(given: AcceptanceInput) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    if given.validation is not None and given.validation.verdict == "passed":
        yield "validation", given.validation.findings
    if given.audit is not None and given.audit.verdict == "passed":
        yield "audit", given.audit.findings
    for report in given.gates:
        if report.verdict == "passed":
            yield report.gate, report.findings
