"""Words before they leave this machine: none that repeat guarded text of an evaluation set.

The audit reads them afterwards as well; by then a service would know them.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache

from agents.tools.finding import Screen
from contracts.guard import Guard
from gates.copies import Copies, protected


def screen_of(guard: Guard, own_texts: Callable[[], Sequence[str]]) -> Screen:
    """What says why words may not be sent; the request's own words may, as in the audit."""

    @cache
    def copies() -> Copies:
        return protected(guard, own_texts=own_texts())

    async def screen(words: str) -> str:
        # Filings are long, and the lease must still be renewed.
        found = (await asyncio.to_thread(copies)).of(words)
        names = ", ".join(sorted({repr(guarded.name) for guarded in found}))
        return f"the words repeat guarded text of {names}" if found else ""

    return screen
