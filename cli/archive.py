"""The records of finished and waiting runs, opened to be read: no sandbox, no models."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from contracts.contract import BodyT, Stamped, parse_contract, parse_stamped
from contracts.errors import InputError
from contracts.ids import RunId
from contracts.lock import Lock
from contracts.request import RunRequest
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths, database_file
from contracts.settings import Settings
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from records.clock import SystemClock
from records.database import Database, open_database, url_of
from records.events import Events
from records.files import Blobs, read_verified
from records.journal import Journal
from records.journal_chain import JournalRow
from records.ledger import Ledger
from records.runs import RunRow, Runs
from records.tool_log import ToolLog


@dataclass(frozen=True, slots=True)
class Archive:
    """All records under one data folder."""

    data: Path
    database: Database
    runs: Runs
    journal: Journal
    ledger: Ledger
    tool_log: ToolLog
    events: Events
    blobs: Blobs
    audit: AuditChain

    async def request(self, run: RunId) -> RunRequest:
        """What a run was started with.

        Raises:
            InputError: there is no such run.
            CorruptRun: its kept bytes are missing or changed.
        """
        row = await self.runs.get(run)
        return parse_contract(self.blobs.get(row.query_sha), RunRequest)

    async def lock(self, run: RunId) -> Lock | None:
        """The lock a run is under, relocks counted, or None when its first stage is not done."""
        for row in reversed(await self.journal.rows(run)):
            if any(file.name == Lock.contract_name for file in row.files):
                return self.body(row, Lock).body
        return None

    async def rubric(self, run: RunId) -> tuple[JournalRow, Stamped[Rubric]] | None:
        """The row that accepted a run and its rubric; None while there is none."""
        for row in reversed(await self.journal.rows(run)):
            if any(file.name == Rubric.contract_name for file in row.files):
                return row, self.body(row, Rubric)
        return None

    def body(self, row: JournalRow, model: type[BodyT]) -> Stamped[BodyT]:
        """The file of type `model` that a step wrote, verified by its hash.

        Raises:
            CorruptRun: the file is missing or changed.
            InputError: the step wrote no such file.
        """
        for file in row.files:
            if file.name == model.contract_name:
                path = RunPaths(self.data, row.run).root / file.path
                return parse_stamped(read_verified(path, file.sha256), model)
        raise InputError(f"run {row.run}: {row.stage} {row.n} wrote no {model.contract_name}")


@asynccontextmanager
async def open_archive(settings: Settings) -> AsyncGenerator[Archive]:
    """Open the records under the data folder; nothing is made that is not there.

    Raises:
        InputError: no run was ever started there.
        EnvironmentFault: the database cannot be used.
    """
    data = settings.data_dir
    if settings.database_url is None and not database_file(data).is_file():
        raise InputError(f"{data}: no run was started here; --data names another folder")
    url = url_of(settings.database_url, data)
    async with open_database(url) as database:
        yield archive_of(data, database, audit_key=settings.audit_key)


def archive_of(data: Path, database: Database, *, audit_key: str | None = None) -> Archive:
    """The archive over an open database.

    Raises:
        InputError: the key of the audit chain is not usable.
    """
    clock, blobs = SystemClock(), Blobs(data)
    return Archive(
        data=data,
        database=database,
        runs=Runs(database),
        journal=Journal(database),
        ledger=Ledger(database, data, clock),
        tool_log=ToolLog(database, blobs, clock),
        events=Events(database, clock),
        blobs=blobs,
        audit=AuditChain(AuditKey(data, audit_key)),
    )


async def newest_run(archive: Archive) -> RunRow:
    """The run that was started last.

    Raises:
        InputError: there is none.
    """
    rows = await archive.runs.list()
    if not rows:
        raise InputError(f"{archive.data}: there is no run yet")
    return rows[0]
