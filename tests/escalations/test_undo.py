"""Undo: by who decided, for half a minute, while nothing has begun to obey."""

from datetime import timedelta
from pathlib import Path

import pytest

from contracts.decision import DecisionKind, ReplacedFile
from contracts.draft import DecisionDraft, DraftFile
from contracts.errors import InputError
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from escalations.care import set_second_review
from escalations.claims import Claim
from escalations.decisions import decide, decision_rows, mark_consumed
from escalations.drafts import SavedDraft, draft_of
from escalations.invariant import check_blocked_iff_open
from escalations.item import read_item
from escalations.opinions import Standing, answer, second_look
from escalations.undo import UNDO_FOR, is_consumable, undo, undo_until
from records.database import Database
from records.files import Blobs
from records.holder import this_process
from records.lease import Leases
from records.runs import Runs, RunStatus
from tests.escalations.material import MINUTE, NOTE, claimed, decision, put, waiting
from tests.escalations.told import last_detail, told
from tests.records.material import NOON, RUN, SetClock

SECOND = timedelta(seconds=1)


@pytest.fixture
async def item(db: Database) -> Escalation:
    return await put(db, waiting(stage="gates"))


@pytest.fixture
def blobs(tmp_path: Path) -> Blobs:
    return Blobs(tmp_path)


async def decided(db: Database, audit: AuditChain, item: Escalation, kind: DecisionKind) -> str:
    made = decision(item, kind)
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)
    return made.id


async def test_undone_decision_leaves_the_item_as_it_was_with_its_author(
    db: Database, audit: AuditChain, blobs: Blobs, item: Escalation
) -> None:
    made = decision(item, DecisionKind.EDIT).model_copy(
        update={"files": (ReplacedFile(name="rows.json", sha256=blobs.put(b"{}")),)}
    )
    await decide(db, audit, made, (await claimed(db, item.id)).token, NOON)
    at = NOON + 29 * SECOND
    held = await undo(db, audit, blobs, made.id, by="ada", at=at)
    assert held == Claim(item.id, "ada", 2, at + 15 * MINUTE)
    assert (await read_item(db, item.id)).state == "open"
    assert (await Runs(db).get(RUN)).status is RunStatus.BLOCKED
    typed = DecisionDraft(
        kind="edit",
        reason="wrong_period",
        note=NOTE,
        files=(DraftFile(name="rows.json", text="{}"),),
    )
    async with db.reading() as reading:
        assert await draft_of(reading, item.id, "ada") == SavedDraft(typed, at)
    assert await told(db) == [("ada", "decided"), ("ada", "voided")]
    assert (await last_detail(db))["reason"] == "undone by who decided"
    with pytest.raises(InputError, match="was taken back at 2026-01-09 12:00:29 UTC already"):
        await undo(db, audit, blobs, made.id, by="ada", at=at)
    again = decision(item, DecisionKind.WAIVE, n=2)
    await decide(db, audit, again, held.token, at)
    (_, second) = await decision_rows(db, RUN)
    assert second.decision == again
    async with db.reading() as reading:
        assert await draft_of(reading, item.id, "ada") is None
    await check_blocked_iff_open(db)
    assert (await verify(db, audit)).faults == ()


