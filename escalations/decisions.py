"""Decisions: made once per item, obeyed once by the runner, taken back only before that.

Whatever a decision changes (its item, its run's word, the audit chain) changes with it in one
transaction. Rows are the truth; a printed decision is a print.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from sqlalchemy import ColumnElement, RowMapping, insert, select, update

from contracts.contract import Json, canonical, parse_contract, sha256_of
from contracts.decision import Decision, DecisionKind
from contracts.errors import (
    ContractError,
    CorruptRun,
    InputError,
    SecondReviewNeeded,
)
from contracts.escalation import (
    Escalation,
    legal_decisions,
    signable_findings,
    waivable_findings,
)
from contracts.ids import RunId
from escalations.audit_chain import Anchor, AuditAction, AuditChain, AuditEntry
from escalations.claims import end_claim, require_token
from escalations.drafts import drop_draft
from escalations.item import Item, escalation_in
from escalations.rounds import next_number, wants_second_review
from records.database import Database
from records.runs import RunStatus, set_status
from records.tables import AUDIT, DECISION, ESCALATION
from records.unit_of_work import Reading, UnitOfWork

RUNNER = "runner"
"""Who obeys decisions, as the audit chain names it."""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision and what became of it."""

    decision: Decision
    consumed: datetime | None
    """When it took effect; a rejection does so at once."""
    voided: datetime | None
    void_reason: str | None
    made: datetime
    """When it was put in force; later than it was written where a second opinion was waited for."""


async def decide(
    db: Database, audit: AuditChain, decision: Decision, token: int, at: datetime
) -> Anchor:
    """Decide an item under a claim, and give the head of the audit chain.

    A decision to go on leaves the run without a word, so that a resume obeys it; a rejection ends
    the run; a return gives the item back to the queue. The very same decision given again is not
    made twice: its anchor is given once more.

    Raises:
        InputError: no such item, not open, or not to be decided so.
        SecondReviewNeeded: one person alone may not decide it; `opinions.answer` keeps theirs.
        ItemHeld: the claim was taken over or released; nothing was written.
        CorruptRun: the audit chain cannot be added to.
    """
    async with db.unit() as uow:
        item = await escalation_in(uow, decision.item)
        before = await made_before(uow, decision)
        if before is not None:
            return before
        if decision.kind is not DecisionKind.RETURN and await wants_second_review(uow, item.id):
            msg = f"item {item.id!r} wants a second review: one person alone does not decide it"
            raise SecondReviewNeeded(msg)
        await require_decidable(uow, item, decision, token)
        return await put_in_force(uow, audit, decision, at)


async def require_decidable(
    uow: UnitOfWork, item: Escalation, decision: Decision, token: int
) -> None:
    """Refuse a decision that cannot be the next one on its item, made under this claim.

    Raises:
        InputError: the item is not open, not to be decided so, or the number is not the next one.
        ItemHeld: the claim was taken over or released.
    """
    await require_open(uow, item)
    await require_token(uow, item.id, token, by=decision.by)
    require_legal(item, decision)
    n = await next_number(uow, item.id)
    if decision.id != f"{item.id}-d{n}":
        msg = f"the next decision on item {item.id!r} is number {n}, not {decision.id!r}"
        raise InputError(msg)


async def put_in_force(
    uow: UnitOfWork, audit: AuditChain, decision: Decision, at: datetime, *, others: str = ""
) -> Anchor:
    """Make a decision that was checked, in the caller's transaction.

    Args:
        uow: the transaction that checked it.
        audit: the chain that is told of it.
        decision: what was decided.
        at: when it is put in force.
        others: who else stands behind it, or was heard before it, as the chain names them.

    Raises:
        CorruptRun: the audit chain cannot be added to.
    """
    await _insert(uow, decision, await next_number(uow, decision.item), at)
    await _carry_out(uow, decision, at)
    await drop_draft(uow, decision.item, decision.by)
    entry = _entry(AuditAction.DECIDED, decision, decision.by, at, others=others)
    return await audit.append(uow, entry)


async def made_before(reading: Reading, decision: Decision) -> Anchor | None:
    """The anchor of this very decision, when it was sent before; only its instant may differ."""
    found = await reading.first(select(DECISION).where(DECISION.c.id == decision.id))
    if found is None or found["voided"] is not None:
        return None
    if _row(found).decision.model_copy(update={"at": decision.at}) != decision:
        return None
    return await anchor_of(reading, decision.item, decision.id)


