"""Drafts, final verdicts, and what is hidden from whom."""

import pytest

from console.studies.refusals import AlreadyFinal, NotThere, StillHidden
from console.studies.store import create_study, study_in
from console.studies.verdicts import (
    Item,
    draft_on,
    give_verdict,
    given_by,
    items_of,
    next_item,
    others_on,
    own_item,
    save_draft,
    verdict_on,
)
from contracts.errors import InputError
from contracts.study import DimensionChoice, PairVerdict, VerdictDraft
from escalations.audit_chain import AuditChain
from records.database import Database
from tests.console.reads import counted
from tests.console.studies.material import pairs_of, plan
from tests.contracts.studies import AT, example_draft, example_verdict


@pytest.fixture
async def study(db: Database, audit: AuditChain) -> str:
    await create_study(db, audit, plan(), pairs_of(4))
    return "winter"


async def items(db: Database, name: str) -> tuple[Item, ...]:
    async with db.reading() as reading:
        return await items_of(reading, "winter", name)


async def give(db: Database, item: Item, verdict: PairVerdict | None = None) -> None:
    said = verdict or example_verdict()
    await give_verdict(db, item.study, item.id, said, by=item.reviewer, at=AT)


async def test_pairs_come_in_order_until_all_are_judged(db: Database, study: str) -> None:
    for item in await items(db, "ada"):
        async with db.reading() as reading:
            assert await next_item(reading, study, "Ada") == item
        await give(db, item)
    async with db.reading() as reading:
        assert await next_item(reading, study, "Ada") is None
        assert await next_item(reading, study, "Dan") is None
        assert (await study_in(reading, study)).given == 4


async def test_only_a_reviewers_own_rows_are_read(db: Database, audit: AuditChain) -> None:
    many = tuple(f"Reviewer {n}" for n in range(20))
    await create_study(db, audit, plan(reviewers=many), pairs_of(4))
    for item in await items(db, many[1]):
        await give(db, item)
    with counted() as own:
        async with db.reading() as reading:
            assert len(await items_of(reading, "winter", "REVIEWER 0")) == 4
    assert own.rows == len(many) + 4
    with counted() as done:
        async with db.reading() as reading:
            assert await given_by(reading, "winter", many[0]) == frozenset()
    assert done.rows == len(many)


async def test_a_draft_is_kept_until_the_verdict(db: Database, study: str) -> None:
    item = (await items(db, "Ada"))[0]
    await save_draft(db, study, item.id, VerdictDraft(rationale="first"), by="Ada", at=AT)
    await save_draft(db, study, item.id, example_draft(), by="Ada", at=AT)
    async with db.reading() as reading:
        assert await draft_on(reading, item) == example_draft()
    await give(db, item)
    async with db.reading() as reading:
        assert await draft_on(reading, item) == VerdictDraft()
    with pytest.raises(AlreadyFinal):
        await save_draft(db, study, item.id, example_draft(), by="Ada", at=AT)


async def test_a_verdict_is_final_and_sent_twice_counts_once(db: Database, study: str) -> None:
    item = (await items(db, "Ada"))[0]
    await give(db, item)
    await give(db, item)
    with pytest.raises(AlreadyFinal, match="final already, in other words"):
        await give(db, item, example_verdict().model_copy(update={"overall": "tie"}))
    async with db.reading() as reading:
        given = await verdict_on(reading, item)
        assert given is not None
        assert given.verdict == example_verdict()
        assert (await study_in(reading, study)).given == 1


@pytest.mark.parametrize("names", [(), ("scope", "scope"), ("weight",)])
async def test_each_dimension_has_one_choice(
    db: Database, study: str, names: tuple[str, ...]
) -> None:
    item = (await items(db, "Ada"))[0]
    dimensions = tuple(DimensionChoice(name=name, choice="a") for name in names)
    with pytest.raises(InputError, match="a choice for each of: scope"):
        await give(db, item, example_verdict().model_copy(update={"dimensions": dimensions}))


async def test_anothers_pair_can_be_neither_read_nor_judged(db: Database, study: str) -> None:
    item = (await items(db, "Ben"))[0]
    with pytest.raises(StillHidden, match="another reviewer's"):
        await give_verdict(db, study, item.id, example_verdict(), by="Ada", at=AT)
    with pytest.raises(StillHidden):
        await save_draft(db, study, item.id, example_draft(), by="Ada", at=AT)
    async with db.reading() as reading:
        with pytest.raises(NotThere):
            _ = await own_item(reading, study, "f" * 16, by="Ada")
        with pytest.raises(NotThere):
            _ = await own_item(reading, "summer", item.id, by="Ben")


async def test_others_are_seen_only_after_ones_own_and_in_ones_own_sides(
    db: Database, study: str
) -> None:
    mine = (await items(db, "Ada"))[0]
    (bens,) = [one for one in await items(db, "Ben") if one.pair == mine.pair]
    await give(db, bens)
    async with db.reading() as reading:
        with pytest.raises(StillHidden, match="once your own on this pair is final"):
            _ = await others_on(reading, mine)
    await give(db, mine, example_verdict().model_copy(update={"overall": "tie"}))
    async with db.reading() as reading:
        (found,) = await others_on(reading, mine)
    same = bens.left_is_a == mine.left_is_a
    assert found.item.reviewer == "Ben"
    assert found.verdict.overall == ("a" if same else "b")
    assert found.verdict.dimensions[0].choice == "unsure"
