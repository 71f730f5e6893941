"""`/settings`: one's own keys and sessions."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.sessions import OpenSession, end_session, open_sessions
from console.access.user import User
from console.access.users import set_preferences
from console.access.visit import visit_of
from console.answers import see_other
from console.parts import Parts, PartsOf
from console.rendering import page
from console.shortcuts import FIXED, SHORTCUTS, Preferences, Shortcut, key_of, remapped
from contracts.errors import InputError

router = APIRouter()

BEFORE_KEY = "key-"


@dataclass(frozen=True, slots=True)
class KeyField:
    """One action and the key that it has."""

    shortcut: Shortcut
    key: str
    is_fixed: bool


@dataclass(frozen=True, slots=True)
class SettingsView:
    """What the page shows."""

    keys: tuple[KeyField, ...]
    is_on: bool
    sessions: tuple[OpenSession, ...]
    this_session: str
    is_saved: bool = False
    fault: str = ""


@router.get("/settings", dependencies=[allowed(Permission.OWN)])
async def settings_page(
    request: Request, user: CurrentUser, parts: PartsOf, saved: str = ""
) -> Response:
    """Show keys and sessions."""
    view = await _view(request, user, parts, is_saved=bool(saved))
    return page(request, "settings.html", view)


@router.post("/settings/keys", dependencies=[allowed(Permission.OWN)])
async def set_keys(request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Keep which keys do what."""
    fields = await request.form()
    chosen = {
        name.removeprefix(BEFORE_KEY): value.strip()
        for name, value in fields.items()
        if name.startswith(BEFORE_KEY) and isinstance(value, str) and value.strip()
    }
    is_on = fields.get("shortcuts") == "on"
    try:
        preferences = remapped(chosen, shortcuts=is_on)
    except InputError as error:
        view = await _view(request, user, parts, fault=str(error), typed=chosen)
        return page(request, "settings.html", view, status=422)
    async with parts.database.unit() as uow:
        await set_preferences(uow, user, preferences)
    return see_other("/settings?saved=1")


@router.post("/settings/sessions/{sha256}/end", dependencies=[allowed(Permission.OWN)])
async def end_own_session(sha256: str, user: CurrentUser, parts: PartsOf) -> Response:
    """End one of one's own sessions, such as one of a lost computer."""
    async with parts.database.unit() as uow:
        _ = await end_session(uow, sha256, parts.clock.now(), account=user.id)
    return see_other("/settings")


async def _view(
    request: Request,
    user: User,
    parts: Parts,
    *,
    is_saved: bool = False,
    fault: str = "",
    typed: dict[str, str] | None = None,
) -> SettingsView:
    async with parts.database.reading() as reading:
        sessions = await open_sessions(reading, at=parts.clock.now(), account=user.id)
    on = Preferences(keys=user.preferences.keys)
    session = visit_of(request).session
    given = typed or {}
    return SettingsView(
        keys=tuple(
            KeyField(
                shortcut,
                given.get(shortcut.action, key_of(shortcut.action, on)),
                shortcut.key in FIXED,
            )
            for shortcut in SHORTCUTS
            if shortcut.key is not None
        ),
        is_on=user.preferences.shortcuts,
        sessions=sessions,
        this_session=session.sha256 if session else "",
        is_saved=is_saved,
        fault=fault,
    )
