"""The word that findings add up to, the same for every gate."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from contracts.finding import Finding, GateReport, Severity

Verdict: TypeAlias = Literal["passed", "findings", "blocked"]


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """`blocked` with any blocker, `findings` with any error; warnings pass and are printed."""
    found = {finding.severity for finding in findings}
    if Severity.BLOCKER in found:
        return "blocked"
    return "findings" if Severity.ERROR in found else "passed"


def gate_report(gate: str, findings: Sequence[Finding]) -> GateReport:
    """The report of one gate, with the verdict that its findings add up to."""
    return GateReport(gate=gate, verdict=verdict_of(findings), findings=tuple(findings))
