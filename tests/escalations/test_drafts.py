"""Drafts are each author's own, outlive a lost claim, and go when their author has decided."""

import pytest
from sqlalchemy import update

from contracts.draft import DecisionDraft, DraftFile
from contracts.errors import CorruptRun, InputError, ItemHeld
from contracts.matter import RulingKind
from escalations.audit_chain import AuditChain
from escalations.decisions import decide
from escalations.drafts import SavedDraft, draft_of, save_draft
from escalations.rulings import rule
from records.database import Database
from records.review_tables import DRAFT
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

TYPED = DecisionDraft(
    kind="edit",
    note="half a no",
    findings=("CMP-finding-open@composition:/rows/1",),
    files=(DraftFile(name="rows.json", text="{ not yet"),),
)


async def read(db: Database, item: str, author: str = "ada") -> SavedDraft | None:
    async with db.reading() as reading:
        return await draft_of(reading, item, author)


async def test_draft_is_kept_per_author_and_replaced(db: Database) -> None:
    item = await put(db, waiting())
    assert await read(db, item.id) is None
    await save_draft(db, item.id, author="ada", draft=DecisionDraft(note="h"), at=NOON)
    await save_draft(db, item.id, author="grace", draft=DecisionDraft(kind="reject"), at=NOON)
    await save_draft(db, item.id, author="ada", draft=TYPED, at=NOON + MINUTE)
    assert await read(db, item.id) == SavedDraft(TYPED, NOON + MINUTE)
    assert await read(db, item.id, "grace") == SavedDraft(DecisionDraft(kind="reject"), NOON)
    with pytest.raises(InputError, match="no item 'nobody'"):
        await save_draft(db, "nobody", author="ada", draft=TYPED, at=NOON)
    async with db.unit() as uow:
        await uow.execute(update(DRAFT).values(body="{}}"))
    with pytest.raises(CorruptRun, match="draft of 'ada' on item 'run-1-a1' is unreadable"):
        await read(db, item.id)


async def test_draft_outlives_a_refusal_and_goes_with_its_authors_decision(
    db: Database, audit: AuditChain
) -> None:
    item = await put(db, waiting())
    slow = await claimed(db, item.id)
    await save_draft(db, item.id, author="ada", draft=TYPED, at=NOON)
    await save_draft(db, item.id, author="grace", draft=TYPED, at=NOON)
    fast = await claimed(db, item.id, holder="grace", at=NOON + 20 * MINUTE)
    with pytest.raises(ItemHeld):
        await decide(db, audit, decision(item), slow.token, NOON)
    await decide(db, audit, decision(item, by="grace"), fast.token, NOON)
    assert await read(db, item.id) == SavedDraft(TYPED, NOON)
    assert await read(db, item.id, "grace") is None


async def test_draft_of_a_ruling_goes_with_it(db: Database, audit: AuditChain) -> None:
    asked = await put_matter(db, matter())
    await save_draft(db, asked.id, author="ada", draft=DecisionDraft(kind="admit"), at=NOON)
    held = await claimed(db, asked.id)
    await rule(db, audit, ruling(asked, RulingKind.ADMIT), held.token, NOON)
    assert await read(db, asked.id) is None
