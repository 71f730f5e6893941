"""The page of one run: where it stands, what it did, what it used, and where to look further."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from console.reading.run import RunNow, RunStory
from console.run_port import OpenedPage
from console.views.bars import Bars, Part, bars
from console.views.run_words import StatusWords, advice_text, age_text, is_over, status_words
from console.views.stage_line import STAGES, StageMark, clock_seconds, stage_line
from contracts.budget import points_text
from contracts.event import Event, EventKind
from contracts.rubric import RubricRow
from records.journal_chain import JournalRow
from records.runs import RunRow
from reports.event_words import event_text
from reports.independence import same_family_texts, same_harness_texts
from reports.played import changed_text
from reports.role_use import RoleUse
from reports.rubric_view import Fact
from reports.words import (
    counted,
    cutoff_text,
    distance_text,
    left_out_text,
    moment_text,
    published_text,
    seconds_text,
    spoken,
)

NEWEST = 12
"""Events that the progress shows; the list below has all."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event."""

    seq: int
    at: datetime
    where: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveView:
    """What is drawn anew while a run goes on."""

    run: str
    word: str
    """Where the run stands, for code: a change of it makes the whole page old."""
    status: StatusWords
    is_live: bool
    """Whether anything can still happen."""
    seq: int
    """Number of the newest event: where a stream begins."""
    stages: tuple[StageMark, ...]
    attempt: int
    activity: str
    """What is under way, in one sentence."""
    beat: datetime | None
    beat_age: str
    figures: tuple[Fact, ...]
    newest: tuple[EventLine, ...]
    """Newest first."""
    durations: Bars


@dataclass(frozen=True, slots=True)
class StepLine:
    """One row of the journal."""

    seq: int
    attempt: int
    stage: str
    verdict: str
    at: datetime
    files: tuple[tuple[str, str], ...]
    """Name, and the last part of its address."""


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision and what became of it."""

    item: str
    kind: str
    by: str
    at: datetime
    note: str
    became: str


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One source of the run."""

    id: str
    title: str
    publisher: str
    published: str
    distance: str
    left_out: str
    """Why no role was shown it, for its date; empty for one that may be used."""
    source_class: str
    is_human: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """The whole page."""

    live: LiveView
    id: str
    question: str
    facts: tuple[Fact, ...]
    configuration: tuple[Fact, ...]
    warnings: tuple[str, ...]
    stopped: str
    advice: str
    end_asked: str
    can_cancel: bool
    can_resume: bool
    resume_waits: bool
    """Whether somebody has asked already, and the runner has not come to it."""
    points: Bars | None
    has_rubric: bool
    items: tuple[tuple[str, str, str], ...]
    """Id, what it is about, its state."""
    steps: tuple[StepLine, ...]
    roles: tuple[RoleUse, ...]
    pages: tuple[OpenedPage, ...]
    decisions: tuple[DecisionLine, ...]
    sources: tuple[SourceLine, ...]
    sessions: tuple[tuple[str, int, int], ...]
    """Role, activation, turns."""
    is_withheld: bool
    """Whether transcripts and stage files are kept from the reader, for the words in them."""
    events: tuple[EventLine, ...]


def live_view(found: RunNow) -> LiveView:
    """The part of the page that changes."""
    events, steps = found.events, found.steps
    lines = tuple(_line(event) for event in reversed(_telling(events)))
    return LiveView(
        run=found.row.id,
        word=found.standing.word,
        status=status_words(found.standing),
        is_live=not is_over(found.standing),
        seq=events[-1].seq if events else 0,
        stages=stage_line(events, steps, found.standing),
        attempt=steps[-1].counters.attempt if steps else 1,
        activity=_activity(found),
        beat=found.beat,
        beat_age=age_text(found.beat, found.now) if found.beat else "",
        figures=_figures(found),
        newest=lines[:NEWEST],
        durations=_durations(events, steps),
    )


def run_view(
    story: RunStory,
    *,
    rows: Sequence[RubricRow],
    sessions: Sequence[tuple[str, int, int]],
    has_rubric: bool,
    resume_waits: bool,
) -> RunView:
    """Put a run's records into the words of its page."""
    now = story.now
    standing, over = now.standing, is_over(now.standing)
    return RunView(
        live=live_view(now),
        id=now.row.id,
        question=story.request.query.text,
        facts=_facts(story),
        configuration=_configuration(now.row),
        warnings=_warnings(now.events),
        stopped=standing.reason if standing.stop is not None else "",
        advice=advice_text(standing, was_decided=bool(story.decisions))
        if standing.stop is not None
        else "",
        end_asked=_end_text(story) if not over else "",
        can_cancel=not over and story.end is None,
        can_resume=standing.can_resume and not resume_waits,
        resume_waits=resume_waits,
        points=points_bars(rows),
        has_rubric=has_rubric,
        items=tuple(
            (item.id, f"{item.stage}: {spoken(item.reason)}", item.state) for item in story.items
        ),
        steps=tuple(_step(step) for step in now.steps),
        roles=story.roles,
        pages=story.pages,
        decisions=_decisions(story),
        sources=_sources(story),
        sessions=tuple(sessions),
        is_withheld=story.files.veil.is_drawn,
        events=tuple(_line(event) for event in now.events),
    )


def points_bars(rows: Sequence[RubricRow]) -> Bars | None:
    """Points per row; None where there is no row yet."""
    if not rows:
        return None
    parts = [
        Part(
            label=row.id,
            value=row.points / 100,
            figure=points_text(row.points),
            kind=row.role,
            note=row.text,
        )
        for row in rows
    ]
    return bars("Points per row", parts, head=("Row", "Points"), whole=100.0)