async def anchor_of(reading: Reading, item: str, decision_id: str) -> Anchor | None:
    """The row of the chain that tells of a decision or ruling on an item."""
    told = select(AUDIT).where(AUDIT.c.item == item, AUDIT.c.action == AuditAction.DECIDED.value)
    for row in await reading.rows(told):
        detail: Json = json.loads(str(row["detail"]))
        if isinstance(detail, dict) and detail.get("decision") == decision_id:
            return Anchor(row["seq"], row["mac"])
    return None


async def next_decision_id(db: Database, item: str) -> str:
    """Name the next decision on an item."""
    async with db.reading() as reading:
        return f"{item}-d{await next_number(reading, item)}"


_CONDITION = MappingProxyType({DecisionKind.RELOCK: "relock (where the lock has changed)"})


def require_legal(item: Escalation, decision: Decision) -> None:
    """Refuse what may not be decided on this item.

    Raises:
        InputError: says what may be.
    """
    if (decision.run, decision.attempt) != (item.run, item.attempt):
        msg = (
            f"item {item.id!r} is of run {item.run!r}, attempt {item.attempt}; the decision names "
            f"{decision.run!r}, attempt {decision.attempt}"
        )
        raise InputError(msg)
    require_kind(item, decision.kind)
    asked = {(found.code, found.pointer) for found in signable_findings(item)}
    if decision.signed and {(named.code, named.pointer) for named in decision.signed} != asked:
        msg = f"item {item.id!r} asks for {len(asked)} signatures; a decision gives all of them"
        raise InputError(msg)
    waivable = {(found.code, found.pointer) for found in waivable_findings(item)}
    foreign = [
        f"{named.code}@{named.pointer}"
        for named in decision.waived
        if (named.code, named.pointer) not in waivable
    ]
    if foreign:
        can = ", ".join(sorted(f"{code}@{pointer}" for code, pointer in waivable))
        msg = f"cannot be waived on item {item.id!r}: {', '.join(foreign)}; what can: {can}"
        raise InputError(msg)


def require_kind(item: Escalation, kind: DecisionKind) -> None:
    """Refuse a kind of decision that this item does not offer.

    Raises:
        InputError: says what may be decided.
    """
    legal = legal_decisions(item)
    if kind in legal:
        return
    can = ", ".join(_CONDITION.get(one, one.value) for one in legal)
    why = f"stage {item.stage}, attempt {item.attempt}"
    if kind is DecisionKind.SIGN:
        why += ", which asks for no signature"
    raise InputError(
        f"{kind} cannot be decided on item {item.id!r} ({why}); what can: {can or 'nothing here'}"
    )


async def decision_in_force(db: Database, item_id: str) -> Decision | None:
    """Read the decision that an item was decided by; returns and voided ones are none."""
    async with db.reading() as reading:
        row = await reading.first(select(DECISION).where(in_force(item_id)))
    return None if row is None else _row(row).decision


async def decision_rows(db: Database, run: RunId) -> tuple[DecisionRow, ...]:
    """Read all decisions on a run, in the order they were made, with what became of them."""
    ordered = (
        select(DECISION)
        .where(DECISION.c.run == run)
        .order_by(DECISION.c.attempt, DECISION.c.at, DECISION.c.n)
    )
    async with db.reading() as reading:
        return tuple(_row(row) for row in await reading.rows(ordered))


async def decisions_of(db: Database, run: RunId) -> tuple[Decision, ...]:
    """Read the decisions on a run that were not voided, in the order they were made."""
    return tuple(row.decision for row in await decision_rows(db, run) if row.voided is None)


async def mark_consumed(uow: UnitOfWork, audit: AuditChain, decision_id: str, at: datetime) -> None:
    """Say, in the transaction that obeys it, that a decision took effect.

    Raises:
        CorruptRun: there is no such decision, it took effect before, or it was voided.
    """
    row = await _pending(uow, decision_id)
    await uow.execute(update(DECISION).where(DECISION.c.id == decision_id).values(consumed=at))
    await audit.append(uow, _entry(AuditAction.CONSUMED, row.decision, RUNNER, at))


