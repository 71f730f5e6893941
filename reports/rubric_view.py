"""A rubric as an analyst reads it: one object that page and Markdown are both printed from."""

from collections.abc import Mapping
from dataclasses import dataclass

from contracts.budget import points_text
from contracts.certification import CERTIFICATION
from contracts.ids import SourceId
from contracts.rubric import Rubric, RubricRow
from reports.choice_view import ConventionView, PopulationView, convention_view, population_view
from reports.decision_view import signature_texts, waiver_texts
from reports.evidence_view import SourceView, WorkedFigure, source_view, worked_figure
from reports.independence import same_family_texts, same_harness_texts
from reports.lookup import Lookup, lookup
from reports.played import changed_text, played_notes, played_text
from reports.reading_view import ReadingView, reading_views
from reports.record import RunRecord, calls_text
from reports.row_trace import RowTrace, quoted_once, trace_of
from reports.trail_view import TrailView, trail_view
from reports.warning_view import WarningView, warning_views
from reports.withheld import without_withheld
from reports.words import counted, cutoff_text, moment_text, seconds_text

STATUS_WORDS = {
    "accepted": "Accepted",
    "accepted_with_waiver": "Accepted with a human waiver",
    "ablation": "Ablation: never accepted, not for grading",
}
UNSIGNED = "Not yet signed: not accepted, not for grading"
"""What stands in the place of a status on a rubric that waits for a person's signature."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the rubric's table."""

    id: str
    points: str
    share: int
    """Points in hundredths, for the bar: 0 to 10,000."""
    role: str
    text: str
    expected: tuple[tuple[str, str], ...]
    """Value and rule, per target."""
    rationale: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and its value in the configuration."""

    name: str
    value: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class RubricView:
    """Everything a print of one rubric shows, in the order of its sections."""

    question: str
    cutoff: str
    status: str
    waived: tuple[str, ...]
    """What people closed, per waiver; stands beside the status."""
    signed: tuple[str, ...]
    """What people signed because the profile wants it; stands beside the status."""
    same_family: tuple[str, ...]
    """What it means that one family of models plays on both sides; stands beside the status."""
    played: str
    """Who spoke for the roles, where a recording did; stands beside the status."""
    changed_prompts: str
    """Which prompts changed since the recording; empty when none did."""
    certification: str
    prior_turns: tuple[tuple[str, str], ...]
    summary: tuple[Fact, ...]
    rows: tuple[RowView, ...]
    outcome_points: str
    not_chosen: tuple[ReadingView, ...]
    warnings: tuple[WarningView, ...]
    traces: tuple[RowTrace, ...]
    sources: tuple[SourceView, ...]
    left_out: tuple[str, ...]
    """Sources not known by the cutoff: title, id and why."""
    worked: tuple[WorkedFigure, ...]
    populations: tuple[PopulationView, ...]
    conventions: tuple[ConventionView, ...]
    trail: TrailView
    configuration: tuple[Fact, ...]
    notes: tuple[str, ...]
    """Sentences on what the run proves and what its sandbox did not isolate."""


def rubric_view(
    rubric: Rubric, record: RunRecord, *, texts: Mapping[SourceId, str] | None = None
) -> RubricView:
    """Put a rubric and its run's record into the words of a print.

    Args:
        rubric: an accepted rubric; words of sources that may not be exported are left out here.
        record: what the run's records say.
        texts: text of each source by id, to show quotes where they stand; public sources only.
    """
    rubric = without_withheld(rubric)
    parts = lookup(rubric)
    cutoff = rubric.query.cutoff
    return RubricView(
        question=rubric.query.text,
        cutoff=cutoff_text(cutoff),
        status=UNSIGNED if record.is_unsigned else STATUS_WORDS[rubric.status],
        waived=waiver_texts(rubric),
        signed=signature_texts(rubric),
        same_family=same_family_texts(record.same_families),
        played=played_text(record),
        changed_prompts=changed_text(record.changed_prompts),
        certification=CERTIFICATION,
        prior_turns=tuple((turn.speaker, turn.text) for turn in rubric.query.prior_turns),
        summary=_summary(rubric, record),
        rows=tuple(_row(row) for row in rubric.rows),
        outcome_points=points_text(sum(r.points for r in rubric.rows if r.role == "outcome")),
        not_chosen=reading_views(rubric),
        warnings=tuple(warning_views(rubric.warnings, rubric.sources)),
        traces=_traces(rubric, record, parts, texts or {}),
        sources=tuple(source_view(item, cutoff) for item in rubric.sources),
        left_out=_left_out(record),
        worked=tuple(worked_figure(item, parts) for item in rubric.evidence.derivations),
        populations=tuple(population_view(item, parts) for item in rubric.evidence.populations),
        conventions=tuple(convention_view(item, parts) for item in rubric.evidence.conventions),
        trail=trail_view(rubric.trail, rubric.rows),
        configuration=_configuration(rubric, record),
        notes=(*same_harness_texts(record.same_harnesses), *played_notes(record)),
    )


def _left_out(record: RunRecord) -> tuple[str, ...]:
    return tuple(f"{item.card.title} ({item.card.id}): {item.reason}" for item in record.left_out)


def _row(row: RubricRow) -> RowView:
    return RowView(
        id=row.id,
        points=points_text(row.points),
        share=row.points,
        role=row.role,
        text=row.text,
        expected=tuple((item.text, item.rule) for item in row.expected),
        rationale=row.rationale,
    )


def _traces(
    rubric: Rubric, record: RunRecord, parts: Lookup, texts: Mapping[SourceId, str]
) -> tuple[RowTrace, ...]:
    return quoted_once(
        trace_of(row, rubric, parts, principles=record.principles, texts=texts)
        for row in rubric.rows
    )


def _summary(rubric: Rubric, record: RunRecord) -> tuple[Fact, ...]:
    accepted = moment_text(record.accepted_at) if record.accepted_at else "not yet"
    rows = counted(len(rubric.rows), "row")
    return (
        Fact("Cutoff", cutoff_text(rubric.query.cutoff)),
        Fact("Worth", f"{points_text(sum(row.points for row in rubric.rows))} points in {rows}"),
        Fact("Accepted", accepted),
        Fact("Standard", f"profile {rubric.query.profile}"),
        Fact("Criteria", _origin(rubric)),
        Fact("Run", record.run, is_code=True),
    )


def _origin(rubric: Rubric) -> str:
    context = rubric.context
    if context.schema_origin == "bank" and context.task_id:
        return f"task “{context.task_id.replace('-', ' ')}” of the bank"
    return "authored for this question"


def _configuration(rubric: Rubric, record: RunRecord) -> tuple[Fact, ...]:
    return (
        Fact("Run", record.run, is_code=True),
        Fact("Status", record.status),
        Fact("Lock (sha256)", rubric.lock_sha256, is_code=True),
        Fact("Journal head (sha256)", record.journal_head, is_code=True),
        Fact(
            "Decisions' anchor", record.audit_anchor or "nobody had decided anything", is_code=True
        ),
        Fact("Profile", rubric.query.profile),
        *(
            Fact(
                f"{use.family.capitalize()} family",
                f"{use.name} ({_played_by(use.made_by)})" if use.replayed else use.name,
            )
            for use in record.models
        ),
        *(
            Fact(use.role.capitalize(), use.text)
            for use in (() if record.is_replayed else record.roles)
        ),
        Fact("Sandbox", f"{record.sandbox_kind}: {record.sandbox_isolation}"),
        Fact("Scripts ran on", record.sandbox_image, is_code=True),
        Fact("Active time", seconds_text(record.active_seconds)),
        Fact("Work", f"{calls_text(record)} in {counted(record.turns, 'turn')}"),
        Fact("Cost", record.cost),
        *((Fact("Input", record.cached),) if record.cached else ()),
    )


def _played_by(made_by: str) -> str:
    return f"recording made by {made_by}" if made_by else "recording; its maker is not recorded"
