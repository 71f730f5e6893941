"""The confirmation of a composition: five checks by code, three by a reader in a fresh session."""

from collections import Counter
from dataclasses import dataclass
from typing import get_args

from contracts.budget import points_text
from contracts.confirmation import (
    CodedCheck,
    CodedOutcome,
    Confirmation,
    ConfirmationSubmission,
    JudgedCheck,
)
from contracts.contract import fingerprint
from contracts.factorization import Factorization
from contracts.finding import Finding
from contracts.ids import Sha256
from gates.codes import finding
from gates.composition import CompositionInput, check_composition, outcome_points

JUDGED: tuple[JudgedCheck, ...] = get_args(JudgedCheck)
_CODES: dict[CodedCheck, frozenset[str]] = {
    "points_total": frozenset({"CMP-total", "CMP-block-total", "CMP-points", "CMP-move-unfit"}),
    "outcome_majority": frozenset(
        {"CMP-outcome-minority", "CMP-outcome-lost", "CMP-support-promoted"}
    ),
    "edits_have_findings": frozenset(
        {
            "CMP-check-without-finding",
            "CMP-edit-unfit",
            "CMP-finding-open",
            "CMP-finding-unfit",
            "CMP-id-repeated",
            "CMP-row-unlisted",
            "CMP-verdict",
        }
    ),
}
"""Findings of the composition gate that decide a check."""


@dataclass(frozen=True, slots=True)
class ConfirmationInput:
    """One composition with what was frozen before it."""

    composed: CompositionInput
    factorization: Factorization
    frozen_budget: Sha256
    """Fingerprint of the budget at its freeze."""
    reviewed_evidence: Sha256
    """Fingerprint of the evidence that the content review passed."""


def coded_checks(given: ConfirmationInput) -> tuple[CodedOutcome, ...]:
    """The five checks that code makes, in the contract's order."""
    rows = given.composed.composition.rows
    findings = check_composition(given.composed).findings
    total = points_text(sum(row.points for row in rows))
    outcome = points_text(outcome_points(rows))
    edits = len(given.composed.composition.edits)
    moves = len(given.composed.composition.moves)
    return (
        _by_findings("points_total", findings, f"rows hold {total} points"),
        _by_findings("outcome_majority", findings, f"outcome rows hold {outcome} points"),
        _frozen_ids(given),
        _by_findings("edits_have_findings", findings, f"{edits} edits and {moves} moves"),
        _evidence_unchanged(given),
    )


def confirmation_violations(submission: ConfirmationSubmission) -> tuple[Finding, ...]:
    """Judged checks that are not decided exactly once: what the repair turn is for."""
    made = Counter(item.check for item in submission.checks)
    return tuple(
        finding("CNF-check-undecided", "confirmation-submission:/checks", f"{check}: decide once")
        for check in JUDGED
        if made[check] != 1
    )


def confirm(coded: tuple[CodedOutcome, ...], submission: ConfirmationSubmission) -> Confirmation:
    """All eight checks; `confirmed` only when each was decided once and passed."""
    is_whole = not confirmation_violations(submission) and {item.check for item in coded} == set(
        get_args(CodedCheck)
    )
    has_passed = all(item.passed for item in (*coded, *submission.checks))
    return Confirmation(
        coded=coded,
        judged=submission.checks,
        verdict="confirmed" if is_whole and has_passed else "refused",
    )


def _by_findings(check: CodedCheck, findings: tuple[Finding, ...], measured: str) -> CodedOutcome:
    against = [item.code for item in findings if item.code in _CODES[check]]
    note = f"{measured}; {', '.join(against)}" if against else measured
    return CodedOutcome(check=check, passed=not against, note=note)


def _frozen_ids(given: ConfirmationInput) -> CodedOutcome:
    budget = given.composed.budget
    obligations = sorted(item.id for item in given.factorization.obligations)
    blocks = {block.id for block in budget.blocks}
    passed = (
        fingerprint(budget) == given.frozen_budget
        and sorted(block.obligation_id for block in budget.blocks) == obligations
        and all(row.block_id in blocks for row in given.composed.composition.rows)
    )
    note = f"budget {fingerprint(budget)[:12]}, frozen {given.frozen_budget[:12]}"
    return CodedOutcome(check="frozen_ids", passed=passed, note=note)


def _evidence_unchanged(given: ConfirmationInput) -> CodedOutcome:
    found = fingerprint(given.composed.evidence)
    note = f"evidence {found[:12]}, reviewed {given.reviewed_evidence[:12]}"
    passed = found == given.reviewed_evidence
    return CodedOutcome(check="evidence_unchanged", passed=passed, note=note)
