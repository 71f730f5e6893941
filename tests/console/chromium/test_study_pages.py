"""Studies in a browser: every state without barriers, and a verdict by keyboard alone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from console.access.roles import Role
from console.studies.store import create_study, reveal
from console.studies.verdicts import Item, give_verdict, items_of
from contracts.study import BlindPair
from tests.console.chromium.conftest import NARROW, WIDE, Opened
from tests.console.chromium.look import Noise, barriers, listen, overflow, small_targets
from tests.console.served import Served
from tests.console.studies.material import REVIEWERS, pairs_of, plan
from tests.contracts.studies import AT, example_verdict

pytestmark = pytest.mark.chromium

PAYLOAD = "<img src=x onerror=PWN=1>'\"><script>PWN=1</script> and some words"


def make(console: Served, pairs: tuple[BlindPair, ...], **changes: object) -> None:
    parts = console.parts
    console.call(create_study(parts.database, parts.audit, plan(**changes), pairs))


def items(console: Served, name: str) -> tuple[Item, ...]:
    async def read() -> tuple[Item, ...]:
        async with console.parts.database.reading() as reading:
            return await items_of(reading, "winter", name)

    return console.call(read())


def judge_all(console: Served, name: str) -> None:
    for item in items(console, name):
        said = example_verdict()
        given = give_verdict(console.parts.database, "winter", item.id, said, by=name, at=AT)
        console.call(given)


def radio(page: Page, name: str, value: str) -> Locator:
    return page.locator(f"input[name={name}][value={value}]")


def require_clean(page: Page, noise: Noise, path: str) -> None:
    noise.said.clear()  # Of the last page: axe breaks its policy, and a 422 is noted.
    page.goto(path, wait_until="load")
    assert (noise.said, noise.elsewhere) == ([], []), path
    assert barriers(page) == [], path
    assert small_targets(page) == [], path
    assert overflow(page, NARROW[0]) == 0, path
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


def test_every_state_has_no_barriers(console_at: Served, opened: Opened) -> None:
    page = opened(Role.LEAD, name="Ada")
    noise = listen(page, console_at.url)
    require_clean(page, noise, "/studies")
    (pair,) = pairs_of(1)
    rows = (pair.left.rows[0].model_copy(update={"text": PAYLOAD}), *pair.left.rows)
    hostile = pair.model_copy(
        update={"question": PAYLOAD, "left": pair.left.model_copy(update={"rows": rows})}
    )
    make(console_at, (hostile,), title=PAYLOAD)
    review = f"/studies/winter/review/{items(console_at, 'Ada')[0].id}"
    for path in ("/studies", "/studies/winter", review):
        require_clean(page, noise, path)
    page.get_by_role("button", name="Submit, final").click()
    expect(page.get_by_role("alert")).to_contain_text("Overall: choose A, B, tie or both bad.")
    assert barriers(page) == []
    for name in REVIEWERS:
        judge_all(console_at, name)
    require_clean(page, noise, review)
    require_clean(page, noise, "/studies/winter")
    parts = console_at.parts
    console_at.call(reveal(parts.database, parts.audit, "winter", by="Lea", reason="", at=AT))
    require_clean(page, noise, "/studies/winter/results")
    assert page.evaluate("window.PWN") is None


def test_dark_pages_have_contrast(console_at: Served, opened: Opened) -> None:
    make(console_at, pairs_of(1))
    page = opened(Role.LEAD, name="Ben", dark=True)
    judge_all(console_at, "Ada")
    page.goto("/studies/winter/review")
    assert barriers(page) == []
    parts, reason = console_at.parts, "the others have left"
    console_at.call(reveal(parts.database, parts.audit, "winter", by="Lea", reason=reason, at=AT))
    page.goto("/studies/winter/results")
    assert barriers(page) == []


def test_a_pair_is_judged_by_keyboard_alone(console_at: Served, opened: Opened) -> None:
    make(console_at, pairs_of(2))
    page = opened(Role.ANALYST, name="Ada")
    page.goto("/studies/winter/review")
    expect(page.get_by_role("heading", name="Pair 1 of 2")).to_be_visible()
    page.keyboard.press("2")
    expect(radio(page, "overall", "b")).to_be_checked()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "dimension-scope":
            break
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(radio(page, "dimension-scope", "b")).to_be_checked()
    page.keyboard.press("n")
    page.keyboard.type("1 and 3 are typed here, not chosen.")
    expect(radio(page, "overall", "b")).to_be_checked()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Pair 2 of 2")).to_be_visible()
    expect(page.get_by_text("1 of 2 by you")).to_be_visible()


def test_what_is_typed_is_kept_by_itself(console_at: Served, opened: Opened) -> None:
    make(console_at, pairs_of(1))
    page = opened(Role.ANALYST, name="Ada")
    page.goto("/studies/winter/review")
    page.get_by_label("Rationale").fill("half a thought")
    expect(page.get_by_text("Draft saved at")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Rationale")).to_have_value("half a thought")


def test_both_panes_scroll_together_unless_told_not_to(console_at: Served, opened: Opened) -> None:
    (pair,) = pairs_of(1)
    many = tuple(row for _ in range(30) for row in pair.left.rows)
    long = pair.model_copy(
        update={side: pair.left.model_copy(update={"rows": many}) for side in ("left", "right")}
    )
    make(console_at, (long,))
    page = opened(Role.ANALYST, name="Ada")
    page.goto("/studies/winter/review")
    first, second = page.locator(".pane").all()
    first.evaluate("pane => pane.scrollTop = 200")
    expect(second).to_have_js_property("scrollTop", 200)
    page.get_by_label("Scroll both together").uncheck()
    first.evaluate("pane => pane.scrollTop = 0")
    page.wait_for_timeout(100)
    assert second.evaluate("pane => pane.scrollTop") == 200
