"""Everything that the page of one run tells, read at one go."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select

from console.access.user import User
from console.parts import Parts
from console.reading.source_page import gathered
from console.reading.stage_files import StageFiles
from console.reading.withholding import veil_of
from console.run_port import OpenedPage, Used
from contracts.contract import parse_contract
from contracts.escalation import Reason
from contracts.event import Event
from contracts.ids import RunId
from contracts.request import RunRequest
from contracts.source import CorpusItem
from escalations.cancels import EndAsked, end_asked
from escalations.decisions import DecisionRow, decision_rows
from escalations.standing import Standing, standings
from records.journal_chain import JournalRow
from records.lease import RUN_LEASE_S
from records.runs import RunRow
from records.tables import ESCALATION, LEASE
from records.unit_of_work import Reading
from reports.role_use import RoleUse


@dataclass(frozen=True, slots=True)
class Asked:
    """An item of the queue that a run opened."""

    id: str
    stage: str
    reason: str
    state: str
    opened: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNow:
    """What changes while a run goes on."""

    row: RunRow
    standing: Standing
    events: tuple[Event, ...]
    steps: tuple[JournalRow, ...]
    used: Used
    beat: datetime | None
    """When the process that has the run last said that it lives; None where none has it."""
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStory:
    """A run with what it was asked, what people did, and what was opened for it."""

    now: RunNow
    request: RunRequest
    sources: tuple[CorpusItem, ...]
    """Those it was started with, those that people added, and pages of the web."""
    items: tuple[Asked, ...]
    decisions: tuple[DecisionRow, ...]
    end: EndAsked | None
    roles: tuple[RoleUse, ...]
    pages: tuple[OpenedPage, ...]
    files: StageFiles

    @property
    def asks_signature(self) -> bool:
        """Whether the run waits for a person to sign its rubric."""
        signing = Reason.SIGNATURE_NEEDED.value
        return any(item.state == "open" and item.reason == signing for item in self.items)


async def read_now(parts: Parts, row: RunRow) -> RunNow:
    """How a run stands at this instant.

    Raises:
        CorruptRun: a row of it is of a kind that this version does not know.
    """
    now = parts.clock.now()
    async with parts.database.reading() as reading:
        (standing,) = await standings(reading, [row], now)
        beat = await _beat(reading, row.id) if standing.is_held else None
    return RunNow(
        row=row,
        standing=standing,
        events=await parts.events.since(row.id, 0),
        steps=await parts.journal.rows(row.id),
        used=await parts.ports.runs.used(row),
        beat=beat,
        now=now,
    )


async def read_story(parts: Parts, row: RunRow, user: User) -> RunStory:
    """The whole page of a run as one person may see it.

    Raises:
        CorruptRun: a kept text of it is missing or changed.
    """
    now = await read_now(parts, row)
    request = parse_contract(parts.blobs.get(row.query_sha), RunRequest)
    decisions = await decision_rows(parts.database, row.id)
    veil = await veil_of(parts, row, user)
    files = StageFiles(parts.data, row.id, now.steps, veil)
    async with parts.database.reading() as reading:
        end = await end_asked(reading, row.id)
        items = await _items(reading, row.id)
    return RunStory(
        now=now,
        request=request,
        sources=gathered(
            request, [one.decision.sources for one in decisions if not one.voided], files
        ),
        files=files,
        items=items,
        decisions=decisions,
        end=end,
        roles=await parts.ports.runs.roles(row),
        pages=await parts.ports.runs.pages(row.id) if request.web else (),
    )


async def _items(reading: Reading, run: RunId) -> tuple[Asked, ...]:
    ordered = select(ESCALATION).where(ESCALATION.c.run == run).order_by(ESCALATION.c.opened)
    return tuple(
        Asked(row["id"], row["stage"], row["reason"], row["state"], row["opened"])
        for row in await reading.rows(ordered)
    )


async def _beat(reading: Reading, run: RunId) -> datetime | None:
    row = await reading.first(select(LEASE.c.expires).where(LEASE.c.run == run))
    if row is None:
        return None
    expires: datetime = row["expires"]
    return expires - timedelta(seconds=RUN_LEASE_S)
