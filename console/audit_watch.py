"""The check of the audit chain for pages: whole now and then, at each look what is new in it."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from fastapi import FastAPI

from console.parts import Parts
from escalations.audit_verify import AuditReport, verify, verify_since

ANEW_AFTER = timedelta(minutes=10)
"""How long a whole check counts; a page can ask for another one at any time."""


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """What is known of the chain, and since when."""

    report: AuditReport
    at: datetime
    """When all of it was checked."""
    newer: int = 0
    """Rows that were added since; of these the seals were checked."""


class AuditWatch:
    """The last check in this process; the rows before its end are not read again for a while."""

    def __init__(self) -> None:
        self._last: AuditCheck | None = None
        self._turn = asyncio.Lock()

    async def look(self, parts: Parts) -> AuditCheck:
        """Check what was added since the last look, or all where that is too long ago.

        Raises:
            CorruptRun: there are rows and no key to check them with.
        """
        now = parts.clock.now()
        async with self._turn:
            last = self._last
            if last is None or last.report.head is None or now - last.at >= ANEW_AFTER:
                return await self._whole(parts)
            if last.report.faults:
                return last
            since = await verify_since(parts.database, parts.audit, last.report.head)
            if since.faults:
                return await self._whole(parts)
            report = replace(last.report, rows=last.report.rows + since.rows, head=since.head)
            self._last = replace(last, report=report, newer=last.newer + since.rows)
            return self._last

    async def anew(self, parts: Parts) -> None:
        """Check all of it; those who ask while others wait for the same are served together.

        Raises:
            CorruptRun: there are rows and no key to check them with.
        """
        asked = parts.clock.now()
        async with self._turn:
            if self._last is None or self._last.at <= asked:
                _ = await self._whole(parts)

    async def _whole(self, parts: Parts) -> AuditCheck:
        begun = parts.clock.now()
        self._last = AuditCheck(await verify(parts.database, parts.audit), begun)
        return self._last


def audit_watch(app: FastAPI) -> AuditWatch:
    """The watch over the chain in this process."""
    found = app.state.audit_watch
    assert isinstance(found, AuditWatch)
    return found
