"""Opening what all runs share: database, byte stores and clock over one data folder."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from agents.cast import Cast
from agents.terms import FREE, Terms
from contracts.errors import EnvironmentFault
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from orchestrator.deps import Services
from records.clock import Clock
from records.database import open_database, url_of
from records.events import Events
from records.files import Blobs
from records.journal import Journal
from records.lease import Leases
from records.ledger import Ledger
from records.runs import Runs
from records.tool_log import ToolLog
from sandboxes.sandbox import SandboxProvider
from sources.store.snapshots import Snapshots


@asynccontextmanager
async def open_services(
    data: Path,
    *,
    sandboxes: SandboxProvider,
    cast: Cast,
    terms: Terms = FREE,
    clock: Clock,
    database_url: str | None = None,
    audit_key: str | None = None,
) -> AsyncGenerator[Services]:
    """Open the records under `data`, which is made when it is not there.

    Raises:
        InputError: the key of the audit chain is not usable.
        EnvironmentFault: the folder or the database cannot be used.
    """
    audit = AuditChain(AuditKey(data, audit_key))
    await asyncio.to_thread(_make, data)
    blobs = Blobs(data)
    url = url_of(database_url, data)
    async with open_database(url) as database:
        yield Services(
            data=data,
            database=database,
            runs=Runs(database),
            leases=Leases(database, clock),
            journal=Journal(database),
            ledger=Ledger(database, data, clock),
            tool_log=ToolLog(database, blobs, clock),
            events=Events(database, clock),
            blobs=blobs,
            snapshots=Snapshots(blobs),
            audit=audit,
            clock=clock,
            sandboxes=sandboxes,
            cast=cast,
            terms=terms,
        )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = (
            f"data folder {str(folder)!r} cannot be made: {error.strerror}; --data names another "
            "folder"
        )
        raise EnvironmentFault(msg) from None
