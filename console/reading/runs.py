"""Runs as a list: rows, where each stands, what was asked."""

from dataclasses import dataclass

from sqlalchemy import select

from console.parts import Parts
from console.views.runs import PER_PAGE, RunLine, RunsFilter, run_line, state_of
from contracts.event import EventKind
from contracts.ids import RunId
from escalations.standing import Standing, standings
from records.tables import EVENT
from records.unit_of_work import Reading


@dataclass(frozen=True, slots=True)
class FoundRuns:
    """One page of the runs that fit a filter."""

    lines: tuple[RunLine, ...]
    total: int


async def find_runs(parts: Parts, chosen: RunsFilter) -> FoundRuns:
    """Read the runs that fit a filter, newest first.

    Raises:
        CorruptRun: a run's row or last event cannot be understood.
    """
    rows = await parts.runs.list()
    now = parts.clock.now()
    async with parts.database.reading() as reading:
        standing = await standings(reading, rows, now)
        questions = await _questions(reading)
    fitting = [one for one in standing if _fits(one, questions.get(one.row.id, ""), chosen)]
    start = (chosen.page - 1) * PER_PAGE
    shown = fitting[start : start + PER_PAGE]
    costs = await parts.ports.runs.costs([one.row for one in shown]) if shown else ()
    lines = [
        run_line(one, questions.get(one.row.id, ""), cost, now)
        for one, cost in zip(shown, costs, strict=True)
    ]
    return FoundRuns(tuple(lines), len(fitting))


async def _questions(reading: Reading) -> dict[RunId, str]:
    """How each run's question begins, as its first event keeps it."""
    first = select(EVENT.c.run, EVENT.c.detail).where(EVENT.c.kind == EventKind.RUN_STARTED.value)
    return {row["run"]: row["detail"] for row in await reading.rows(first)}


def _fits(one: Standing, question: str, chosen: RunsFilter) -> bool:
    if chosen.state and state_of(one) != chosen.state:
        return False
    words = chosen.text.casefold().split()
    where = f"{one.row.id} {question}".casefold()
    return all(word in where for word in words)
