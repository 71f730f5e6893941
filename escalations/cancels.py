"""A person asks for the end of a run: the request and what the audit chain tells of it, at once."""

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from contracts.contract import Json
from contracts.errors import CorruptRun, InputError, ItemHeld
from contracts.ids import RunId
from escalations.audit_chain import AuditAction, AuditChain, AuditEntry
from escalations.claims import claim_in
from escalations.rounds import wants_second_review
from records.requests import cancel_requested, request_cancel
from records.tables import AUDIT, ESCALATION
from records.unit_of_work import Reading, UnitOfWork

NOTE = "note"
"""Key of the note in the detail of the chain's row."""


@dataclass(frozen=True, slots=True)
class EndAsked:
    """Who asked for the end of a run, when, and why, as the audit chain tells it."""

    by: str
    at: datetime
    note: str
    """Empty where none was given."""


async def ask_for_end(
    uow: UnitOfWork, audit: AuditChain, run: RunId, by: str, at: datetime, *, note: str = ""
) -> None:
    """Ask for the end of a run; asking again is fine, the first request stands and is told of.

    Raises:
        InputError: there is no such run, or it has ended.
        CorruptRun: the audit chain cannot be added to; nothing was asked.
    """
    is_asked = await cancel_requested(uow, run)
    await request_cancel(uow, run, by, at)
    if not is_asked:
        action = AuditAction.CANCEL_REQUESTED
        detail = {NOTE: note} if note else {}
        entry = AuditEntry(at=at, actor=by, action=action, run=run, item="", detail=detail)
        await audit.append(uow, entry)


async def require_unheld(reading: Reading, run: RunId, by: str, at: datetime) -> None:
    """Refuse to end a run over the heads of others, in the transaction that asks for its end.

    Who may do so nevertheless is for the caller to know.

    Raises:
        ItemHeld: another person has an open item of the run.
        InputError: two people must agree on an open item of the run.
    """
    waiting = select(ESCALATION.c.id).where(ESCALATION.c.run == run, ESCALATION.c.state == "open")
    for item in [row["id"] for row in await reading.rows(waiting)]:
        held = await claim_in(reading, item, at=at)
        if held is not None and held.holder != by:
            raise ItemHeld(
                f"{held.holder} has item {item} until {held.expires:%H:%M} UTC; a lead may end "
                "the run nevertheless. Nothing was asked"
            )
        if await wants_second_review(reading, item):
            raise InputError(
                f"two people must agree on item {item}: give an opinion there, or have a lead "
                "end the run"
            )


async def end_asked(reading: Reading, run: RunId) -> EndAsked | None:
    """Read who asked for the end of a run; None while nobody did.

    Raises:
        CorruptRun: the chain's row cannot be read.
    """
    told = select(AUDIT).where(
        AUDIT.c.run == run, AUDIT.c.action == AuditAction.CANCEL_REQUESTED.value
    )
    row = await reading.first(told)
    if row is None:
        return None
    try:
        detail: Json = json.loads(str(row["detail"]))
    except json.JSONDecodeError:
        msg = f"row {row['seq']} of the audit chain was changed; `finrubric audit verify` says more"
        raise CorruptRun(msg) from None
    note = detail.get(NOTE, "") if isinstance(detail, dict) else ""
    return EndAsked(row["actor"], row["at"], str(note))
