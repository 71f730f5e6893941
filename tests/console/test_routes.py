"""Every route of the application, held against the one table of permissions.

A route that is added later is in these tests by being there.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest
from fastapi import APIRouter
from fastapi.routing import iter_route_contexts
from sqlalchemy import RowMapping, select
from starlette.responses import Response

from console.access.gate import Gate
from console.access.gatekeeper import SAFE
from console.access.roles import LEAST, Permission, Role, may
from console.access.user import User
from console.app import routers
from records.schema import METADATA
from records.unit_of_work import Reading
from tests.console.browser import Browser
from tests.console.conftest import Console

_PARAMETER = re.compile(r"\{[^}]*\}")
WHO: tuple[Role | None, ...] = (None, *Role)


class Route(NamedTuple):
    """One way to ask for something."""

    method: str
    path: str
    permissions: tuple[Permission, ...]

    @property
    def url(self) -> str:
        return _PARAMETER.sub("x", self.path)

    @property
    def permission(self) -> Permission:
        (permission,) = self.permissions
        return permission


def routes_of(*given: APIRouter) -> Iterator[Route]:
    """All routes of some routers, with the permissions that stand before them."""
    for router in given:
        for found in iter_route_contexts(router.routes):
            gates = [depends.dependency for depends in getattr(found, "dependencies", ())]
            permissions = tuple(gate.permission for gate in gates if isinstance(gate, Gate))
            for method in sorted(found.methods or {"?"}):
                yield Route(method, found.path or "", permissions)


ROUTES = tuple(routes_of(*routers()))
UNSAFE = tuple(route for route in ROUTES if route.method not in SAFE)


def test_every_route_names_one_permission() -> None:
    assert {route.path for route in ROUTES} >= {"/login", "/logout", "/users", "/settings"}
    assert [route for route in ROUTES if len(route.permissions) != 1] == []


def test_a_route_without_permission_would_be_found() -> None:
    router = APIRouter()

    @router.get("/open")
    async def page() -> Response:
        return Response()

    assert [route.permissions for route in routes_of(router)] == [()]


def test_the_table_has_a_row_for_every_permission_and_rises() -> None:
    assert set(LEAST) == set(Permission)
    for permission in Permission:
        held = [may(role, permission) for role in WHO]
        assert held == sorted(held), permission


async def users(console: Console) -> dict[Role, User]:
    return {role: await console.add_user(f"The {role}", role) for role in Role}


async def browser_of(console: Console, user: User | None) -> Browser:
    return await (console.browser() if user is None else console.logged_in(user))


async def test_every_route_answers_every_role_as_the_table_says(console: Console) -> None:
    people = await users(console)
    wrong: list[str] = []
    for route in ROUTES:
        for role in WHO:
            browser = await browser_of(console, people[role] if role else None)
            if route.method in SAFE:
                answer = await browser.get(route.url)
            else:
                answer = await browser.post(route.url)
            refused = answer.status_code if answer.status_code in {401, 403} else 0
            expected = 0 if may(role, route.permission) else 401 if role is None else 403
            # Nobody's form is bound to nothing, which the form for logging in says as well.
            if role is None and route.permission is Permission.ENTER and route.method == "POST":
                expected = 403
            if refused != expected or answer.status_code >= 500:
                wrong.append(f"{route.method} {route.path} as {role}: {answer.status_code}")
    assert wrong == []


async def test_every_form_of_another_site_or_login_is_refused(console: Console) -> None:
    admin = await console.add_user("Ada", Role.ADMIN)
    browser = await console.logged_in(admin)
    for route in UNSAFE:
        for sent in (
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "", "Origin": "http://evil.example"},
            {"Sec-Fetch-Site": ""},
        ):
            answer = await browser.post(route.url, headers=sent)
            assert answer.status_code == 403, (route, sent)
        for csrf in ("", "x", "é", browser.csrf[:-1] + "·"):
            answer = await browser.post(route.url, {"csrf": csrf})
            assert answer.status_code == 403, (route, csrf)
        answer = await browser.client.request(route.method, route.url)
        assert answer.status_code == 403, route


@pytest.mark.parametrize("role", [None, Role.ADMIN])
async def test_reading_changes_nothing(console: Console, role: Role | None) -> None:
    """No page that is only read writes a row, but for the login's last sight."""
    browser = await (console.as_role(role) if role else console.browser())
    async with console.parts.database.reading() as reading:
        before = await tables(reading)
    for route in ROUTES:
        if route.method in SAFE:
            _ = await browser.get(route.url)
    async with console.parts.database.reading() as reading:
        assert await tables(reading) == before


async def tables(reading: Reading) -> dict[str, Sequence[RowMapping]]:
    return {name: await reading.rows(select(table)) for name, table in METADATA.tables.items()}
