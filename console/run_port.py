"""What pages of runs need and the console may not read itself: roles, prices, prints of rubrics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from contracts.contract import Header
from contracts.ids import RunId, Sha256, SourceId
from contracts.rubric import Rubric
from records.runs import RunRow
from reports.record import RunRecord
from reports.role_use import RoleUse


@dataclass(frozen=True, slots=True)
class Used:
    """What a run has used so far, in words."""

    calls: str
    turns: int
    active_seconds: float
    cost: str
    cached: str
    """How much of the input came from caches; empty where nothing was counted."""


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """One opening of one page of the web."""

    who: str
    url: str
    came: str
    """What became of it, in words."""
    source: SourceId | None
    """The source that it became; None where it became none."""
    record: Sha256 | None
    screenshot: Sha256 | None


@dataclass(frozen=True, slots=True)
class PrintedRubric:
    """A rubric with all that its prints are made of."""

    rubric: Rubric
    record: RunRecord
    texts: Mapping[SourceId, str]
    header: Header | None
    """None while it waits for a signature: programs are not given it then."""


class RunPort(Protocol):
    """Reads what the console's own packages cannot."""

    async def used(self, row: RunRow) -> Used:
        """What a run has used."""
        ...

    async def costs(self, rows: Sequence[RunRow]) -> tuple[str, ...]:
        """What runs have cost, in words, in their order."""
        ...

    async def roles(self, row: RunRow) -> tuple[RoleUse, ...]:
        """What each role used; empty before it was asked anything."""
        ...

    async def pages(self, run: RunId) -> tuple[OpenedPage, ...]:
        """Every page of the web that was opened for a run.

        Raises:
            CorruptRun: a record that a row names is missing or changed.
        """
        ...

    async def rubric(self, run: RunId) -> PrintedRubric | None:
        """The rubric of a run that has one, or waits for its signature; words withheld are out.

        Raises:
            CorruptRun: a file that the journal names is missing or changed.
        """
        ...
