"""Where a run without a word stands: under way, stopped and by what, decided, interrupted."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, and_, exists, func, or_, select

from contracts.contract import Json
from contracts.errors import CorruptRun
from contracts.event import EventKind, Stop, stop_of
from contracts.ids import RunId
from escalations.decisions import is_pending
from records.lease import runs_held
from records.runs import RunRow, RunStatus
from records.tables import DECISION, EVENT, RUN
from records.unit_of_work import Reading

_AT_ONCE = 500
"""Runs of one query: a statement takes a bounded number of values."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands."""

    row: RunRow
    stop: Stop | None
    """What stopped it, when that is the last that happened."""
    reason: str
    """The stop in words, else empty."""
    is_held: bool
    """Whether a process works on it now."""
    is_decided: bool
    """Whether a human's decision waits to be obeyed."""

    @property
    def word(self) -> str:
        """The run's own word, else `stopped: drift`, `under way`, `decided` or `interrupted`."""
        if self.row.status is not None:
            return self.row.status.value
        if self.is_held:
            return "under way"
        if self.stop is not None:
            return f"stopped: {self.stop.value}"
        return "decided" if self.is_decided else "interrupted"

    def stopped_json(self) -> Json:
        """The stop as JSON; None where nothing stopped it."""
        if self.stop is None:
            return None
        return {
            "by": self.stop.value,
            "reason": self.reason,
            "can_resume": self.can_resume,
        }

    @property
    def can_resume(self) -> bool:
        """Whether a resume alone can get any further."""
        is_open = self.row.status is None and not self.is_held
        return is_open and (self.stop is None or self.stop.can_resume)


async def standings(
    reading: Reading, rows: Sequence[RunRow], now: datetime
) -> tuple[Standing, ...]:
    """Read where runs stand, in their order.

    Raises:
        CorruptRun: a run's last event is of a kind that this version does not know.
    """
    held = await runs_held(reading, now)
    found: list[Standing] = []
    for start in range(0, len(rows), _AT_ONCE):
        part = rows[start : start + _AT_ONCE]
        names = [row.id for row in part]
        decided = await _pending(reading, names)
        last = await _last(reading, names)
        found.extend(
            _standing(row, last.get(row.id), held=row.id in held, made=decided.get(row.id))
            for row in part
        )
    return tuple(found)


def is_going(held: Collection[RunId]) -> ColumnElement[bool]:
    """The condition on a run's row that it is under way or decided, as `Standing.word` has it.

    Args:
        held: the runs that `records.lease.runs_held` gave.
    """
    last = EVENT.alias()
    newest = select(func.max(last.c.seq)).where(last.c.run == RUN.c.id).scalar_subquery()
    made = select(func.max(DECISION.c.at)).where(DECISION.c.run == RUN.c.id, is_pending())
    made_at = made.scalar_subquery()
    has_stopped_since = exists().where(
        EVENT.c.run == RUN.c.id,
        EVENT.c.seq == newest,
        EVENT.c.kind == EventKind.STOPPED.value,
        EVENT.c.at >= made_at,
    )
    is_decided = and_(made_at.is_not(None), ~has_stopped_since)
    return and_(RUN.c.status.is_(None), or_(RUN.c.id.in_(held), is_decided))


def _standing(
    row: RunRow, last: RowMapping | None, *, held: bool, made: datetime | None
) -> Standing:
    """A stop before its end or its newest decision is past."""
    is_stopped = last is not None and last["kind"] == EventKind.STOPPED
    is_past = row.status not in (None, RunStatus.BLOCKED)
    if last is None or not is_stopped or is_past or (made is not None and last["at"] < made):
        return Standing(row, None, "", held, made is not None)
    stop, reason = stop_of(last["detail"])
    return Standing(row, stop, reason, held, made is not None)


async def _pending(reading: Reading, runs: Sequence[RunId]) -> Mapping[RunId, datetime]:
    """When the newest decision that nobody has obeyed yet was made."""
    newest = (
        select(DECISION.c.run, func.max(DECISION.c.at).label("at"))
        .where(DECISION.c.run.in_(runs), is_pending())
        .group_by(DECISION.c.run)
    )
    return {row["run"]: row["at"] for row in await reading.rows(newest)}


async def _last(reading: Reading, runs: Sequence[RunId]) -> Mapping[RunId, RowMapping]:
    newest = (
        select(EVENT.c.run, func.max(EVENT.c.seq).label("seq"))
        .where(EVENT.c.run.in_(runs))
        .group_by(EVENT.c.run)
        .subquery()
    )
    same = (EVENT.c.run == newest.c.run) & (EVENT.c.seq == newest.c.seq)
    rows = await reading.rows(select(EVENT).join(newest, same))
    for row in rows:
        if row["kind"] not in set(EventKind):
            msg = f"run {row['run']!r} has an event of unknown kind {row['kind']!r}"
            raise CorruptRun(f"{msg}; update finrubric")
    return {row["run"]: row for row in rows}
