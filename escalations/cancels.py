"""A person asks for the end of a run: the request and what the audit chain tells of it, at once."""

from datetime import datetime

from contracts.ids import RunId
from escalations.audit_chain import AuditAction, AuditChain, AuditEntry
from records.requests import cancel_requested, request_cancel
from records.unit_of_work import UnitOfWork


async def ask_for_end(
    uow: UnitOfWork, audit: AuditChain, run: RunId, by: str, at: datetime
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
        entry = AuditEntry(at=at, actor=by, action=action, run=run, item="", detail={})
        await audit.append(uow, entry)
