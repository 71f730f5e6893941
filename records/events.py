"""Events: what happened in a run, in order."""

from sqlalchemy import RowMapping, func, insert, select

from contracts.errors import CorruptRun
from contracts.event import Event, EventKind
from contracts.ids import RunId
from records.clock import Clock
from records.database import Database
from records.tables import EVENT
from records.unit_of_work import UnitOfWork


class Events:
    """The table of events; `seq` grows by one per run."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def add(
        self, run: RunId, kind: EventKind, *, stage: str = "", role: str = "", detail: str = ""
    ) -> Event:
        """Add an event in a transaction of its own."""
        async with self._db.unit() as uow:
            return await self.add_in(uow, run, kind, stage=stage, role=role, detail=detail)

    async def add_in(
        self,
        uow: UnitOfWork,
        run: RunId,
        kind: EventKind,
        *,
        stage: str = "",
        role: str = "",
        detail: str = "",
    ) -> Event:
        """Add an event in the transaction of the change it tells of."""
        newest = await uow.first(
            select(func.max(EVENT.c.seq).label("seq")).where(EVENT.c.run == run)
        )
        seq = ((newest["seq"] if newest else None) or 0) + 1
        event = Event(
            run=run,
            seq=seq,
            kind=kind,
            at=self._clock.now(),
            stage=stage,
            role=role,
            detail=detail,
        )
        await uow.execute(insert(EVENT).values(**event.model_dump()))
        return event

    async def since(self, run: RunId, seq: int) -> tuple[Event, ...]:
        """Read the events after number `seq`, in order; 0 gives all.

        Raises:
            CorruptRun: an event of a kind that this version does not know.
        """
        later = select(EVENT).where(EVENT.c.run == run, EVENT.c.seq > seq).order_by(EVENT.c.seq)
        async with self._db.reading() as reading:
            found = await reading.rows(later)
        return tuple(_event(row) for row in found)

    async def last(self, run: RunId) -> Event | None:
        """Read the newest event of a run; None before its first.

        Raises:
            CorruptRun: it is of a kind that this version does not know.
        """
        newest = select(EVENT).where(EVENT.c.run == run).order_by(EVENT.c.seq.desc()).limit(1)
        async with self._db.reading() as reading:
            found = await reading.first(newest)
        return None if found is None else _event(found)


def _event(row: RowMapping) -> Event:
    if row["kind"] not in set(EventKind):
        msg = f"run {row['run']!r} has an event of unknown kind {row['kind']!r}; update finrubric"
        raise CorruptRun(msg)
    return Event(
        run=row["run"],
        seq=row["seq"],
        kind=EventKind(row["kind"]),
        at=row["at"],
        stage=row["stage"],
        role=row["role"],
        detail=row["detail"],
    )
