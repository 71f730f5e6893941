"""Logging in at an identity provider, honest and lying, over loopback HTTP."""

from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from sqlalchemy import select

from cli.console_provider import provider_from
from console.access.oidc_setup import GroupRole, IdentityProvider, OidcSetup
from console.access.roles import Role
from console.access.users import account_named, disable
from console.app import create_app
from console.parts import ConsoleSettings
from contracts.errors import InputError
from records.access_tables import OIDC_LOGIN
from tests.console.access.idp import (
    CALLBACK,
    CLIENT,
    SECRET,
    IdentityProviderApp,
    Lie,
    identity_provider,
)
from tests.console.browser import Browser, text_of
from tests.console.conftest import Console
from tests.records.material import NOON, SetClock


@pytest.fixture(scope="module")
def running() -> Generator[IdentityProviderApp]:
    with identity_provider() as provider:
        yield provider


@pytest.fixture
def idp(running: IdentityProviderApp) -> IdentityProviderApp:
    running.lie, running.claims = Lie(), {}
    return running


@pytest.fixture
def joined(console: Console, idp: IdentityProviderApp, stack: AsyncExitStack) -> Console:
    """A console whose users may log in at the provider."""
    setup = OidcSetup(
        issuer=idp.url,
        client_id=CLIENT,
        redirect_uri=CALLBACK,
        client_secret_variable="OIDC_SECRET",
        roles=(
            GroupRole(group="analysts", role=Role.ANALYST),
            GroupRole(group="leads", role=Role.LEAD),
        ),
    )
    settings = ConsoleSettings(provider=IdentityProvider(setup, SECRET))
    parts = replace(console.parts, settings=settings)
    return Console(create_app(parts), parts, stack)


@pytest.fixture
async def stack() -> AsyncGenerator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


async def sent_back(browser: Browser, target: str = "/settings") -> str:
    """Begin a login and let the provider send the browser back; the address it comes back with."""
    begun = await browser.get(f"/oidc/login?next={target}")
    assert begun.status_code == 303, begun.text
    async with httpx2.AsyncClient(verify=False) as client:
        back = (await client.get(begun.headers["location"])).headers["location"]
    assert back.startswith(CALLBACK)
    return back.removeprefix("http://127.0.0.1:8321")


async def log_in(console: Console) -> tuple[Browser, httpx2.Response]:
    browser = await console.browser()
    return browser, await browser.get(await sent_back(browser), Sec_Fetch_Site="cross-site")


async def test_a_member_of_a_group_comes_in_with_its_role(joined: Console) -> None:
    assert 'href="/oidc/login?next=/"' in (await (await joined.browser()).get("/login")).text
    browser, answer = await log_in(joined)
    assert (answer.status_code, answer.headers["location"]) == (303, "/settings")
    page = text_of((await browser.get("/settings")).text)
    assert "Ada analyst" in page
    async with joined.parts.database.reading() as reading:
        account = await account_named(reading, "Ada")
    assert account.issuer is not None
    assert account.user.role is Role.ANALYST


async def test_the_highest_group_counts_and_changes_with_the_provider(
    joined: Console, idp: IdentityProviderApp
) -> None:
    idp.claims = {"groups": ["leads", "analysts", "cooks"]}
    first, _ = await log_in(joined)
    assert "Ada lead" in text_of((await first.get("/settings")).text)
    idp.claims = {"groups": ["analysts"], "preferred_username": "Another name"}
    second, _ = await log_in(joined)
    assert "Ada analyst" in text_of((await second.get("/settings")).text)
    assert (await first.get("/settings")).status_code == 401


LIES: dict[str, Lie] = {
    "another nonce": Lie(claims={"nonce": "of an earlier login"}),
    "no nonce": Lie(left_out=("nonce",)),
    "another audience": Lie(claims={"aud": "another application"}),
    "two audiences": Lie(claims={"aud": [CLIENT, "another application"]}),
    "for another party": Lie(claims={"azp": "another application"}),
    "no audience": Lie(left_out=("aud",)),
    "another issuer": Lie(claims={"iss": "https://evil.example"}),
    "no issuer": Lie(left_out=("iss",)),
    "no subject": Lie(left_out=("sub",)),
    "expired": Lie(claims={"exp": int(NOON.timestamp()) - 61}),
    "no end": Lie(left_out=("exp",)),
    "of the future": Lie(claims={"iat": int(NOON.timestamp()) + 3600}),
    "unsigned": Lie(algorithm="none"),
    "signed by another key": Lie(key="unknown"),
    "signed with the public key": Lie(key="public"),
    "no group with a role": Lie(claims={"groups": ["cooks"]}),
    "groups as a text": Lie(claims={"groups": "analysts"}),
    "no groups": Lie(left_out=("groups",)),
    "no name": Lie(left_out=("preferred_username",)),
    "a name that cannot be read": Lie(claims={"preferred_username": "a\u202eb"}),
}


