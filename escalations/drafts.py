"""Drafts: what somebody has typed on an item and not sent, kept per item and author.

A draft outlives a refused form and a claim that was lost; it goes when its author has decided.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, insert, select, update

from contracts.contract import canonical, parse_contract
from contracts.draft import DecisionDraft, DraftFile
from contracts.errors import ContractError, CorruptRun
from escalations.item import item_in
from records.database import Database
from records.review_tables import DRAFT
from records.unit_of_work import Reading, UnitOfWork


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """A draft and when it was saved."""

    draft: DecisionDraft
    saved: datetime


async def save_draft(
    db: Database,
    item: str,
    *,
    author: str,
    draft: DecisionDraft,
    at: datetime,
    leaves_files: bool = False,
) -> SavedDraft:
    """Keep what somebody has typed, in the place of what they typed before.

    No claim is asked for: nobody's words are lost because another person was faster.

    Args:
        db: the records.
        item: what it was typed on.
        author: who typed it.
        draft: what was typed.
        at: now.
        leaves_files: whether the form held no files, so that those kept before stay.

    Raises:
        InputError: there is no such item.
    """
    async with db.unit() as uow:
        _ = await item_in(uow, item)
        if leaves_files:
            draft = draft.model_copy(update={"files": await _files(uow, item, author)})
        await put_draft(uow, item, author=author, draft=draft, at=at)
    return SavedDraft(draft, at)


async def put_draft(
    uow: UnitOfWork, item: str, *, author: str, draft: DecisionDraft, at: datetime
) -> None:
    """Keep a draft in the caller's transaction."""
    values = {"body": canonical(draft).decode(), "saved": at}
    if not await uow.execute(update(DRAFT).where(_of(item, author)).values(values)):
        await uow.execute(insert(DRAFT).values(item=item, author=author, **values))


async def draft_of(reading: Reading, item: str, author: str) -> SavedDraft | None:
    """Read somebody's own draft; there is no way to read another person's.

    Raises:
        CorruptRun: its row cannot be understood.
    """
    row = await reading.first(select(DRAFT).where(_of(item, author)))
    if row is None:
        return None
    try:
        draft = parse_contract(row["body"].encode(), DecisionDraft)
    except ContractError as error:
        raise CorruptRun(f"draft of {author!r} on item {item!r} is unreadable: {error}") from None
    return SavedDraft(draft, row["saved"])


async def _files(reading: Reading, item: str, author: str) -> tuple[DraftFile, ...]:
    try:
        before = await draft_of(reading, item, author)
    except CorruptRun:  # what cannot be read is replaced
        return ()
    return before.draft.files if before else ()


async def drop_draft(uow: UnitOfWork, item: str, author: str) -> None:
    """Forget a draft that was sent, in the transaction that keeps what was sent."""
    await uow.execute(delete(DRAFT).where(_of(item, author)))


def _of(item: str, author: str) -> ColumnElement[bool]:
    return (DRAFT.c.item == item) & (DRAFT.c.author == author)
