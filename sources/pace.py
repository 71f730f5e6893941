"""A pace that all processes of one machine keep together: so many requests a second, and no more.

The next free moment stands in a file, and who wants one takes it under a lock of that file. The
clock is the machine's own, so that two processes mean the same moment.
"""

import asyncio
import fcntl
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

FURTHEST_S = 60.0
"""A moment further off than this was written by a clock that has been set back since."""


class Pace:
    """Moments `1 / per_second` apart."""

    def __init__(
        self,
        file: Path,
        per_second: float,
        *,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Keep the next free moment in `file`."""
        self._file = file
        self._gap = 1 / per_second
        self._now = now
        self._sleep = sleep

    async def turn(self) -> None:
        """Take the next free moment and wait for it."""
        wait = await asyncio.to_thread(self._take)
        if wait > 0:
            await self._sleep(wait)

    def _take(self) -> float:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a+", encoding="ascii") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            _ = held.seek(0)
            now = self._now()
            free = _number(held.read())
            mine = free if now < free <= now + FURTHEST_S else now
            _ = held.seek(0)
            _ = held.truncate()
            _ = held.write(f"{mine + self._gap:.6f}")
            return mine - now


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
