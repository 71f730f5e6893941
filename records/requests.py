"""Requests of people to a runner: the row stands until the runner comes to its next step."""

from datetime import datetime

from sqlalchemy import insert, select

from contracts.errors import InputError
from contracts.ids import RunId
from records.runs import RunStatus, status_in
from records.tables import CANCEL_REQUEST
from records.unit_of_work import Reading, UnitOfWork


async def request_cancel(uow: UnitOfWork, run: RunId, by: str, at: datetime) -> None:
    """Ask for the end of a run; asking again is fine, the first request stands.

    Raises:
        InputError: there is no such run, or it has ended.
    """
    status = await status_in(uow, run)
    if status not in (None, RunStatus.BLOCKED):
        raise InputError(f"run {run!r} has ended as {status}; there is nothing to cancel")
    if not await cancel_requested(uow, run):
        await uow.execute(insert(CANCEL_REQUEST).values(run=run, by=by, at=at))


async def cancel_requested(reading: Reading, run: RunId) -> bool:
    """Whether somebody asked for the end of a run."""
    asked = select(CANCEL_REQUEST.c.run).where(CANCEL_REQUEST.c.run == run)
    return await reading.first(asked) is not None
