"""What follows the good candidate: its content review, composition, confirmation and reruns."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal, get_args

from contracts.audit import TraceAudit
from contracts.composition import CheckOutcome, Composition, Edit, Move
from contracts.confirmation import ConfirmationSubmission, JudgedOutcome
from contracts.contract import fingerprint, sha256_of
from contracts.evidence import Evidence
from contracts.finding import Finding, Severity, Validation
from contracts.quantity import Scale, Unit
from contracts.review import (
    OwnComputation,
    OwnInput,
    Passed,
    Reopened,
    Review,
    ReviewCriterion,
    ReviewFinding,
)
from contracts.rows import Script, Scripts
from gates.acceptance import AcceptanceInput
from gates.composition import CompositionInput, check_composition
from gates.confirmation import ConfirmationInput, coded_checks, confirm
from gates.rendering import reference_values
from gates.review import Rerun, ReviewInput, check_review
from gates.verdict import gate_report
from tests.builders import (
    replaced,
    texas_budget,
    texas_composed_rows,
    texas_evidence,
    texas_factorization,
    texas_rows,
    texas_scripts,
)

_OWN_SCRIPT = """import json
import sys
from dataclasses import replace
from decimal import Decimal

figures = {name: Decimal(text) for name, text in json.load(open(sys.argv[1])).items()}
for kind in ("part", "all"):
    figures[kind + "_q4_2024"] = figures.pop(kind + "_fy_2024") - figures.pop(kind + "_9m_2024")
quarters = [name.removeprefix("all_") for name in figures if name.startswith("all_")]
shares = [figures["part_" + quarter] / figures["all_" + quarter] for quarter in quarters]
print(format(100 * sum(shares) / len(shares), ".6f"))
"""
_READ = {
    "Q3 2025": "q3_2025",
    "Q2 2025": "q2_2025",
    "Q1 2025": "q1_2025",
    "FY 2024": "fy_2024",
    "Q3 2024": "q3_2024",
    "first three quarters of 2024": "9m_2024",
}
"""Periods whose figures the reviewer reads itself, and its own names for them."""


def texas_own_scripts() -> Scripts:
    script = Script(name="own_mean.py", sha256=sha256_of(_OWN_SCRIPT.encode()), text=_OWN_SCRIPT)
    return Scripts(scripts=(script,))


def texas_review(evidence: Evidence | None = None, **changes: object) -> Review:
    evidence = evidence or texas_evidence()
    criteria: tuple[ReviewCriterion, ...] = get_args(ReviewCriterion)
    figures = [item for item in evidence.observations if item.period.label in _READ]
    review = Review(
        reopened=tuple(Reopened(source_id=s.id, agrees=True, note="") for s in evidence.sources),
        computations=(
            OwnComputation(
                target_id="T1",
                script="own_mean.py",
                inputs=tuple(
                    OwnInput(
                        name=f"{kind}_{_READ[item.period.label or '']}",
                        value=item.value,
                        source_id=item.source_id,
                        quote=item.quote.text,
                    )
                    for item in figures
                    for kind in ("part" if item.subject.part else "all",)
                ),
                result=Decimal("11.768121"),
                unit=Unit.PERCENT,
                scale=Scale.ONE,
            ),
        ),
        criteria=tuple(
            Passed(verdict="passed", criterion=criterion, note="") for criterion in criteria
        ),
        findings=(),
        answers=(),
    )
    return replaced(review, **changes)


def texas_rerun(
    target_id: str = "T1",
    outcome: Literal["equal", "different", "failed", "missing"] = "equal",
    *,
    printed: str = "11.768121",
    quotes_found: bool = True,
) -> Rerun:
    return Rerun(target_id, outcome, printed, quotes_found)


def texas_review_input(review: Review | None = None, *reruns: Rerun, **changes: Any) -> ReviewInput:
    given = ReviewInput(
        evidence=texas_evidence(),
        questions=(),
        review=review or texas_review(),
        writer_scripts=texas_scripts(),
        own_scripts=texas_own_scripts(),
        reruns=reruns or (texas_rerun(),),
    )
    return replace(given, **changes)


def texas_finding(number: int = 1, **changes: object) -> ReviewFinding:
    found = ReviewFinding(
        id=f"F{number}",
        severity="material",
        pointer="rows:/rows/0",
        statement="One row of all points: an answer that is right but for a digit gets nothing.",
    )
    return replaced(found, **changes)


def texas_composition(**changes: object) -> Composition:
    """The composer's answer: 60 for the value, 20 for the window, 20 for the derived quarter."""
    composition = Composition(
        verdict="edited",
        checks=(
            CheckOutcome(check="credit_is_graded", passed=False, finding_id="F1", note="One row."),
            CheckOutcome(check="rows_are_atomic", passed=True, finding_id=None, note="Yes."),
            CheckOutcome(check="weights_follow_decision", passed=True, finding_id=None, note="."),
            CheckOutcome(check="nothing_unrequested", passed=True, finding_id=None, note="None."),
        ),
        findings=(texas_finding(),),
        edits=(
            Edit(
                id="E1",
                kind="add_support",
                before=(),
                after=("R2", "R3"),
                finding_id="F1",
                reason="The window and the derived quarter decide the figure.",
            ),
        ),
        moves=tuple(
            Move(from_row="R1", to_row=row, points=2_000, finding_id="F1", reason="A step of it.")
            for row in ("R2", "R3")
        ),
        rows=texas_composed_rows().rows,
    )
    return replaced(composition, **changes)


