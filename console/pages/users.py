"""`/users`: who may come in, as administrators see it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from console.access import users as access
from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission, Role
from console.access.sessions import OpenSession, end_session, open_sessions
from console.access.user import Account, User
from console.answers import see_other
from console.errors import NotFound
from console.parts import Parts, PartsOf
from console.rendering import page
from contracts.errors import InputError
from records.unit_of_work import Reading

router = APIRouter(prefix="/users", dependencies=[allowed(Permission.USERS)])

PAGE = "/users"


@dataclass(frozen=True, slots=True)
class UsersView:
    """What the page shows."""

    accounts: tuple[Account, ...]
    sessions: tuple[OpenSession, ...]
    token: str = ""
    """A token that was made by this very request; it is shown this once."""
    token_for: str = ""
    typed_name: str = ""
    fault: str = ""


@router.get("")
async def users_page(request: Request, parts: PartsOf) -> Response:
    """Show users and open sessions."""
    return await _page(request, parts)


@router.post("")
async def add(
    request: Request,
    by: CurrentUser,
    parts: PartsOf,
    name: Annotated[str, Form()] = "",
    role: Annotated[Role, Form()] = Role.ANALYST,
) -> Response:
    """Add a user and show the token that lets them in."""
    now = parts.clock.now()
    try:
        async with parts.database.unit() as uow:
            user = await access.add_user(uow, parts.audit, name, role, by=by.name, at=now)
            token = await access.make_token(uow, parts.audit, user, by=by.name, at=now)
    except InputError as error:
        return await _page(request, parts, status=422, typed_name=name, fault=str(error))
    return await _page(request, parts, token=token, token_for=user.name)


@router.post("/{account}/token")
async def make_token(account: str, request: Request, by: CurrentUser, parts: PartsOf) -> Response:
    """Show a new token of a user; earlier ones stop working."""
    try:
        async with parts.database.unit() as uow:
            user = await _user(uow, account)
            now = parts.clock.now()
            token = await access.make_token(uow, parts.audit, user, by=by.name, at=now)
    except InputError as error:
        return await _page(request, parts, status=422, fault=str(error))
    return await _page(request, parts, token=token, token_for=user.name)


@router.post("/{account}/role")
async def set_role(
    account: str,
    request: Request,
    by: CurrentUser,
    parts: PartsOf,
    role: Annotated[Role, Form()],
) -> Response:
    """Give a user another role, which ends their sessions."""
    try:
        async with parts.database.unit() as uow:
            user = await _user(uow, account)
            now = parts.clock.now()
            await access.set_role(uow, parts.audit, user, role, by=by.name, at=now)
    except InputError as error:
        return await _page(request, parts, status=422, fault=str(error))
    return _back()


@router.post("/{account}/disable")
async def disable(account: str, request: Request, by: CurrentUser, parts: PartsOf) -> Response:
    """Keep a user out."""
    try:
        async with parts.database.unit() as uow:
            user = await _user(uow, account)
            await access.disable(uow, parts.audit, user, by=by.name, at=parts.clock.now())
    except InputError as error:
        return await _page(request, parts, status=422, fault=str(error))
    return _back()


@router.post("/{account}/enable")
async def enable(account: str, by: CurrentUser, parts: PartsOf) -> Response:
    """Let a disabled user in again."""
    async with parts.database.unit() as uow:
        user = await _user(uow, account)
        await access.enable(uow, parts.audit, user, by=by.name, at=parts.clock.now())
    return _back()


@router.post("/sessions/{sha256}/end")
async def end(sha256: str, parts: PartsOf) -> Response:
    """End a session of anybody."""
    async with parts.database.unit() as uow:
        _ = await end_session(uow, sha256, parts.clock.now())
    return _back()


def _back() -> Response:
    return see_other(PAGE)


async def _user(reading: Reading, account: str) -> User:
    try:
        return (await access.account_of(reading, account)).user
    except InputError as error:
        raise NotFound(str(error)) from None


async def _page(
    request: Request,
    parts: Parts,
    *,
    status: int = 200,
    token: str = "",
    token_for: str = "",
    typed_name: str = "",
    fault: str = "",
) -> Response:
    now = parts.clock.now()
    async with parts.database.reading() as reading:
        found = await access.accounts(reading, at=now)
        sessions = await open_sessions(reading, at=now)
    view = UsersView(found, sessions, token, token_for, typed_name, fault)
    return page(request, "users.html", view, status=status)
