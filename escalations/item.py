"""Items of the human queue: opened in the transaction that blocks the run, read by their ids.

Items that are no run's are opened by whoever asks a person.
"""

from datetime import timedelta
from typing import TypeAlias

from sqlalchemy import RowMapping, insert, select, update

from contracts.contract import Contract, canonical, parse_contract
from contracts.errors import CorruptRun, InputError
from contracts.escalation import Escalation, ItemKind, Reason
from contracts.finding import Finding
from contracts.ids import RunId
from contracts.matter import Matter, MatterKind
from records.database import Database
from records.review_tables import CARE
from records.runs import RunStatus, set_status
from records.tables import CLAIM, ESCALATION
from records.unit_of_work import Reading, UnitOfWork

Item: TypeAlias = Escalation | Matter
"""Anything that waits in the queue."""
ANSWER_WITHIN = timedelta(days=2)
"""From when an item was opened to when it is due, until somebody sets another time."""


class _Findings(Contract):
    """How the findings of an item stand in its row."""

    findings: tuple[Finding, ...]


_OPEN = ESCALATION.c.state == "open"


async def open_item(uow: UnitOfWork, escalation: Escalation) -> None:
    """Put an item into the queue and block its run, in the caller's transaction.

    Raises:
        InputError: there is no such run.
        CorruptRun: the run has an open item already, has ended, or the item is not an open one.
    """
    if escalation.state != "open":
        msg = f"escalation {escalation.id!r} is {escalation.state}; only an open one can be put in"
        raise CorruptRun(msg)
    await set_status(uow, escalation.run, RunStatus.BLOCKED)
    await _put(uow, escalation)


async def fail_with(uow: UnitOfWork, escalation: Escalation) -> None:
    """Keep the item of a run whose recoveries are used up, and end the run as failed.

    Raises:
        InputError: there is no such run.
        CorruptRun: the run waits for another item, has ended, or the item is not a closed one.
    """
    if escalation.state != "closed":
        msg = f"escalation {escalation.id!r} is {escalation.state}; a failed run leaves none open"
        raise CorruptRun(msg)
    await set_status(uow, escalation.run, RunStatus.FAILED)
    await _put(uow, escalation)


async def close_items(uow: UnitOfWork, run: RunId) -> int:
    """Close what a run waits for, because the run ends otherwise; gives how many items that were.

    The caller gives the run its word in the same transaction.
    """
    waiting = (ESCALATION.c.run == run) & _OPEN
    named = select(ESCALATION.c.id).where(waiting)
    await uow.execute(update(CLAIM).where(CLAIM.c.item.in_(named)).values(holder=None))
    return await uow.execute(update(ESCALATION).where(waiting).values(state="closed"))


async def open_item_of(db: Database, run: RunId) -> Escalation | None:
    """Read the item that a run waits for, or None when it waits for none."""
    async with db.reading() as reading:
        row = await reading.first(select(ESCALATION).where(ESCALATION.c.run == run, _OPEN))
    return None if row is None else _escalation(row)


async def read_item(db: Database, item_id: str) -> Escalation:
    """Read an item of a run in whatever state.

    Raises:
        InputError: there is none of this id, or it is no run's.
    """
    async with db.reading() as reading:
        return await escalation_in(reading, item_id)


async def escalation_in(reading: Reading, item_id: str) -> Escalation:
    """Read an item of a run in the caller's transaction.

    Raises:
        InputError: there is none of this id, or it is no run's.
    """
    found = await item_in(reading, item_id)
    if isinstance(found, Matter):
        msg = f"item {item_id!r} is of kind {found.kind.value} and no run's; rule on it instead"
        raise InputError(msg)
    return found


async def item_in(reading: Reading, item_id: str) -> Item:
    """Read an item in the caller's transaction.

    Raises:
        InputError: there is none of this id.
    """
    row = await reading.first(select(ESCALATION).where(ESCALATION.c.id == item_id))
    if row is None:
        msg = f"there is no item {item_id!r}; `finrubric queue list --all` shows those there are"
        raise InputError(msg)
    return item_of_row(row)


async def items(reading: Reading, *, only_open: bool) -> tuple[Item, ...]:
    """Read the items, oldest first."""
    oldest_first = select(ESCALATION).order_by(ESCALATION.c.opened, ESCALATION.c.id)
    found = await reading.rows(oldest_first.where(_OPEN) if only_open else oldest_first)
    return tuple(item_of_row(row) for row in found)


async def open_matter(uow: UnitOfWork, matter: Matter) -> None:
    """Put a matter into the queue, in the caller's transaction; no run is changed.

    Raises:
        CorruptRun: there is an item of this id already, or the matter is not an open one.
    """
    if matter.state != "open":
        raise CorruptRun(f"matter {matter.id!r} is {matter.state}; only an open one can be put in")
    if await uow.first(select(ESCALATION.c.id).where(ESCALATION.c.id == matter.id)) is not None:
        raise CorruptRun(
            f"there is an item {matter.id!r} already; give each matter an id of its own"
        )
    await _insert(uow, matter)


async def _put(uow: UnitOfWork, escalation: Escalation) -> None:
    there = await uow.first(
        select(ESCALATION.c.id).where(
            ((ESCALATION.c.run == escalation.run) & _OPEN) | (ESCALATION.c.id == escalation.id)
        )
    )
    if there is not None:
        msg = f"run {escalation.run!r} waits for {there['id']!r} already; decide that one first"
        raise CorruptRun(msg)
    await _insert(uow, escalation)


async def _insert(uow: UnitOfWork, item: Item) -> None:
    findings = canonical(_Findings(findings=item.findings)).decode()
    columns = item.model_dump(exclude={"findings"})
    await uow.execute(insert(ESCALATION).values(**columns, findings=findings))
    await uow.execute(insert(CLAIM).values(item=item.id, token=0))
    care = {"due": item.opened + ANSWER_WITHIN, "second_review": False}
    await uow.execute(insert(CARE).values(item=item.id, **care))


def item_of_row(row: RowMapping) -> Item:
    """The item that a row of the table says.

    Raises:
        CorruptRun: it is of a kind or reason that this version does not know.
    """
    match row["kind"]:
        case ItemKind.ESCALATION.value:
            return _escalation(row)
        case ItemKind.BANK_GATE.value:
            return _matter(row, ItemKind.BANK_GATE)
        case ItemKind.AB_REVIEW.value:
            return _matter(row, ItemKind.AB_REVIEW)
        case ItemKind.SCORER_DISPUTE.value:
            return _matter(row, ItemKind.SCORER_DISPUTE)
        case kind:
            msg = f"item {row['id']!r} is of unknown kind {kind!r}; update finrubric"
            raise CorruptRun(msg)


def _matter(row: RowMapping, kind: MatterKind) -> Matter:
    return Matter(
        id=row["id"],
        kind=kind,
        subject=row["subject"],
        question=row["question"],
        findings=parse_contract(row["findings"].encode(), _Findings).findings,
        state=row["state"],
        opened=row["opened"],
    )


def _escalation(row: RowMapping) -> Escalation:
    if row["reason"] not in set(Reason):
        msg = f"item {row['id']!r} is of unknown reason {row['reason']!r}; update finrubric"
        raise CorruptRun(msg)
    return Escalation(
        id=row["id"],
        run=row["run"],
        attempt=row["attempt"],
        stage=row["stage"],
        reason=Reason(row["reason"]),
        findings=parse_contract(row["findings"].encode(), _Findings).findings,
        state=row["state"],
        opened=row["opened"],
    )
