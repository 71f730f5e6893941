"""Everything that the page of one escalation is drawn from, read at once."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import select

from console.access.user import User
from console.item_port import Offer
from console.parts import Parts
from console.reading.draft import Draft, Groundwork, read_draft, read_groundwork
from console.reading.source_page import first_pictures
from console.reading.stage_files import stage_files
from console.reading.texts import texts_of
from console.reading.transcript import Activation, activations
from console.reading.veil import Veil
from console.reading.withholding import veil_of
from console.run_port import Used
from contracts.contract import parse_contract
from contracts.escalation import Escalation
from contracts.ids import SourceId
from contracts.request import RunRequest
from escalations.decisions import DecisionRow, decision_rows
from records.runs import RunRow
from records.tables import AUDIT
from reports.role_use import RoleUse


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One row of the audit chain about an item."""

    seq: int
    at: datetime
    actor: str
    action: str
    detail: str


@dataclass(frozen=True, slots=True)
class RunReading:
    """What a run's records say to whoever decides on its item."""

    row: RunRow
    veil: Veil
    """What of the run's sources the reader may not see."""
    ground: Groundwork
    draft: Draft | None
    texts: Mapping[SourceId, str]
    decisions: tuple[DecisionRow, ...]
    """All on the run, in the order they were made."""
    used: Used
    roles: tuple[RoleUse, ...]
    offer: Offer
    activations: tuple[Activation, ...]
    pictures: Mapping[SourceId, int]
    """For each source that a browser saw, which of its openings has the first picture."""


async def read_run(parts: Parts, item: Escalation, user: User) -> RunReading:
    """Read an escalation's run as one person may see it.

    Raises:
        InputError: there is no such run.
        CorruptRun: a file that a row names is missing or has other bytes.
    """
    row = await parts.runs.get(item.run)
    request = parse_contract(parts.blobs.get(row.query_sha), RunRequest)
    veil = await veil_of(parts, row, user)
    files = replace(await stage_files(parts.journal, parts.data, item.run), veil=veil)
    ground = await asyncio.to_thread(read_groundwork, files, request.query, request.corpus)
    draft = await asyncio.to_thread(read_draft, files, ground, row.lock_sha)
    sources = draft.rubric.sources if draft else ()
    return RunReading(
        row=row,
        veil=veil,
        ground=ground,
        draft=draft,
        texts=await asyncio.to_thread(texts_of, parts.blobs, sources),
        decisions=await decision_rows(parts.database, item.run),
        used=await parts.ports.runs.used(row),
        roles=await parts.ports.runs.roles(row),
        offer=await _offer(parts, item),
        activations=await activations(parts.ledger, item.run),
        pictures=await first_pictures(parts, row.id) if request.web else {},
    )


async def _offer(parts: Parts, item: Escalation) -> Offer:
    return await parts.ports.items.offered(item) if item.state == "open" else Offer((), ())


async def audit_lines(parts: Parts, item: str) -> tuple[AuditLine, ...]:
    """What the audit chain tells of an item, oldest first."""
    rows = select(AUDIT).where(AUDIT.c.item == item).order_by(AUDIT.c.seq)
    async with parts.database.reading() as reading:
        return tuple(
            AuditLine(row["seq"], row["at"], row["actor"], row["action"], row["detail"])
            for row in await reading.rows(rows)
        )
