"""The queue page: tabs, filters, what is claimed next, and what is done to many at once."""

from datetime import timedelta

import pytest

from console.access.assignees import as_user
from console.access.roles import Role
from console.access.users import disable, set_role
from console.views.age_chart import age_chart
from contracts.errors import InputError
from escalations.claims import claim, claim_of
from escalations.item import open_matter
from tests.console.blocked import ITEM, blocked_run
from tests.console.browser import joined, text_of
from tests.console.conftest import Console
from tests.escalations.material import matter
from tests.records.material import SetClock

pytestmark = pytest.mark.both


async def waiting(console: Console, clock: SetClock) -> None:
    """Two escalations and a matter, each opened an hour after the one before."""
    for run in ("texas", "texas-2"):
        _ = await blocked_run(console.parts, run=run, has_rows=False)
        clock.pass_s(3_600)
    opened = matter().model_copy(update={"opened": console.parts.clock.now()})
    async with console.parts.database.unit() as uow:
        await open_matter(uow, opened)


async def test_an_empty_queue_says_what_to_do(console: Console) -> None:
    browser = await console.as_role(Role.VIEWER)
    assert (await browser.get("/")).headers["location"] == "/queue"
    words = text_of((await browser.get("/queue")).text)
    assert "0 items wait for a person" in words
    assert "Nothing is unclaimed" in words
    assert "Claim next" not in words


async def test_rows_say_age_due_tries_and_why_in_words(console: Console, clock: SetClock) -> None:
    await waiting(console, clock)
    words = text_of((await (await console.as_role(Role.VIEWER)).get("/queue")).text)
    assert "3 items wait for a person" in words
    assert "Unclaimed 3" in words
    assert (
        "Two revisions did not satisfy the reviewer 2 h in 1 d 22 h 0 of 2 nobody nobody 0" in words
    )
    assert "May the task enter the bank?" in words
    assert "Bank task" in words
    clock.pass_s(3 * 86_400)
    late = text_of((await (await console.as_role(Role.ANALYST)).get("/queue")).text)
    assert "overdue by 1 d 2 h" in late
    assert "2 to 7 days 3" in late


async def test_tabs_and_filters_stand_in_the_address(console: Console, clock: SetClock) -> None:
    await waiting(console, clock)
    now = console.parts.clock.now()
    database = console.parts.database
    _ = await claim(database, ITEM, holder="Bo", lasting=timedelta(minutes=15), at=now)
    bo, cy = await console.as_role(Role.ANALYST, "Bo"), await console.as_role(Role.ANALYST, "Cy")
    mine = (await bo.get("/queue?tab=mine")).text
    assert 'href="/items/texas-a1-review-1"' in mine
    assert "Bo (you)" in text_of(mine)
    others = (await cy.get("/queue?tab=waiting")).text
    assert 'href="/items/texas-a1-review-1"' in others
    assert "15 min left" in text_of(others)
    banks = (await cy.get("/queue?kind=bank_gate&sort=opened&order=down")).text
    assert 'href="/items/matter-1"' in banks
    assert 'href="/items/texas-2-a1-review-1"' not in banks
    assert '<option value="bank_gate" selected>' in banks
    assert 'href="/queue?tab=mine&amp;kind=bank_gate&amp;sort=opened&amp;order=down"' in banks
    none = text_of((await cy.get("/queue?text=nothing+like+it")).text)
    assert "Nothing matches these filters" in none
    assert (await cy.get("/queue?sort=salary")).status_code == 422
    assert (await cy.get("/queue?color=red")).status_code == 422


@pytest.mark.both
async def test_the_next_item_is_claimed_and_opened(console: Console, clock: SetClock) -> None:
    await waiting(console, clock)
    bo = await console.as_role(Role.ANALYST, "Bo")
    wanted = {"kind": "bank_gate"}
    assert (await bo.post("/queue/next", dict(wanted))).headers["location"] == "/items/matter-1"
    found = await bo.post("/queue/next")
    assert found.headers["location"] == f"/items/{ITEM}"
    held = await claim_of(console.parts.database, ITEM, at=console.parts.clock.now())
    assert held is not None
    assert held.holder == "Bo"
    empty = await bo.post("/queue/next", dict(wanted))
    assert empty.headers["location"] == "/queue?kind=bank_gate&nothing=free"
    assert "Nothing free to claim" in text_of((await bo.get(empty.headers["location"])).text)
    viewer = await console.as_role(Role.VIEWER)
    assert (await viewer.post("/queue/next")).status_code == 403


