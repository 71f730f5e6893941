"""In by a token that works once, and out again; sessions that end by themselves and by others."""

import asyncio
import re
from datetime import timedelta

import pytest
from sqlalchemy import select
from starlette.requests import Request

from console.access.gate import is_still_allowed
from console.access.login import MOST_FAILURES, WINDOW, Refused, log_in
from console.access.roles import Permission, Role
from console.access.secret import stored
from console.access.sessions import IDLE, LONGEST, end_sessions
from console.access.user import User
from console.access.users import disable, enable, make_token, set_role
from console.access.visit import session_cookie, visit_cookie
from console.pages.login import safe_target
from console.parts import ConsoleSettings
from records.access_tables import CONSOLE_SESSION, LOGIN_TOKEN
from records.unit_of_work import UnitOfWork
from tests.console.browser import Browser, text_of
from tests.console.conftest import Console
from tests.records.material import SetClock

_CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')
SESSION = session_cookie(ConsoleSettings())


async def token_of(console: Console, user: User) -> str:
    async with console.parts.database.unit() as uow:
        return await make_token(
            uow, console.parts.audit, user, by="tests", at=console.parts.clock.now()
        )


async def at_login(console: Console) -> Browser:
    """A browser that has opened the page for logging in."""
    browser = await console.browser()
    found = _CSRF.search((await browser.get("/login")).text)
    assert found is not None
    browser.csrf = found[1]
    return browser


