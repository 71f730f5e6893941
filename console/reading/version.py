"""Versions of a run's rows: each submission and each composition, and what was said against it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from console.reading.stage_files import StageFiles
from contracts.budget import Budget
from contracts.comparison import expected_text, rule_text
from contracts.composition import Composition, Edit, Move
from contracts.confirmation import Confirmation
from contracts.evidence import Evidence, Target
from contracts.factorization import Factorization
from contracts.finding import Finding, GateReport, Validation
from contracts.review import ReviewCheck
from contracts.rows import Candidate, Row
from contracts.rubric import Expected, RubricRow
from contracts.template import TemplateError
from gates.rendering import reference_values, render_row
from gates.waiver import confirmation_findings, review_findings
from records.journal_chain import JournalRow

COMPOSE = "compose"


@dataclass(frozen=True, slots=True)
class Version:
    """One state of the rows, rendered with its own evidence."""

    step: JournalRow
    rows: tuple[RubricRow, ...]
    evidence: Evidence
    against: tuple[Finding, ...]
    """What code and reviewers found between this version and the next one."""
    edits: tuple[Edit, ...] = ()
    """Of a composition: what was changed, each with its finding."""
    moves: tuple[Move, ...] = ()
    statements: Mapping[str, str] | None = None
    """Of a composition: the words of each finding that an edit or a move can name."""

    @property
    def title(self) -> str:
        """How pages name it."""
        what = "Composition" if self.step.stage == COMPOSE else f"Submission {self.step.n}"
        return f"{what} of attempt {self.step.attempt}"


def versions(files: StageFiles) -> tuple[Version, ...]:
    """All versions of a run's rows, oldest first; none before the writer has submitted.

    Raises:
        CorruptRun: a stage file is missing or has other bytes.
    """
    steps = [row for row in files.rows if _has_rows(row)]
    found: list[Version] = []
    for place, step in enumerate(steps):
        until = steps[place + 1].seq if place + 1 < len(steps) else None
        against = _against(files, step.seq, until)
        composed = files.body(step, Composition)
        made = (
            _composed(files, step, composed, found)
            if composed is not None
            else _submitted(files, step)
        )
        if made is not None:
            found.append(replace(made, against=against))
    return tuple(found)


def _has_rows(step: JournalRow) -> bool:
    names = {file.name for file in step.files}
    return bool(names & {Candidate.contract_name, Composition.contract_name})


def _submitted(files: StageFiles, step: JournalRow) -> Version | None:
    rows, evidence = files.body(step, Candidate), files.body(step, Evidence)
    if rows is None or evidence is None:
        return None
    return Version(step, _rendered(files, rows.rows, evidence), evidence, ())


def _composed(
    files: StageFiles, step: JournalRow, composition: Composition, earlier: list[Version]
) -> Version | None:
    if not earlier:
        return None
    before = earlier[-1]
    reviewed = {
        item.id: item.statement
        for check in files.every(ReviewCheck)
        if check.row.seq < step.seq
        for item in check.body.findings
    }
    own = {item.id: item.statement for item in composition.findings}
    return Version(
        step=step,
        rows=_rendered(files, composition.rows, before.evidence),
        evidence=before.evidence,
        against=(),
        edits=composition.edits,
        moves=composition.moves,
        statements={**reviewed, **own},
    )


def _against(files: StageFiles, after: int, until: int | None) -> tuple[Finding, ...]:
    """Findings of the steps after one version and before the next."""
    found: list[Finding] = []
    for row in files.rows:
        if row.seq > after and (until is None or row.seq < until):
            found.extend(_findings(files, row))
    return tuple(dict.fromkeys(found))


def _findings(files: StageFiles, row: JournalRow) -> Iterable[Finding]:
    if validation := files.body(row, Validation):
        yield from validation.findings
    if check := files.body(row, ReviewCheck):
        yield from review_findings(check)
    if report := files.body(row, GateReport):
        yield from report.findings
    if confirmation := files.body(row, Confirmation):
        yield from confirmation_findings(confirmation)


def _rendered(
    files: StageFiles, rows: tuple[Row, ...], evidence: Evidence
) -> tuple[RubricRow, ...]:
    parts = files.newest(Factorization)
    none: Mapping[str, str] = {}
    values = reference_values(parts.body, evidence) if parts else none
    budget = files.newest(Budget)
    blocks = {b.id: b.obligation_id for b in budget.body.blocks} if budget else {}
    targets = {target.id: target for target in evidence.targets}
    return tuple(_row(row, blocks, targets, values) for row in rows)


def _row(
    row: Row,
    blocks: Mapping[str, str],
    targets: Mapping[str, Target],
    values: Mapping[str, str],
) -> RubricRow:
    """A row as it reads; of a refused one, dangling references stay as they were written."""
    return RubricRow(
        id=row.id,
        block_id=row.block_id,
        # A block that the budget does not have is a finding; its number is the obligation's.
        obligation_id=blocks.get(row.block_id, f"O{row.block_id.removeprefix('B')}"),
        role=row.role,
        text=_text(row, values),
        points=row.points,
        expected=tuple(expected_of(targets[i]) for i in row.target_ids if i in targets),
        criterion_ids=row.criterion_ids,
        principle_ids=row.principle_ids,
        rationale=row.rationale,
    )


def _text(row: Row, values: Mapping[str, str]) -> str:
    try:
        return render_row(row, values)
    except TemplateError:
        return row.template


def expected_of(target: Target) -> Expected:
    """What a target asks an answer for, in words."""
    return Expected(
        target_id=target.id,
        component_id=target.component_id,
        comparison=target.comparison,
        text=expected_text(target.comparison),
        rule=rule_text(target.comparison),
    )
