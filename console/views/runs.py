"""The list of runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from console.views.run_words import StatusWords, age_text, status_words
from escalations.standing import Standing

PER_PAGE = 50
STATES: tuple[tuple[str, str], ...] = (
    ("", "All"),
    ("waiting", "Waits for a person"),
    ("going", "Under way"),
    ("stopped", "Stopped"),
    ("accepted", "Accepted"),
    ("ended", "Ended otherwise"),
)
"""Values of the filter by state, with their words."""


class RunsFilter(NamedTuple):
    """What is asked for in the address of the list."""

    state: str = ""
    text: str = ""
    """Words of the question or of the id."""
    page: int = 1

    def query(self, *, page: int | None = None) -> dict[str, str]:
        """The filter as parts of an address, without what says nothing."""
        number = page or self.page
        parts = {
            "state": self.state,
            "text": self.text,
            "page": str(number) if number > 1 else "",
        }
        return {name: value for name, value in parts.items() if value}


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run of the list."""

    id: str
    question: str
    status: StatusWords
    reason: str
    cutoff: str
    zone: str
    started: datetime
    age: str
    cost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsView:
    """One page of the list."""

    lines: tuple[RunLine, ...]
    chosen: RunsFilter
    states: tuple[tuple[str, str], ...]
    total: int
    first: int
    """Number of the first line, from 1; 0 where there is none."""
    last: int
    pages: int


def run_line(standing: Standing, question: str, cost: str, now: datetime) -> RunLine:
    """One run in words."""
    row = standing.row
    return RunLine(
        id=row.id,
        question=question,
        status=status_words(standing),
        reason=standing.reason,
        cutoff=row.cutoff.isoformat(),
        zone=row.zone,
        started=row.created,
        age=age_text(row.created, now),
        cost=cost,
    )


def runs_view(lines: Sequence[RunLine], chosen: RunsFilter, total: int) -> RunsView:
    """The lines of one page out of all that fit the filter."""
    first = (chosen.page - 1) * PER_PAGE + 1 if lines else 0
    return RunsView(
        lines=tuple(lines),
        chosen=chosen,
        states=STATES,
        total=total,
        first=first,
        last=first + len(lines) - 1 if lines else 0,
        pages=max(1, -(-total // PER_PAGE)),
    )
