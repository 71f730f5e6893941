"""Logging in, users and settings in a browser: by keyboard, without scripts, without barriers."""

import pytest
from playwright.sync_api import expect

from console.access.roles import Role
from console.access.users import account_named, make_token
from tests.console.chromium.conftest import NARROW, Opened
from tests.console.chromium.look import barriers, dark_contrasts, listen, overflow, small_targets
from tests.console.served import Served

pytestmark = pytest.mark.chromium

PAYLOAD = "<img src=x onerror=PWN=1>'\"><script>PWN=1</script>"


def token_for(console: Served, name: str) -> str:
    async def made() -> str:
        parts = console.parts
        async with parts.database.unit() as uow:
            user = (await account_named(uow, name)).user
            return await make_token(uow, parts.audit, user, by="tests", at=parts.clock.now())

    return console.call(made())


def test_pages_have_no_barriers(console_at: Served, opened: Opened) -> None:
    admin, stranger = opened(Role.ADMIN), opened(None)
    for page, path in ((stranger, "/login"), (admin, "/users"), (admin, "/settings")):
        noise = listen(page, console_at.url)
        page.goto(path, wait_until="load")
        assert (noise.said, noise.elsewhere) == ([], []), path
        assert barriers(page) == [], path
        assert dark_contrasts(page) == [], path
        assert small_targets(page) == [], path
        assert overflow(page, NARROW[0]) == 0, path
        page.set_viewport_size({"width": 1440, "height": 900})
    admin.goto("/users")
    admin.get_by_label("Name").fill(PAYLOAD)
    admin.get_by_role("button", name="Add and show a token").click()
    expect(admin.get_by_role("heading", name="Token of")).to_contain_text(PAYLOAD)
    assert barriers(admin) == dark_contrasts(admin) == []
    assert admin.evaluate("window.PWN") is None
    admin.goto("/nothing")
    assert barriers(admin) == dark_contrasts(admin) == []
    admin.goto("/settings")
    admin.keyboard.press("?")
    expect(admin.get_by_role("dialog")).to_be_visible()
    assert barriers(admin) == dark_contrasts(admin) == []


def test_a_user_is_added_by_keyboard_alone(console_at: Served, opened: Opened) -> None:
    _ = console_at.session("Root", Role.ADMIN)
    page = opened(None)
    page.goto("/login?next=/users")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "token":
            break
    page.keyboard.insert_text(token_for(console_at, "Root"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Users", exact=True)).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "name":
            break
    page.keyboard.type("Bo j k ?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Token of Bo j k ?")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_all_of_it_works_without_scripts(console_at: Served, opened: Opened) -> None:
    _ = console_at.session("Root", Role.ADMIN)
    page = opened(None, js=False)
    page.goto("/users")
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Token").fill(token_for(console_at, "Root"))
    page.get_by_role("button", name="Log in").click()
    page.get_by_label("Name").fill("Bo")
    page.get_by_role("button", name="Add and show a token").click()
    expect(page.get_by_role("heading", name="Token of Bo")).to_be_visible()
    page.locator("summary").click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login")


def test_keys_can_be_switched_off_and_changed(opened: Opened) -> None:
    page = opened(Role.VIEWER)
    page.goto("/settings")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_label("Single keys do something on pages").uncheck()
    page.get_by_role("button", name="Save keys").click()
    expect(page.get_by_text("Your keys are saved.")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_hidden()
