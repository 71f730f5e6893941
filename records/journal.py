"""The journal: one immutable row per finished step of a run, chained by hashes.

A step is done when a row with the same inputs exists. Counters and active time after the step are
columns of the row, so they are committed with it or not at all.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, insert, select

from contracts.contract import canonical, parse_contract
from contracts.counters import Counters
from contracts.errors import ContractError, CorruptRun
from contracts.ids import RunId, Sha256
from contracts.run_paths import RunPaths
from records.database import Database
from records.journal_chain import (
    GENESIS,
    JournalFile,
    JournalRow,
    require_chain,
    require_files,
    seal,
)
from records.lease import Lease, require_current
from records.tables import JOURNAL, JOURNAL_FILE
from records.unit_of_work import Reading, UnitOfWork


@dataclass(frozen=True, slots=True)
class NewRow:
    """What a step puts into the journal."""

    attempt: int
    stage: str
    n: int
    """Ordinal of the step within stage and attempt."""
    verdict: str
    counters: Counters
    """Counters after the step."""
    active_ms: int
    """Active milliseconds of the attempt after the step."""
    inputs_sha: Sha256
    """Hash of the fingerprints of everything the step was made from."""
    at: datetime
    files: tuple[JournalFile, ...]


class Journal:
    """The journal of every run."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def find(self, run: RunId, *, stage: str, inputs_sha: Sha256) -> JournalRow | None:
        """Read the row of a step that was made from these inputs, in whichever attempt."""
        return await self._one(
            run, (JOURNAL.c.stage == stage) & (JOURNAL.c.inputs_sha == inputs_sha)
        )

    async def newest(self, run: RunId, *, attempt: int, stage: str, n: int) -> JournalRow | None:
        """Read the n-th row of a stage in the newest attempt that has one, up to `attempt`.

        An attempt that begins at a later stage stands on what earlier attempts left.
        """
        which = (JOURNAL.c.attempt <= attempt) & (JOURNAL.c.stage == stage) & (JOURNAL.c.n == n)
        async with self._db.reading() as reading:
            found = await _rows(reading, run, which)
        return found[-1] if found else None

    async def rows(self, run: RunId) -> tuple[JournalRow, ...]:
        """Read the whole journal of a run, in order."""
        async with self._db.reading() as reading:
            return await _rows(reading, run, None)

    async def append(self, uow: UnitOfWork, lease: Lease, new: NewRow) -> JournalRow:
        """Add a row and its file rows in the caller's transaction.

        Raises:
            RunHeld: the lease was taken over or released.
            CorruptRun: the journal has this step already.
        """
        await require_current(uow, lease)
        await _require_new(uow, lease.run, new)
        last = await uow.first(
            select(JOURNAL.c.seq, JOURNAL.c.row_sha)
            .where(JOURNAL.c.run == lease.run)
            .order_by(JOURNAL.c.seq.desc())
            .limit(1)
        )
        row = seal(
            JournalRow(
                run=lease.run,
                seq=1 if last is None else last["seq"] + 1,
                attempt=new.attempt,
                stage=new.stage,
                n=new.n,
                verdict=new.verdict,
                counters=new.counters,
                active_ms=new.active_ms,
                inputs_sha=new.inputs_sha,
                prev_sha=GENESIS if last is None else last["row_sha"],
                row_sha="",
                epoch=lease.epoch,
                at=new.at,
                files=tuple(sorted(new.files, key=lambda file: file.name)),
            )
        )
        await _insert(uow, row)
        return row

    async def verify(self, run: RunId, paths: RunPaths) -> None:
        """Check the chain of a run and that every file it names is there with its bytes.

        Raises:
            CorruptRun: naming the row or the file.
        """
        rows = await self.rows(run)
        require_chain(rows)
        require_files(rows, paths.root)

    async def _one(self, run: RunId, which: ColumnElement[bool]) -> JournalRow | None:
        async with self._db.reading() as reading:
            found = await _rows(reading, run, which)
        return found[0] if found else None


async def _require_new(uow: UnitOfWork, run: RunId, new: NewRow) -> None:
    same_inputs = (JOURNAL.c.stage == new.stage) & (JOURNAL.c.inputs_sha == new.inputs_sha)
    same_place = (
        (JOURNAL.c.attempt == new.attempt) & (JOURNAL.c.stage == new.stage) & (JOURNAL.c.n == new.n)
    )
    found = await _rows(uow, run, same_inputs | same_place)
    if found:
        there = found[0]
        msg = (
            f"journal of run {run!r} has {there.stage} {there.attempt}/{there.n} as row {there.seq}"
            f" already; {new.stage} {new.attempt}/{new.n} cannot be added: look rows up first"
        )
        raise CorruptRun(msg)


async def _insert(uow: UnitOfWork, row: JournalRow) -> None:
    await uow.execute(
        insert(JOURNAL).values(
            run=row.run,
            seq=row.seq,
            attempt=row.attempt,
            stage=row.stage,
            n=row.n,
            verdict=row.verdict,
            counters=canonical(row.counters).decode(),
            active_ms=row.active_ms,
            inputs_sha=row.inputs_sha,
            prev_sha=row.prev_sha,
            row_sha=row.row_sha,
            epoch=row.epoch,
            at=row.at,
        )
    )
    for file in row.files:
        await uow.execute(
            insert(JOURNAL_FILE).values(
                run=row.run,
                seq=row.seq,
                name=file.name,
                path=file.path,
                sha256=file.sha256,
                fingerprint=file.fingerprint,
                contract=file.contract,
                version=file.version,
            )
        )


async def _rows(
    reading: Reading, run: RunId, which: ColumnElement[bool] | None
) -> tuple[JournalRow, ...]:
    rows = select(JOURNAL).where(JOURNAL.c.run == run).order_by(JOURNAL.c.seq)
    found = await reading.rows(rows if which is None else rows.where(which))
    files: dict[int, list[JournalFile]] = {row["seq"]: [] for row in found}
    if found:
        named = (
            select(JOURNAL_FILE)
            .where(JOURNAL_FILE.c.run == run, JOURNAL_FILE.c.seq.in_(files))
            .order_by(JOURNAL_FILE.c.seq, JOURNAL_FILE.c.name)
        )
        for file in await reading.rows(named):
            values = {name: value for name, value in file.items() if name not in {"run", "seq"}}
            files[file["seq"]].append(JournalFile(**values))
    return tuple(_row(row, tuple(files[row["seq"]])) for row in found)


def _row(found: RowMapping, files: tuple[JournalFile, ...]) -> JournalRow:
    return JournalRow(
        run=found["run"],
        seq=found["seq"],
        attempt=found["attempt"],
        stage=found["stage"],
        n=found["n"],
        verdict=found["verdict"],
        counters=_counters(found),
        active_ms=found["active_ms"],
        inputs_sha=found["inputs_sha"],
        prev_sha=found["prev_sha"],
        row_sha=found["row_sha"],
        epoch=found["epoch"],
        at=found["at"],
        files=files,
    )


def _counters(found: RowMapping) -> Counters:
    try:
        return parse_contract(found["counters"].encode(), Counters)
    except ContractError as error:
        msg = f"journal row {found['seq']} of run {found['run']!r} has unreadable counters: {error}"
        raise CorruptRun(msg) from None
