"""What a run has used so far: calls, turns, active time and money."""

from dataclasses import dataclass

from sqlalchemy import select

from agents.roles import ROLES
from contracts.ids import RunId
from records.database import Database
from records.ledger import Ledger
from records.tables import CALL
from records.tool_log import ToolLog


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
    def cost_text(self) -> str:
        """Cost in words."""
        if self.is_replayed:
            return "none: recorded answers"
        if self.cost is None:
            return "not reported"
        return f"{self.cost / 1_000_000:.2f} USD"


async def usage_of(
    run: RunId, database: Database, *, ledger: Ledger, tool_log: ToolLog, models: str
) -> Usage:
    """Add up a run; `models` says where its models come from, such as `replay:DIR`."""
    scope = f"run:{run}"
    roles = tuple(role.name for role in ROLES)
    totals = await ledger.totals(scope)
    active_ms = await ledger.active_ms(scope, roles) + await tool_log.active_ms(scope, roles)
    turns = select(CALL.c.role, CALL.c.activation, CALL.c.turn).where(CALL.c.scope == scope)
    async with database.reading() as reading:
        found = await reading.rows(turns.distinct())
    return Usage(
        calls=totals.calls,
        unknown=totals.unknown,
        turns=len(found),
        active_seconds=active_ms / 1000,
        cost=totals.cost,
        is_replayed=models.startswith("replay:"),
    )
