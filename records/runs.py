"""The run's own row: what was asked, under which lock, and the one word it ended or waits with."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, RowMapping, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from contracts.errors import CorruptRun, InputError
from contracts.ids import RunId, Sha256
from records.database import Database
from records.tables import RUN
from records.unit_of_work import Reading, UnitOfWork


class RunStatus(StrEnum):
    """The word of a run; a run that is under way or was stopped by its environment has none."""

    ACCEPTED = "accepted"
    ACCEPTED_WITH_WAIVER = "accepted_with_waiver"
    REJECTED = "rejected"
    """A human said no."""
    FAILED = "failed"
    """Both recoveries are used."""
    CANCELLED = "cancelled"
    BLOCKED = "blocked"
    """Waits for a human: exactly one open escalation."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run."""

    id: RunId
    query_sha: Sha256
    cutoff: date
    zone: str
    profile: str
    lock_sha: Sha256 | None
    """Set by the first stage."""
    seed: str
    """What ids, times and nonces of the run derive from."""
    sandbox: str
    models: str
    status: RunStatus | None
    created: datetime


class Runs:
    """The table of runs."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def create(self, row: RunRow) -> None:
        """Add a run.

        Raises:
            InputError: a run of this id exists.
        """
        try:
            async with self._db.unit() as uow:
                await uow.execute(insert(RUN).values(_values(row)))
        except IntegrityError:
            msg = f"run {row.id!r} exists already; resume it or choose another id"
            raise InputError(msg) from None

    async def get(self, run: RunId) -> RunRow:
        """Read a run.

        Raises:
            InputError: there is none of this id.
            CorruptRun: its row cannot be understood.
        """
        async with self._db.reading() as reading:
            found = await reading.first(select(RUN).where(RUN.c.id == run))
        if found is None:
            raise _unknown(run)
        return _row(found)

    async def list(self) -> tuple[RunRow, ...]:
        """Read all runs, newest first."""
        async with self._db.reading() as reading:
            return tuple(_row(found) for found in await reading.rows(_NEWEST_FIRST))


_NEWEST_FIRST = select(RUN).order_by(RUN.c.created.desc(), RUN.c.id)


async def runs_where(
    reading: Reading, fits: ColumnElement[bool], *, limit: int, offset: int
) -> tuple[RunRow, ...]:
    """Read a part of the runs that fit a condition on their row, newest first.

    Raises:
        CorruptRun: the row of one cannot be understood.
    """
    part = _NEWEST_FIRST.where(fits).limit(limit).offset(offset)
    return tuple(_row(found) for found in await reading.rows(part))


async def count_runs(reading: Reading, fits: ColumnElement[bool]) -> int:
    """Count the runs that fit a condition on their row."""
    counted = await reading.first(select(func.count().label("n")).select_from(RUN).where(fits))
    return counted["n"] if counted else 0


async def set_lock(uow: UnitOfWork, run: RunId, lock_sha: Sha256) -> None:
    """Record the lock of a run; a relock after a human's decision replaces it.

    Raises:
        InputError: there is no such run.
    """
    if not await uow.execute(update(RUN).where(RUN.c.id == run).values(lock_sha=lock_sha)):
        raise _unknown(run)


async def set_status(uow: UnitOfWork, run: RunId, status: RunStatus | None) -> None:
    """Give a run its word; only a blocked run may lose or change it.

    Raises:
        InputError: there is no such run.
        CorruptRun: the run has ended with another word.
    """
    before = await status_in(uow, run)
    if before not in {None, RunStatus.BLOCKED, status}:
        msg = f"run {run!r} has ended as {before}; it cannot become {status or 'open'} again"
        raise CorruptRun(msg)
    await uow.execute(update(RUN).where(RUN.c.id == run).values(status=status))


async def status_in(reading: Reading, run: RunId) -> RunStatus | None:
    """Read the word of a run in the caller's transaction; None while it is under way.

    Raises:
        InputError: there is no such run.
        CorruptRun: its row cannot be understood.
    """
    found = await reading.first(select(RUN).where(RUN.c.id == run))
    if found is None:
        raise _unknown(run)
    return _row(found).status


def _unknown(run: RunId) -> InputError:
    return InputError(
        f"there is no run {run!r}; `finrubric runs list`, with the same --data, shows those there "
        "are"
    )


def _values(row: RunRow) -> dict[str, str | date | None]:
    return {
        "id": row.id,
        "query_sha": row.query_sha,
        "cutoff": row.cutoff,
        "zone": row.zone,
        "profile": row.profile,
        "lock_sha": row.lock_sha,
        "seed": row.seed,
        "sandbox": row.sandbox,
        "models": row.models,
        "status": row.status,
        "created": row.created,
    }


def _row(found: RowMapping) -> RunRow:
    word = found["status"]
    if word is not None and word not in set(RunStatus):
        msg = f"run {found['id']!r} has the unknown status {word!r}; update finrubric"
        raise CorruptRun(msg)
    return RunRow(
        id=found["id"],
        query_sha=found["query_sha"],
        cutoff=found["cutoff"],
        zone=found["zone"],
        profile=found["profile"],
        lock_sha=found["lock_sha"],
        seed=found["seed"],
        sandbox=found["sandbox"],
        models=found["models"],
        status=None if word is None else RunStatus(word),
        created=found["created"],
    )
