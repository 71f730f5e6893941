"""The composition: rows re-cut by a fresh reviewer-family session, every edit accounted for."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.ids import EditId, FindingId, RowId
from contracts.review import ReviewFinding
from contracts.rows import Row

CompositionCheck = Literal[
    "credit_is_graded", "rows_are_atomic", "weights_follow_decision", "nothing_unrequested"
]
"""What the composer looks at: for `credit_is_graded`, no single all-or-nothing row."""


class CheckOutcome(Contract):
    """One composition check; a failed one names its finding."""

    check: CompositionCheck
    passed: bool
    finding_id: FindingId | None
    note: Words


class Edit(Contract):
    """One change to rows: those taken away and those put in their place."""

    id: EditId
    kind: Literal["rewrite", "split", "merge", "add_support", "remove"]
    before: tuple[RowId, ...]
    after: tuple[RowId, ...]
    finding_id: FindingId
    reason: Words


class Move(Contract):
    """Points moved from one row to another, in hundredths."""

    from_row: RowId
    to_row: RowId
    points: Annotated[int, Field(ge=1)]
    finding_id: FindingId
    reason: Words


class Composition(Contract):
    """The composed rows, with every edit, move and finding."""

    contract_name = "composition"

    verdict: Literal["unchanged", "edited"]
    checks: Annotated[tuple[CheckOutcome, ...], Field(min_length=1)]
    findings: tuple[ReviewFinding, ...]
    edits: tuple[Edit, ...]
    moves: tuple[Move, ...]
    rows: Annotated[tuple[Row, ...], Field(min_length=1, max_length=400)]
