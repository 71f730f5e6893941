"""Second reviews: two people decide without reading each other, and agree or are heard by a third.

Where an item wants one, a person's decision is kept as an opinion that is final and has no effect
yet. Two that agree make the decision, the first one's words in force; two that differ wait for a
third person. Nobody reads another's opinion before their own is final or both are in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import RowMapping, insert, select

from contracts.contract import canonical, parse_contract, sha256_of
from contracts.decision import Decision, DecisionKind
from contracts.errors import ContractError, CorruptRun, InputError, SecondReviewNeeded
from contracts.escalation import Escalation
from escalations.audit_chain import Anchor, AuditAction, AuditChain
from escalations.claims import end_claim
from escalations.decisions import (
    anchor_of,
    decision_of_row,
    made_before,
    put_in_force,
    require_decidable,
)
from escalations.drafts import drop_draft
from escalations.entries import entry_on
from escalations.item import escalation_in, item_in
from escalations.rounds import next_number, wants_second_review
from records.database import Database
from records.review_tables import OPINION
from records.tables import AUDIT, DECISION
from records.unit_of_work import Reading, UnitOfWork

OPINIONS = 2
"""How many a second review hears."""


class Standing(StrEnum):
    """What became of an answer, or how far the second review of an item is."""

    NOT_WANTED = "not_wanted"
    """One person decides."""
    NONE_YET = "none_yet"
    ONE = "one"
    """One opinion is final, and waits for another person's."""
    DIFFER = "differ"
    """Two opinions are in and differ: a third person decides."""
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one person would decide, for good."""

    decision: Decision
    round: int
    given: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a person's answer to an item."""

    standing: Standing
    """`DECIDED`, or `ONE` or `DIFFER` where it was kept as an opinion."""
    decision: Decision
    """What is in force now; where nothing is, the answer itself."""
    anchor: Anchor


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The second review of an item as one person may see it."""

    standing: Standing
    round: int
    given: int
    """How many opinions are final in this round."""
    mine: Opinion | None
    shown: tuple[Opinion, ...]
    """All of this round, first one first, where this person may read them; else none."""


async def answer(
    db: Database, audit: AuditChain, decision: Decision, token: int, at: datetime
) -> Answer:
    """Decide an item, or keep the decision as an opinion where two people are wanted.

    A return is never an opinion: it puts the item back at once and begins a new round.

    Raises:
        InputError: no such item, not open, not to be decided so, or this person's opinion is final.
        SecondReviewNeeded: two opinions differ; `settle` is for a third person.
        ItemHeld: the claim was taken over or released; nothing was written.
        CorruptRun: the audit chain cannot be added to.
    """
    async with db.unit() as uow:
        item = await escalation_in(uow, decision.item)
        before = await made_before(uow, decision)
        if before is not None:
            return Answer(Standing.DECIDED, decision, before)
        alone = decision.kind is DecisionKind.RETURN
        if alone or not await wants_second_review(uow, item.id):
            await require_decidable(uow, item, decision, token)
            anchor = await put_in_force(uow, audit, decision, at)
            return Answer(Standing.DECIDED, decision, anchor)
        return await _heard(uow, audit, item, decision, token, at)


async def settle(
    db: Database, audit: AuditChain, decision: Decision, token: int, at: datetime
) -> Answer:
    """Decide an item on which two opinions differ; who may do so is for the caller to know.

    Raises:
        InputError: as `answer`; or the opinions do not differ, or one is this person's own.
        ItemHeld: the claim was taken over or released; nothing was written.
        CorruptRun: the audit chain cannot be added to.
    """
    async with db.unit() as uow:
        item = await escalation_in(uow, decision.item)
        before = await made_before(uow, decision)
        if before is not None:
            return Answer(Standing.DECIDED, decision, before)
        heard = await _in_round(uow, item.id, await next_number(uow, item.id))
        if len(heard) < OPINIONS:
            msg = f"item {item.id!r}: {len(heard)} of {OPINIONS} opinions are in; nothing to settle"
            raise InputError(msg)
        if decision.by in _names(heard):
            msg = f"item {item.id!r}: your own opinion is one of the two; a third person decides"
            raise InputError(msg)
        await require_decidable(uow, item, decision, token)
        others = ", ".join(_names(heard))
        anchor = await put_in_force(uow, audit, decision, at, others=others)
        return Answer(Standing.DECIDED, decision, anchor)


async def second_look(reading: Reading, item_id: str, viewer: str) -> SecondLook:
    """Read the second review of an item, with no more of it than a person may see.

    Raises:
        InputError: there is no such item.
        CorruptRun: an opinion's row cannot be understood.
    """
    item = await item_in(reading, item_id)
    n = await next_number(reading, item_id)
    is_decided = item.state == "decided"
    number = n - 1 if is_decided else n
    heard = await _in_round(reading, item_id, number)
    mine = next((one for one in heard if one.decision.by == viewer), None)
    may_read = item.state != "open" or mine is not None or len(heard) >= OPINIONS
    wanted = await wants_second_review(reading, item_id)
    return SecondLook(
        standing=Standing.DECIDED if is_decided else _standing(len(heard), is_wanted=wanted),
        round=number,
        given=len(heard),
        mine=mine,
        shown=heard if may_read else (),
    )


async def opinions_behind(reading: Reading, decision: Decision) -> tuple[Opinion, ...]:
    """The opinions of the round that led to a decision, first one first; often none."""
    number = int(decision.id.removeprefix(f"{decision.item}-d"))
    return await _in_round(reading, decision.item, number)


async def speakers(reading: Reading, item_id: str) -> tuple[str, ...]:
    """Whose opinion is final in the round that an item is in, first one first."""
    return _names(await _in_round(reading, item_id, await next_number(reading, item_id)))


async def _heard(
    uow: UnitOfWork,
    audit: AuditChain,
    item: Escalation,
    decision: Decision,
    token: int,
    at: datetime,
) -> Answer:
    before = await _given_before(uow, decision)
    if before is not None:
        return before
    number = await next_number(uow, item.id)
    heard = await _in_round(uow, item.id, number)
    if len(heard) >= OPINIONS:
        raise SecondReviewNeeded(f"item {item.id!r}: two opinions differ; a third person decides")
    await require_decidable(uow, item, decision, token)
    anchor = await _keep(uow, audit, item, decision, number, at)
    if not heard:
        return Answer(Standing.ONE, decision, anchor)
    first = heard[0].decision
    if not agree(first, decision):
        return Answer(Standing.DIFFER, decision, anchor)
    # What is obeyed must be what was given: the chain has its hash.
    _ = _there(await _anchor(uow, first), first)
    anchor = await put_in_force(uow, audit, first, at, others=decision.by)
    return Answer(Standing.DECIDED, first, anchor)


def agree(first: Decision, second: Decision) -> bool:
    """Whether two opinions decide the same: of one kind, and where findings are closed, the same.

    Words, sources and edited files are each person's own, and the first one's are obeyed.
    """
    return (first.kind, _closed(first)) == (second.kind, _closed(second))


def _closed(decision: Decision) -> set[tuple[str, str]]:
    return {(found.code, found.pointer) for found in decision.waived}


async def _given_before(reading: Reading, decision: Decision) -> Answer | None:
    """What the same answer gave the first time it was sent; another one comes too late.

    Raises:
        InputError: this person's opinion in that round says something else.
    """
    mine = await _own(reading, decision)
    made = await reading.first(select(DECISION).where(DECISION.c.id == decision.id))
    if mine is None or (made is not None and made["voided"] is not None):
        return None
    if mine.decision.model_copy(update={"at": decision.at}) != decision:
        msg = f"item {decision.item!r}: your opinion ({mine.decision.kind}) is final"
        raise InputError(msg)
    if made is not None:
        anchor = await anchor_of(reading, decision.item, decision.id)
        return Answer(Standing.DECIDED, decision_of_row(made), _there(anchor, decision))
    heard = await _in_round(reading, decision.item, mine.round)
    anchor = await _anchor(reading, mine.decision)
    return Answer(_standing(len(heard), is_wanted=True), mine.decision, _there(anchor, decision))


async def _own(reading: Reading, decision: Decision) -> Opinion | None:
    """The opinion that its author gave under the same number."""
    own = select(OPINION).where(OPINION.c.item == decision.item, OPINION.c.reviewer == decision.by)
    found = [_opinion(row) for row in await reading.rows(own)]
    return next((one for one in found if one.decision.id == decision.id), None)


async def _anchor(reading: Reading, opinion: Decision) -> Anchor | None:
    sha256 = sha256_of(canonical(opinion))
    told = select(AUDIT).where(
        AUDIT.c.item == opinion.item, AUDIT.c.action == AuditAction.OPINION_GIVEN.value
    )
    for row in await reading.rows(told):
        if sha256 in row["detail"]:
            return Anchor(row["seq"], row["mac"])
    return None


def _there(anchor: Anchor | None, decision: Decision) -> Anchor:
    if anchor is None:
        msg = (
            f"the audit chain does not tell of {decision.id!r}; `finrubric audit verify` says more"
        )
        raise CorruptRun(msg)
    return anchor


async def _keep(
    uow: UnitOfWork,
    audit: AuditChain,
    item: Escalation,
    decision: Decision,
    number: int,
    at: datetime,
) -> Anchor:
    body = canonical(decision)
    values = {"item": item.id, "round": number, "reviewer": decision.by, "at": at}
    kept = insert(OPINION).values(**values, kind=decision.kind.value, body=body.decode())
    await uow.execute(kept)
    await end_claim(uow, item.id, at)
    await drop_draft(uow, item.id, decision.by)
    detail = {"opinion": sha256_of(body), "round": str(number)}
    action = AuditAction.OPINION_GIVEN
    return await audit.append(uow, entry_on(item, action, by=decision.by, at=at, detail=detail))


async def _in_round(reading: Reading, item: str, number: int) -> tuple[Opinion, ...]:
    in_order = (
        select(OPINION)
        .where(OPINION.c.item == item, OPINION.c.round == number)
        .order_by(OPINION.c.at, OPINION.c.reviewer)
    )
    return tuple(_opinion(row) for row in await reading.rows(in_order))


def _opinion(row: RowMapping) -> Opinion:
    try:
        decision = parse_contract(row["body"].encode(), Decision)
    except ContractError as error:
        name = f"opinion of {row['reviewer']!r} on item {row['item']!r}"
        raise CorruptRun(f"{name} is unreadable: {error}") from None
    return Opinion(decision, row["round"], row["at"])


def _names(heard: Sequence[Opinion]) -> tuple[str, ...]:
    return tuple(one.decision.by for one in heard)


def _standing(given: int, *, is_wanted: bool) -> Standing:
    if not is_wanted:
        return Standing.NOT_WANTED
    return (Standing.NONE_YET, Standing.ONE, Standing.DIFFER)[min(given, OPINIONS)]
