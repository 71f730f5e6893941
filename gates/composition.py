"""The composition gate: rows may be re-cut and points moved, and every change is accounted for.

Points live in moves, structure in edits. A row that an edit adds starts at nothing, one that is
taken away must end at nothing, and every row ends where its moves lead.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from contracts.budget import TOTAL, Budget, points_text
from contracts.composition import Composition, CompositionCheck
from contracts.evidence import Evidence
from contracts.finding import Finding, GateReport
from contracts.ids import BlockId, RowId
from contracts.review import ReviewFinding
from contracts.rows import Candidate, Row
from contracts.template import TemplateError, digits_outside, render
from gates.codes import finding
from gates.composition_edits import edit_findings
from gates.credit import check_credit
from gates.verdict import gate_report

OUTCOME_MAJORITY = TOTAL // 2
"""Outcome rows must hold strictly more, in hundredths."""
CHECKS: tuple[CompositionCheck, ...] = get_args(CompositionCheck)


@dataclass(frozen=True, slots=True)
class CompositionInput:
    """One composition and what it is held against."""

    budget: Budget
    evidence: Evidence
    before: Candidate
    """The rows that the content review passed."""
    review_findings: tuple[ReviewFinding, ...]
    """Findings of all content reviews of this attempt that edits may cite."""
    values: Mapping[str, str]
    """What references stand for, of `gates.rendering.reference_values`."""
    composition: Composition
    row_findings: tuple[Finding, ...] = ()
    """What the validator says of the composed rows; taken into the report as it is."""


def check_composition(given: CompositionInput) -> GateReport:
    """All findings on one composition; a finding of the composer's own that blocks does so here."""
    return gate_report(
        "composition",
        (
            *_check_findings(given.composition),
            *_verdict_findings(given),
            *edit_findings(given.before, given.composition, given.review_findings),
            *_total_findings(given),
            *_step_findings(given),
            *_role_findings(given),
            *_template_findings(given),
            *check_credit(given.composition.rows, given.evidence),
            *given.row_findings,
        ),
    )


def outcome_points(rows: tuple[Row, ...]) -> int:
    """Hundredths that outcome rows hold."""
    return sum(row.points for row in rows if row.role == "outcome")


def block_totals(given: CompositionInput) -> dict[BlockId, int]:
    """What each block must hold: its frozen points and the moves listed over its border."""
    blocks = {row.id: row.block_id for row in given.composition.rows}
    blocks |= {row.id: row.block_id for row in given.before.rows}
    totals = Counter({block.id: block.points for block in given.budget.blocks})
    for move in given.composition.moves:
        if move.from_row in blocks and move.to_row in blocks:
            totals[blocks[move.from_row]] -= move.points
            totals[blocks[move.to_row]] += move.points
    return dict(totals)


def _check_findings(composition: Composition) -> Iterator[Finding]:
    made = Counter(item.check for item in composition.checks)
    for check in CHECKS:
        if made[check] != 1:
            message = f"{check} must be decided once"
            yield finding("CMP-check-undecided", "composition:/checks", message)
    known = {item.id for item in composition.findings}
    for n, item in enumerate(composition.checks):
        if not item.passed and item.finding_id not in known:
            message = f"{item.check} failed: name its finding, listed under findings"
            yield finding("CMP-check-without-finding", f"composition:/checks/{n}", message)
    for n, item in enumerate(composition.findings):
        if item.severity == "blocker":
            yield finding("CMP-blocker", f"composition:/findings/{n}", item.statement)


def _verdict_findings(given: CompositionInput) -> Iterator[Finding]:
    composition = given.composition
    is_edited = bool(composition.edits or composition.moves)
    if is_edited != (composition.verdict == "edited"):
        message = f"`{composition.verdict}` with {len(composition.edits)} edits and "
        message += f"{len(composition.moves)} moves: `unchanged` means none of either"
        yield finding("CMP-verdict", "composition:/verdict", message)
    new, old = ([row.id for row in rows] for rows in (composition.rows, given.before.rows))
    if not is_edited and new != old and sorted(new) == sorted(old):
        message = f"rows in another order ({', '.join(new)}): unchanged rows stay where they were"
        yield finding("CMP-verdict", "composition:/rows", message)


def _total_findings(given: CompositionInput) -> Iterator[Finding]:
    pointer = "composition:/rows"
    rows = given.composition.rows
    total = sum(row.points for row in rows)
    if total != TOTAL:
        yield finding("CMP-total", pointer, f"rows hold {total} hundredths, must hold {TOTAL}")
        return
    held = Counter[BlockId]()
    for row in rows:
        held[row.block_id] += row.points
    expected = block_totals(given)
    for block in sorted(held.keys() | expected.keys()):
        if held[block] != expected.get(block, 0):
            message = (
                f"{block} holds {held[block]} hundredths; frozen points and moves give "
                f"{expected.get(block, 0)}"
            )
            yield finding("CMP-block-total", pointer, message)


def _step_findings(given: CompositionInput) -> Iterator[Finding]:
    """Moves may cross a block's border, so the step holds over the whole rubric."""
    step = given.budget.step
    odd = [row.id for row in given.composition.rows if row.points % step]
    if len(odd) > (1 if TOTAL % step else 0):
        left = f"; {TOTAL % step} are left over, and one row carries them" if TOTAL % step else ""
        message = f"{', '.join(odd)} not in steps of {step} hundredths ({points_text(step)} points)"
        yield finding("CMP-point-step", "composition:/rows", f"{message}{left}")


def _role_findings(given: CompositionInput) -> Iterator[Finding]:
    pointer = "composition:/rows"
    rows = given.composition.rows
    held = outcome_points(rows)
    if held <= OUTCOME_MAJORITY:
        message = f"outcome rows hold {held} hundredths, must hold more than {OUTCOME_MAJORITY}"
        yield finding("CMP-outcome-minority", pointer, message)
    outcomes = {target.id for target in given.evidence.targets if target.role == "outcome"}
    shown = {target for row in rows if row.role == "outcome" for target in row.target_ids}
    for target in sorted(outcomes - shown):
        message = f"{target} has no outcome row left"
        yield finding("CMP-outcome-lost", pointer, message)
    promoted = _promoted(given)
    for n, row in enumerate(rows):
        is_baseless = row.role == "outcome" and not outcomes.intersection(row.target_ids)
        if row.id in promoted or is_baseless:
            message = f"{row.id} grades support as outcome"
            yield finding("CMP-support-promoted", f"{pointer}/{n}/role", message)


def _promoted(given: CompositionInput) -> set[RowId]:
    """Outcome rows that were support, or that an edit made from a support row."""
    was = {row.id: row.role for row in given.before.rows}
    sources: dict[RowId, set[RowId]] = {row.id: {row.id} for row in given.composition.rows}
    for edit in given.composition.edits:
        for row in edit.after:
            sources.setdefault(row, set()).update(edit.before)
    return {
        row.id
        for row in given.composition.rows
        if row.role == "outcome" and any(was.get(item) == "support" for item in sources[row.id])
    }


def _template_findings(given: CompositionInput) -> Iterator[Finding]:
    for n, row in enumerate(given.composition.rows):
        pointer = f"composition:/rows/{n}/template"
        try:
            _ = render(row.template, given.values)
            digits = digits_outside(row.template)
        except TemplateError as error:
            yield finding("CMP-template", pointer, f"{row.id}: {error}")
            continue
        if digits:
            message = f"{row.id} holds the digits {', '.join(digits)}: refer to what carries them"
            yield finding("CMP-digits", pointer, message)
