"""A blocked run's item in the human queue."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from contracts.contract import Contract
from contracts.finding import Finding
from contracts.ids import RunId


class Reason(StrEnum):
    """Why a run waits for a human."""

    CUTOFF_MISMATCH = "cutoff_mismatch"
    REPAIR_EXHAUSTED = "repair_exhausted"
    TURNS_EXHAUSTED = "turns_exhausted"
    REVISIONS_EXHAUSTED = "revisions_exhausted"
    BUDGET_BLOCKER = "budget_blocker"
    GATE_FAILED = "gate_failed"
    REVIEW_BLOCKER = "review_blocker"
    CONFIRMATION_REFUSED = "confirmation_refused"
    DEADLINE = "deadline"
    PROTOCOL = "protocol"
    ACCEPTANCE_FAILED = "acceptance_failed"


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
