import asyncio
from datetime import timedelta

import pytest

from contracts.errors import InputError, ItemHeld
from contracts.escalation import Escalation
from escalations.audit_chain import AuditChain
from escalations.claims import Claim, claim, claim_of, claims, release, renew
from escalations.decisions import decide
from records.database import Database, open_database
from tests.escalations.material import MINUTE, claimed, decision, put, waiting
from tests.records.material import NOON


@pytest.fixture
async def item(db: Database) -> Escalation:
    return await put(db, waiting())


async def test_claim_holds_others_off_until_it_expires(db: Database, item: Escalation) -> None:
    first = await claimed(db, item.id)
    assert first == Claim(item.id, "ada", 1, NOON + 15 * MINUTE)
    assert await claim_of(db, item.id, at=NOON + 14 * MINUTE) == first
    with pytest.raises(ItemHeld, match="ada has it until 2026-01-09 12:15:00 UTC"):
        await claimed(db, item.id, holder="grace", at=NOON + 14 * MINUTE)
    assert await claim_of(db, item.id, at=NOON + 15 * MINUTE) is None
    second = await claimed(db, item.id, holder="grace", at=NOON + 15 * MINUTE)
    assert second.token == 2


async def test_a_second_window_of_the_same_person_is_another_claim(
    db: Database, item: Escalation
) -> None:
    await claimed(db, item.id)
    with pytest.raises(ItemHeld, match="ada has it"):
        await claimed(db, item.id)


async def test_claim_is_renewed_until_taken_over(db: Database, item: Escalation) -> None:
    held = await claimed(db, item.id)
    longer = await renew(db, held, lasting=15 * MINUTE, at=NOON + 10 * MINUTE)
    assert longer.expires == NOON + 25 * MINUTE
    await claimed(db, item.id, holder="grace", at=NOON + 30 * MINUTE)
    with pytest.raises(ItemHeld, match="claim 1 of item 'run-1-a1' has ended: grace has it"):
        await renew(db, longer, lasting=15 * MINUTE, at=NOON + 31 * MINUTE)


async def test_released_item_is_free(db: Database, item: Escalation) -> None:
    held = await claimed(db, item.id)
    await release(db, held)
    assert await claim_of(db, item.id, at=NOON) is None
    newer = await claimed(db, item.id, holder="grace")
    await release(db, held)
    assert await claim_of(db, item.id, at=NOON) == newer
    with pytest.raises(ItemHeld, match="claim 1 of item 'run-1-a1' has ended"):
        await renew(db, held, lasting=MINUTE, at=NOON)
    await release(db, newer)
    with pytest.raises(ItemHeld, match="claim 2 of item 'run-1-a1' was released"):
        await renew(db, newer, lasting=MINUTE, at=NOON)


async def test_only_open_items_are_claimed(
    db: Database, audit: AuditChain, item: Escalation
) -> None:
    held = await claimed(db, item.id)
    await decide(db, audit, decision(item), held.token, NOON)
    with pytest.raises(InputError, match="item 'run-1-a1' is decided"):
        await claimed(db, item.id)
    with pytest.raises(InputError, match="no item 'nobody'"):
        await claim(db, "nobody", holder="ada", lasting=timedelta(minutes=1), at=NOON)


async def test_running_claims_are_listed_by_item(db: Database, item: Escalation) -> None:
    other = await put(db, waiting("run-2"))
    held = await claimed(db, item.id)
    await claimed(db, other.id, at=NOON - 20 * MINUTE)
    async with db.reading() as reading:
        assert await claims(reading, at=NOON) == {item.id: held}


async def test_one_of_many_who_claim_at_once_has_the_item(
    db: Database, item: Escalation, address: str
) -> None:
    names = [f"reviewer-{number}" for number in range(24)]
    async with open_database(address) as patient:
        found = await asyncio.gather(
            *(claimed(patient, item.id, holder=name) for name in names), return_exceptions=True
        )
    (won,) = (one for one in found if isinstance(one, Claim))
    assert won.token == 1
    lost = [one for one in found if isinstance(one, ItemHeld)]
    assert len(lost) == len(names) - 1
    assert {f"{won.holder} has it" in str(one) for one in lost} == {True}
    assert await claim_of(db, item.id, at=NOON) == won


async def test_a_clock_that_jumps_gives_nobody_two_holders(db: Database, item: Escalation) -> None:
    held = await claimed(db, item.id)
    with pytest.raises(ItemHeld, match="ada has it"):
        await claimed(db, item.id, holder="grace", at=NOON - 60 * MINUTE)
    ahead = await claimed(db, item.id, holder="grace", at=NOON + 60 * MINUTE)
    assert await claim_of(db, item.id, at=NOON) == ahead
    with pytest.raises(ItemHeld, match="grace has it"):
        await renew(db, held, lasting=MINUTE, at=NOON)
