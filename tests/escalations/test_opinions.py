"""Second reviews: blind until final, agreement decides, disagreement waits for a third person."""

import pytest
from sqlalchemy import update

from contracts.decision import Decision, DecisionKind
from contracts.draft import DecisionDraft
from contracts.errors import CorruptRun, InputError, ItemHeld, SecondReviewNeeded
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from escalations.care import set_second_review
from escalations.claims import claim, claim_of, take_over
from escalations.decisions import decide, decision_in_force, decision_rows
from escalations.drafts import draft_of, save_draft
from escalations.invariant import check_blocked_iff_open
from escalations.opinions import Answer, SecondLook, Standing, answer, second_look, settle
from records.database import Database
from records.review_tables import OPINION
from records.runs import Runs, RunStatus
from tests.escalations.material import MINUTE, claimed, decision, put, waiting
from tests.escalations.told import last_detail, told
from tests.records.material import NOON, RUN

RETRY, REJECT, WAIVE = DecisionKind.RETRY, DecisionKind.REJECT, DecisionKind.WAIVE


@pytest.fixture
async def item(db: Database, audit: AuditChain) -> Escalation:
    waits = await put(db, waiting(stage="gates"))
    await set_second_review(db, audit, waits.id, wanted=True, by="lead", at=NOON)
    return waits


async def said(db: Database, audit: AuditChain, made: Decision, minute: int) -> Answer:
    at = NOON + minute * MINUTE
    held = await claimed(db, made.item, holder=made.by, at=at)
    return await answer(db, audit, made, held.token, at)


async def look(db: Database, item: Escalation, viewer: str) -> SecondLook:
    async with db.reading() as reading:
        return await second_look(reading, item.id, viewer)


