"""Comments on items: only added to, in the order they were written, each told to the chain."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import StringConstraints
from sqlalchemy import func, insert, select

from contracts.contract import Contract, Words, parse_contract, sha256_of
from contracts.errors import InputError
from escalations.audit_chain import AuditAction, AuditChain
from escalations.entries import entry_on
from escalations.item import item_in
from escalations.opinions import OPINIONS, speakers
from escalations.rounds import wants_second_review
from records.database import Database
from records.review_tables import COMMENT
from records.unit_of_work import Reading

MAX_COMMENT = 4_000
"""Characters of a comment."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody wrote on an item."""

    n: int
    author: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments on an item as one person may read them."""

    shown: tuple[Comment, ...]
    hidden: int
    """How many are of a reviewer whose opinion this person must not know yet."""


class _Written(Contract):
    contract_name = "comment"

    text: Annotated[Words, StringConstraints(max_length=MAX_COMMENT)]


async def add_comment(
    db: Database, audit: AuditChain, item: str, *, by: str, text: str, at: datetime
) -> Comment:
    """Add a comment to an item in whatever state.

    Raises:
        InputError: there is no such item, or the text is blank, too long or no text.
        CorruptRun: the audit chain cannot be added to; nothing was written.
    """
    words = text.strip()
    if not words:
        raise InputError("a comment says something; this one is blank")
    written = parse_contract(json.dumps({"text": words}).encode(), _Written).text
    async with db.unit() as uow:
        found = await item_in(uow, item)
        newest = select(func.max(COMMENT.c.n).label("n")).where(COMMENT.c.item == item)
        row = await uow.first(newest)
        comment = Comment(((row["n"] if row else None) or 0) + 1, by, written, at)
        values = {"n": comment.n, "author": by, "text": written, "at": at}
        await uow.execute(insert(COMMENT).values(item=item, **values))
        detail = {"comment": sha256_of(written.encode()), "number": str(comment.n)}
        entry = entry_on(found, AuditAction.COMMENTED, by=by, at=at, detail=detail)
        await audit.append(uow, entry)
    return comment


async def comments_on(reading: Reading, item_id: str, viewer: str) -> Comments:
    """Read the comments on an item, first one first.

    While a second review is under way, nobody whose own opinion is not final reads what somebody
    wrote whose opinion is.

    Raises:
        InputError: there is no such item.
    """
    item = await item_in(reading, item_id)
    in_order = select(COMMENT).where(COMMENT.c.item == item_id).order_by(COMMENT.c.n)
    written = [
        Comment(row["n"], row["author"], row["text"], row["at"])
        for row in await reading.rows(in_order)
    ]
    is_blind = item.state == "open" and await wants_second_review(reading, item_id)
    spoken = await speakers(reading, item_id) if is_blind else ()
    is_told = viewer in spoken or len(spoken) >= OPINIONS
    kept_back = () if is_told else spoken
    shown = tuple(one for one in written if one.author not in kept_back)
    return Comments(shown, len(written) - len(shown))