async def test_a_token_lets_in_once(console: Console) -> None:
    token = await token_of(console, await console.add_user("Ada", Role.ADMIN))
    first, second = await at_login(console), await at_login(console)
    answer = await first.post("/login", {"token": f" {token}\n", "target": "/users?x=1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/users?x=1")
    assert "Ada (you)" in text_of((await first.get("/users")).text)
    answer = await second.post("/login", {"token": token})
    assert answer.status_code == 422
    assert "was used already" in text_of(answer.text)
    assert token not in answer.text
    assert (await second.get("/users")).status_code == 401


async def test_two_who_use_a_token_at_once_do_not_both_come_in(console: Console) -> None:
    token = await token_of(console, await console.add_user("Ada", Role.ADMIN))
    browsers = [await at_login(console) for _ in range(4)]
    answers = await asyncio.gather(*(each.post("/login", {"token": token}) for each in browsers))
    assert [answer.status_code for answer in answers].count(303) == 1


async def test_secrets_stand_nowhere(console: Console) -> None:
    token = await token_of(console, await console.add_user("Ada", Role.ADMIN))
    browser = await at_login(console)
    _ = await browser.post("/login", {"token": token})
    cookie = browser.client.cookies[SESSION]
    async with console.parts.database.reading() as reading:
        tokens = await reading.rows(select(LOGIN_TOKEN))
        sessions = await reading.rows(select(CONSOLE_SESSION))
    assert [row["sha256"] for row in tokens] == [stored(token)]
    assert [row["sha256"] for row in sessions] == [stored(cookie)]
    bytes_kept = b"".join(path.read_bytes() for path in console.parts.data.glob("*.db*"))
    assert token.encode() not in bytes_kept
    assert cookie.encode() not in bytes_kept


async def test_cookie_is_for_this_site_and_no_script(console: Console) -> None:
    token = await token_of(console, await console.add_user("Ada", Role.ADMIN))
    browser = await at_login(console)
    answer = await browser.post("/login", {"token": token})
    cookies = answer.headers.get_list("set-cookie")
    (session,) = [cookie for cookie in cookies if cookie.startswith(f"{SESSION}=")]
    assert "HttpOnly; Max-Age=604800; Path=/; SameSite=lax" in session
    assert "Secure" not in session
    answer = await browser.get("/login?next=/settings")
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings")


def test_cookies_behind_tls_are_kept_to_this_host() -> None:
    settings = ConsoleSettings(is_behind_tls=True)
    assert session_cookie(settings).startswith("__Host-")
    assert visit_cookie(settings).startswith("__Host-")


async def test_a_login_makes_a_new_session_and_ends_the_one_before(console: Console) -> None:
    user = await console.add_user("Ada", Role.ADMIN)
    browser = await console.logged_in(user)
    before = browser.client.cookies[SESSION]
    answer = await browser.post("/login", {"token": await token_of(console, user)})
    assert answer.status_code == 303
    assert browser.client.cookies[SESSION] != before
    old = await console.browser()
    old.keep(SESSION, before)
    assert (await old.get("/users")).status_code == 401


async def test_a_session_id_of_ones_own_choosing_is_none(console: Console) -> None:
    browser = await console.browser()
    for chosen in ("", "x", "0" * 64, "' OR 1=1 --"):
        browser.keep(SESSION, chosen)
        assert (await browser.get("/settings")).status_code == 401


async def test_logging_out_ends_the_session_itself(console: Console) -> None:
    browser = await console.as_role(Role.VIEWER)
    cookie = browser.client.cookies[SESSION]
    assert (await browser.post("/logout")).headers["location"] == "/login"
    assert SESSION not in browser.client.cookies
    browser.keep(SESSION, cookie)
    assert (await browser.get("/settings")).status_code == 401


@pytest.mark.parametrize("is_used", [True, False])
async def test_sessions_end_by_time(console: Console, clock: SetClock, *, is_used: bool) -> None:
    browser = await console.as_role(Role.VIEWER)
    passed = timedelta()
    step = timedelta(hours=11) if is_used else IDLE
    while (await browser.get("/settings")).status_code == 200:
        clock.at += step
        passed += step
    assert passed == IDLE if not is_used else LONGEST <= passed < LONGEST + step


async def test_a_page_that_stays_open_does_not_put_off_the_end(
    console: Console, clock: SetClock
) -> None:
    browser = await console.as_role(Role.VIEWER)
    cookie = f"{SESSION}={browser.client.cookies[SESSION]}".encode()
    request = Request({"type": "http", "app": console.app, "headers": [(b"cookie", cookie)]})
    clock.at += IDLE / 2
    assert await is_still_allowed(request, Permission.READ)
    clock.at += IDLE / 2
    assert not await is_still_allowed(request, Permission.READ)


@pytest.mark.parametrize("what", ["role", "disable", "end"])
async def test_others_end_a_session_at_once(console: Console, what: str) -> None:
    _ = await console.add_user("Root", Role.ADMIN)
    user = await console.add_user("Bo", Role.LEAD)
    browser = await console.logged_in(user)
    parts, now = console.parts, console.parts.clock.now()
    assert (await browser.get("/settings")).status_code == 200
    async with parts.database.unit() as uow:
        if what == "role":
            await set_role(uow, parts.audit, user, Role.VIEWER, by="Root", at=now)
        elif what == "disable":
            await disable(uow, parts.audit, user, by="Root", at=now)
        else:
            assert await end_sessions(uow, user.id, now) == 1
    answer = await browser.get("/settings?a=1")
    assert answer.status_code == 401
    assert "/login?next=/settings%3Fa%3D1" in answer.text


async def test_what_was_typed_is_shown_when_the_session_has_ended(console: Console) -> None:
    browser = await console.as_role(Role.VIEWER)
    await console.add_user("Root", Role.ADMIN)
    async with console.parts.database.unit() as uow:
        await disable_all(uow, console)
    answer = await browser.post("/settings/keys", {"key-note": "<b>x</b>", "token": "frt_secret"})
    assert answer.status_code == 401
    assert "<b>x" not in answer.text
    assert "<b>x</b>" in text_of(answer.text)
    assert "frt_secret" not in answer.text
    assert browser.csrf not in answer.text


async def disable_all(uow: UnitOfWork, console: Console) -> None:
    now = console.parts.clock.now()
    for row in await uow.rows(select(CONSOLE_SESSION.c.account)):
        await end_sessions(uow, row["account"], now)


async def test_a_token_ends_by_time_and_by_a_newer_one(console: Console, clock: SetClock) -> None:
    user = await console.add_user("Ada", Role.ADMIN)
    first = await token_of(console, user)
    second = await token_of(console, user)
    browser = await at_login(console)
    assert (await browser.post("/login", {"token": first})).status_code == 422
    clock.at += timedelta(hours=24)
    assert (await browser.post("/login", {"token": second})).status_code == 422


async def test_a_disabled_user_has_no_way_in(console: Console) -> None:
    _ = await console.add_user("Root", Role.ADMIN)
    user = await console.add_user("Bo", Role.ADMIN)
    token = await token_of(console, user)
    parts, now = console.parts, console.parts.clock.now()
    async with parts.database.unit() as uow:
        await disable(uow, parts.audit, user, by="Root", at=now)
    browser = await at_login(console)
    assert (await browser.post("/login", {"token": token})).status_code == 422
    async with parts.database.unit() as uow:
        await enable(uow, parts.audit, user, by="Root", at=now)
    assert (await browser.post("/login", {"token": token})).status_code == 422
    answer = await browser.post("/login", {"token": await token_of(console, user)})
    assert answer.status_code == 303


async def test_twenty_bad_logins_make_an_address_wait(console: Console, clock: SetClock) -> None:
    user = await console.add_user("Ada", Role.ADMIN)
    browser = await at_login(console)
    for _ in range(MOST_FAILURES - 1):
        assert (await browser.post("/login", {"token": "frt_guess"})).status_code == 422
    clock.pass_s(60)
    answer = await browser.post("/login", {"token": "frt_guess"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "840")
    token = await token_of(console, user)
    assert (await browser.post("/login", {"token": token})).status_code == 429
    clock.at += WINDOW
    assert (await browser.post("/login", {"token": token})).status_code == 303


async def test_addresses_are_counted_apart(console: Console) -> None:
    now = console.parts.clock.now()
    async with console.parts.database.unit() as uow:
        for _ in range(MOST_FAILURES):
            _ = await log_in(uow, "x", address="a", agent="", earlier="", at=now)
        assert await log_in(uow, "x", address="a", agent="", earlier="", at=now) == Refused(900)
        assert await log_in(uow, "x", address="b", agent="", earlier="", at=now) == Refused(0)


async def test_login_page_says_how_to_begin(console: Console) -> None:
    browser = await console.browser()
    assert "finrubric users add NAME --role admin" in text_of((await browser.get("/login")).text)
    _ = await console.add_user("Ada", Role.ADMIN)
    assert "Nobody can log in yet" not in text_of((await browser.get("/login")).text)


async def test_a_login_form_of_another_browser_is_refused(console: Console) -> None:
    token = await token_of(console, await console.add_user("Ada", Role.ADMIN))
    mine, other = await at_login(console), await at_login(console)
    mine.csrf = other.csrf
    assert (await mine.post("/login", {"token": token})).status_code == 403
    assert (await other.post("/login", {"token": token})).status_code == 303


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("/queue?tab=mine&x=%2F", "/queue?tab=mine&x=%2F"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("/x\\..\\y", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        ("queue", "/"),
        ("/queue\r\nSet-Cookie: x=y", "/"),
        ("/\t/evil.example", "/"),
        ("/login?next=/login", "/"),
        ("/" + "a" * 3000, "/"),
    ],
)
def test_a_login_leads_to_this_console_only(given: str, expected: str) -> None:
    assert safe_target(given) == expected
