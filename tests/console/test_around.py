"""The items before and after one, in the order of the queue."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from console.access.roles import Role
from console.parts import Parts
from console.reading.around import read_around
from escalations.care import set_due
from escalations.item import open_matter
from records.tables import ESCALATION
from tests.console.conftest import Console
from tests.escalations.material import matter
from tests.records.material import NOON

HOUR = timedelta(hours=1)


async def opened(parts: Parts, name: str, hours: int = 0) -> None:
    item = matter(name=name).model_copy(update={"opened": NOON + hours * HOUR})
    async with parts.database.unit() as uow:
        await open_matter(uow, item)


@pytest.mark.both
async def test_an_item_leads_to_those_due_before_and_after_it(console: Console) -> None:
    parts = console.parts
    for name, hours in (("b", 0), ("a", 0), ("late", 1), ("urgent", 2), ("same", 3)):
        await opened(parts, name, hours)
    for name in ("urgent", "same"):
        due = NOON - HOUR
        await set_due(parts.database, parts.audit, name, due=due, by="lead", at=NOON)
    ada = await console.add_user("Ada", Role.ANALYST)

    async def around(item: str) -> tuple[str, str]:
        read = await read_around(parts, item, ada, NOON)
        return read.previous, read.next

    order = ["urgent", "same", "a", "b", "late"]
    for before, item, after in zip(["", *order], order, [*order[1:], ""], strict=False):
        assert await around(item) == (before, after), item
    async with parts.database.unit() as uow:
        done = update(ESCALATION).where(ESCALATION.c.id == "a").values(state="decided")
        _ = await uow.execute(done)
    assert await around("same") == ("urgent", "b")
    assert await around("a") == ("", "urgent")
