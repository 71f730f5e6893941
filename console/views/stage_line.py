"""The stages of a run as a line: what is done, what is under way, what is still to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from contracts.event import Event, EventKind
from escalations.standing import Standing
from records.journal_chain import JournalRow
from records.runs import RunStatus
from reports.words import seconds_text

State = Literal["done", "now", "blocked", "stopped", "open"]

STAGES: tuple[tuple[str, str], ...] = (
    ("lock", "Lock"),
    ("factorize", "Take apart"),
    ("budget", "Budget"),
    ("match", "Match"),
    ("contextualize", "Criteria"),
    ("write", "Write"),
    ("reproduce", "Reproduce"),
    ("validate", "Validate"),
    ("review", "Review"),
    ("compose", "Compose"),
    ("gates", "Gates"),
    ("confirm", "Confirm"),
    ("accept", "Accept"),
)
"""Stages in the order in which a straight run passes them, with their titles on pages."""
_ORDER = {name: place for place, (name, _) in enumerate(STAGES)}
_WORDS: dict[State, str] = {
    "done": "done",
    "now": "under way",
    "blocked": "waits for a person",
    "stopped": "stopped here",
    "open": "to come",
}


@dataclass(frozen=True, slots=True)
class StageMark:
    """One stage of the line."""

    name: str
    title: str
    state: State
    words: str
    passes: int
    """How often it was gone through, over all attempts."""
    time: str
    """Time on the clock of all passes, in words; empty before the first."""


def stage_line(
    events: Sequence[Event], steps: Sequence[JournalRow], standing: Standing
) -> tuple[StageMark, ...]:
    """The line of a run; a new attempt or a further turn takes it back to where work begins."""
    place, state = _where(events, steps, standing)
    clock = clock_seconds(events)
    marks: list[StageMark] = []
    for name, title in STAGES:
        of_stage = [step for step in steps if step.stage == name]
        own = _state(_ORDER[name], place, state, has_rows=bool(of_stage))
        marks.append(
            StageMark(
                name=name,
                title=title,
                state=own,
                words=_WORDS[own],
                passes=len(of_stage),
                time=seconds_text(clock[name]) if clock.get(name) else "",
            )
        )
    return tuple(marks)


_ENDS = frozenset(
    {
        *(EventKind.STAGE_DONE, EventKind.ESCALATED, EventKind.ACCEPTED),
        *(EventKind.FAILED, EventKind.CANCELLED, EventKind.STOPPED),
    }
)


def clock_seconds(events: Sequence[Event]) -> dict[str, float]:
    """Time on the clock of each stage over all its passes; waiting for people is in none."""
    total: dict[str, float] = {}
    begun: Event | None = None
    for event in events:
        if event.kind is EventKind.STAGE_STARTED:
            begun = event
        elif begun is not None and event.kind in _ENDS:
            passed = max(0.0, (event.at - begun.at).total_seconds())
            total[begun.stage] = total.get(begun.stage, 0.0) + passed
            begun = None
    return total


def _where(
    events: Sequence[Event], steps: Sequence[JournalRow], standing: Standing
) -> tuple[int, State]:
    """The stage that a run stands at, as a place in the line, and how it stands there."""
    if standing.row.status in (RunStatus.ACCEPTED, RunStatus.ACCEPTED_WITH_WAIVER):
        return len(STAGES), "done"
    begun = [event for event in events if event.kind is EventKind.STAGE_STARTED]
    last = begun[-1].stage if begun else (steps[-1].stage if steps else "lock")
    newest = steps[-1] if steps else None
    if last == "recover" and newest is not None and newest.stage == "recover":
        last = newest.verdict
    place = _ORDER.get("review" if last == "reopen" else last, 0)
    if standing.is_held:
        return place, "now"
    if standing.row.status is RunStatus.BLOCKED:
        return place, "blocked"
    return place, "stopped"


def _state(own: int, place: int, state: State, *, has_rows: bool) -> State:
    if own == place:
        return state
    return "done" if own < place and has_rows else "open"
