"""`/login`, `/logout`: in with a token that works once, and out."""

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from console.access.gate import allowed
from console.access.login import Refused, log_in
from console.access.roles import Permission
from console.access.secret import new_secret
from console.access.sessions import end_session
from console.access.users import count_enabled
from console.access.visit import (
    Visit,
    drop_cookie,
    session_cookie,
    set_cookie,
    visit_cookie,
    visit_of,
)
from console.answers import see_other
from console.errors import TooManyLogins
from console.parts import Parts, PartsOf
from console.rendering import page

router = APIRouter()

HOME = "/"
MAX_TARGET = 2000


@dataclass(frozen=True, slots=True)
class LoginView:
    """What the page for logging in shows."""

    target: str
    has_users: bool
    has_provider: bool
    fault: str = ""


@router.get("/login", dependencies=[allowed(Permission.ENTER)])
async def login_page(request: Request, parts: PartsOf, next: str = HOME) -> Response:
    """Show the form, bound to a cookie of its own; who is logged in already goes on."""
    if visit_of(request).user is not None:
        return see_other(safe_target(next))
    return await _form(request, parts, safe_target(next))


@router.post("/login", dependencies=[allowed(Permission.ENTER)])
async def login(
    request: Request,
    parts: PartsOf,
    token: Annotated[str, Form()] = "",
    target: Annotated[str, Form()] = HOME,
) -> Response:
    """Use up a token and open a session."""
    settings = parts.settings
    async with parts.database.unit() as uow:
        found = await log_in(
            uow,
            token,
            address=request.client.host if request.client else "",
            agent=request.headers.get("user-agent", ""),
            earlier=request.cookies.get(session_cookie(settings), ""),
            at=parts.clock.now(),
        )
    if isinstance(found, Refused):
        if found.retry_after_s:
            raise TooManyLogins(
                "too many logins from your address failed; wait a quarter of an hour",
                found.retry_after_s,
            )
        return await _form(request, parts, safe_target(target), fault=WRONG_TOKEN)
    response = see_other(safe_target(target))
    set_cookie(response, session_cookie(settings), found, settings, is_login=True)
    drop_cookie(response, visit_cookie(settings), settings)
    return response


WRONG_TOKEN = (
    "This token is not known, was used already, or is older than a day. An administrator makes "
    "another one, and so does `finrubric users token NAME`."
)


@router.post("/logout", dependencies=[allowed(Permission.OWN)])
async def logout(request: Request, parts: PartsOf) -> Response:
    """End the session, here and now."""
    session = visit_of(request).session
    if session is not None:
        async with parts.database.unit() as uow:
            _ = await end_session(uow, session.sha256, parts.clock.now())
    response = see_other("/login")
    drop_cookie(response, session_cookie(parts.settings), parts.settings)
    return response


def safe_target(given: str) -> str:
    """Where to go after a login: a path of this console, whatever was asked for."""
    is_path = given.startswith("/") and not given.startswith(("//", "/\\"))
    plain = given.isprintable() and "\\" not in given and len(given) <= MAX_TARGET
    if not is_path or not plain:
        return HOME
    parts = urlsplit(given)
    return HOME if parts.scheme or parts.netloc or parts.path == "/login" else given


async def _form(request: Request, parts: Parts, target: str, *, fault: str = "") -> Response:
    async with parts.database.reading() as reading:
        has_users = await count_enabled(reading) > 0
    visit = visit_of(request)
    is_bound = bool(visit.secret)
    if not is_bound:
        request.state.visit = Visit(secret=new_secret())
    view = LoginView(target, has_users, parts.settings.provider is not None, fault)
    response = page(request, "login.html", view, status=422 if fault else 200)
    if not is_bound:
        name = visit_cookie(parts.settings)
        set_cookie(response, name, visit_of(request).secret, parts.settings, is_login=False)
    return response
