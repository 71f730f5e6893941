"""`/oidc/login`, `/oidc/callback`: in through an identity provider, where one is set up."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access import oidc
from console.access.gate import allowed
from console.access.oidc_setup import IdentityProvider
from console.access.oidc_users import user_for
from console.access.roles import Permission
from console.access.secret import new_secret, stored
from console.access.sessions import end_session, open_session
from console.access.visit import (
    drop_cookie,
    session_cookie,
    set_cookie,
    visit_cookie,
)
from console.answers import see_other
from console.errors import NotAllowed, NotFound
from console.pages.login import HOME, safe_target
from console.parts import Parts, PartsOf

router = APIRouter(prefix="/oidc", dependencies=[allowed(Permission.ENTER)])


@router.get("/login")
async def begin(parts: PartsOf, next: str = HOME) -> Response:
    """Lead a browser to the provider; a link, since a form may not lead to another site."""
    provider = _provider(parts)
    visit = new_secret()
    url = await oidc.begin(
        parts.database, provider, visit=visit, target=safe_target(next), at=parts.clock.now()
    )
    response = see_other(url)
    set_cookie(response, visit_cookie(parts.settings), visit, parts.settings, is_login=False)
    return response


@router.get("/callback")
async def callback(
    request: Request, parts: PartsOf, state: str = "", code: str = "", iss: str = ""
) -> Response:
    """Take the provider's answer and open a session."""
    provider, settings, now = _provider(parts), parts.settings, parts.clock.now()
    async with parts.database.unit() as uow:
        visit = request.cookies.get(visit_cookie(settings), "")
        begun = await oidc.take_up(uow, state=state, visit=visit, at=now)
    if begun is None:
        raise NotAllowed("this login was not begun in this browser, or too long ago; begin again")
    if not code or iss not in {"", provider.setup.issuer}:
        raise NotAllowed("the identity provider did not let you in")
    who = await oidc.identify(provider, begun, code=code, at=now)
    role = provider.role_of(who.groups)
    if role is None:
        raise NotAllowed("none of your groups has a role here; ask an administrator")
    async with parts.database.unit() as uow:
        user = await user_for(uow, parts.audit, who, role, at=now)
        earlier = request.cookies.get(session_cookie(settings), "")
        if earlier:
            _ = await end_session(uow, stored(earlier), now)
        agent = request.headers.get("user-agent", "")
        secret = await open_session(uow, user.id, method=who.issuer, agent=agent, at=now)
    response = see_other(begun.target)
    set_cookie(response, session_cookie(settings), secret, settings, is_login=True)
    drop_cookie(response, visit_cookie(settings), settings)
    return response


def _provider(parts: Parts) -> IdentityProvider:
    if parts.settings.provider is None:
        raise NotFound("no identity provider is set up here; log in by token")
    return parts.settings.provider
