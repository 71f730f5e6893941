"""Claims: one reviewer at a time has an item, told apart from earlier ones by a growing token.

A claim expires by the clock, and who still types then may believe to have it. The token fences: a
decision is committed in a transaction that finds its token still the newest.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Executable, RowMapping, or_, select, update

from contracts.contract import Json
from contracts.errors import InputError, ItemHeld
from escalations.audit_chain import AuditAction, AuditChain
from escalations.entries import entry_on
from escalations.item import item_in
from escalations.rounds import has_spoken
from escalations.words import words_of_reason
from records.database import Database
from records.tables import CLAIM, ESCALATION
from records.unit_of_work import Reading, UnitOfWork

LEASE = timedelta(minutes=15)
"""How long a claim lasts unless it is renewed."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to decide an item, as long as its token is the newest."""

    item: str
    holder: str
    token: int
    expires: datetime

    def as_json(self) -> Json:
        """Who has it until when, for a document."""
        return {
            "holder": self.holder,
            "token": self.token,
            "expires": self.expires.isoformat(),
        }


async def claim(db: Database, item: str, *, holder: str, lasting: timedelta, at: datetime) -> Claim:
    """Take an open item that nobody holds or whose claim has expired.

    Raises:
        InputError: there is no such item, it is not open, or the holder's opinion on it is final.
        ItemHeld: names who has it and until when.
    """
    expires = at + lasting
    taken = given_to(
        holder,
        CLAIM.c.item == item,
        is_free(at),
        ~has_spoken(CLAIM.c.item, holder),
        select(ESCALATION.c.id)
        .where(ESCALATION.c.id == item, ESCALATION.c.state == "open")
        .exists(),
        expires=expires,
    )
    async with db.unit() as uow:
        found = await uow.first(taken)
        if found is None:
            raise await _refusal(uow, item, at)
    return Claim(item, holder, found["token"], expires)


async def take_over(
    db: Database,
    audit: AuditChain,
    item: str,
    *,
    by: str,
    reason: str,
    at: datetime,
    lasting: timedelta = LEASE,
) -> Claim:
    """Take an open item from whoever has it; their form is refused from now on.

    Who may do so is for the caller to know. The chain names who had it and why it was taken.

    Raises:
        InputError: no such item, not open, too short a reason, or the taker's opinion is final.
        CorruptRun: the audit chain cannot be added to; nobody lost the item.
    """
    words = words_of_reason(reason)
    expires = at + lasting

    async with db.unit() as uow:
        found = await item_in(uow, item)
        row = await uow.first(select(CLAIM).where(CLAIM.c.item == item))
        if found.state != "open" or row is None:
            raise await _refusal(uow, item, at)
        if await _has_spoken(uow, item, by):
            raise _is_final(item)
        token = row["token"] + 1
        values = {"holder": by, "token": token, "expires": expires}
        await uow.execute(update(CLAIM).where(CLAIM.c.item == item).values(values))
        detail = {"from": row["holder"] or "", "token": str(token), "reason": words}
        entry = entry_on(found, AuditAction.TAKEN_OVER, by=by, at=at, detail=detail)
        await audit.append(uow, entry)
    return Claim(item, by, token, expires)


async def renew(db: Database, held: Claim, *, lasting: timedelta, at: datetime) -> Claim:
    """Put off the expiry of a claim.

    Raises:
        InputError: there is no such item.
        ItemHeld: it was taken over or released.
    """
    expires = at + lasting
    async with db.unit() as uow:
        if not await uow.execute(update(CLAIM).where(_is_mine(held)).values(expires=expires)):
            raise await stale(uow, held.item, held.token)
    return Claim(held.item, held.holder, held.token, expires)


async def release(db: Database, held: Claim) -> None:
    """Give a claim back; nothing happens when somebody else has the item by now."""
    async with db.unit() as uow:
        await uow.execute(update(CLAIM).where(_is_mine(held)).values(holder=None))


async def claim_of(db: Database, item: str, *, at: datetime) -> Claim | None:
    """Read who holds an item now; None when it is free."""
    async with db.reading() as reading:
        return await claim_in(reading, item, at=at)


