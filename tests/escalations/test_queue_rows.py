"""The queue as somebody sees it: tabs, counts, order, pages, and the next item to claim."""

import asyncio
from datetime import timedelta

from sqlalchemy import select, update

from contracts.decision import DecisionKind
from contracts.escalation import ItemKind, Reason
from escalations.audit_chain import AuditChain
from escalations.care import assign, set_due, set_second_review
from escalations.claims import Claim
from escalations.comments import add_comment
from escalations.decisions import decide
from escalations.opinions import answer
from escalations.queue_filter import PAGE_SIZE, QueueFilter, Sort, Tab
from escalations.queue_rows import (
    QueuePage,
    all_rows,
    claim_next,
    open_by_age,
    queue_page,
    queue_row,
    tab_counts,
)
from records.database import Database, open_database
from records.tables import ESCALATION
from tests.escalations.injections import INJECTIONS
from tests.escalations.material import MINUTE, claimed, decision, matter, put, put_matter, waiting
from tests.records.material import NOON

HOUR = timedelta(hours=1)
DEFAULT = QueueFilter()


async def page(
    db: Database, wanted: QueueFilter = DEFAULT, viewer: str = "ada", *, hours: int = 0
) -> QueuePage:
    async with db.reading() as reading:
        return await queue_page(reading, wanted, viewer=viewer, at=NOON + hours * HOUR)


async def names(db: Database, wanted: QueueFilter = DEFAULT, viewer: str = "ada") -> list[str]:
    return [row.item.id for row in (await page(db, wanted, viewer)).rows]


async def tabs(db: Database, viewer: str) -> dict[Tab, list[str]]:
    """Items by tab; the counts say the same."""
    found = {tab: await names(db, QueueFilter(tab=tab), viewer) for tab in Tab}
    async with db.reading() as reading:
        counts = await tab_counts(reading, viewer=viewer, at=NOON)
    assert counts == {tab: len(items) for tab, items in found.items()}
    return found


async def test_each_item_is_under_one_tab_of_each_person(db: Database, audit: AuditChain) -> None:
    first, second = await put(db, waiting(stage="gates")), await put(db, waiting("run-2"))
    for n in range(4):
        await put_matter(db, matter(name=f"m{n}"))
    await claimed(db, "m0")
    await assign(db, audit, ("m1",), to="ada", by="lead", at=NOON)
    await assign(db, audit, ("m2",), to="grace", by="lead", at=NOON)
    await decide(db, audit, decision(second), (await claimed(db, second.id)).token, NOON)
    await set_second_review(db, audit, first.id, wanted=True, by="lead", at=NOON)
    await answer(db, audit, decision(first), (await claimed(db, first.id)).token, NOON)
    assert await tabs(db, "ada") == {
        Tab.MINE: ["m0", "m1"],
        Tab.UNCLAIMED: ["m3"],
        Tab.WAITING: ["m2", first.id],
        Tab.DONE: [second.id],
    }
    assert await tabs(db, "grace") == {
        Tab.MINE: ["m2"],
        Tab.UNCLAIMED: ["m3", first.id],
        Tab.WAITING: ["m0", "m1"],
        Tab.DONE: [second.id],
    }


async def test_row_says_what_a_person_chooses_by(db: Database, audit: AuditChain) -> None:
    item = await put(db, waiting(attempt=2))
    held = await claimed(db, item.id)
    await add_comment(db, audit, item.id, by="ada", text="look at R3", at=NOON)
    await assign(db, audit, (item.id,), to="grace", by="lead", at=NOON)
    async with db.reading() as reading:
        row = await queue_row(reading, item.id, at=NOON + 5 * MINUTE)
        assert await queue_row(reading, "nobody", at=NOON) is None
    assert row is not None
    assert (row.item, row.age, row.claim) == (item, 5 * MINUTE, held)
    assert (row.due, row.is_overdue) == (NOON + 48 * HOUR, False)
    assert (row.assignee, row.tries_used, row.comments) == ("grace", 1, 1)
    assert (row.wants_second_review, row.opinions) == (False, 0)
    (late,) = (await page(db, QueueFilter(tab=Tab.MINE), "grace", hours=49)).rows
    assert (late.is_overdue, late.claim, late.age) == (True, None, 49 * HOUR)


async def test_filter_lets_through_what_it_names(db: Database, audit: AuditChain) -> None:
    item = await put(db, waiting())
    late = waiting("run-2").model_copy(update={"reason": Reason.DEADLINE})
    await put(db, late)
    asked = await put_matter(db, matter())
    await assign(db, audit, (asked.id,), to="ada", by="lead", at=NOON)
    assert await names(db, QueueFilter(kind=ItemKind.ESCALATION)) == [item.id, late.id]
    assert await names(db, QueueFilter(reason=Reason.DEADLINE)) == [late.id]
    assert await names(db, QueueFilter(text="RUN-2")) == [late.id]
    assert await names(db, QueueFilter(tab=Tab.MINE, text="enter the bank")) == [asked.id]
    assert await names(db, QueueFilter(tab=Tab.MINE, assignee="ada")) == [asked.id]
    assert await names(db, QueueFilter(assignee="grace")) == []


