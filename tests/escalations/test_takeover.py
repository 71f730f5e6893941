"""A claim taken from whoever has it: their form is fenced, and the chain says why."""

import pytest

from contracts.errors import InputError, ItemHeld
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain
from escalations.claims import Claim, claim_of, renew, take_over
from escalations.decisions import decide
from records.database import Database
from tests.escalations.material import MINUTE, claimed, decision, put, waiting
from tests.escalations.told import last_detail, told
from tests.records.material import NOON

WHY = "ada is on holiday until Monday"


@pytest.fixture
async def item(db: Database) -> Escalation:
    return await put(db, waiting())


async def test_takeover_fences_the_former_holder_and_is_told_of(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    slow = await claimed(db, item.id)
    fast = await take_over(db, audit, item.id, by="grace", reason=f" {WHY} ", at=NOON + MINUTE)
    assert fast == Claim(item.id, "grace", 2, NOON + 16 * MINUTE)
    assert await claim_of(db, item.id, at=NOON + MINUTE) == fast
    with pytest.raises(ItemHeld, match="claim 1 of item 'run-1-a1' has ended: grace has it"):
        await decide(db, audit, decision(item), slow.token, NOON + MINUTE)
    with pytest.raises(ItemHeld, match="grace has it"):
        await renew(db, slow, lasting=MINUTE, at=NOON + MINUTE)
    with pytest.raises(ItemHeld, match="claim 2 of item 'run-1-a1' is grace's, not ada's"):
        await decide(db, audit, decision(item), fast.token, NOON + MINUTE)
    assert await told(db) == [("grace", "taken_over")]
    assert await last_detail(db) == {"from": "ada", "token": "2", "reason": WHY}
    await decide(db, audit, decision(item, by="grace"), fast.token, NOON + MINUTE)


async def test_takeover_of_a_free_item_and_of_ones_own_is_a_new_claim(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    first = await take_over(db, audit, item.id, by="ada", reason=WHY, at=NOON)
    again = await take_over(db, audit, item.id, by="ada", reason="my other window hangs", at=NOON)
    assert (first.token, again.token) == (1, 2)
    assert await last_detail(db) == {"from": "ada", "token": "2", "reason": "my other window hangs"}
    lasting = 60 * MINUTE
    long = await take_over(db, audit, item.id, by="ada", reason=WHY, at=NOON, lasting=lasting)
    assert long.expires == NOON + lasting


async def test_takeover_without_a_reason_or_of_what_is_not_open_is_refused(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    for reason in ("too short", " " * 20, "bell \x07 bell bell"):
        with pytest.raises(InputError, match="reason"):
            await take_over(db, audit, item.id, by="grace", reason=reason, at=NOON)
    with pytest.raises(InputError, match="no item 'nobody'"):
        await take_over(db, audit, "nobody", by="grace", reason=WHY, at=NOON)
    await decide(db, audit, decision(item), held.token, NOON)
    with pytest.raises(InputError, match="is decided; only an open one"):
        await take_over(db, audit, item.id, by="grace", reason=WHY, at=NOON)
    assert await told(db) == [("ada", "decided")]
