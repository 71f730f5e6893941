"""The evaluation context: which task-level criteria hold for this query, and why."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.cutoff import Cutoff
from contracts.factorization import Binding
from contracts.feature import ConventionKind
from contracts.ids import CriterionId, ObligationId, PrincipleId, TaskId


class Fit(StrEnum):
    """How one bank task serves one obligation."""

    FITS = "fits"
    PARTIAL = "partial"
    CONFLICTS = "conflicts"


class Rating(Contract):
    """One shortlisted task rated for one obligation."""

    task_id: TaskId
    obligation_id: ObligationId
    fit: Fit
    reason: Words


class ContextCriterion(Contract):
    """A value-free, unconditional requirement on the answer, tagged to principles."""

    id: CriterionId
    statement: Words
    principle_ids: Annotated[tuple[PrincipleId, ...], Field(min_length=1)]


class Alignment(Contract):
    """Why a criterion bears on an obligation."""

    obligation_id: ObligationId
    criterion_id: CriterionId
    reason: Words


class Route(Contract):
    """Where the writer should look for one obligation, best first."""

    obligation_id: ObligationId
    sources: Annotated[tuple[Words, ...], Field(min_length=1)]
    reason: Words


class Context(Contract):
    """What contextualization hands to the writer; cutoff and bindings are carried forward."""

    contract_name = "context"

    schema_origin: Literal["bank", "authored"]
    task_id: TaskId | None
    """The bank task taken; none when the criteria were authored."""
    ratings: tuple[Rating, ...]
    criteria: Annotated[tuple[ContextCriterion, ...], Field(min_length=1, max_length=20)]
    alignment: Annotated[tuple[Alignment, ...], Field(min_length=1)]
    principle_ids: tuple[PrincipleId, ...]
    """Principles activated by the signature's features, as code computes them."""
    convention_kinds: tuple[ConventionKind, ...]
    """Convention kinds activated by the signature's features, as code computes them."""
    routing: Annotated[tuple[Route, ...], Field(min_length=1)]
    cutoff: Cutoff
    bindings: tuple[Binding, ...]
