"""The page of an escalation, from what was read of its run and its queue."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from console.reading.item import AuditLine, RunReading
from console.reading.place import links_of
from console.reading.transcript import Activation
from console.views.evidence import Pane, Shelf
from console.views.finding import FindingCard, FindingView, finding_cards, finding_views
from console.views.ground import GroundView, ground_view
from console.views.row_diff import Diff, diff_of
from console.views.wording import REASONS, STAGES
from contracts.contract import Json
from contracts.counters import MAX_RECOVERIES
from contracts.decision import Decision
from contracts.errors import InputError
from contracts.escalation import Escalation, recoveries_left
from contracts.ids import SourceId
from escalations.decisions import DecisionRow
from reports.decision_view import DecisionView, decision_view
from reports.evidence_view import SourceView, WorkedFigure, source_view, worked_figure
from reports.role_use import HEAD, row_of
from reports.withheld import WITHHELD
from reports.words import counted, day_text, seconds_text, spoken

ATTEMPTS = MAX_RECOVERIES + 1


@dataclass(frozen=True, slots=True)
class Selected:
    """What the address selects: a row, or a finding by its number; neither by default."""

    row: str = ""
    finding: int | None = None
    against: int | None = None
    """Place of the version that the rows are held against, from 0; the one before by default."""


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A decision and what became of it."""

    view: DecisionView
    state: str


@dataclass(frozen=True, slots=True)
class AuditView:
    """One row of the audit chain."""

    seq: int
    at: datetime
    actor: str
    action: str
    detail: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """The lines that stand above an escalation."""

    item: str
    run: str
    reason: str
    question: str
    cutoff: str
    stage: str
    attempt: str
    recoveries: str
    cost: str
    lock: str
    """Short hash; empty before the first stage."""
    is_open: bool


@dataclass(frozen=True, slots=True)
class VersionLink:
    """An earlier version of the rows."""

    number: int
    title: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ItemView:
    """What is shown of an escalation and its run, apart from the queue around it."""

    facts: Facts
    findings: int
    """How many were found."""
    cards: tuple[FindingCard, ...]
    selected_row: str
    selected_finding: int | None
    diff: Diff | None
    versions: tuple[VersionLink, ...]
    """Earlier versions to hold the rows against."""
    ground: GroundView | None
    pane: Pane
    worked: tuple[WorkedFigure, ...]
    sources: tuple[SourceView, ...]
    left_out: tuple[SourceView, ...]
    """Those that no role was shown, for their dates."""
    pictures: Mapping[SourceId, int]
    """For sources whose page may be seen, which of its openings has a picture."""
    differences: tuple[str, ...]
    work: str
    role_head: tuple[str, ...]
    role_rows: tuple[tuple[str, ...], ...]
    decisions: tuple[DecisionLine, ...]
    activations: tuple[Activation, ...]
    is_withheld: bool
    """Whether transcripts and role files are kept from the reader, for the words in them."""
    audit: tuple[AuditView, ...]


def item_view(
    item: Escalation, run: RunReading, audit: tuple[AuditLine, ...], selected: Selected
) -> ItemView:
    """Put an escalation and its run into words.

    Raises:
        InputError: the address selects what is not there.
    """
    draft = run.draft
    links = links_of(draft.newest.rows, draft.rubric.evidence) if draft else None
    findings = finding_views(item.findings, links)
    shelf = Shelf(draft, links, run.texts) if draft and links else None
    chosen, pane = _pane(shelf, findings, selected)
    parts = draft.parts if draft else None
    sources = tuple(source_view(s, run.ground.query.cutoff) for s in run.ground.sources)
    return ItemView(
        facts=_facts(item, run),
        findings=len(findings),
        cards=finding_cards(findings),
        selected_row=chosen.row,
        selected_finding=chosen.finding,
        diff=_diff(run, selected.against),
        versions=_versions(run, selected.against),
        ground=None if draft else ground_view(run.ground),
        pane=pane,
        worked=tuple(worked_figure(d, parts) for d in parts.derivations.values()) if parts else (),
        sources=sources,
        left_out=tuple(one for one in sources if one.left_out),
        pictures=_pictures(run),
        differences=run.offer.differences,
        work=_work(run),
        role_head=HEAD,
        role_rows=tuple(row_of(use) for use in run.roles),
        decisions=tuple(decision_line(row) for row in run.decisions),
        activations=run.activations,
        is_withheld=run.veil.is_drawn,
        audit=tuple(audit_view(line) for line in audit),
    )


