"""What is refused before a page sees it."""

from collections.abc import Mapping

import pytest
from starlette.datastructures import Headers

from console.access.gatekeeper import HEADERS, refusal_of
from console.access.roles import Role
from console.parts import ConsoleSettings
from tests.console.browser import text_of
from tests.console.conftest import Console

HOST = "127.0.0.1:8321"
PLAIN = ConsoleSettings()
BEHIND_TLS = ConsoleSettings(hosts=("rubrics.example",), is_behind_tls=True)


def status(method: str, headers: Mapping[str, str], settings: ConsoleSettings = PLAIN) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    refusal = refusal_of(method, Headers({"host": HOST, **named}), settings)
    return refusal.status if refusal else 200


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1:8321", 200),
        ("localhost:8321", 200),
        ("LOCALHOST", 200),
        ("[::1]:8321", 200),
        ("evil.example:8321", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.", 421),
        ("127.0.0.1@evil.example", 421),
        ("[::1]evil", 421),
        ("", 400),
        (":8321", 400),
    ],
)
def test_other_names_are_refused(host: str, expected: int) -> None:
    assert status("GET", {"host": host}) == expected


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"sec_fetch_site": "same-origin"}, 200),
        ({"sec_fetch_site": "none"}, 200),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "cross-site", "origin": f"http://{HOST}"}, 403),
        ({"origin": f"http://{HOST}"}, 200),
        ({"origin": f"https://{HOST}"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({}, 403),
        ({"cookie": "finrubric-8321=x"}, 403),
    ],
)
def test_what_another_site_sends_is_refused(
    method: str, headers: dict[str, str], expected: int
) -> None:
    assert status(method, headers) == expected


def test_origin_behind_tls_is_https() -> None:
    sent = {"host": "rubrics.example", "origin": "https://rubrics.example"}
    assert status("POST", sent, BEHIND_TLS) == 200
    assert status("POST", {**sent, "origin": "http://rubrics.example"}, BEHIND_TLS) == 403
    assert status("GET", {}, BEHIND_TLS) == 421


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}, 200),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_mode": "cors"}, 403),
        ({"sec_fetch_site": "cross-site", "sec_fetch_dest": "iframe"}, 403),
        ({"sec_fetch_site": "same-origin", "sec_fetch_mode": "cors"}, 200),
        ({}, 200),
    ],
)
def test_another_site_may_lead_here_and_no_more(headers: dict[str, str], expected: int) -> None:
    assert status("GET", headers) == expected


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("POST", {"content_length": "32000000"}, 200),
        ("POST", {"content_length": "32000001"}, 413),
        ("POST", {"content_length": "-1"}, 400),
        ("POST", {"content_length": "²"}, 400),
        ("POST", {"transfer_encoding": "chunked"}, 411),
        ("GET", {"content_length": "1"}, 400),
    ],
)
def test_size_is_said_and_bounded(method: str, headers: dict[str, str], expected: int) -> None:
    assert status(method, {"sec_fetch_site": "same-origin", **headers}) == expected


async def test_every_answer_carries_the_headers(console: Console) -> None:
    for browser in (await console.browser(), await console.as_role(Role.ADMIN)):
        for path in ("/login", "/nothing", "/users", "/static/x/app.css", "/../etc/passwd"):
            answer = await browser.get(path)
            assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS), path
            assert "strict-transport-security" not in answer.headers


async def test_a_refused_request_says_why_and_carries_the_headers(console: Console) -> None:
    browser = await console.browser()
    answer = await browser.get("/login", host="evil.example")
    assert answer.status_code == 421
    assert "no name of this console" in text_of(answer.text)
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    assert "set-cookie" not in answer.headers


async def test_a_bug_is_a_page_without_a_trace(console: Console) -> None:
    @console.app.get("/broken")
    async def broken() -> None:
        raise ZeroDivisionError("the secret figure 4711")

    answer = await (await console.browser()).get("/broken")
    assert answer.status_code == 500
    assert "4711" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
