"""What is refused before any page sees it, and the headers that every answer carries.

Pure functions over the headers of a request, and one ASGI class that asks them in order.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from console.parts import ConsoleSettings

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-store",
}
"""What every answer carries unless it says otherwise itself (files that never change do)."""
STRICT_TRANSPORT = "max-age=31536000"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not looked at."""

    status: int
    message: str


def refused_host(headers: Headers, settings: ConsoleSettings) -> Refusal | None:
    """Refuse a name that is not ours: another site may have pointed its own name here."""
    given = headers.get("host", "")
    name = given.rpartition(":")[0] if given.rpartition(":")[2].isdigit() else given
    if not name:
        return Refusal(400, "the request names no host")
    if name.lower() not in {host.lower() for host in settings.hosts}:
        return Refusal(421, f"{name[:100]!r} is no name of this console; --allow-host adds one")
    return None


def refused_site(method: str, headers: Headers, settings: ConsoleSettings) -> Refusal | None:
    """Refuse what another site has a browser send here.

    A browser says in `Sec-Fetch-Site` who sends a request; older ones say in `Origin` from where.
    Unsafe methods need one of the two. Of what is read, another site may only lead a person here.
    """
    site = headers.get("sec-fetch-site", "")
    if method in SAFE:
        leads_here = headers.get("sec-fetch-mode", "navigate") == "navigate"
        is_framed = headers.get("sec-fetch-dest", "document") != "document"
        if site == "cross-site" and (not leads_here or is_framed):
            return Refusal(403, "another site asks for a part of this console")
        return None
    if site in {"same-origin", "none"}:
        return None
    if site:
        return Refusal(
            403, "another site sent this form; open the console itself and send it there"
        )
    return _refused_origin(headers, settings)


def _refused_origin(headers: Headers, settings: ConsoleSettings) -> Refusal | None:
    origin = headers.get("origin", "")
    if not origin:
        return Refusal(403, "the request says neither Sec-Fetch-Site nor Origin; use a browser")
    parts = urlsplit(origin)
    scheme = "https" if settings.is_behind_tls else "http"
    if parts.scheme != scheme or parts.netloc.lower() != headers.get("host", "").lower():
        return Refusal(403, f"a form of {origin[:100]!r} is not taken here")
    return None


def refused_size(method: str, headers: Headers, settings: ConsoleSettings) -> Refusal | None:
    """Refuse a body that is too large, or does not say how large it is."""
    if "transfer-encoding" in headers:
        return Refusal(411, "the request does not say how long it is")
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        return Refusal(400, f"Content-Length {length[:20]!r} is no number")
    if int(length) > settings.max_body:
        most = settings.max_body // 1_000_000
        return Refusal(413, f"the request has {length[:20]} bytes; {most} MB are taken at most")
    if method in {"GET", "HEAD"} and int(length):
        return Refusal(400, "a request that only reads carries no body")
    return None


def refusal_of(method: str, headers: Headers, settings: ConsoleSettings) -> Refusal | None:
    """The first reason not to look at a request, or None."""
    return (
        refused_host(headers, settings)
        or refused_site(method, headers, settings)
        or refused_size(method, headers, settings)
    )


def add_headers(headers: MutableHeaders, settings: ConsoleSettings) -> None:
    """Put our headers on an answer, where it has none of its own by that name."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if settings.is_behind_tls:
        headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)


Refuse: TypeAlias = Callable[[Refusal, Scope, Receive, Send], Awaitable[None]]


class Gatekeeper:
    """The outermost layer: refuses, or lets through and signs the answer with our headers."""

    def __init__(self, app: ASGIApp, settings: ConsoleSettings, refuse: Refuse) -> None:
        self._app = app
        self._settings = settings
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_signed(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), self._settings)
            await send(message)

        refusal = refusal_of(scope["method"], Headers(scope=scope), self._settings)
        if refusal is None:
            await self._app(scope, receive, send_signed)
        else:
            await self._refuse(refusal, scope, receive, send_signed)