async def void(
    uow: UnitOfWork,
    audit: AuditChain,
    decision_id: str,
    reason: str,
    at: datetime,
    *,
    by: str = RUNNER,
) -> None:
    """Take back a decision: its item is open and its run blocked again.

    Raises:
        CorruptRun: there is no such decision, it took effect, or it was voided before.
    """
    row = await _pending(uow, decision_id)
    decision = row.decision
    values = {"voided": at, "void_reason": reason}
    await uow.execute(update(DECISION).where(DECISION.c.id == decision_id).values(values))
    if decision.kind is not DecisionKind.RETURN:
        reopened = update(ESCALATION).where(ESCALATION.c.id == decision.item)
        await uow.execute(reopened.values(state="open"))
        await set_status(uow, decision.run, RunStatus.BLOCKED)
    entry = _entry(AuditAction.VOIDED, decision, by, at, reason=reason)
    await audit.append(uow, entry)


async def require_open(uow: UnitOfWork, item: Item) -> None:
    """Refuse an item that is not open, and say by what it was decided.

    Raises:
        InputError: it is decided or closed.
    """
    if item.state == "open":
        return
    row = await uow.first(select(DECISION).where(in_force(item.id)))
    by = "" if row is None else f" by {row['id']!r} ({row['kind']})"
    raise InputError(f"item {item.id!r} is {item.state}{by}; nothing is left to decide")


async def _insert(uow: UnitOfWork, decision: Decision, n: int, at: datetime) -> None:
    is_final = decision.kind in (DecisionKind.REJECT, DecisionKind.RETURN)
    await uow.execute(
        insert(DECISION).values(
            id=decision.id,
            item=decision.item,
            run=decision.run,
            n=n,
            attempt=decision.attempt,
            kind=decision.kind.value,
            body=canonical(decision).decode(),
            at=at,
            consumed=at if is_final else None,
        )
    )


async def _carry_out(uow: UnitOfWork, decision: Decision, at: datetime) -> None:
    """Change the item and the run with the decision; the claim ends in any case."""
    await end_claim(uow, decision.item, at)
    if decision.kind is DecisionKind.RETURN:
        return
    decided = update(ESCALATION).where(ESCALATION.c.id == decision.item).values(state="decided")
    await uow.execute(decided)
    is_rejected = decision.kind is DecisionKind.REJECT
    await set_status(uow, decision.run, RunStatus.REJECTED if is_rejected else None)


async def _pending(uow: UnitOfWork, decision_id: str) -> DecisionRow:
    found = await uow.first(select(DECISION).where(DECISION.c.id == decision_id))
    if found is None:
        raise CorruptRun(f"there is no decision {decision_id!r}; restore the database")
    row = _row(found)
    if row.voided is not None:
        raise CorruptRun(f"decision {decision_id!r} was voided ({row.void_reason})")
    if row.consumed is not None:
        msg = f"decision {decision_id!r} took effect at {row.consumed.isoformat()} already"
        raise CorruptRun(msg)
    return row


def is_pending() -> ColumnElement[bool]:
    """Whether a decision stands and nobody has obeyed it yet, as a condition."""
    return DECISION.c.consumed.is_(None) & DECISION.c.voided.is_(None)


def in_force(item: str) -> ColumnElement[bool]:
    """Which row, if any, is what an item was decided by."""
    return (
        (DECISION.c.item == item)
        & (DECISION.c.kind != DecisionKind.RETURN.value)
        & DECISION.c.voided.is_(None)
    )


def decision_of_row(found: RowMapping) -> Decision:
    """The decision that a row of the table says.

    Raises:
        CorruptRun: it cannot be understood.
    """
    try:
        return parse_contract(found["body"].encode(), Decision)
    except ContractError as error:
        raise CorruptRun(f"decision {found['id']!r} is unreadable: {error}") from None


def _row(found: RowMapping) -> DecisionRow:
    return DecisionRow(
        decision=decision_of_row(found),
        consumed=found["consumed"],
        voided=found["voided"],
        void_reason=found["void_reason"],
        made=found["at"],
    )


def _entry(
    action: AuditAction,
    decision: Decision,
    actor: str,
    at: datetime,
    *,
    reason: str = "",
    others: str = "",
) -> AuditEntry:
    detail = {
        "decision": decision.id,
        "kind": decision.kind.value,
        "sha256": sha256_of(canonical(decision)),
    }
    extra = {"reason": reason, "others": others}
    return AuditEntry(
        at=at,
        actor=actor,
        action=action,
        run=decision.run,
        item=decision.item,
        detail=detail | {word: said for word, said in extra.items() if said},
    )
