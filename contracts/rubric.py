"""The accepted rubric: what graders read and what an analyst can trace."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from contracts.budget import Budget, Hundredths
from contracts.certification import CERTIFICATION
from contracts.comparison import Comparison
from contracts.composition import Edit, Move
from contracts.context import Context
from contracts.contract import Contract, Text, Words
from contracts.decision import Decision
from contracts.evidence import Evidence
from contracts.factorization import Factorization
from contracts.finding import Finding
from contracts.ids import (
    BlockId,
    ComponentId,
    CriterionId,
    ObligationId,
    PrincipleId,
    RowId,
    Sha256,
    TargetId,
)
from contracts.profile import SignOff
from contracts.query import Query
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck, ReviewFinding
from contracts.rows import Role, Scripts
from contracts.source import CorpusItem

__all__ = [
    "CERTIFICATION",
    "Expected",
    "NotChosen",
    "ReviewTrail",
    "Rubric",
    "RubricRow",
    "Signature",
]


class Expected(Contract):
    """What one row grades: the target's comparison and its words."""

    target_id: TargetId
    component_id: ComponentId
    comparison: Comparison
    text: Words
    """The expected value, rendered."""
    rule: Text
    """How a stated value is compared, rendered."""


class RubricRow(Contract):
    """One row as judges see it, with what it hangs on."""

    id: RowId
    block_id: BlockId
    obligation_id: ObligationId
    role: Role
    text: Words
    points: Hundredths
    expected: tuple[Expected, ...]
    criterion_ids: tuple[CriterionId, ...]
    principle_ids: tuple[PrincipleId, ...]
    rationale: Text


class NotChosen(Contract):
    """A reading of the question that this rubric does not follow."""

    statement: Words
    value: Text
    """Its computed value with unit, or why there is none."""
    treatment: Literal["refuse", "accept"]
    words: Text


class ReviewTrail(Contract):
    """Who objected to what, and what was done about it."""

    first_rows: tuple[RubricRow, ...] = ()
    """The rows as they went into composition, rendered; what the edits start from."""
    reviews: tuple[Review, ...]
    checks: tuple[ReviewCheck, ...]
    composition_findings: tuple[ReviewFinding, ...]
    edits: tuple[Edit, ...]
    moves: tuple[Move, ...]
    decisions: tuple[Decision, ...] = ()
    """What people decided when the run was blocked, oldest first; each opened an attempt."""


class Signature(Contract):
    """A signature that the profile asked for, and who gave it."""

    sign_off: SignOff
    why: Words
    """Why the profile's demand holds for this rubric."""
    by: Words
    at: datetime
    note: Words


class Rubric(Contract):
    """A rubric worth exactly 10,000 hundredths, with everything its values rest on."""

    contract_name = "rubric"

    status: Literal["accepted", "accepted_with_waiver", "ablation"]
    query: Query
    certification: Words
    rows: Annotated[tuple[RubricRow, ...], Field(min_length=1)]
    waivers: tuple[Decision, ...] = ()
    """Decisions that closed findings of review or composition; such a rubric says so for ever."""
    signatures: tuple[Signature, ...] = ()
    """What the profile wanted signed; the status is the same as without."""
    not_chosen: tuple[NotChosen, ...]
    warnings: tuple[Finding, ...]
    """Open findings at `warning`, such as dates that nobody verified."""
    factorization: Factorization
    budget: Budget
    context: Context
    evidence: Evidence
    scripts: Scripts
    sources: tuple[CorpusItem, ...]
    reproduction: Reproduction
    trail: ReviewTrail
    lock_sha256: Sha256