@pytest.mark.both
async def test_many_are_assigned_and_requeued_all_or_none(
    console: Console, clock: SetClock
) -> None:
    await waiting(console, clock)
    lead, bo = await console.as_role(Role.LEAD, "Li"), await console.as_role(Role.ANALYST, "Bo")
    both = [ITEM, "texas-2-a1-review-1"]
    wish = {"action": "assign", "to": "Bo", "item": both, "back": "/queue?tab=mine&kind=escalation"}
    assert (await bo.post("/queue/bulk", dict(wish))).status_code == 403
    done = await lead.post("/queue/bulk", dict(wish))
    assert done.headers["location"] == "/queue?tab=mine&kind=escalation"
    assert "Mine 2" in text_of((await bo.get("/queue")).text)
    refused = await lead.post(
        "/queue/bulk", joined(dict(wish), {"item": [*both, "nothing"], "to": ""})
    )
    assert refused.status_code == 422
    assert "nothing there is no item" in text_of(refused.text)
    assert "Mine 2" in text_of((await bo.get("/queue")).text)
    back = {"action": "requeue", "item": both, "back": "https://evil.example/?tab=x"}
    short = await lead.post(
        "/queue/bulk", joined(dict(back), {"reason": "Bo", "back": "/queue?tab=waiting"})
    )
    assert short.status_code == 422
    assert short.text.count('form="bulk" checked') == len(both)  # nothing has to be done again
    assert 'value="Bo"' in short.text
    sent = await lead.post("/queue/bulk", joined(dict(back), {"reason": "Bo is away this week"}))
    assert sent.headers["location"] == "/queue"
    assert "Unclaimed 3" in text_of((await bo.get("/queue")).text)


async def test_items_go_only_to_who_can_decide_them_and_leave_who_no_longer_can(
    console: Console, clock: SetClock
) -> None:
    await waiting(console, clock)
    lead, vi = await console.as_role(Role.LEAD, "Li"), await console.add_user("Vi", Role.VIEWER)
    bo, cy = [await console.add_user(name, Role.ANALYST) for name in ("Bo", "Cy")]
    both = [ITEM, "texas-2-a1-review-1"]
    refused = await lead.post("/queue/bulk", {"action": "assign", "to": vi.name, "item": both})
    assert refused.status_code == 422
    assert "who only reads" in text_of(refused.text)
    assert "<option>Vi</option>" not in refused.text
    for to, item in (("bo", both[0]), ("cy", both[1])):
        sent = await lead.post("/queue/bulk", {"action": "assign", "to": to, "item": item})
        assert sent.status_code == 303
    assert "Mine 1" in text_of((await (await console.logged_in(bo)).get("/queue")).text)
    parts, now = console.parts, console.parts.clock.now()
    async with parts.database.unit() as uow:
        assert [await as_user(uow, name) for name in ("BO", "Ed")] == ["Bo", "Ed"]
        await disable(uow, parts.audit, bo, by="Root", at=now)
        await set_role(uow, parts.audit, cy, Role.VIEWER, by="Root", at=now)
        with pytest.raises(InputError, match="'Bo' is disabled; choose somebody"):
            _ = await as_user(uow, "bo")
    assert "Unclaimed 3" in text_of((await lead.get("/queue")).text)


def test_a_bar_is_as_long_as_its_share_of_the_longest() -> None:
    chart = age_chart((1, 4, 0, 2, 0))
    longest = chart.bars[1].width
    assert longest > 0
    assert [bar.width for bar in chart.bars] == [longest / 4, longest, 0, longest / 2, 0]
    assert chart.total == 7
    assert [bar.width for bar in age_chart((0, 0, 0, 0, 0)).bars] == [0.0] * 5


@pytest.mark.both
async def test_a_matter_is_ruled_on_once(console: Console) -> None:
    async with console.parts.database.unit() as uow:
        await open_matter(uow, matter())
    bo, cy = await console.as_role(Role.ANALYST, "Bo"), await console.as_role(Role.ANALYST, "Cy")
    page = "/items/matter-1"
    assert (await bo.post(f"{page}/claim")).status_code == 303
    html = (await bo.get(page)).text
    words = text_of(html)
    assert "Bank task of build-7" in words
    assert "Admit The task enters the bank." in words
    assert "Guidance" not in words
    form = {"token": "1", "decision": "matter-1-d1", "kind": "admit", "note": "It is well formed."}
    short = await bo.post(f"{page}/decide", joined(form, {"note": "well"}))
    assert short.status_code == 422
    assert "Nothing was decided." in text_of(short.text)
    assert (await cy.post(f"{page}/decide", dict(form))).status_code == 409
    for _ in range(2):
        assert (await bo.post(f"{page}/decide", dict(form))).status_code == 303
    words = text_of((await cy.get(page)).text)
    assert "Rulings Admit by Bo" in words
    late = await cy.post(f"{page}/decide", joined(form, {"kind": "reject"}))
    assert late.status_code == 409