async def test_undo_ends_when_a_runner_may_begin(
    db: Database, audit: AuditChain, blobs: Blobs, item: Escalation
) -> None:
    made = await decided(db, audit, item, DecisionKind.WAIVE)
    with pytest.raises(InputError, match="is of ada; nobody else undoes it"):
        await undo(db, audit, blobs, made, by="grace", at=NOON)
    assert undo_until(NOON) == NOON + UNDO_FOR == NOON + 30 * SECOND
    assert not is_consumable(NOON, NOON + 29 * SECOND)
    assert is_consumable(NOON, NOON + 30 * SECOND)
    with pytest.raises(InputError, match="is final since 2026-01-09 12:00:30 UTC, 30 seconds"):
        await undo(db, audit, blobs, made, by="ada", at=NOON + 30 * SECOND)
    await Leases(db, SetClock()).take(RUN, this_process(), 60.0)
    with pytest.raises(InputError, match="run 'run-1' goes on from it already"):
        await undo(db, audit, blobs, made, by="ada", at=NOON)
    async with db.unit() as uow:
        await mark_consumed(uow, audit, made, NOON)
    with pytest.raises(InputError, match="took effect at 2026-01-09 12:00:00 UTC; it cannot be"):
        await undo(db, audit, blobs, made, by="ada", at=NOON)
    with pytest.raises(InputError, match="no decision 'nothing' on a run"):
        await undo(db, audit, blobs, "nothing", by="ada", at=NOON)
    assert [action for _, action in await told(db)] == ["decided", "consumed"]


@pytest.mark.parametrize("kind", [DecisionKind.REJECT, DecisionKind.RETURN])
async def test_what_takes_effect_at_once_cannot_be_undone(
    db: Database, audit: AuditChain, blobs: Blobs, item: Escalation, kind: DecisionKind
) -> None:
    made = await decided(db, audit, item, kind)
    with pytest.raises(InputError, match=f"a {kind} took effect at 2026-01-09 12:00:00"):
        await undo(db, audit, blobs, made, by="ada", at=NOON)


async def test_who_decides_alone_after_two_differed_undoes_it_alone_and_keeps_these_words(
    db: Database, audit: AuditChain, blobs: Blobs, item: Escalation
) -> None:
    await set_second_review(db, audit, item.id, wanted=True, by="lead", at=NOON)
    kinds = {"ada": DecisionKind.RETRY, "grace": DecisionKind.WAIVE}
    for by, kind in kinds.items():
        token = (await claimed(db, item.id, holder=by)).token
        await answer(db, audit, decision(item, kind, by=by), token, NOON)
    await set_second_review(db, audit, item.id, wanted=False, by="lead", at=NOON)
    alone = decision(item, by="ada").model_copy(update={"guidance": "said later"})
    await answer(db, audit, alone, (await claimed(db, item.id)).token, NOON)
    with pytest.raises(InputError, match="is of ada; nobody else undoes it"):
        await undo(db, audit, blobs, alone.id, by="grace", at=NOON)
    await undo(db, audit, blobs, alone.id, by="ada", at=NOON)
    async with db.reading() as reading:
        draft = await draft_of(reading, item.id, "ada")
    assert draft is not None
    assert draft.draft.guidance == "said later"


async def test_either_of_two_who_agreed_undoes_it_and_both_are_asked_again(
    db: Database, audit: AuditChain, blobs: Blobs, item: Escalation
) -> None:
    await set_second_review(db, audit, item.id, wanted=True, by="lead", at=NOON)
    for minute, by in ((1, "ada"), (2, "grace")):
        made = decision(item, by=by).model_copy(update={"guidance": f"says {by}"})
        at = NOON + minute * MINUTE
        token = (await claimed(db, item.id, holder=by, at=at)).token
        await answer(db, audit, made, token, at)
    with pytest.raises(InputError, match="is of ada and grace; nobody else"):
        await undo(db, audit, blobs, f"{item.id}-d1", by="lead", at=NOON + 2 * MINUTE)
    held = await undo(db, audit, blobs, f"{item.id}-d1", by="grace", at=NOON + 2 * MINUTE)
    async with db.reading() as reading:
        draft = await draft_of(reading, item.id, "grace")
        look = await second_look(reading, item.id, "ada")
    assert draft is not None
    assert draft.draft.guidance == "says grace"
    assert (look.standing, look.round, look.given) == (Standing.NONE_YET, 2, 0)
    again = decision(item, n=2, by="grace")
    assert (await answer(db, audit, again, held.token, NOON)).standing is Standing.ONE
