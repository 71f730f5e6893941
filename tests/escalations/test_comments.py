"""Comments: in order, told to the chain, and hidden while they could give an opinion away."""

import pytest
from sqlalchemy import delete, update

from contracts.errors import InputError
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from escalations.care import set_second_review
from escalations.comments import MAX_COMMENT, Comment, Comments, add_comment, comments_on
from escalations.opinions import answer
from records.database import Database
from records.review_tables import COMMENT
from tests.escalations.material import MINUTE, claimed, decision, matter, put, put_matter, waiting
from tests.escalations.told import told
from tests.records.material import NOON


async def read(db: Database, item: str, viewer: str = "ada") -> Comments:
    async with db.reading() as reading:
        return await comments_on(reading, item, viewer)


async def test_comments_stand_in_order_and_are_told_of(db: Database, audit: AuditChain) -> None:
    item, asked = await put(db, waiting()), await put_matter(db, matter())
    first = await add_comment(db, audit, item.id, by="ada", text=" look at R3\nand R4 ", at=NOON)
    assert first == Comment(1, "ada", "look at R3\nand R4", NOON)
    second = await add_comment(db, audit, item.id, by="grace", text="x" * MAX_COMMENT, at=NOON)
    await add_comment(db, audit, asked.id, by="ada", text="a matter has some too", at=NOON)
    assert await read(db, item.id) == Comments((first, second), 0)
    assert [one.n for one in (await read(db, asked.id)).shown] == [1]
    assert await told(db) == [("ada", "commented"), ("grace", "commented"), ("ada", "commented")]
    assert (await verify(db, audit)).faults == ()


async def test_comment_that_says_nothing_or_too_much_is_refused(
    db: Database, audit: AuditChain
) -> None:
    item = await put(db, waiting())
    for text, words in (
        ("  \n ", "is blank"),
        ("x" * (MAX_COMMENT + 1), "4000"),
        ("a\x00b", "control"),
        ("a\udce4b", "surrogate"),
    ):
        with pytest.raises(InputError, match=words):
            await add_comment(db, audit, item.id, by="ada", text=text, at=NOON)
    with pytest.raises(InputError, match="no item 'nobody'"):
        await add_comment(db, audit, "nobody", by="ada", text="hello", at=NOON)
    assert await told(db) == []


async def test_comments_of_a_first_reviewer_are_hidden_until_the_second_is_final(
    db: Database, audit: AuditChain
) -> None:
    item = await put(db, waiting(stage="gates"))
    await set_second_review(db, audit, item.id, wanted=True, by="lead", at=NOON)
    await add_comment(db, audit, item.id, by="ada", text="I would reject this one", at=NOON)
    await add_comment(db, audit, item.id, by="lead", text="please be quick", at=NOON)
    assert (await read(db, item.id, "grace")).hidden == 0
    await answer(db, audit, decision(item), (await claimed(db, item.id)).token, NOON)
    seen = await read(db, item.id, "grace")
    assert ([one.author for one in seen.shown], seen.hidden) == (["lead"], 1)
    assert (await read(db, item.id, "ada")).hidden == 0
    token = (await claimed(db, item.id, holder="grace", at=NOON + MINUTE)).token
    await answer(db, audit, decision(item, by="grace"), token, NOON + MINUTE)
    assert (await read(db, item.id, "grace")).hidden == 0
    assert (await read(db, item.id, "viewer")).hidden == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (update(COMMENT).values(text="I never said so"), "is not one that the chain tells of"),
        (delete(COMMENT), "its row is gone or changed"),
    ],
)
async def test_changed_comment_is_found(
    db: Database, audit: AuditChain, change: object, words: str
) -> None:
    item = await put(db, waiting())
    await add_comment(db, audit, item.id, by="ada", text="look at R3", at=NOON)
    assert isinstance(change, (type(delete(COMMENT)), type(update(COMMENT))))
    async with db.unit() as uow:
        await uow.execute(change)
    faults = (await verify(db, audit)).faults
    assert any(f"comment on item {item.id}" in fault and words in fault for fault in faults)
