"""The care of items: assignee, due time and second review; lists are changed all or nothing."""

from datetime import timedelta

import pytest

from contracts.errors import InputError, ItemHeld, ItemsRefused
from escalations.audit_chain import AuditChain
from escalations.care import (
    MAX_ITEMS,
    Care,
    assign,
    care_of,
    requeue,
    set_due,
    set_second_review,
)
from escalations.claims import claim_of
from escalations.decisions import decide
from records.database import Database
from tests.escalations.material import claimed, decision, matter, put, put_matter, waiting
from tests.escalations.told import last_detail, told
from tests.records.material import NOON

TWO_DAYS = timedelta(days=2)
WHY = "ada has left the team"


async def read(db: Database, item: str) -> Care:
    async with db.reading() as reading:
        return await care_of(reading, item)


async def test_an_item_is_nobodys_and_due_in_two_days_until_somebody_says_otherwise(
    db: Database, audit: AuditChain
) -> None:
    item, asked = await put(db, waiting()), await put_matter(db, matter())
    assert await read(db, item.id) == Care(None, NOON + TWO_DAYS, second_review=False)
    assert await read(db, asked.id) == Care(None, NOON + TWO_DAYS, second_review=False)
    await assign(db, audit, (item.id, asked.id, item.id), to=" grace ", by="lead", at=NOON)
    assert await last_detail(db) == {"to": "grace", "from": ""}
    await set_due(db, audit, item.id, due=NOON, by="lead", at=NOON)
    await set_second_review(db, audit, item.id, wanted=True, by="lead", at=NOON)
    assert await read(db, item.id) == Care("grace", NOON, second_review=True)
    await assign(db, audit, (item.id,), to=None, by="lead", at=NOON)
    await set_second_review(db, audit, item.id, wanted=False, by="lead", at=NOON)
    assert await read(db, item.id) == Care(None, NOON, second_review=False)
    assert await read(db, asked.id) == Care("grace", NOON + TWO_DAYS, second_review=False)
    actions = [action for _, action in await told(db)]
    assert actions == [*["assigned"] * 2, "due_set", "second_review", "assigned", "second_review"]


async def test_requeued_items_are_free_and_their_holder_is_fenced(
    db: Database, audit: AuditChain
) -> None:
    items = [await put(db, waiting(run)) for run in ("run-1", "run-2")]
    names = [item.id for item in items]
    slow = await claimed(db, names[0])
    await assign(db, audit, names, to="ada", by="lead", at=NOON)
    await requeue(db, audit, names, by="lead", reason=WHY, at=NOON)
    assert await claim_of(db, names[0], at=NOON) is None
    assert {(await read(db, name)).assignee for name in names} == {None}
    with pytest.raises(ItemHeld, match="was released"):
        await decide(db, audit, decision(items[0]), slow.token, NOON)
    assert await last_detail(db) == {"from": "", "assignee": "ada", "reason": WHY}
    assert (await told(db))[-2:] == [("lead", "requeued")] * 2


async def test_a_list_with_one_bad_item_changes_nothing_and_names_it(
    db: Database, audit: AuditChain
) -> None:
    done, fine = await put(db, waiting()), await put(db, waiting("run-2"))
    await decide(db, audit, decision(done), (await claimed(db, done.id)).token, NOON)
    before = await told(db)
    names = (fine.id, done.id, "nobody")
    with pytest.raises(
        ItemsRefused, match=r"2 of the items cannot be\. item 'run-1-a1' is"
    ) as refused:
        await assign(db, audit, names, to="grace", by="lead", at=NOON)
    assert [*refused.value.refused] == [done.id, "nobody"]
    with pytest.raises(ItemsRefused):
        await requeue(db, audit, names, by="lead", reason=WHY, at=NOON)
    assert (await read(db, fine.id)).assignee is None
    for number in (0, MAX_ITEMS + 1):
        some = [f"item-{n}" for n in range(number)]
        with pytest.raises(InputError, match=f"{number} items were named"):
            await assign(db, audit, some, to="grace", by="lead", at=NOON)
    for name in (" ", "a\nb", "x" * 81):
        with pytest.raises(InputError, match="/name"):
            await assign(db, audit, (fine.id,), to=name, by="lead", at=NOON)
    with pytest.raises(InputError, match="at least 10"):
        await requeue(db, audit, (fine.id,), by="lead", reason="why not", at=NOON)
    with pytest.raises(InputError, match="is decided"):
        await set_due(db, audit, done.id, due=NOON, by="lead", at=NOON)
    assert await told(db) == before


async def test_a_matter_takes_one_ruling(db: Database, audit: AuditChain) -> None:
    asked = await put_matter(db, matter())
    with pytest.raises(InputError, match="a matter takes one ruling"):
        await set_second_review(db, audit, asked.id, wanted=True, by="lead", at=NOON)
