import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import IntegrityError

from contracts.decision import DecisionKind, FindingRef
from contracts.errors import CorruptRun, InputError, ItemHeld
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain, head
from escalations.claims import claim_of, release
from escalations.decisions import (
    decide,
    decision_in_force,
    decision_rows,
    decisions_of,
    mark_consumed,
    next_decision_id,
    void,
)
from escalations.invariant import check_blocked_iff_open
from escalations.item import close_items, fail_with, open_item_of, read_item
from records.database import Database
from records.runs import Runs, RunStatus, set_status
from records.tables import AUDIT, DECISION
from tests.escalations.material import MINUTE, claimed, decision, put, waiting
from tests.records.material import NOON, RUN

GOING_ON = (DecisionKind.RETRY, DecisionKind.EDIT, DecisionKind.RELOCK, DecisionKind.WAIVE)


@pytest.fixture
async def item(db: Database) -> Escalation:
    return await put(db, waiting(stage="gates"))


async def decided(
    db: Database, audit: AuditChain, item: Escalation, kind: DecisionKind = DecisionKind.RETRY
) -> str:
    made = decision(item, kind)
    held = await claimed(db, item.id)
    await decide(db, audit, made, held.token, NOON)
    return made.id


async def status(db: Database, run: str = RUN) -> RunStatus | None:
    return (await Runs(db).get(run)).status


@pytest.mark.parametrize("kind", GOING_ON)
async def test_decision_to_go_on_leaves_the_run_without_a_word(
    db: Database, audit: AuditChain, item: Escalation, kind: DecisionKind
) -> None:
    await decided(db, audit, item, kind)
    assert await status(db) is None
    assert (await read_item(db, item.id)).state == "decided"
    assert await decision_in_force(db, item.id) == decision(item, kind)
    assert (await decision_rows(db, RUN))[0].consumed is None
    assert await claim_of(db, item.id, at=NOON) is None
    await check_blocked_iff_open(db)


