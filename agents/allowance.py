"""Active seconds of a budget group: what recorded calls and tools took, never waiting time."""

from typing import NamedTuple

from agents.role import BudgetGroup
from agents.roles import roles_of
from contracts.errors import DeadlineReached
from records.ledger import Ledger
from records.tool_log import ToolLog


class Allowance(NamedTuple):
    """What a group may use in one attempt."""

    group: BudgetGroup
    before_ms: int = 0
    """Active milliseconds the group had used when the attempt began."""


class Stopwatch:
    """Reads what an allowance has left from ledger and tool rows."""

    def __init__(
        self, allowance: Allowance, scope: str, *, ledger: Ledger, tool_log: ToolLog
    ) -> None:
        """Sum the rows of `scope`."""
        self._allowance = allowance
        self._scope = scope
        self._ledger = ledger
        self._tool_log = tool_log

    async def remaining_s(self) -> float:
        """Active seconds left.

        Raises:
            DeadlineReached: none are left.
        """
        roles = roles_of(self._allowance.group)
        used_ms = await self._ledger.active_ms(self._scope, roles)
        used_ms += await self._tool_log.active_ms(self._scope, roles)
        used_ms -= self._allowance.before_ms
        left_ms = self._allowance.group.seconds * 1_000 - used_ms
        if left_ms <= 0:
            raise self.reached()
        return left_ms / 1_000

    def reached(self) -> DeadlineReached:
        """The error that says which budget is used up."""
        group = self._allowance.group
        return DeadlineReached(
            f"{self._scope}: the {group.name} budget of {group.seconds} active seconds is used "
            "up; the files so far are kept and were not gated"
        )
