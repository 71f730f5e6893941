"""Pages of what went wrong: the right status, no trace, and what was typed is not lost."""

import re
from typing import Annotated

import pytest
from fastapi import File, Form, UploadFile

from console.access.gate import allowed
from console.access.roles import Permission, Role
from console.errors import NotFound, TooManyLogins
from console.refusal import status_of
from contracts.errors import (
    ContractError,
    CorruptRun,
    DatabaseBusy,
    EnvironmentFault,
    Fault,
    FinrubricError,
    InputError,
    ItemHeld,
)
from tests.console.browser import text_of
from tests.console.conftest import Console

PAYLOAD = "</textarea><script>PWN()</script>'\""


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (InputError("x"), 422),
        (ContractError("x", (Fault("code", "/a", "words"),)), 422),
        (ItemHeld("x"), 409),
        (DatabaseBusy("x"), 503),
        (EnvironmentFault("x"), 503),
        (CorruptRun("x"), 500),
        (NotFound("x"), 404),
        (TooManyLogins("x", 7), 429),
    ],
)
def test_each_error_has_its_status(error: FinrubricError, status: int) -> None:
    assert status_of(error) == status


@pytest.fixture
async def failing(console: Console) -> Console:
    """A console with a form that fails in a way that is asked for."""

    @console.app.post("/fail", dependencies=[allowed(Permission.OWN)])
    async def fail(
        how: Annotated[str, Form()],
        note: Annotated[str, Form()] = "",
        file: Annotated[UploadFile | None, File()] = None,
    ) -> None:
        _ = note, file
        errors = {"held": ItemHeld, "busy": DatabaseBusy, "wrong": InputError, "bug": KeyError}
        raise errors[how](f"about {how}")

    return console


@pytest.mark.parametrize(("how", "status"), [("held", 409), ("busy", 503), ("wrong", 422)])
async def test_what_was_typed_is_kept_and_escaped(failing: Console, how: str, status: int) -> None:
    browser = await failing.as_role(Role.ANALYST)
    answer = await browser.post(
        "/fail",
        {"how": how, "note": PAYLOAD},
        files={"file": ("10-Q <b>.md", b"text", "text/plain")},
    )
    assert answer.status_code == status
    assert f"about {how}" in text_of(answer.text)
    assert PAYLOAD in text_of(answer.text)
    assert "<script>PWN" not in answer.text
    assert "Choose these files again, they are not kept: 10-Q <b>.md" in text_of(answer.text)
    assert answer.headers.get("retry-after") == ("5" if status == 503 else None)
    assert ("Send it again" in answer.text) == (status == 503)


async def test_what_was_typed_is_kept_where_something_is_broken(failing: Console) -> None:
    browser = await failing.as_role(Role.ANALYST)
    answer = await browser.post("/fail", {"how": "bug", "note": "much text"})
    assert answer.status_code == 500
    assert "much text" in text_of(answer.text)
    assert browser.csrf not in answer.text.partition('id="typed"')[2]
    assert "about bug" not in answer.text


async def test_a_form_that_came_too_early_can_be_sent_again(failing: Console) -> None:
    browser = await failing.as_role(Role.ANALYST)
    page = (await browser.post("/fail", {"how": "busy", "note": "much text"})).text
    form = page.partition('<form method="post" action="/fail">')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form))
    assert fields == {"csrf": browser.csrf, "how": "busy", "note": "much text"}
    assert (await browser.post("/fail", {**fields, "how": "wrong"})).status_code == 422


async def test_a_form_of_an_earlier_login_is_kept_and_can_be_sent_again(failing: Console) -> None:
    browser = await failing.as_role(Role.ANALYST)
    answer = await browser.post("/fail", {"csrf": "of before", "how": "held", "note": "much text"})
    assert answer.status_code == 403
    assert f'name="csrf" value="{browser.csrf}"' in answer.text
    assert "much text" in text_of(answer.text)
    assert "of before" not in answer.text


async def test_a_missing_field_is_named(failing: Console) -> None:
    browser = await failing.as_role(Role.ANALYST)
    answer = await browser.post("/fail", {"note": "much text"})
    assert answer.status_code == 422
    assert "how: Field required" in text_of(answer.text)
    assert "much text" in text_of(answer.text)


async def test_a_method_that_a_page_does_not_have_is_said(console: Console) -> None:
    answer = await (await console.as_role(Role.VIEWER)).get("/logout")
    assert answer.status_code == 405
    assert "This cannot be done here" in text_of(answer.text)


async def test_navigation_shows_a_role_what_it_may_open(console: Console) -> None:
    for role in Role:
        browser = await console.as_role(role)
        page = (await browser.get("/settings")).text
        assert ('href="/users"' in page) == (role is Role.ADMIN)
        assert page.count("<h1") == 1
