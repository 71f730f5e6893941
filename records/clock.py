"""Time comes in through one port, so that a run can be replayed under a given clock."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Two readings of time: what people call now, and what durations are measured with."""

    def now(self) -> datetime:
        """Give the present instant, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Give seconds that never run backwards; only differences mean anything."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """Give the present instant, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Give seconds that never run backwards."""
        return time.monotonic()


def active_ms_since(clock: Clock, start: float) -> int:
    """Whole milliseconds from a monotonic reading until now, never below zero."""
    return max(0, round((clock.monotonic() - start) * 1000))
