"""Rulings: what people answer to matters, once each, under a claim, and in the audit chain."""

from datetime import datetime

from sqlalchemy import RowMapping, insert, select, update

from contracts.contract import canonical, parse_contract, sha256_of
from contracts.errors import ContractError, CorruptRun, InputError
from contracts.escalation import Escalation
from contracts.matter import Matter, Ruling, RulingKind, legal_rulings
from escalations.audit_chain import Anchor, AuditAction, AuditChain, AuditEntry
from escalations.claims import end_claim, require_token
from escalations.decisions import anchor_of, in_force, require_open
from escalations.drafts import drop_draft
from escalations.item import item_in
from escalations.rounds import next_number
from records.database import Database
from records.tables import DECISION, ESCALATION
from records.unit_of_work import Reading, UnitOfWork


async def rule(db: Database, audit: AuditChain, ruling: Ruling, token: int, at: datetime) -> Anchor:
    """Rule on a matter under a claim, and give the head of the audit chain.

    A return gives the matter back to the queue; anything else decides it for good. The very same
    ruling given again is not made twice: its anchor is given once more.

    Raises:
        InputError: no such matter, not open, or not to be ruled on so.
        ItemHeld: the claim was taken over or released; nothing was written.
        CorruptRun: the audit chain cannot be added to.
    """
    async with db.unit() as uow:
        matter = await _matter_in(uow, ruling.item)
        before = await _made_before(uow, ruling)
        if before is not None:
            return before
        n = await next_number(uow, ruling.item)
        await require_open(uow, matter)
        await require_token(uow, ruling.item, token, by=ruling.by)
        require_permitted(matter, ruling)
        if ruling.id != f"{ruling.item}-d{n}":
            msg = f"the next ruling on item {matter.id!r} is number {n}, not {ruling.id!r}"
            raise InputError(msg)
        await _insert(uow, ruling, n, at)
        await _carry_out(uow, ruling, at)
        await drop_draft(uow, ruling.item, ruling.by)
        return await audit.append(uow, _entry(ruling, at))


def require_permitted(matter: Matter, ruling: Ruling) -> None:
    """Refuse what may not be ruled on this matter.

    Raises:
        InputError: says what may be.
    """
    if ruling.subject != matter.subject:
        msg = f"item {matter.id!r} is of {matter.subject!r}; the ruling names {ruling.subject!r}"
        raise InputError(msg)
    legal = legal_rulings(matter)
    if ruling.kind not in legal:
        msg = (
            f"{ruling.kind} cannot be ruled on item {matter.id!r} of kind {matter.kind.value}; "
            f"what can: {', '.join(legal)}"
        )
        raise InputError(msg)


async def ruling_in_force(db: Database, item_id: str) -> Ruling | None:
    """Read what a matter was decided by; a return is none."""
    async with db.reading() as reading:
        row = await reading.first(select(DECISION).where(in_force(item_id)))
    return None if row is None else _ruling(row)


async def rulings_on(db: Database, item_id: str) -> tuple[Ruling, ...]:
    """Read all rulings on a matter, returns too, in the order they were made."""
    ordered = select(DECISION).where(DECISION.c.item == item_id).order_by(DECISION.c.n)
    async with db.reading() as reading:
        return tuple(_ruling(row) for row in await reading.rows(ordered))


async def _matter_in(reading: Reading, item_id: str) -> Matter:
    found = await item_in(reading, item_id)
    if isinstance(found, Escalation):
        raise InputError(f"item {item_id!r} is of run {found.run!r}; decide it instead")
    return found


async def _made_before(reading: Reading, ruling: Ruling) -> Anchor | None:
    found = await reading.first(select(DECISION).where(DECISION.c.id == ruling.id))
    if found is None or _ruling(found).model_copy(update={"at": ruling.at}) != ruling:
        return None
    return await anchor_of(reading, ruling.item, ruling.id)


def _ruling(row: RowMapping) -> Ruling:
    try:
        return parse_contract(row["body"].encode(), Ruling)
    except ContractError as error:
        raise CorruptRun(f"ruling {row['id']!r} is unreadable: {error}") from None


async def _insert(uow: UnitOfWork, ruling: Ruling, n: int, at: datetime) -> None:
    await uow.execute(
        insert(DECISION).values(
            id=ruling.id,
            item=ruling.item,
            n=n,
            kind=ruling.kind.value,
            body=canonical(ruling).decode(),
            at=ruling.at,
            consumed=at,
        )
    )


async def _carry_out(uow: UnitOfWork, ruling: Ruling, at: datetime) -> None:
    """Change the matter with the ruling; the claim ends in any case."""
    await end_claim(uow, ruling.item, at)
    if ruling.kind is not RulingKind.RETURN:
        settled = update(ESCALATION).where(ESCALATION.c.id == ruling.item)
        await uow.execute(settled.values(state="decided"))


def _entry(ruling: Ruling, at: datetime) -> AuditEntry:
    return AuditEntry(
        at=at,
        actor=ruling.by,
        action=AuditAction.DECIDED,
        run="",
        item=ruling.item,
        detail={
            "decision": ruling.id,
            "kind": ruling.kind.value,
            "sha256": sha256_of(canonical(ruling)),
            "subject": ruling.subject,
        },
    )