async def claim_in(reading: Reading, item: str, *, at: datetime) -> Claim | None:
    """The same in the caller's transaction: one row is read, however long the queue is."""
    row = await reading.first(select(CLAIM).where(CLAIM.c.item == item))
    return None if row is None else _running(row, at)


async def claims(reading: Reading, *, at: datetime) -> dict[str, Claim]:
    """Read the claims that run now, by item."""
    running = (_running(row, at) for row in await reading.rows(select(CLAIM)))
    return {found.item: found for found in running if found is not None}


def given_to(holder: str, *which: ColumnElement[bool], expires: datetime) -> Executable:
    """The statement that gives a person a row of claims; each claim has a token of its own.

    It gives back item and token of the row; none where none is as `which` asks.
    """
    return (
        update(CLAIM)
        .where(*which)
        .values(holder=holder, token=CLAIM.c.token + 1, expires=expires)
        .returning(CLAIM.c.item, CLAIM.c.token)
    )


async def end_claim(uow: UnitOfWork, item: str, at: datetime) -> None:
    """Take an item from whoever has it, in the transaction that says why."""
    await uow.execute(update(CLAIM).where(CLAIM.c.item == item).values(holder=None, expires=at))


async def require_token(uow: UnitOfWork, item: str, token: int, *, by: str) -> None:
    """Refuse who does not hold the newest token, in the transaction that decides.

    A claim that has expired and that nobody took since is still good.

    Raises:
        InputError: there is no such item.
        ItemHeld: it was taken over or released, or is another person's.
    """
    row = await uow.first(select(CLAIM).where(CLAIM.c.item == item))
    if row is None or row["holder"] is None or row["token"] != token:
        raise await stale(uow, item, token)
    if row["holder"] != by:
        raise ItemHeld(f"claim {token} of item {item!r} is {row['holder']}'s, not {by}'s")


async def stale(reading: Reading, item: str, token: int) -> ItemHeld:
    """Give the error for a token that is not the newest.

    Raises:
        InputError: there is no such item.
    """
    _ = await item_in(reading, item)
    row = await reading.first(select(CLAIM).where(CLAIM.c.item == item))
    if row is None or row["holder"] is None:
        return ItemHeld(f"your claim {token} of item {item!r} was released; claim it again")
    return ItemHeld(
        f"your claim {token} of item {item!r} has ended: {_shown(row)}; claim it when it is free"
    )


def is_free(at: datetime) -> ColumnElement[bool]:
    """Whether nobody holds the item of a row of claims, as a condition."""
    return or_(CLAIM.c.holder.is_(None), CLAIM.c.expires <= at)


async def _has_spoken(reading: Reading, item: str, person: str) -> bool:
    spoken = select(CLAIM.c.item).where(CLAIM.c.item == item, has_spoken(CLAIM.c.item, person))
    return await reading.first(spoken) is not None


async def _refusal(reading: Reading, item: str, at: datetime) -> InputError | ItemHeld:
    found = await item_in(reading, item)
    if found.state != "open":
        return InputError(
            f"item {item!r} is {found.state}; only an open one can be claimed or decided"
        )
    row = await reading.first(select(CLAIM).where(CLAIM.c.item == item))
    if row is None:
        return InputError(f"item {item!r} has no row to be claimed by; restore the database")
    if _running(row, at) is None:
        return _is_final(item)
    return ItemHeld(f"item {item!r} cannot be claimed: {_shown(row)}")


def _is_final(item: str) -> InputError:
    return InputError(f"your opinion on item {item!r} is final; another person gives theirs now")


def _shown(row: RowMapping) -> str:
    return f"{row['holder']} has it until {row['expires']:%Y-%m-%d %H:%M:%S} UTC"


def _running(row: RowMapping, at: datetime) -> Claim | None:
    if row["holder"] is None or row["expires"] <= at:
        return None
    return Claim(row["item"], row["holder"], row["token"], row["expires"])


def _is_mine(held: Claim) -> ColumnElement[bool]:
    return (
        (CLAIM.c.item == held.item)
        & (CLAIM.c.token == held.token)
        & (CLAIM.c.holder == held.holder)
    )
