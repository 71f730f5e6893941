"""What a run has used so far, or had used after a step: calls, turns, active time and money."""

from dataclasses import dataclass

from agents.roles import ROLES
from contracts.ids import RunId
from records.journal_chain import JournalRow
from records.ledger import Ledger, Totals
from records.tool_log import ToolLog
from reports.words import counted


@dataclass(frozen=True, slots=True)
class Usage:
    """Totals of one run."""

    calls: int
    unknown: int
    """Calls whose answer was lost: each may have been charged twice."""
    turns: int
    active_seconds: float
    cost: int | None
    """Millionths of a US dollar; None where no provider said."""
    is_replayed: bool

    @property
    def calls_text(self) -> str:
        """Calls in words: `32 played calls` where a recording answered, else `32 calls`."""
        return counted(self.calls, "played call" if self.is_replayed else "call")

    @property
    def cost_text(self) -> str:
        """Cost in words."""
        if self.is_replayed:
            return "none: recorded answers"
        if self.cost is None:
            return "not reported"
        return f"{self.cost / 1_000_000:.2f} USD"


async def usage_of(run: RunId, *, ledger: Ledger, tool_log: ToolLog, models: str) -> Usage:
    """Add up a run; `models` says where its models come from, such as `replay:DIR`."""
    scope = f"run:{run}"
    roles = tuple(role.name for role in ROLES)
    active_ms = await ledger.active_ms(scope, roles) + await tool_log.active_ms(scope, roles)
    return _usage(await ledger.totals(scope), active_ms, models)


async def usage_after(row: JournalRow, *, ledger: Ledger, models: str) -> Usage:
    """What a run had used when a step was done, as its journal row and the calls before it say."""
    totals = await ledger.totals(f"run:{row.run}", until=row.at)
    return _usage(totals, row.active_ms, models)


def _usage(totals: Totals, active_ms: int, models: str) -> Usage:
    return Usage(
        calls=totals.calls,
        unknown=totals.unknown,
        turns=totals.turns,
        active_seconds=active_ms / 1000,
        cost=totals.cost,
        is_replayed=models.startswith("replay:"),
    )
