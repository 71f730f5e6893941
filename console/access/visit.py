"""One request of a browser: who sends it, and what its pages are drawn with."""

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from console.access.secret import form_token
from console.access.sessions import LONGEST, OpenSession
from console.access.user import User
from console.parts import ConsoleSettings


@dataclass(frozen=True, slots=True)
class Counts:
    """What the navigation shows beside its words."""

    waiting: int = 0
    """Items that are open."""
    mine: int = 0
    """Of those, the ones that the user has claimed now."""
    has_runner: bool = True
    """Whether a process that obeys was seen of late; without one, decisions wait."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Who looks at a page, and the secret of the cookie that their forms are bound to."""

    user: User | None = None
    session: OpenSession | None = None
    secret: str = ""
    counts: Counts = Counts()

    @property
    def csrf(self) -> str:
        """What a form must carry; empty where nobody can send one."""
        return form_token(self.secret) if self.secret else ""


NOBODY = Visit()


def visit_of(request: Request) -> Visit:
    """The visit that the gate found; nobody's where a request was refused before it."""
    visit = getattr(request.state, "visit", NOBODY)
    assert isinstance(visit, Visit)
    return visit


def session_cookie(settings: ConsoleSettings) -> str:
    """Name of the cookie of a login; browsers keep `__Host-` to this host and to https."""
    prefix = "__Host-" if settings.is_behind_tls else ""
    return f"{prefix}finrubric-{settings.port}"


def visit_cookie(settings: ConsoleSettings) -> str:
    """Name of the cookie that the form for logging in is bound to."""
    return f"{session_cookie(settings)}-visit"


def set_cookie(
    response: Response, name: str, secret: str, settings: ConsoleSettings, *, is_login: bool
) -> None:
    """Give a browser a secret that no script of a page can read."""
    response.set_cookie(
        name,
        secret,
        max_age=int(LONGEST.total_seconds()) if is_login else None,
        path="/",
        secure=settings.is_behind_tls,
        httponly=True,
        samesite="lax",
    )


def drop_cookie(response: Response, name: str, settings: ConsoleSettings) -> None:
    """Take a cookie back."""
    response.delete_cookie(
        name, path="/", secure=settings.is_behind_tls, httponly=True, samesite="lax"
    )