def texas_unchanged(**changes: object) -> Composition:
    checks = tuple(
        replaced(item, passed=True, finding_id=None) for item in texas_composition().checks
    )
    composition = Composition(
        verdict="unchanged", checks=checks, findings=(), edits=(), moves=(), rows=texas_rows().rows
    )
    return replaced(composition, **changes)


def texas_values() -> Mapping[str, str]:
    return reference_values(texas_factorization(), texas_evidence())


def texas_composition_input(
    composition: Composition | None = None, **changes: Any
) -> CompositionInput:
    given = CompositionInput(
        budget=texas_budget(),
        evidence=texas_evidence(),
        before=texas_rows(),
        review_findings=(),
        values=texas_values(),
        composition=composition or texas_composition(),
    )
    return replace(given, **changes)


def texas_confirmation_input(
    composed: CompositionInput | None = None, **changes: Any
) -> ConfirmationInput:
    given = ConfirmationInput(
        composed=composed or texas_composition_input(),
        factorization=texas_factorization(),
        frozen_budget=fingerprint(texas_budget()),
        reviewed_evidence=fingerprint(texas_evidence()),
    )
    return replace(given, **changes)


def texas_confirmation_submission(**changes: object) -> ConfirmationSubmission:
    submission = ConfirmationSubmission(
        checks=(
            JudgedOutcome(check="asked_in_full_and_nothing_more", passed=True, note="Yes."),
            JudgedOutcome(check="rows_judgeable_once", passed=True, note="Yes."),
            JudgedOutcome(check="points_follow_decision", passed=True, note="Yes."),
        )
    )
    return replaced(submission, **changes)


def texas_acceptance_input(**changes: Any) -> AcceptanceInput:
    warning = Finding(
        code="CUT-unverified",
        severity=Severity.WARNING,
        pointer="sources:/0",
        message="Not looked up.",
    )
    given = AcceptanceInput(
        validation=Validation(verdict="passed", findings=(warning,), questions=()),
        review_check=check_review(texas_review_input()),
        gates=(
            gate_report("factorization", ()),
            gate_report("context", ()),
            check_composition(texas_composition_input()),
        ),
        confirmation=confirm(
            coded_checks(texas_confirmation_input()), texas_confirmation_submission()
        ),
        audit=TraceAudit(
            verdict="passed", calls=3, tool_calls=5, hosts=(), sources_opened=(), findings=()
        ),
    )
    return replace(given, **changes)
