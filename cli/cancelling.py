"""Ending a run on a person's word."""

import json
from contextlib import suppress

from cli.archive import Archive, open_archive
from cli.deciding import words_of_note
from contracts.contract import Contract, Words, parse_contract
from contracts.errors import RunHeld
from contracts.ids import RunId
from contracts.settings import Settings
from escalations.cancels import ask_for_end
from escalations.item import close_items
from records.clock import SystemClock
from records.database import Database
from records.holder import this_process
from records.lease import Lease, Leases, require_current
from records.runs import RunStatus, set_status

LEASE_S = 30.0
"""Seconds that ending a run may take."""


class _Why(Contract):
    contract_name = "option --note"

    note: Words


def read_why(given: str) -> str:
    """The note of whoever ends a run, which need not give one.

    Raises:
        InputError: it says too little, or holds what is no text.
    """
    if not given:
        return ""
    return parse_contract(json.dumps({"note": words_of_note(given)}).encode(), _Why).note


async def cancelled(run: RunId, settings: Settings, *, by: str, note: str = "") -> bool:
    """Ask for a run's end, and end it where nobody has it; False when its process must do so.

    Raises:
        InputError: there is no such run, or it has ended.
        CorruptRun: the audit chain cannot be added to; nothing was asked.
    """
    clock = SystemClock()
    async with open_archive(settings) as archive:
        async with archive.database.unit() as uow:
            await ask_for_end(uow, archive.audit, run, by, clock.now(), note=note)
        return await end_where_free(archive, run)


async def end_where_free(archive: Archive, run: RunId) -> bool:
    """End a run whose end was asked for; False when a process has it and must do so.

    Raises:
        CorruptRun: it has ended with another word meanwhile.
    """
    leases = Leases(archive.database, SystemClock())
    with suppress(RunHeld):
        lease = await leases.take(run, this_process(), LEASE_S)
        try:
            await _end(archive.database, lease)
        finally:
            await leases.release(lease)
        return True
    return False


async def _end(database: Database, lease: Lease) -> None:
    async with database.unit() as uow:
        await require_current(uow, lease)
        _ = await close_items(uow, lease.run)
        await set_status(uow, lease.run, RunStatus.CANCELLED)