async def test_order_is_due_first_and_has_no_ties(db: Database, audit: AuditChain) -> None:
    for name in ("b", "a", "c"):
        await put_matter(db, matter(name=name))
    assert await names(db) == ["a", "b", "c"]
    await set_due(db, audit, "c", due=NOON, by="lead", at=NOON)
    assert await names(db) == ["c", "a", "b"]
    assert await names(db, QueueFilter(is_descending=True)) == ["a", "b", "c"]
    for sort in Sort:
        assert sorted(await names(db, QueueFilter(sort=sort))) == ["a", "b", "c"]
    async with db.reading() as reading:
        rows = await all_rows(reading, only_open=True, at=NOON)
    assert [row.item.id for row in rows] == ["c", "a", "b"]


async def test_open_items_are_counted_by_their_age(db: Database) -> None:
    bounds = (4 * HOUR, 24 * HOUR, 48 * HOUR)
    for hours in (0, 3, 4, 23, 24, 49, 10_000):
        opened = {"opened": NOON - hours * HOUR}
        await put_matter(db, matter(name=f"m{hours}").model_copy(update=opened))
    async with db.unit() as uow:
        done = update(ESCALATION).where(ESCALATION.c.id == "m3").values(state="decided")
        _ = await uow.execute(done)
        assert await open_by_age(uow, bounds, at=NOON) == (1, 2, 1, 2)
        assert await open_by_age(uow, (), at=NOON) == (6,)


async def test_a_text_is_found_in_any_case_beyond_ascii(db: Database) -> None:
    asked = {"question": "Wie hoch ist die ÄNDERUNG von Éco?"}
    await put_matter(db, matter().model_copy(update=asked))
    for text in ("änderung", "ÉCO", "éco", "Änderung"):
        assert await names(db, QueueFilter(text=text)) == ["matter-1"], text


async def test_pages_hold_all_rows_once(db: Database) -> None:
    for n in range(PAGE_SIZE + 2):
        await put_matter(db, matter(name=f"m{n:03}"))
    one, two = await page(db), await page(db, QueueFilter(page=2))
    assert (one.total, one.pages, len(one.rows), len(two.rows)) == (52, 2, PAGE_SIZE, 2)
    assert len({row.item.id for row in (*one.rows, *two.rows)}) == 52
    assert (await page(db, QueueFilter(page=9))).rows == ()


async def test_no_text_changes_the_query(db: Database) -> None:
    await put(db, waiting())
    await put_matter(db, matter())
    for injection in INJECTIONS:
        wanted = QueueFilter(text=injection)
        assert (await page(db, wanted)).total == 0, injection
        assert await names(db, QueueFilter(assignee=injection)) == []
        assert (await claim_next(db, holder="ada", wanted=wanted, at=NOON)) is None
    async with db.reading() as reading:
        assert len(await reading.rows(select(ESCALATION.c.id))) == 2


async def test_next_is_what_is_due_first_and_free_for_a_person(
    db: Database, audit: AuditChain
) -> None:
    waits = await put(db, waiting(stage="gates"))
    for name in ("m1", "m2", "m3"):
        await put_matter(db, matter(name=name))
    await set_due(db, audit, waits.id, due=NOON - 2 * HOUR, by="lead", at=NOON)
    await set_due(db, audit, "m3", due=NOON - HOUR, by="lead", at=NOON)
    await assign(db, audit, ("m3",), to="grace", by="lead", at=NOON)
    await set_second_review(db, audit, waits.id, wanted=True, by="lead", at=NOON)
    kept = decision(waits, DecisionKind.RETRY)
    await answer(db, audit, kept, (await claimed(db, waits.id)).token, NOON)

    async def following(holder: str, wanted: QueueFilter = DEFAULT) -> str | None:
        found = await claim_next(db, holder=holder, wanted=wanted, at=NOON)
        assert found is None or found == Claim(found.item, holder, found.token, NOON + 15 * MINUTE)
        return found.item if found else None

    assert await following("ada", QueueFilter(kind=ItemKind.ESCALATION)) is None
    assert await following("ada") == "m1"
    assert await following("grace") == waits.id
    assert await following("grace") == "m3"
    assert await following("ada") == "m2"
    assert await following("ada") is None


async def test_many_who_ask_at_once_get_one_item_each(db: Database, address: str) -> None:
    for n in range(8):
        await put_matter(db, matter(name=f"m{n}"))
    async with open_database(address) as patient:
        found = await asyncio.gather(
            *(claim_next(patient, holder=f"r{n}", wanted=DEFAULT, at=NOON) for n in range(12))
        )
    got = [one.item for one in found if one is not None]
    assert sorted(got) == [f"m{n}" for n in range(8)]
