"""Who may write to a run: one holder at a time, told apart by an epoch that only grows.

A lease expires by the clock, so a holder that was stopped and wakes later may believe that it
still holds. It is the epoch that fences: every journal row is committed in a transaction that
finds the epoch still current.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, insert, select, update

from contracts.errors import RunHeld
from contracts.ids import RunId
from records.clock import Clock
from records.database import Database
from records.holder import is_gone
from records.tables import LEASE
from records.unit_of_work import Reading, UnitOfWork

RUN_LEASE_S = 60.0
"""Seconds that the lease of whoever drives a run lives without renewal; it is renewed in thirds."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write to a run, as long as its epoch is the newest."""

    run: RunId
    holder: str
    epoch: int


class Leases:
    """The table of leases."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def take(self, run: RunId, holder: str, ttl_s: float) -> Lease:
        """Take a run that nobody holds, or whose holder is expired or gone.

        Args:
            run: the run, which must exist.
            holder: name of the taker, as `records.holder.this_process` gives it.
            ttl_s: seconds until the lease expires unless it is renewed.

        Raises:
            RunHeld: naming the holder.
        """
        now = self._clock.now()
        async with self._db.unit() as uow:
            found = await _current(uow, run)
            epoch = 1 if found is None else found["epoch"] + 1
            values = {"holder": holder, "epoch": epoch, "expires": now + timedelta(seconds=ttl_s)}
            if found is None:
                await uow.execute(insert(LEASE).values(run=run, **values))
            elif is_free(found, now):
                await uow.execute(update(LEASE).where(LEASE.c.run == run).values(values))
            else:
                raise _held(run, found)
        return Lease(run, holder, epoch)

    async def renew(self, lease: Lease, ttl_s: float) -> None:
        """Put off the expiry of a lease.

        Raises:
            RunHeld: it was taken over or released.
        """
        expires = self._clock.now() + timedelta(seconds=ttl_s)
        async with self._db.unit() as uow:
            await require_current(uow, lease)
            await uow.execute(update(LEASE).where(LEASE.c.run == lease.run).values(expires=expires))

    async def release(self, lease: Lease) -> None:
        """Give a lease back; nothing happens when somebody else has it by now."""
        async with self._db.unit() as uow:
            mine = (LEASE.c.run == lease.run) & (LEASE.c.epoch == lease.epoch)
            await uow.execute(update(LEASE).where(mine).values(holder=None))


async def is_held(reading: Reading, run: RunId, now: datetime) -> bool:
    """Whether a living process holds a run, as far as this machine can tell."""
    found = await reading.first(select(LEASE).where(LEASE.c.run == run))
    return found is not None and not is_free(found, now)


async def runs_held(reading: Reading, now: datetime) -> frozenset[RunId]:
    """Every run that a living process holds, as far as this machine can tell."""
    claimed = LEASE.c.holder.is_not(None) & (LEASE.c.expires > now)
    taken = await reading.rows(select(LEASE).where(claimed))
    return frozenset(row["run"] for row in taken if not is_free(row, now))


async def require_current(uow: UnitOfWork, lease: Lease) -> None:
    """Refuse whoever no longer holds the run, in the transaction that writes.

    Raises:
        RunHeld: the lease was taken over or released.
    """
    found = await _current(uow, lease.run)
    if found is None or found["epoch"] != lease.epoch or found["holder"] is None:
        raise _held(lease.run, found)


async def _current(uow: UnitOfWork, run: RunId) -> RowMapping | None:
    return await uow.first(select(LEASE).where(LEASE.c.run == run))


def is_free(found: RowMapping, now: datetime) -> bool:
    """Whether a row of the table of leases keeps nobody out, as far as this machine can tell."""
    return found["holder"] is None or found["expires"] <= now or is_gone(found["holder"])


def _held(run: RunId, found: RowMapping | None) -> RunHeld:
    if found is None or found["holder"] is None:
        return RunHeld(f"the lease of run {run!r} is no longer held; take it again by a resume")
    return RunHeld(
        f"run {run!r} is held by {found['holder']} until {found['expires']:%Y-%m-%d %H:%M:%S} UTC; "
        "wait until it has ended"
    )