def _pictures(run: RunReading) -> Mapping[SourceId, int]:
    """Pictures that may stand where quotes do: as with words, none of a source of the house."""
    shown = (one.card for one in run.ground.sources if one.card.source_class not in WITHHELD)
    return {card.id: run.pictures[card.id] for card in shown if card.id in run.pictures}


def _work(run: RunReading) -> str:
    used = run.used
    seconds = seconds_text(used.active_seconds)
    told = f"{used.calls} in {counted(used.turns, 'turn')}, active for {seconds}"
    return f"{told}; input {used.cached}" if used.cached else told


def _facts(item: Escalation, run: RunReading) -> Facts:
    cutoff = run.ground.query.cutoff
    return Facts(
        item=item.id,
        run=item.run,
        reason=REASONS[item.reason],
        question=run.ground.query.text,
        cutoff=f"end of {day_text(cutoff.day)}, {cutoff.zone}",
        stage=STAGES.get(item.stage, spoken(item.stage)),
        attempt=f"attempt {item.attempt} of {max(ATTEMPTS, item.attempt)}",
        recoveries=f"{recoveries_left(item.attempt)} of {MAX_RECOVERIES} left",
        cost=run.used.cost,
        lock=(run.row.lock_sha or "")[:10],
        is_open=item.state == "open",
    )


def _pane(
    shelf: Shelf | None, findings: tuple[FindingView, ...], selected: Selected
) -> tuple[Selected, Pane]:
    if shelf is None:
        return Selected(), Pane("", "There is no evidence yet: no rows were submitted.")
    by_number = {found.number: found for found in findings}
    if selected.row:
        pane = shelf.of_row(selected.row)
        if pane is None:
            raise InputError(f"the rubric has no row {selected.row[:20]!r}")
        return selected, pane
    if selected.finding is not None:
        if selected.finding not in by_number:
            raise InputError(f"the item has no finding {selected.finding}")
        return selected, shelf.of_finding(by_number[selected.finding])
    return _first(shelf, findings)


def _first(shelf: Shelf, findings: tuple[FindingView, ...]) -> tuple[Selected, Pane]:
    """What is shown before anybody has chosen: the weightiest finding that leads anywhere."""
    for found in findings:
        pane = shelf.of_finding(found)
        if not pane.is_empty:
            row = found.rows[0] if found.rows else ""
            return Selected(row=row, finding=found.number), pane
    row = shelf.draft.rubric.rows[0].id
    return Selected(row=row), shelf.of_row(row) or Pane("", "")


def _before(run: RunReading, against: int | None) -> int | None:
    """Place of the version that the newest is held against; None for a first one.

    Raises:
        InputError: there is no such earlier version.
    """
    count = len(run.draft.versions) if run.draft else 0
    if against is None:
        return count - 2 if count > 1 else None
    if not 0 <= against < count - 1:
        raise InputError(f"there is no earlier version {against}")
    return against


def _diff(run: RunReading, against: int | None) -> Diff | None:
    if run.draft is None:
        return None
    place = _before(run, against)
    newest = run.draft.newest
    if place is None:
        return diff_of(newest, None)
    before = run.draft.versions[place]
    decided = (
        _said(row.decision)
        for row in run.decisions
        if row.voided is None and before.step.attempt <= row.decision.attempt < newest.step.attempt
    )
    return diff_of(newest, before, decided=decided)


def _versions(run: RunReading, against: int | None) -> tuple[VersionLink, ...]:
    if run.draft is None:
        return ()
    chosen = _before(run, against)
    earlier = run.draft.versions[:-1]
    return tuple(
        VersionLink(number, version.title, number == chosen)
        for number, version in enumerate(earlier)
    )


def _said(decision: Decision) -> str:
    words = decision.guidance or decision.note
    return f"{decision.kind.value.capitalize()} by {decision.by}: {words}"


def decision_line(row: DecisionRow) -> DecisionLine:
    """A decision with its state in words."""
    state = "waits to be obeyed" if row.consumed is None else "obeyed"
    if row.voided is not None:
        state = f"taken back: {row.void_reason}"
    return DecisionLine(decision_view(row.decision), state)


def audit_view(line: AuditLine) -> AuditView:
    """A row of the chain with its detail in pairs; a changed row is shown as it stands."""
    try:
        found: Json = json.loads(line.detail)
    except json.JSONDecodeError:
        found = None
    pairs: dict[str, Json] = found if isinstance(found, dict) else {"detail": line.detail}
    return AuditView(
        seq=line.seq,
        at=line.at,
        actor=line.actor,
        action=spoken(line.action),
        detail=tuple((name, str(value)) for name, value in pairs.items()),
    )
