"""An item of the human queue for a run that waits, and what a human may decide on it."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from contracts.contract import Contract
from contracts.counters import MAX_RECOVERIES
from contracts.decision import DecisionKind
from contracts.finding import Finding, Severity
from contracts.ids import RunId


class ItemKind(StrEnum):
    """What kind of question an item puts to a human."""

    ESCALATION = "escalation"
    """A run that waits."""
    BANK_GATE = "bank_gate"
    """A task that asks to enter the bank."""
    AB_REVIEW = "ab_review"
    """Two rubrics, compared blind."""
    SCORER_DISPUTE = "scorer_dispute"
    """A criterion on which the judges disagree."""


class Reason(StrEnum):
    """Why a run waits for a human."""

    CUTOFF_MISMATCH = "cutoff_mismatch"
    REPAIR_EXHAUSTED = "repair_exhausted"
    TURNS_EXHAUSTED = "turns_exhausted"
    REVISIONS_EXHAUSTED = "revisions_exhausted"
    BUDGET_BLOCKER = "budget_blocker"
    GATE_FAILED = "gate_failed"
    REVIEW_BLOCKER = "review_blocker"
    AGREEMENT_NEEDED = "agreement_needed"
    CONFIRMATION_REFUSED = "confirmation_refused"
    DEADLINE = "deadline"
    PROTOCOL = "protocol"
    TRACE_AUDIT = "trace_audit"
    """What a role asked, was shown or wrote in a stage is nothing a rubric may rest on."""
    ACCEPTANCE_FAILED = "acceptance_failed"
    SIGNATURE_NEEDED = "signature_needed"
    """Everything has passed, and the profile wants a person to sign."""


class Escalation(Contract):
    """One item: which run, at which stage, why, and what was found."""

    contract_name = "escalation"

    id: str
    run: RunId
    attempt: int
    stage: str
    reason: Reason
    findings: tuple[Finding, ...]
    state: Literal["open", "decided", "closed"]
    opened: datetime
    kind: Literal[ItemKind.ESCALATION] = ItemKind.ESCALATION


STAGE_ROLES: Mapping[str, str] = MappingProxyType(
    {
        "factorize": "factorizer",
        "contextualize": "contextualizer",
        "write": "writer",
        "validate": "writer",
        "review": "writer",
        "compose": "composer",
        "gates": "composer",
        "confirm": "composer",
        "accept": "writer",
    }
)
"""Stage to the role whose files a human may replace when a run was blocked there.

What was judged can be replaced, never the judgement: after a review the candidate, after a
confirmation the composition.
"""

WAIVING_STAGES = frozenset({"review", "gates", "confirm"})
"""Stages whose findings a human may close: design, section 4, stage 10."""

_NEVER_WAIVED = (
    *("PTS-", "CUT-", "CON-", "DEP-", "EVD-", "FAC-", "BUD-", "AUD-", "session-", "contract-"),
    # Points and frozen things once more, as the composition's gate and the confirmation name them.
    *("CMP-total", "CMP-points", "CMP-block-total", "CMP-point-step", "CMP-outcome-minority"),
    *("confirmation-points_total", "confirmation-outcome_majority"),
    *("confirmation-frozen_ids", "confirmation-evidence_unchanged"),
)

_ALWAYS = (DecisionKind.REJECT, DecisionKind.RETURN)


def recoveries_left(attempt: int) -> int:
    """Recoveries that a run blocked in this attempt has left; each one opened an attempt."""
    return max(0, MAX_RECOVERIES - (attempt - 1))


def is_final(attempt: int, reason: Reason) -> bool:
    """Whether a run blocked in this attempt fails, since nobody can let it go on.

    A signature mends nothing, so it is taken after two recoveries as well.
    """
    return attempt > MAX_RECOVERIES + (reason is Reason.SIGNATURE_NEEDED)


def signable_findings(item: Escalation) -> tuple[Finding, ...]:
    """Findings of an item that ask for a person's signature; a decision gives all or none."""
    return item.findings if item.reason is Reason.SIGNATURE_NEEDED else ()


def waivable_findings(item: Escalation) -> tuple[Finding, ...]:
    """Findings of an item that a human may close: errors of judgement, never of arithmetic."""
    if item.stage not in WAIVING_STAGES:
        return ()
    return tuple(
        found
        for found in item.findings
        if found.severity is Severity.ERROR and not found.code.startswith(_NEVER_WAIVED)
    )


def legal_decisions(item: Escalation) -> tuple[DecisionKind, ...]:
    """What may be decided on an open item; whether a relock has a reason only the lock can say."""
    signing = (DecisionKind.SIGN,) if signable_findings(item) else ()
    if not recoveries_left(item.attempt):
        return (*signing, *_ALWAYS)
    going_on = {
        DecisionKind.RETRY: True,
        DecisionKind.EDIT: item.stage in STAGE_ROLES,
        DecisionKind.RELOCK: True,
        DecisionKind.WAIVE: bool(waivable_findings(item)),
    }
    return (*signing, *(kind for kind, is_legal in going_on.items() if is_legal), *_ALWAYS)
