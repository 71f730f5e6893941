"""The gate of every route: who sends a request, whether they may, and whether the form is ours."""

from contextlib import suppress
from datetime import datetime
from typing import Annotated, TypeAlias

from fastapi import Depends, Request
from fastapi.params import Depends as Dependency
from sqlalchemy import func, select

from console.access.gatekeeper import SAFE
from console.access.roles import Permission, may
from console.access.secret import is_form_token
from console.access.sessions import SEEN_AGAIN, mark_seen, session_of
from console.access.user import User
from console.access.users import account_of
from console.access.visit import Counts, Visit, session_cookie, visit_cookie, visit_of
from console.errors import NotAllowed, NotLoggedIn, StaleForm
from console.parts import Parts, PartsOf, parts_of
from contracts.errors import DatabaseBusy
from records.runners import LOST_AFTER, last_seen
from records.tables import CLAIM, ESCALATION
from records.unit_of_work import Reading

FORM_FIELD = "csrf"
FORM_HEADER = "x-csrf"


class Gate:
    """What stands before one route; the permission is there to be read by tests."""

    def __init__(self, permission: Permission) -> None:
        self.permission = permission

    async def __call__(self, request: Request, parts: PartsOf) -> None:
        """Let a request through.

        Raises:
            NotLoggedIn: the route needs a user.
            NotAllowed: the user's role does not go that far.
            StaleForm: a form that changes something was not made for this login.
        """
        visit = await _visit(request, parts)
        await _mark_seen(parts, visit, parts.clock.now())
        request.state.visit = visit
        role = visit.user.role if visit.user else None
        if not may(role, self.permission):
            if visit.user is None:
                raise NotLoggedIn("log in to see this; your session may have ended")
            raise NotAllowed(
                f"the role {visit.user.role} may not do this; ask a lead or an administrator"
            )
        if request.method not in SAFE:
            await _require_own_form(request, visit)


def allowed(permission: Permission) -> Dependency:
    """The dependency that each route declares: `dependencies=[allowed(Permission.READ)]`."""
    found = Depends(Gate(permission))
    assert isinstance(found, Dependency)
    return found


def current_user(request: Request) -> User:
    """Who is logged in.

    Raises:
        NotLoggedIn: nobody; the route's permission should have said so.
    """
    user = visit_of(request).user
    if user is None:
        raise NotLoggedIn("log in to see this")
    return user


CurrentUser: TypeAlias = Annotated[User, Depends(current_user)]


async def is_still_allowed(request: Request, permission: Permission) -> bool:
    """Whether a request that lasts, such as a stream of events, may still be answered.

    It does not mark the session seen: nobody need be before a page that stays open.
    """
    visit = await _visit(request, parts_of(request))
    return may(visit.user.role if visit.user else None, permission)


async def _visit(request: Request, parts: Parts) -> Visit:
    secret = request.cookies.get(session_cookie(parts.settings), "")
    if secret:
        now = parts.clock.now()
        async with parts.database.reading() as reading:
            visit = await _visit_of_session(reading, secret, now)
        if visit is not None:
            return visit
    return Visit(secret=request.cookies.get(visit_cookie(parts.settings), ""))


async def _visit_of_session(reading: Reading, secret: str, at: datetime) -> Visit | None:
    session = await session_of(reading, secret, at=at)
    if session is None:
        return None
    user = (await account_of(reading, session.account)).user
    return Visit(user, session, secret, await _counts(reading, user, at))


async def _mark_seen(parts: Parts, visit: Visit, at: datetime) -> None:
    if visit.session is None or at - visit.session.seen < SEEN_AGAIN:
        return
    # A page that only reads is not held up by a writer: the next request marks it.
    with suppress(DatabaseBusy):
        async with parts.database.unit() as uow:
            await mark_seen(uow, visit.session, at)


async def _counts(reading: Reading, user: User, at: datetime) -> Counts:
    is_open = ESCALATION.c.state == "open"
    all_open = await reading.first(
        select(func.count().label("n")).select_from(ESCALATION).where(is_open)
    )
    mine = await reading.first(
        select(func.count().label("n"))
        .select_from(CLAIM.join(ESCALATION, CLAIM.c.item == ESCALATION.c.id))
        .where(is_open, CLAIM.c.holder == user.name, CLAIM.c.expires > at)
    )
    seen = await last_seen(reading)
    return Counts(
        waiting=all_open["n"] if all_open else 0,
        mine=mine["n"] if mine else 0,
        has_runner=seen is not None and at - seen < LOST_AFTER,
    )


async def _require_own_form(request: Request, visit: Visit) -> None:
    given = request.headers.get(FORM_HEADER)
    if given is None:
        form = await request.form()
        # The page of a bug is drawn where the body cannot be read any more.
        request.state.form = form
        field = form.get(FORM_FIELD)
        given = field if isinstance(field, str) else ""
    if not visit.secret or not is_form_token(given, visit.secret):
        raise StaleForm("this form was opened under another login, or too long ago; send it again")
