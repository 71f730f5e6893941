"""Runs as a list: rows, where each stands, what was asked; only those of one page are read."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, exists, false, or_, select, true

from console.parts import Parts
from console.views.runs import PER_PAGE, RunLine, RunsFilter, run_line
from contracts.event import EventKind
from contracts.ids import RunId
from escalations.standing import is_going, standings
from records.lease import runs_held
from records.runs import RunRow, RunStatus, count_runs, runs_where
from records.search import has_words
from records.tables import EVENT, RUN
from records.unit_of_work import Reading

_ENDED = (RunStatus.REJECTED, RunStatus.FAILED, RunStatus.CANCELLED)
_ACCEPTED = (RunStatus.ACCEPTED, RunStatus.ACCEPTED_WITH_WAIVER)
_IS_FIRST = (EVENT.c.run == RUN.c.id) & (EVENT.c.kind == EventKind.RUN_STARTED.value)


@dataclass(frozen=True, slots=True)
class FoundRuns:
    """One page of the runs that fit a filter."""

    lines: tuple[RunLine, ...]
    total: int


async def find_runs(parts: Parts, chosen: RunsFilter) -> FoundRuns:
    """Read one page of the runs that fit a filter, newest first.

    Raises:
        CorruptRun: a run's row or last event cannot be understood.
    """
    now = parts.clock.now()
    async with parts.database.reading() as reading:
        fits = and_(
            _is_in_state(chosen.state, await runs_held(reading, now)), _is_told(chosen.text)
        )
        total = await count_runs(reading, fits)
        start = (chosen.page - 1) * PER_PAGE
        rows = await runs_where(reading, fits, limit=PER_PAGE, offset=start)
        standing = await standings(reading, rows, now)
        questions = await _questions(reading, rows)
    costs = await parts.ports.runs.costs(rows) if rows else ()
    lines = [
        run_line(one, questions.get(one.row.id, ""), cost, now)
        for one, cost in zip(standing, costs, strict=True)
    ]
    return FoundRuns(tuple(lines), total)


async def _questions(reading: Reading, rows: Sequence[RunRow]) -> dict[RunId, str]:
    """How each run's question begins, as its first event keeps it."""
    first = (
        select(EVENT.c.run, EVENT.c.detail)
        .join(RUN, _IS_FIRST)
        .where(RUN.c.id.in_([row.id for row in rows]))
    )
    return {row["run"]: row["detail"] for row in await reading.rows(first)}


def _is_in_state(state: str, held: frozenset[RunId]) -> ColumnElement[bool]:
    """Which runs stand where a value of the filter says; none for a value that there is not."""
    match state:
        case "":
            return true()
        case "waiting":
            return RUN.c.status == RunStatus.BLOCKED
        case "accepted":
            return RUN.c.status.in_(_ACCEPTED)
        case "ended":
            return RUN.c.status.in_(_ENDED)
        case "going":
            return is_going(held)
        case "stopped":
            return and_(RUN.c.status.is_(None), ~is_going(held))
        case _:
            return false()


def _is_told(text: str) -> ColumnElement[bool]:
    """Whether every word stands in the id or the question, in any case."""
    return and_(true(), *(_has(word) for word in text.split()))


def _has(word: str) -> ColumnElement[bool]:
    asked = exists().where(_IS_FIRST, has_words(EVENT.c.detail, word))
    return or_(has_words(RUN.c.id, word), asked)