async def test_one_person_alone_does_not_decide(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    with pytest.raises(SecondReviewNeeded, match="one person alone does not decide it"):
        await decide(db, audit, decision(item), held.token, NOON)
    assert await decision_rows(db, RUN) == ()


async def test_first_opinion_has_no_effect_and_is_nobody_elses_to_read(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await save_draft(db, item.id, author="ada", draft=DecisionDraft(note="so"), at=NOON)
    made = decision(item)
    first = await said(db, audit, made, 1)
    assert (first.standing, first.decision) == (Standing.ONE, made)
    assert (await Runs(db).get(RUN)).status is RunStatus.BLOCKED
    assert await decision_rows(db, RUN) == ()
    assert await claim_of(db, item.id, at=NOON + MINUTE) is None
    async with db.reading() as reading:
        assert await draft_of(reading, item.id, "ada") is None
    mine, other = await look(db, item, "ada"), await look(db, item, "grace")
    assert (mine.standing, mine.given, len(mine.shown)) == (Standing.ONE, 1, 1)
    assert (other.standing, other.given, other.mine, other.shown) == (Standing.ONE, 1, None, ())
    assert await last_detail(db) == {"opinion": await _sha(db), "round": "1"}
    for refused in (
        claim(db, item.id, holder="ada", lasting=MINUTE, at=NOON + 2 * MINUTE),
        take_over(db, audit, item.id, by="ada", reason="I want it back", at=NOON + 2 * MINUTE),
    ):
        with pytest.raises(InputError, match="your opinion on item 'run-1-a1' is final"):
            await refused
    await check_blocked_iff_open(db)


async def _sha(db: Database) -> str:
    return str((await last_detail(db))["opinion"])


async def test_two_that_agree_decide_with_the_firsts_words(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    first = decision(item).model_copy(update={"guidance": "take Q2"})
    await said(db, audit, first, 1)
    second = await said(db, audit, decision(item, by="grace"), 2)
    assert (second.standing, second.decision) == (Standing.DECIDED, first)
    assert await decision_in_force(db, item.id) == first
    assert (await decision_rows(db, RUN))[0].made == NOON + 2 * MINUTE
    detail = await last_detail(db)
    assert (detail["decision"], detail["others"]) == (first.id, "grace")
    assert (await told(db))[-3:] == [
        ("ada", "opinion_given"),
        ("grace", "opinion_given"),
        ("ada", "decided"),
    ]
    seen = await look(db, item, "viewer")
    assert (seen.standing, [one.decision.by for one in seen.shown]) == (
        Standing.DECIDED,
        ["ada", "grace"],
    )
    assert (await verify(db, audit)).faults == ()


async def test_two_that_differ_wait_for_a_third_who_reads_both(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await said(db, audit, decision(item), 1)
    assert (await said(db, audit, decision(item, REJECT, by="grace"), 2)).standing is (
        Standing.DIFFER
    )
    third = decision(item, REJECT, by="lead")
    assert len((await look(db, item, "lead")).shown) == 2
    at = NOON + 3 * MINUTE
    held = await claimed(db, item.id, holder="lead", at=at)
    with pytest.raises(SecondReviewNeeded, match="two opinions differ"):
        await answer(db, audit, third, held.token, at)
    with pytest.raises(InputError, match="your own opinion is one of the two"):
        await settle(db, audit, decision(item), held.token, at)
    made = await settle(db, audit, third, held.token, at)
    assert await settle(db, audit, third, held.token, at) == made
    assert (await Runs(db).get(RUN)).status is RunStatus.REJECTED
    assert (await last_detail(db))["others"] == "ada, grace"


async def test_nothing_is_settled_before_both_are_in(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await said(db, audit, decision(item), 1)
    held = await claimed(db, item.id, holder="lead", at=NOON + MINUTE)
    with pytest.raises(InputError, match="1 of 2 opinions are in; nothing to settle"):
        await settle(db, audit, decision(item, by="lead"), held.token, NOON)


async def test_waivers_agree_only_on_the_same_findings(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await said(db, audit, decision(item, WAIVE), 1)
    assert (await said(db, audit, decision(item, WAIVE, by="grace"), 2)).standing is (
        Standing.DECIDED
    )
    more = item.findings[0].model_copy(update={"pointer": "composition:/rows/2"})
    wider = waiting("run-2", stage="gates").model_copy(update={"findings": (*item.findings, more)})
    other = await put(db, wider)
    await set_second_review(db, audit, other.id, wanted=True, by="lead", at=NOON)
    one = decision(other, WAIVE)
    both = one.waived[0].model_copy(update={"pointer": more.pointer})
    await said(db, audit, one, 1)
    two = decision(other, WAIVE, by="grace").model_copy(update={"waived": (*one.waived, both)})
    assert (await said(db, audit, two, 2)).standing is Standing.DIFFER


async def test_the_same_opinion_sent_twice_counts_once_and_another_is_refused(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    made = decision(item)
    first = await said(db, audit, made, 1)
    late = made.model_copy(update={"at": NOON + MINUTE})
    assert await answer(db, audit, late, 1, NOON + MINUTE) == first
    with pytest.raises(InputError, match=r"your opinion \(retry\) is final"):
        await answer(db, audit, decision(item, REJECT), 1, NOON + MINUTE)
    agreed = await said(db, audit, decision(item, by="grace"), 2)
    assert await answer(db, audit, decision(item, by="grace"), 2, NOON + 3 * MINUTE) == agreed
    assert len(await told(db)) == 4


async def test_a_return_is_done_at_once_and_begins_a_new_round(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await said(db, audit, decision(item), 1)
    returned = decision(item, DecisionKind.RETURN, by="grace")
    assert (await said(db, audit, returned, 2)).standing is Standing.DECIDED
    seen = await look(db, item, "grace")
    assert (seen.standing, seen.round, seen.given) == (Standing.NONE_YET, 2, 0)
    assert (await said(db, audit, decision(item, n=2), 3)).standing is Standing.ONE
    assert (await said(db, audit, decision(item, n=2, by="grace"), 4)).standing is Standing.DECIDED


async def test_switching_the_second_review_off_lets_one_person_decide(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await said(db, audit, decision(item), 1)
    await set_second_review(db, audit, item.id, wanted=False, by="lead", at=NOON)
    assert (await look(db, item, "lead")).standing is Standing.NOT_WANTED
    assert (await said(db, audit, decision(item, REJECT), 2)).standing is Standing.DECIDED
    assert (await Runs(db).get(RUN)).status is RunStatus.REJECTED


async def test_opinion_needs_the_newest_claim(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    slow = await claimed(db, item.id)
    await take_over(db, audit, item.id, by="grace", reason="ada went to lunch", at=NOON)
    with pytest.raises(ItemHeld, match="claim 1 of item"):
        await answer(db, audit, decision(item), slow.token, NOON)
    assert (await look(db, item, "ada")).given == 0


async def test_a_changed_opinion_is_never_obeyed(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await said(db, audit, decision(item), 1)
    forged = decision(item).model_copy(update={"guidance": "take Q3"})
    async with db.unit() as uow:
        await uow.execute(update(OPINION).values(body=forged.model_dump_json()))
    assert any("opinion on item" in fault for fault in (await verify(db, audit)).faults)
    with pytest.raises(CorruptRun, match="chain does not tell of"):
        await said(db, audit, decision(item, by="grace"), 2)
    assert await decision_rows(db, RUN) == ()
    async with db.unit() as uow:
        await uow.execute(update(OPINION).values(body="{}"))
    with pytest.raises(CorruptRun, match="opinion of 'ada' on item 'run-1-a1' is unreadable"):
        await look(db, item, "ada")
