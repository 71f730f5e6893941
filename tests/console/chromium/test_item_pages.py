"""Queue and escalation in a browser: what the first screen shows, keys, no scripts, no barriers."""

import pytest
from playwright.sync_api import Page, expect

from console.access.roles import Role
from tests.builders import texas_corpus
from tests.console.blocked import FINDINGS, ITEM, blocked_run, role_files
from tests.console.chromium.conftest import NARROW, WIDE, Opened
from tests.console.chromium.look import barriers, dark_contrasts, listen, overflow, small_targets
from tests.console.pictured import open_in_browser, png
from tests.console.served import Served

pytestmark = pytest.mark.chromium

PAGE = f"/items/{ITEM}"
PAYLOAD = "<img src=x onerror=PWN=1>'\"><script>PWN=1</script>"
NOTE = "The newest report is after the cutoff."


def waiting(console: Served) -> None:
    """One escalation whose reviewer and commenter are hostile."""
    finding = FINDINGS[1].model_copy(update={"message": f"rows:/rows/1: {PAYLOAD}"})
    _ = console.call(blocked_run(console.parts, findings=(*FINDINGS, finding)))
    role_files(console.parts, {"rows.json": '{"rows": "</textarea><script>PWN=1</script>"}'})


def clean(page: Page, name: str) -> None:
    """No barriers, no small targets, no page wider than a narrow screen, no script of others."""
    assert barriers(page) == [], name
    assert dark_contrasts(page) == [], name
    assert small_targets(page) == [], name
    assert overflow(page, NARROW[0]) == 0, name
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    assert page.evaluate("window.PWN") is None, name


def test_every_state_is_without_barriers(console_at: Served, opened: Opened) -> None:
    waiting(console_at)
    page = opened(Role.LEAD, name="Li")
    for path in ("/queue", PAGE):
        noise = listen(page, console_at.url)
        page.goto(path, wait_until="load")
        assert (noise.said, noise.elsewhere) == ([], []), path
        clean(page, path)
    page.get_by_role("button", name="Claim to decide").click()
    page.evaluate("document.querySelectorAll('main details').forEach(one => one.open = true)")
    clean(page, "claimed")
    page.get_by_label("Add a comment").fill(PAYLOAD)
    page.get_by_role("button", name="Comment", exact=True).click()
    page.get_by_role("radio", name="Edit").check()
    page.get_by_role("button", name="Open the files").click()
    expect(page.get_by_label("rows.json")).to_have_value(
        '{"rows": "</textarea><script>PWN=1</script>"}'
    )
    page.get_by_label("rows.json").fill('{"rows": 1}')
    page.get_by_label("Note").fill(NOTE)
    page.get_by_role("button", name="Decide", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was decided")
    clean(page, "refused")


def test_the_first_screen_shows_reason_finding_row_and_evidence(
    console_at: Served, opened: Opened
) -> None:
    _ = console_at.call(blocked_run(console_at.parts, web=True))
    for turn, source in enumerate(texas_corpus().items, start=1):
        console_at.call(open_in_browser(console_at.parts, source, png(), turn=turn))
    page = opened(Role.ANALYST)
    page.goto(PAGE)
    expect(page.locator(".shot img").first).to_have_js_property("naturalWidth", 1280)
    for locator in (
        page.get_by_role("heading", level=1),
        page.locator(".finding").first.locator(".finding-words"),
        page.locator(".row").first.locator(".row-text"),
        page.locator("#evidence mark").first,
        page.get_by_role("button", name="Claim to decide"),
    ):
        box = locator.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= WIDE[1], locator
    picture = page.locator(".shot img").first.bounding_box()
    assert picture is not None
    assert (picture["width"], picture["height"]) == (128, 80), "it takes no more room than it had"
    assert page.evaluate("scrollY") == 0


def test_an_item_is_decided_by_keyboard_alone(console_at: Served, opened: Opened) -> None:
    _ = console_at.call(blocked_run(console_at.parts))
    page = opened(Role.ANALYST, name="Bo")
    page.goto("/queue")
    page.keyboard.press("j")
    expect(page.get_by_role("link", name=ITEM)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{PAGE}")
    expect(page.locator(".row[aria-current]")).to_have_attribute("data-row", "R2")
    page.evaluate("window.here = 1")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("#evidence-title")).to_contain_text("Row R3")
    expect(page.locator(".row[aria-current]")).to_have_attribute("data-row", "R3")
    assert page.evaluate("window.here") == 1, "htmx has changed the pane, no page was loaded"
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("You have this item")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_label("Note")).to_be_focused()
    page.keyboard.type(NOTE)
    expect(page.locator("[data-saved]")).to_contain_text("Draft saved at")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Retry with nothing new?")
    assert barriers(page) == []
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("You decided to retry.")).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_label("Note")).to_have_value(NOTE)


def test_two_analysts_on_one_item_and_one_of_them_without_scripts(
    console_at: Served, opened: Opened
) -> None:
    _ = console_at.call(blocked_run(console_at.parts))
    first = opened(Role.ANALYST, name="Bo", js=False)
    second = opened(Role.LEAD, name="Li")
    first.goto("/queue")
    first.get_by_role("button", name="Claim next").click()
    first.get_by_label("Note").fill(NOTE)
    second.goto(PAGE)
    expect(second.get_by_text("Bo has this item")).to_be_visible()
    second.get_by_text("Take over…").click()
    second.get_by_label("Why do you take it over?").fill("Bo is away today")
    second.get_by_role("button", name="Take over", exact=True).click()
    first.get_by_role("button", name="Decide", exact=True).click()
    expect(first.get_by_role("heading", level=1)).to_have_text("Somebody was faster")
    expect(first.get_by_label("Note")).to_have_text(NOTE)
    assert overflow(first, NARROW[0]) == 0
    second.get_by_label("Note").fill("The lead decides this one.")
    second.get_by_role("textbox", name="Guidance").fill("State the five shares alone.")
    second.get_by_role("button", name="Decide", exact=True).click()
    expect(second.get_by_text("You decided to retry.")).to_be_visible()
