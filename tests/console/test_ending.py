"""The end of a run is no way round those who have its item, or must agree on it."""

import pytest

from console.access.roles import Role
from escalations.cancels import end_asked
from escalations.care import set_second_review
from tests.console.blocked import ITEM, RUN, blocked_run
from tests.console.browser import text_of
from tests.console.conftest import Console

pytestmark = pytest.mark.both

FORM = {"note": "the question was asked twice", "sure": "yes"}
CANCEL = f"/runs/{RUN}/cancel"


async def is_asked(console: Console) -> bool:
    async with console.parts.database.reading() as reading:
        return await end_asked(reading, RUN) is not None


async def test_an_analyst_ends_no_run_of_which_another_has_the_item(console: Console) -> None:
    _ = await blocked_run(console.parts)
    holder = await console.as_role(Role.ANALYST, "Ada")
    other = await console.as_role(Role.ANALYST, "Bo")
    assert (await holder.post(f"/items/{ITEM}/claim")).status_code == 303
    refused = await other.post(CANCEL, FORM)
    assert refused.status_code == 409
    assert "Ada has item" in text_of(refused.text)
    assert FORM["note"] in refused.text, "what was typed is kept"
    assert not await is_asked(console)
    assert (await holder.post(CANCEL, FORM)).status_code == 303
    assert await is_asked(console)


async def test_where_two_must_agree_only_a_lead_ends_the_run(console: Console) -> None:
    parts = console.parts
    _ = await blocked_run(parts)
    await set_second_review(
        parts.database, parts.audit, ITEM, wanted=True, by="Lea", at=parts.clock.now()
    )
    analyst = await console.as_role(Role.ANALYST, "Ada")
    refused = await analyst.post(CANCEL, FORM)
    assert refused.status_code == 422
    assert "two people must agree" in text_of(refused.text)
    assert not await is_asked(console)
    lead = await console.as_role(Role.LEAD, "Lea")
    assert (await lead.post(CANCEL, FORM)).status_code == 303
    assert await is_asked(console)
