"""One item and the people around it, in browsers: by keys, without scripts, and two at once."""

from collections.abc import Generator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import TypeAdapter

from console.access.roles import Role
from console.access.user import User
from console.access.users import add_user
from console.parts import Parts
from records.clock import SystemClock
from tests.console.blocked import blocked_run
from tests.console.chromium.person import Person, sit_down
from tests.console.served import Served, served
from tests.records.material import SetClock

pytestmark = [pytest.mark.chromium, pytest.mark.timeout(600)]
NOTE = "Nobody asked for the window; state the five shares."
RUNS = ("both", "keys", "bare", "seen")
_BOXES = """(names) => names.map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [Math.round(box.top), Math.round(box.bottom), Math.round(box.left), Math.round(box.right)];
})"""
_MOVING = """() => [...document.querySelectorAll("*")]
  .map((element) => getComputedStyle(element))
  .filter((style) => Math.max(...`${style.transitionDuration},${style.animationDuration}`
    .split(",").map(parseFloat)) > 0.01).length"""


@dataclass(frozen=True)
class Team:
    """Who works, on runs that each wait at an item of their own."""

    served: Served
    clock: SetClock
    ben: User
    cleo: User
    lea: User


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory, migrated: bytes) -> Generator[Team]:
    data = tmp_path_factory.mktemp("team")
    _ = (data / "finrubric.db").write_bytes(migrated)
    clock = SetClock(SystemClock().now())
    with served(data, clock=clock) as found:
        yield Team(found, clock, *found.call(_gather(found.parts)))


async def _gather(parts: Parts) -> tuple[User, User, User]:
    found: list[User] = []
    for name, role in (("Ben", Role.ANALYST), ("Cleo", Role.ANALYST), ("Lea", Role.LEAD)):
        async with parts.database.unit() as uow:
            at = parts.clock.now()
            found.append(await add_user(uow, parts.audit, name, role, by="tests", at=at))
    for run in RUNS:
        _ = await blocked_run(parts, run=run)
    ben, cleo, lea = found
    return ben, cleo, lea


def item(run: str) -> str:
    return f"/items/{run}-a1-review-1"