async def test_rejection_ends_the_run_at_once(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    made = await decided(db, audit, item, DecisionKind.REJECT)
    assert await status(db) is RunStatus.REJECTED
    with pytest.raises(CorruptRun, match="took effect"):
        async with db.unit() as uow:
            await void(uow, audit, made, "too late", NOON)
    await check_blocked_iff_open(db)


async def test_return_keeps_the_item_in_the_queue(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await decided(db, audit, item, DecisionKind.RETURN)
    assert await open_item_of(db, RUN) == item
    assert await status(db) is RunStatus.BLOCKED
    assert await decision_in_force(db, item.id) is None
    assert await decisions_of(db, RUN) == (decision(item, DecisionKind.RETURN),)
    assert await next_decision_id(db, item.id) == f"{item.id}-d2"
    held = await claimed(db, item.id, holder="grace")
    await decide(db, audit, decision(item, n=2, by="grace"), held.token, NOON)
    assert await decision_in_force(db, item.id) == decision(item, n=2, by="grace")


async def test_stale_token_decides_nothing(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    slow = await claimed(db, item.id)
    fast = await claimed(db, item.id, holder="grace", at=NOON + 20 * MINUTE)
    with pytest.raises(ItemHeld, match="claim 1 of item 'run-1-a1' has ended: grace has it until"):
        await decide(db, audit, decision(item), slow.token, NOON)
    assert await decision_rows(db, RUN) == ()
    async with db.reading() as reading:
        assert await head(reading) is None
    await decide(db, audit, decision(item, by="grace"), fast.token, NOON)
    with pytest.raises(InputError, match=r"decided by 'run-1-a1-d1' \(retry\)"):
        await decide(db, audit, decision(item, n=2), slow.token, NOON)
    assert len(await decision_rows(db, RUN)) == 1


async def test_released_claim_decides_nothing(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    await release(db, held)
    with pytest.raises(ItemHeld, match="claim 1 of item 'run-1-a1' was released"):
        await decide(db, audit, decision(item), held.token, NOON)


async def test_expired_claim_that_nobody_took_still_decides(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    await decide(db, audit, decision(item), held.token, NOON + 60 * MINUTE)
    assert await status(db) is None


async def test_third_recovery_is_refused(db: Database, audit: AuditChain) -> None:
    last = await put(db, waiting(attempt=3, stage="gates"))
    held = await claimed(db, last.id)
    for kind in GOING_ON:
        with pytest.raises(InputError, match=r"attempt 3\); what can: reject, return"):
            await decide(db, audit, decision(last, kind), held.token, NOON)
    assert await status(db) is RunStatus.BLOCKED
    assert await decision_rows(db, RUN) == ()
    await decide(db, audit, decision(last, DecisionKind.REJECT), held.token, NOON)
    assert await status(db) is RunStatus.REJECTED


async def test_only_waivable_findings_of_the_item_are_waived(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    made = decision(item, DecisionKind.WAIVE)
    other = made.model_copy(update={"waived": (FindingRef(code="PTS-total", pointer="rows:"),)})
    with pytest.raises(InputError, match="PTS-total@rows:; what can: CMP-finding-open@composition"):
        await decide(db, audit, other, held.token, NOON)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"attempt": 2}, "attempt 1; the decision names 'run-1', attempt 2"),
        ({"run": "run-2"}, "the decision names 'run-2'"),
        ({"id": "run-1-a1-d7"}, "number 1, not 'run-1-a1-d7'"),
        ({"item": "nobody"}, "no item 'nobody'"),
    ],
)
async def test_decision_that_does_not_fit_its_item_is_refused(
    db: Database, audit: AuditChain, item: Escalation, change: dict[str, object], words: str
) -> None:
    held = await claimed(db, item.id)
    with pytest.raises(InputError, match=words):
        await decide(db, audit, decision(item).model_copy(update=change), held.token, NOON)
    assert await status(db) is RunStatus.BLOCKED


async def test_decision_is_consumed_exactly_once(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    made = await decided(db, audit, item)
    async with db.unit() as uow:
        await mark_consumed(uow, audit, made, NOON)
    assert (await decision_rows(db, RUN))[0].consumed == NOON
    with pytest.raises(CorruptRun, match="took effect at 2026-01-09T12:00:00"):
        async with db.unit() as uow:
            await mark_consumed(uow, audit, made, NOON)
    with pytest.raises(CorruptRun, match="took effect"):
        async with db.unit() as uow:
            await void(uow, audit, made, "changed my mind", NOON)
    async with db.reading() as reading:
        actions = [row["action"] for row in await reading.rows(select(AUDIT))]
    assert actions == ["decided", "consumed"]


async def test_voided_decision_gives_the_item_back(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    made = await decided(db, audit, item)
    async with db.unit() as uow:
        await void(uow, audit, made, "source X-1 is there already", NOON)
    assert await status(db) is RunStatus.BLOCKED
    assert await open_item_of(db, RUN) == item
    assert await decision_in_force(db, item.id) is None
    assert await decisions_of(db, RUN) == ()
    (row,) = await decision_rows(db, RUN)
    assert (row.voided, row.void_reason) == (NOON, "source X-1 is there already")
    with pytest.raises(CorruptRun, match=r"was voided \(source X-1"):
        async with db.unit() as uow:
            await void(uow, audit, made, "again", NOON)
    with pytest.raises(CorruptRun, match=r"was voided \(source X-1"):
        async with db.unit() as uow:
            await mark_consumed(uow, audit, made, NOON)
    await check_blocked_iff_open(db)


async def test_unknown_decision_cannot_be_consumed(db: Database, audit: AuditChain) -> None:
    with pytest.raises(CorruptRun, match="no decision 'run-1-a1-d1'"):
        async with db.unit() as uow:
            await mark_consumed(uow, audit, "run-1-a1-d1", NOON)


async def test_decision_is_lost_with_its_audit_row(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    other = await put(db, waiting("run-2"))
    await decide(db, audit, decision(other), (await claimed(db, other.id)).token, NOON)
    async with db.unit() as uow:
        await uow.execute(text("CREATE UNIQUE INDEX no_second_row ON audit (action)"))
    held = await claimed(db, item.id)
    with pytest.raises(IntegrityError):
        await decide(db, audit, decision(item), held.token, NOON)
    assert await decision_rows(db, RUN) == ()
    assert await open_item_of(db, RUN) == item
    assert await status(db) is RunStatus.BLOCKED
    assert (await claim_of(db, item.id, at=NOON)) == held


async def test_database_itself_refuses_a_second_deciding_decision(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await decided(db, audit, item, DecisionKind.RETURN)
    held = await claimed(db, item.id)
    await decide(db, audit, decision(item, n=2), held.token, NOON)
    with pytest.raises(IntegrityError):
        async with db.unit() as uow:
            await uow.execute(update(DECISION).values(kind="retry"))


async def test_unreadable_decision_is_named(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    await decided(db, audit, item)
    async with db.unit() as uow:
        await uow.execute(update(DECISION).values(body="{}"))
    with pytest.raises(CorruptRun, match="decision 'run-1-a1-d1' is unreadable"):
        await decision_in_force(db, item.id)


async def test_failed_run_leaves_a_closed_item(db: Database) -> None:
    failed = waiting(attempt=3).model_copy(update={"state": "closed"})
    async with db.unit() as uow:
        await fail_with(uow, failed)
    assert await status(db) is RunStatus.FAILED
    assert await read_item(db, failed.id) == failed
    assert await open_item_of(db, RUN) is None
    await check_blocked_iff_open(db)


async def test_failed_run_cannot_leave_an_open_item(db: Database) -> None:
    with pytest.raises(CorruptRun, match="is open; a failed run leaves none open"):
        async with db.unit() as uow:
            await fail_with(uow, waiting())
    assert await status(db) is None


async def test_items_of_a_cancelled_run_are_closed_with_it(db: Database, item: Escalation) -> None:
    await claimed(db, item.id)
    async with db.unit() as uow:
        assert await close_items(uow, RUN) == 1
        await set_status(uow, RUN, RunStatus.CANCELLED)
    assert (await read_item(db, item.id)).state == "closed"
    assert await claim_of(db, item.id, at=NOON) is None
    await check_blocked_iff_open(db)
    async with db.unit() as uow:
        assert await close_items(uow, RUN) == 0


async def test_unknown_item_is_named(db: Database) -> None:
    with pytest.raises(InputError, match="no item 'nobody'"):
        await read_item(db, "nobody")


async def test_the_same_decision_sent_twice_is_made_once(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    made = decision(item)
    first = await decide(db, audit, made, held.token, NOON)
    later = made.model_copy(update={"at": NOON + MINUTE})
    assert await decide(db, audit, later, held.token, NOON + MINUTE) == first
    for other in (
        made.model_copy(update={"guidance": "something else"}),
        made.model_copy(update={"by": "grace"}),
    ):
        with pytest.raises(InputError, match=r"decided by 'run-1-a1-d1' \(retry\)"):
            await decide(db, audit, other, held.token, NOON)
    async with db.unit() as uow:
        await void(uow, audit, made.id, "taken back", NOON)
    with pytest.raises(ItemHeld, match="was released"):
        await decide(db, audit, later, held.token, NOON)
    assert len(await decision_rows(db, RUN)) == 1