@pytest.mark.parametrize("lie", LIES)
async def test_what_cannot_be_believed_lets_nobody_in(
    joined: Console, idp: IdentityProviderApp, lie: str
) -> None:
    idp.lie = LIES[lie]
    browser, answer = await log_in(joined)
    assert answer.status_code == 403
    assert (await browser.get("/settings")).status_code == 401


async def test_an_answer_counts_once_and_in_the_browser_that_asked(joined: Console) -> None:
    mine, other = await joined.browser(), await joined.browser()
    back = await sent_back(mine)
    _ = await sent_back(other)
    assert (await other.get(back)).status_code == 403
    assert (await mine.get(back)).status_code == 303
    assert (await mine.get(back)).status_code == 403
    assert (await (await joined.browser()).get("/oidc/callback?code=x&state=y")).status_code == 403


async def test_an_answer_of_another_login_or_too_late_is_refused(
    joined: Console, clock: SetClock
) -> None:
    browser = await joined.browser()
    first = await sent_back(browser)
    second = await sent_back(browser)
    code = parse_qs(urlsplit(first).query)["code"][0]
    state = parse_qs(urlsplit(second).query)["state"][0]
    assert (await browser.get(f"/oidc/callback?code={code}&state={state}")).status_code == 403
    third = await sent_back(browser)
    clock.at += timedelta(minutes=10)
    assert (await browser.get(third)).status_code == 403
    denied = await sent_back(browser)
    state = parse_qs(urlsplit(denied).query)["state"][0]
    answer = await browser.get(f"/oidc/callback?error=access_denied&state={state}")
    assert answer.status_code == 403


async def test_a_name_of_another_user_is_not_taken_over(joined: Console) -> None:
    _ = await joined.add_user("ADA", Role.ADMIN)
    _, answer = await log_in(joined)
    assert answer.status_code == 403
    assert "there is a user 'ADA' already" in text_of(answer.text)


async def test_a_disabled_user_stays_out(joined: Console) -> None:
    _ = await log_in(joined)
    parts = joined.parts
    async with parts.database.unit() as uow:
        user = (await account_named(uow, "Ada")).user
        await disable(uow, parts.audit, user, by="Root", at=parts.clock.now())
    _, answer = await log_in(joined)
    assert answer.status_code == 403


async def test_a_provider_of_another_name_or_none_is_no_provider(
    joined: Console, idp: IdentityProviderApp
) -> None:
    idp.lie = Lie(issuer="https://evil.example")
    answer = await (await joined.browser()).get("/oidc/login")
    assert answer.status_code == 503
    assert "calls itself 'https://evil.example'" in text_of(answer.text)
    assert SECRET not in answer.text


async def test_secrets_of_a_login_are_hashed_or_gone(joined: Console) -> None:
    browser = await joined.browser()
    back = await sent_back(browser, "//evil.example")
    state = parse_qs(urlsplit(back).query)["state"][0]
    async with joined.parts.database.reading() as reading:
        (row,) = await reading.rows(select(OIDC_LOGIN))
    assert state not in row.values()
    assert row["target"] == "/"


async def test_there_is_no_provider_unless_one_is_set_up(console: Console) -> None:
    browser = await console.browser()
    assert (await browser.get("/oidc/login")).status_code == 404
    assert (await browser.get("/oidc/callback?code=x&state=y")).status_code == 404
    assert "/oidc/" not in (await browser.get("/login")).text


GOOD = """
issuer = "https://idp.example/"
client_id = "finrubric"
redirect_uri = "https://rubrics.example/oidc/callback"
client_secret_variable = "FINRUBRIC_OIDC_SECRET"
roles = [{ group = "analysts", role = "analyst" }]
"""


def test_a_file_sets_a_provider_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "oidc.toml"
    file.write_text(GOOD)
    with pytest.raises(InputError, match="FINRUBRIC_OIDC_SECRET is not set"):
        provider_from(file)
    monkeypatch.setenv("FINRUBRIC_OIDC_SECRET", "a-secret")
    provider = provider_from(file)
    assert provider.role_of(frozenset({"analysts"})) is Role.ANALYST
    assert "a-secret" not in repr(provider)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("https://idp", "http://idp", "issuer must be an https address"),
        ("https://rubrics", "http://rubrics", "redirect_uri must be an https address"),
        ("https://idp", "https://user@idp", "issuer must be an https address"),
        ("/oidc/callback", "/callback", "must end in /oidc/callback"),
        ('"analyst"', '"owner"', "roles"),
        ("client_id", "client", "client"),
        ("[{ group", "[] # {", "at least one group"),
    ],
)
def test_a_file_that_is_not_safe_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "oidc.toml"
    file.write_text(GOOD.replace(old, new))
    with pytest.raises(InputError, match=said):
        provider_from(file)
