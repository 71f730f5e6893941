"""Decisions that are refused under a claim: `test_refused.py` makes each.

`docs/refusals.md` is printed from it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from contracts.decision import DecisionKind, FindingRef
from contracts.errors import (
    CorruptRun,
    FinrubricError,
    InputError,
    ItemHeld,
    SecondReviewNeeded,
)
from contracts.escalation import Escalation
from contracts.matter import RulingKind
from escalations.audit_chain import AuditChain
from escalations.care import set_second_review
from escalations.claims import release
from escalations.decisions import decide, mark_consumed, void
from escalations.rulings import rule
from records.database import Database
from tests.escalations.material import (
    MINUTE,
    claimed,
    decision,
    matter,
    put,
    put_matter,
    ruling,
    waiting,
)
from tests.records.material import NOON

Act = Callable[[Database, AuditChain, Escalation], Awaitable[object]]


@dataclass(frozen=True)
class Refused:
    """One row: what somebody does to an item that waits, and how it is refused."""

    name: str
    act: Act
    error: type[FinrubricError]
    words: str


async def _claimed_by_another(db: Database, audit: AuditChain, item: Escalation) -> None:
    await claimed(db, item.id, holder="grace")
    await claimed(db, item.id)


async def _stale_token(db: Database, audit: AuditChain, item: Escalation) -> None:
    slow = await claimed(db, item.id)
    await claimed(db, item.id, holder="grace", at=NOON + 20 * MINUTE)
    await decide(db, audit, decision(item), slow.token, NOON)


async def _released(db: Database, audit: AuditChain, item: Escalation) -> None:
    held = await claimed(db, item.id)
    await release(db, held)
    await decide(db, audit, decision(item), held.token, NOON)


async def _decided_already(db: Database, audit: AuditChain, item: Escalation) -> None:
    held = await claimed(db, item.id)
    await decide(db, audit, decision(item), held.token, NOON)
    await decide(db, audit, decision(item, n=2), held.token, NOON)


async def _third_recovery(db: Database, audit: AuditChain, _: Escalation) -> None:
    last = await put(db, waiting("run-2", attempt=3, stage="gates"))
    await decide(db, audit, decision(last), (await claimed(db, last.id)).token, NOON)


async def _edit_of_the_budget(db: Database, audit: AuditChain, _: Escalation) -> None:
    item = await put(db, waiting("run-2", stage="budget"))
    made = decision(item, DecisionKind.EDIT)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)


async def _ruling_of_another_kind(db: Database, audit: AuditChain, _: Escalation) -> None:
    asked = await put_matter(db, matter())
    made = ruling(asked, RulingKind.PREFER_A)
    await rule(db, audit, made, (await claimed(db, asked.id)).token, NOON)


async def _ruling_on_a_run(db: Database, audit: AuditChain, item: Escalation) -> None:
    made = ruling(matter(name=item.id), RulingKind.ADMIT)
    await rule(db, audit, made, (await claimed(db, item.id)).token, NOON)


async def _decision_on_no_run(db: Database, audit: AuditChain, item: Escalation) -> None:
    asked = await put_matter(db, matter())
    made = decision(item.model_copy(update={"id": asked.id}))
    await decide(db, audit, made, (await claimed(db, asked.id)).token, NOON)


async def _waiver_before_the_review(db: Database, audit: AuditChain, _: Escalation) -> None:
    item = await put(db, waiting("run-2", stage="validate"))
    made = decision(item, DecisionKind.WAIVE)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)


async def _waiver_of_points(db: Database, audit: AuditChain, item: Escalation) -> None:
    points = FindingRef(code="PTS-total", pointer="rows:")
    made = decision(item, DecisionKind.WAIVE).model_copy(update={"waived": (points,)})
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)


async def _unasked_signature(db: Database, audit: AuditChain, item: Escalation) -> None:
    made = decision(item, DecisionKind.SIGN)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)


async def _other_attempt(db: Database, audit: AuditChain, item: Escalation) -> None:
    made = decision(item).model_copy(update={"attempt": 2})
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)


async def _alone_where_two_are_wanted(db: Database, audit: AuditChain, item: Escalation) -> None:
    await set_second_review(db, audit, item.id, wanted=True, by="lead", at=NOON)
    await decide(db, audit, decision(item), (await claimed(db, item.id)).token, NOON)


async def _token_of_another(db: Database, audit: AuditChain, item: Escalation) -> None:
    held = await claimed(db, item.id, holder="grace")
    await decide(db, audit, decision(item), held.token, NOON)


async def _obeyed_twice(db: Database, audit: AuditChain, item: Escalation) -> None:
    made = decision(item)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)
    for _ in range(2):
        async with db.unit() as uow:
            await mark_consumed(uow, audit, made.id, NOON)


async def _voided_after_it_was_obeyed(db: Database, audit: AuditChain, item: Escalation) -> None:
    made = decision(item)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)
    async with db.unit() as uow:
        await mark_consumed(uow, audit, made.id, NOON)
    async with db.unit() as uow:
        await void(uow, audit, made.id, "changed my mind", NOON)


REFUSED = (
    Refused(
        "An item that another person has claimed", _claimed_by_another, ItemHeld, "grace has it"
    ),
    Refused("The token of a claim that was taken over", _stale_token, ItemHeld, "claim 1 of item"),
    Refused("The token of a claim that was released", _released, ItemHeld, "was released"),
    Refused("The token of another person's claim", _token_of_another, ItemHeld, "is grace's"),
    Refused(
        "One person alone where two are wanted",
        _alone_where_two_are_wanted,
        SecondReviewNeeded,
        "one person alone does not decide it",
    ),
    Refused("An item that is decided", _decided_already, InputError, "nothing is left to decide"),
    Refused("A third recovery", _third_recovery, InputError, "what can: reject, return"),
    Refused("An edit where no role has files", _edit_of_the_budget, InputError, "edit cannot be"),
    Refused(
        "A waiver of what code found before the review",
        _waiver_before_the_review,
        InputError,
        "what can: retry, edit, relock",
    ),
    Refused("A waiver of points", _waiver_of_points, InputError, "cannot be waived"),
    Refused("A signature that nobody asked for", _unasked_signature, InputError, "sign cannot be"),
    Refused(
        "A preference between two rubrics on a task for the bank",
        _ruling_of_another_kind,
        InputError,
        "what can: admit, reject, return",
    ),
    Refused("A ruling on an item of a run", _ruling_on_a_run, InputError, "is of run 'run-1'"),
    Refused("A decision on an item of no run", _decision_on_no_run, InputError, "no run's"),
    Refused("A decision on another attempt", _other_attempt, InputError, "the decision names"),
    Refused("A decision obeyed a second time", _obeyed_twice, CorruptRun, "took effect"),
    Refused(
        "A decision taken back after it was obeyed",
        _voided_after_it_was_obeyed,
        CorruptRun,
        "took effect",
    ),
)
