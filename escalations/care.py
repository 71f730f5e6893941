"""The care of items: who is to look after one, until when, and whether two people must agree.

A list of items is changed all or nothing, with those named that cannot be changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import insert, select, update

from contracts.errors import InputError, ItemsRefused
from contracts.escalation import Escalation
from escalations.audit_chain import AuditAction, AuditChain
from escalations.claims import end_claim
from escalations.entries import entry_on
from escalations.item import ANSWER_WITHIN, Item, item_in
from escalations.words import person_of, words_of_reason
from records.column_types import instant_text
from records.database import Database
from records.review_tables import CARE
from records.tables import CLAIM, ESCALATION
from records.unit_of_work import Reading, UnitOfWork

MAX_ITEMS = 200
"""Items that one list may name."""


@dataclass(frozen=True, slots=True)
class Care:
    """Who looks after an item, until when, and how it is decided."""

    assignee: str | None
    due: datetime
    second_review: bool


async def care_of(reading: Reading, item_id: str) -> Care:
    """Read the care of an item; two days after it was opened it is due, if nobody said otherwise.

    Raises:
        InputError: there is no such item.
    """
    item = await item_in(reading, item_id)
    row = await reading.first(select(CARE).where(CARE.c.item == item_id))
    if row is None:
        return Care(None, item.opened + ANSWER_WITHIN, second_review=False)
    return Care(row["assignee"], row["due"], row["second_review"])


async def assign(
    db: Database,
    audit: AuditChain,
    items: Sequence[str],
    *,
    to: str | None,
    by: str,
    at: datetime,
) -> None:
    """Give open items to a person to look after, or to nobody; a claim on one stays as it is.

    Raises:
        ItemsRefused: some are not there or not open; none was changed.
        InputError: no item or too many, or not a person's name.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    async with db.unit() as uow:
        await assign_within(uow, audit, items, to=to, by=by, at=at)


async def assign_within(
    uow: UnitOfWork,
    audit: AuditChain,
    items: Sequence[str],
    *,
    to: str | None,
    by: str,
    at: datetime,
) -> None:
    """The same in the caller's transaction, which may have asked first who can be given an item.

    Raises:
        ItemsRefused, InputError, CorruptRun: as `assign`.
    """
    name = None if to is None else person_of(to)
    for item in await _open_items(uow, items):
        await _give(uow, audit, item, name, by=by, at=at)


async def unassign(
    uow: UnitOfWork, audit: AuditChain, person: str, *, by: str, at: datetime
) -> None:
    """Give every open item of somebody who cannot decide any more to nobody.

    Raises:
        CorruptRun: the audit chain cannot be added to.
    """
    theirs = (
        select(CARE.c.item)
        .join(ESCALATION, ESCALATION.c.id == CARE.c.item)
        .where(CARE.c.assignee == person, ESCALATION.c.state == "open")
        .order_by(CARE.c.item)
    )
    for row in await uow.rows(theirs):
        await _give(uow, audit, await item_in(uow, row["item"]), None, by=by, at=at)


async def requeue(
    db: Database, audit: AuditChain, items: Sequence[str], *, by: str, reason: str, at: datetime
) -> None:
    """Put open items back among those that nobody looks after: no claim, no assignee.

    Whoever had one claimed has their form refused from now on; drafts and opinions are kept.

    Raises:
        ItemsRefused: some are not there or not open; none was changed.
        InputError: no item or too many, or too short a reason.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    words = words_of_reason(reason)
    async with db.unit() as uow:
        for item in await _open_items(uow, items):
            before = await care_of(uow, item.id)
            held = await uow.first(select(CLAIM.c.holder).where(CLAIM.c.item == item.id))
            await end_claim(uow, item.id, at)
            await _put(uow, item, Care(None, before.due, before.second_review))
            holder = (held["holder"] if held else None) or ""
            detail = {"from": holder, "assignee": before.assignee or "", "reason": words}
            entry = entry_on(item, AuditAction.REQUEUED, by=by, at=at, detail=detail)
            await audit.append(uow, entry)


async def set_due(
    db: Database, audit: AuditChain, item_id: str, *, due: datetime, by: str, at: datetime
) -> None:
    """Say until when an open item is to be decided.

    Raises:
        InputError: no such item, or not open.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    async with db.unit() as uow:
        await set_due_within(uow, audit, item_id, due=due, by=by, at=at)


async def set_due_within(
    uow: UnitOfWork, audit: AuditChain, item_id: str, *, due: datetime, by: str, at: datetime
) -> None:
    """The same in the caller's transaction.

    Raises:
        InputError, CorruptRun: as `set_due`.
    """
    item = await _open_item(uow, item_id)
    before = await care_of(uow, item_id)
    await _put(uow, item, Care(before.assignee, due, before.second_review))
    detail = {"due": instant_text(due), "before": instant_text(before.due)}
    await audit.append(uow, entry_on(item, AuditAction.DUE_SET, by=by, at=at, detail=detail))


async def set_second_review(
    db: Database, audit: AuditChain, item_id: str, *, wanted: bool, by: str, at: datetime
) -> None:
    """Say whether two people must agree on an open item of a run.

    Raises:
        InputError: no such item, not open, or no run's: a matter takes one ruling.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    async with db.unit() as uow:
        await set_second_review_within(uow, audit, item_id, wanted=wanted, by=by, at=at)


async def set_second_review_within(
    uow: UnitOfWork, audit: AuditChain, item_id: str, *, wanted: bool, by: str, at: datetime
) -> None:
    """The same in the caller's transaction.

    Raises:
        InputError, CorruptRun: as `set_second_review`.
    """
    item = await _open_item(uow, item_id)
    if not isinstance(item, Escalation):
        msg = f"item {item_id!r} is of kind {item.kind.value}: a matter takes one ruling"
        raise InputError(msg)
    before = await care_of(uow, item_id)
    await _put(uow, item, Care(before.assignee, before.due, wanted))
    detail = {"wanted": "yes" if wanted else "no"}
    await audit.append(uow, entry_on(item, AuditAction.SECOND_REVIEW, by=by, at=at, detail=detail))


async def _give(
    uow: UnitOfWork, audit: AuditChain, item: Item, name: str | None, *, by: str, at: datetime
) -> None:
    before = await care_of(uow, item.id)
    await _put(uow, item, Care(name, before.due, before.second_review))
    detail = {"to": name or "", "from": before.assignee or ""}
    await audit.append(uow, entry_on(item, AuditAction.ASSIGNED, by=by, at=at, detail=detail))


async def _open_items(uow: UnitOfWork, items: Sequence[str]) -> list[Item]:
    """The named items, each once; all of them are open."""
    names = [*dict.fromkeys(items)]
    if not 0 < len(names) <= MAX_ITEMS:
        raise InputError(f"{len(names)} items were named; name 1 to {MAX_ITEMS}")
    found: list[Item] = []
    refused: dict[str, str] = {}
    for name in names:
        try:
            found.append(await _open_item(uow, name))
        except InputError as error:
            refused[name] = str(error)
    if refused:
        raise ItemsRefused(refused)
    return found


async def _open_item(uow: UnitOfWork, name: str) -> Item:
    item = await item_in(uow, name)
    if item.state != "open":
        raise InputError(f"item {name!r} is {item.state}; only an open one can be looked after")
    return item


async def _put(uow: UnitOfWork, item: Item, care: Care) -> None:
    values = {"assignee": care.assignee, "due": care.due, "second_review": care.second_review}
    if not await uow.execute(update(CARE).where(CARE.c.item == item.id).values(values)):
        await uow.execute(insert(CARE).values(item=item.id, **values))