def decided(page: Page) -> None:
    expect(page.get_by_role("heading", name="Decided", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def test_the_first_screen_says_why_and_what_for(chromium: Browser, team: Team) -> None:
    ben = sit_down(chromium, team.served, team.ben)
    _ = ben.open(item("seen"))
    parts = ["h1", ".finding", ".row", "#evidence mark", ".decision-bar"]
    boxes = TypeAdapter(list[list[int]]).validate_python(ben.page.evaluate(_BOXES, parts))
    *first, bar = boxes
    for name, (top, bottom, left, right) in zip(parts, first, strict=False):
        assert 0 <= top < bottom <= bar[0], name
        assert 0 <= left < right <= 1440, name
    ben.page.get_by_role("link", name="Evidence of row R2").click()
    expect(ben.page.locator("#evidence-title")).to_be_focused()
    expect(ben.page.locator(".row[aria-current]")).to_have_attribute("data-row", "R2")
    assert ben.page.url.endswith("?row=R2")
    assert ben.strangers() == []
    assert ben.page.evaluate(_MOVING) == 0
    ben.context.close()


def test_two_people_and_a_lead_on_one_item(chromium: Browser, team: Team) -> None:
    ben, lea = (sit_down(chromium, team.served, user) for user in (team.ben, team.lea))
    _ = ben.open(item("both"))
    ben.page.get_by_role("button", name="Claim to decide").click()
    ben.page.get_by_label("Note").fill(NOTE)
    _take_over(lea)
    ben.page.bring_to_front()
    ben.page.get_by_role("button", name="Decide", exact=True).click()
    expect(ben.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    expect(ben.page.get_by_label("Note")).to_have_text(NOTE)
    expect(ben.page.get_by_text("Lea has this item")).to_be_visible()
    lea.page.bring_to_front()
    lea.page.get_by_label("Note").fill("Lea knows the reports of that year.")
    lea.page.get_by_role("textbox", name="Guidance").fill("State the five shares alone.")
    lea.page.get_by_role("button", name="Decide", exact=True).click()
    decided(lea.page)
    lea.page.get_by_role("button", name="Undo").click()
    expect(lea.page.get_by_label("Note")).to_have_value("Lea knows the reports of that year.")
    lea.page.get_by_role("button", name="Decide", exact=True).click()
    decided(lea.page)
    team.clock.pass_s(31)
    _ = lea.open(item("both"))
    expect(lea.page.get_by_role("button", name="Undo")).to_have_count(0)
    ben.context.close()
    lea.context.close()


def _take_over(lea: Person) -> None:
    _ = lea.open(item("both"))
    expect(lea.page.get_by_text("Ben has this item")).to_be_visible()
    expect(lea.page.locator(".decision-bar .countdown")).to_contain_text("left")
    lea.page.locator("summary", has_text="Take over").click()
    lea.page.get_by_label("Why do you take it over?").fill("Ben is on leave until Monday.")
    lea.page.get_by_role("button", name="Take over", exact=True).click()
    expect(lea.page.get_by_text("You have this item")).to_be_visible()


def test_words_typed_just_before_leaving_are_kept(chromium: Browser, team: Team) -> None:
    ben = sit_down(chromium, team.served, team.ben)
    _ = ben.open(item("seen"))
    ben.page.get_by_role("button", name="Claim to decide").click()
    ben.page.get_by_label("Note").fill(NOTE)
    _ = ben.open("/queue")
    for _ in range(10):  # the browser sends them on its own, behind the next page's back
        _ = ben.open(item("seen"))
        if ben.page.get_by_label("Note").input_value():
            break
    expect(ben.page.get_by_label("Note")).to_have_value(NOTE)
    ben.context.close()


def test_a_decision_by_keys_alone(chromium: Browser, team: Team) -> None:
    ben = sit_down(chromium, team.served, team.ben)
    _ = ben.open("/queue?text=keys")
    keys = ben.page.keyboard
    keys.press("j")
    keys.press("Enter")
    expect(ben.page.get_by_role("button", name="Claim to decide")).to_be_visible()
    keys.press("Control+Enter")
    expect(ben.page.get_by_text("You have this item")).to_be_visible()
    for key, pane in (("e", "#evidence"), ("d", "#rubric")):
        keys.press(key)
        expect(ben.page.locator(pane)).to_be_focused()
    keys.press("n")
    expect(ben.page.get_by_label("Note")).to_be_focused()
    keys.type(NOTE)
    keys.press("Tab")
    keys.type("Say it in one row.")
    keys.press("Control+Enter")
    decided(ben.page)
    keys.press("u")
    expect(ben.page.get_by_label("Note")).to_have_value(NOTE)
    ben.context.close()


def test_a_decision_without_scripts(chromium: Browser, team: Team) -> None:
    cleo = sit_down(chromium, team.served, team.cleo, has_scripts=False)
    _ = cleo.open("/queue?text=bare")
    cleo.page.get_by_role("button", name="Claim next").click()
    cleo.page.get_by_role("link", name="Evidence of row R2").click()
    expect(cleo.page.locator(".row[aria-current]")).to_have_attribute("data-row", "R2")
    cleo.page.get_by_role("radio", name="Return").check()
    cleo.page.get_by_role("radio", name="Retry").check()
    cleo.page.get_by_label("Note").fill("short")
    cleo.page.get_by_role("textbox", name="Guidance").fill("State the five shares alone.")
    cleo.page.get_by_role("button", name="Save draft").click()
    cleo.page.get_by_label("Note").fill(NOTE)
    expect(cleo.page.get_by_role("textbox", name="Guidance")).to_have_value(
        "State the five shares alone."
    )
    cleo.page.get_by_role("button", name="Decide", exact=True).click()
    decided(cleo.page)
    cleo.context.close()