def _durations(events: Sequence[Event], steps: Sequence[JournalRow]) -> Bars:
    clock = clock_seconds(events)
    known = dict(STAGES)
    names = [*known, *(name for name in clock if name not in known)]
    parts = [
        Part(
            label=known.get(name, name.capitalize()),
            value=clock[name],
            figure=seconds_text(clock[name]),
            note=_passes(sum(step.stage == name for step in steps)),
        )
        for name in names
        if name in clock
    ]
    return bars("Time on the clock per stage", parts, head=("Stage", "Time"))


def _passes(number: int) -> str:
    return counted(number, "pass", "passes") if number != 1 else ""


_TURNS = (
    *(EventKind.STAGE_STARTED, EventKind.RUN_RESUMED),
    *(EventKind.ESCALATED, EventKind.STOPPED),
)
"""Events after which something else goes on than before."""


def _activity(found: RunNow) -> str:
    if not found.standing.is_held:
        ago = age_text(found.events[-1].at, found.now) if found.events else ""
        return f"Last event {ago} ago." if ago else ""
    begun = [event for event in found.events if event.kind in _TURNS]
    if not begun:
        return "It begins."
    stage = begun[-1]
    if stage.kind is not EventKind.STAGE_STARTED:
        return "It is taken up again."
    turns = [
        event
        for event in found.events
        if event.kind is EventKind.TURN_STARTED and event.seq > stage.seq
    ]
    turn = f", {event_text(turns[-1].kind, turns[-1].detail)}" if turns else ""
    title = dict(STAGES).get(stage.stage, stage.stage)
    return f"{title}{turn}: for {age_text(stage.at, found.now)}."


def _telling(events: Sequence[Event]) -> list[Event]:
    """The events without those that say no more than a later one: a stage begun and ended."""
    begun = [event.seq for event in events if event.kind is EventKind.STAGE_STARTED]
    return [
        event
        for event in events
        if event.kind is not EventKind.STAGE_STARTED or event.seq == begun[-1]
    ]


def _figures(found: RunNow) -> tuple[Fact, ...]:
    used = found.used
    return (
        Fact("Active time", seconds_text(used.active_seconds)),
        Fact("Work", f"{used.calls}, {counted(used.turns, 'turn')}"),
        Fact("Cost", used.cost),
        *((Fact("Input", used.cached),) if used.cached else ()),
    )


def _line(event: Event) -> EventLine:
    where = ", ".join(filter(None, (event.stage, event.role))) or "run"
    return EventLine(event.seq, event.at, where, event_text(event.kind, event.detail))


def _facts(story: RunStory) -> tuple[Fact, ...]:
    row, query = story.now.row, story.request.query
    return (
        Fact("Cutoff", cutoff_text(query.cutoff)),
        Fact("Standard", f"profile {query.profile}"),
        Fact("Started", moment_text(row.created)),
        Fact("Run", row.id, is_code=True),
    )


def _configuration(row: RunRow) -> tuple[Fact, ...]:
    return (
        Fact("Models", row.models.removesuffix(":"), is_code=True),
        Fact("Sandbox", row.sandbox, is_code=True),
        Fact("Lock (sha256)", row.lock_sha or "not locked yet", is_code=True),
    )


def _details(events: Sequence[Event], kind: EventKind) -> tuple[str, ...]:
    return tuple(dict.fromkeys(event.detail for event in events if event.kind is kind))


def _warnings(events: Sequence[Event]) -> tuple[str, ...]:
    changed = changed_text(_details(events, EventKind.PROMPT_CHANGED))
    return (
        *same_family_texts(_details(events, EventKind.SAME_FAMILY)),
        *same_harness_texts(_details(events, EventKind.SAME_HARNESS)),
        *((changed,) if changed else ()),
    )


def _end_text(story: RunStory) -> str:
    end = story.end
    if end is None:
        return ""
    why = f": {end.note}" if end.note else ""
    return f"{end.by} asked for the end of this run{why}"


def _step(step: JournalRow) -> StepLine:
    return StepLine(
        seq=step.seq,
        attempt=step.attempt,
        stage=f"{step.stage} {step.n}",
        verdict=spoken(step.verdict),
        at=step.at,
        files=tuple((file.name, file.path.rsplit("/", 1)[-1]) for file in step.files),
    )


def _decisions(story: RunStory) -> tuple[DecisionLine, ...]:
    lines: list[DecisionLine] = []
    for made in story.decisions:
        became = "obeyed" if made.consumed else "waits for the runner"
        if made.voided is not None:
            became = f"taken back: {made.void_reason or 'no reason kept'}"
        decision = made.decision
        lines.append(
            DecisionLine(
                item=decision.item,
                kind=decision.kind.value,
                by=decision.by,
                at=decision.at,
                note=decision.note,
                became=became,
            )
        )
    return tuple(lines)


def _sources(story: RunStory) -> tuple[SourceLine, ...]:
    cutoff = story.request.query.cutoff
    return tuple(
        SourceLine(
            id=item.card.id,
            title=item.card.title,
            publisher=item.card.publisher,
            published=published_text(item.card.times.published),
            distance=distance_text(item.card.times.published, cutoff),
            left_out=left_out_text(item.card.times, cutoff),
            source_class=item.card.source_class,
            is_human=item.card.supplied_by == "human",
        )
        for item in story.sources
    )
