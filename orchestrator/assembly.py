"""Putting an accepted rubric together from what the stages wrote."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contracts.comparison import expected_text, rule_text
from contracts.composition import Composition
from contracts.decision import Decision
from contracts.evidence import Convention, Evidence, Target
from contracts.finding import Finding, GateReport, Severity, Validation
from contracts.quantity import figure_text
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from contracts.rows import Row
from contracts.rubric import (
    CERTIFICATION,
    Expected,
    NotChosen,
    ReviewTrail,
    Rubric,
    RubricRow,
    Signature,
)
from gates.rendering import reference_values, render_row
from orchestrator.materials import Settled, Submitted


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Everything that was said about a candidate after it was validated."""

    validation: Validation
    reproduction: Reproduction
    reviews: tuple[Review, ...]
    checks: tuple[ReviewCheck, ...]
    composition: Composition
    composition_report: GateReport
    """Its warnings stand on the rubric beside those of the validation."""


@dataclass(frozen=True, slots=True)
class Human:
    """What people decided on a run's way to its rubric."""

    decisions: tuple[Decision, ...] = ()
    """Every decision that opened an attempt, oldest first."""
    waivers: tuple[Decision, ...] = ()
    """Those of them that close findings of this rubric."""
    signatures: tuple[Signature, ...] = ()
    """What the profile wanted signed."""


def assemble(
    settled: Settled, submitted: Submitted, reviewed: Reviewed, human: Human = Human()
) -> Rubric:
    """The rubric of a run whose every gate has passed."""
    evidence = submitted.evidence.body
    targets = {target.id: target for target in evidence.targets}
    values = reference_values(settled.factorization, evidence)
    obligations = {block.id: block.obligation_id for block in settled.budget.blocks}
    used = {source.id for source in evidence.sources}
    composition = reviewed.composition

    def printed(rows: tuple[Row, ...]) -> tuple[RubricRow, ...]:
        return tuple(_row(row, obligations[row.block_id], targets, values) for row in rows)

    return Rubric(
        status="accepted_with_waiver" if human.waivers else "accepted",
        waivers=human.waivers,
        signatures=human.signatures,
        query=settled.question.query,
        certification=CERTIFICATION,
        rows=printed(composition.rows),
        not_chosen=_not_chosen(evidence),
        warnings=_warnings((*reviewed.validation.findings, *reviewed.composition_report.findings)),
        factorization=settled.factorization,
        budget=settled.budget,
        context=settled.context,
        evidence=evidence,
        scripts=submitted.scripts.body,
        sources=tuple(
            item for item in settled.question.loaded.corpus.items if item.card.id in used
        ),
        reproduction=reviewed.reproduction,
        trail=_trail(reviewed, human, first_rows=printed(submitted.rows.body.rows)),
        lock_sha256=settled.question.locked.lock_sha256,
    )


def _trail(reviewed: Reviewed, human: Human, *, first_rows: tuple[RubricRow, ...]) -> ReviewTrail:
    composition = reviewed.composition
    return ReviewTrail(
        reviews=reviewed.reviews,
        checks=reviewed.checks,
        composition_findings=composition.findings,
        edits=composition.edits,
        moves=composition.moves,
        first_rows=first_rows,
        decisions=human.decisions,
    )


def _row(
    row: Row, obligation_id: str, targets: Mapping[str, Target], values: Mapping[str, str]
) -> RubricRow:
    return RubricRow(
        id=row.id,
        block_id=row.block_id,
        obligation_id=obligation_id,
        role=row.role,
        text=render_row(row, values),
        points=row.points,
        expected=tuple(_expected(targets[target_id]) for target_id in row.target_ids),
        criterion_ids=row.criterion_ids,
        principle_ids=row.principle_ids,
        rationale=row.rationale,
    )


def _expected(target: Target) -> Expected:
    return Expected(
        target_id=target.id,
        component_id=target.component_id,
        comparison=target.comparison,
        text=expected_text(target.comparison),
        rule=rule_text(target.comparison),
    )


def _not_chosen(evidence: Evidence) -> tuple[NotChosen, ...]:
    return tuple(
        reading for convention in evidence.conventions for reading in _rivals(convention, evidence)
    )


def _rivals(convention: Convention, evidence: Evidence) -> list[NotChosen]:
    derived = {item.id: item for item in evidence.derivations}
    words = {rival.reading_id: rival for rival in convention.rivals}
    found: list[NotChosen] = []
    for option in convention.options:
        rival = words.get(option.reading_id)
        if option.reading_id == convention.chosen or rival is None:
            continue
        value = option.not_computed
        if option.derivation_id is not None:
            item = derived[option.derivation_id]
            value = figure_text(item.result, item.unit, item.scale)
        found.append(
            NotChosen(
                statement=option.statement,
                value=value,
                treatment=rival.treatment,
                words=rival.words,
            )
        )
    return found


def _warnings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity is Severity.WARNING)
