"""What a run has used so far, or had used after a step: calls, turns, active time and money."""

from dataclasses import dataclass

from agents.prices import dollars
from agents.roles import ROLES
from cli.models_source import is_replayed
from contracts.ids import RunId
from records.journal_chain import JournalRow
from records.ledger import Ledger, Totals
from records.tool_log import ToolLog
from reports.role_use import share_text
from reports.words import counted


@dataclass(frozen=True, slots=True)
class Usage:
    """Totals of one run."""

    calls: int
    unknown: int
    """Calls whose answer was lost: each may have been charged twice."""
    turns: int
    active_seconds: float
    sent: int
    """Requests that were sent for the calls."""
    cost_text: str
    """Cost in words."""
    cached_text: str
    """How much of the input came from caches, in words; empty where nothing was counted."""
    is_replayed: bool

    @property
    def calls_text(self) -> str:
        """Calls in words: `32 played calls` where a recording answered, else `32 calls`."""
        if self.is_replayed:
            return counted(self.calls, "played call")
        again = f" (sent {self.sent} times)" if self.sent > self.calls else ""
        return f"{counted(self.calls, 'call')}{again}"


def cost_text(totals: Totals, *, replayed: bool) -> str:
    """Cost in words; what has no known price is `unpriced` and never counts as nothing."""
    if replayed:
        return "none: recorded answers"
    unpriced = f"{counted(totals.unpriced, 'answer')} unpriced"
    if totals.cost is None:
        return "unpriced" if totals.unpriced else "not reported"
    return f"{dollars(totals.cost)} and {unpriced}" if totals.unpriced else dollars(totals.cost)


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
    replayed = is_replayed(models)
    counted_any = totals.input_tokens > 0
    return Usage(
        calls=totals.calls,
        unknown=totals.unknown,
        turns=totals.turns,
        active_seconds=active_ms / 1000,
        sent=totals.sent,
        cost_text=cost_text(totals, replayed=replayed),
        cached_text=share_text(totals.cached_tokens, totals.input_tokens) if counted_any else "",
        is_replayed=replayed,
    )
