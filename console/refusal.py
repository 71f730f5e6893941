"""What went wrong, as a page: never a trace, and never without the text that somebody had typed."""

from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from fastapi.exceptions import RequestValidationError
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from console.access.gate import FORM_FIELD
from console.access.gatekeeper import SAFE, Refusal, add_headers
from console.errors import ConsoleError, NotLoggedIn, StaleForm, TooManyLogins
from console.parts import parts_of
from console.rendering import page
from contracts.errors import EnvironmentFault, FinrubricError, InputError, RunHeld

BUSY_S = "5"
SECRET_FIELDS = frozenset({FORM_FIELD, "token"})
"""What is never shown again."""
MOST_SHOWN = 200
WORDS = {
    400: "This request cannot be read",
    401: "Please log in",
    403: "This is not allowed",
    404: "There is nothing here",
    405: "This cannot be done here",
    409: "Somebody was faster",
    411: "This request cannot be read",
    413: "This is too large",
    421: "This is another address",
    422: "Something is missing or wrong",
    429: "Too many at once",
    500: "Something is broken here",
    503: "Not at this moment",
}


@dataclass(frozen=True, slots=True)
class Typed:
    """One field of a form that was not taken."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RefusalView:
    """What the page of an error shows."""

    status: int
    title: str
    message: str
    typed: tuple[Typed, ...] = ()
    now: tuple[Typed, ...] = ()
    """What stands by now in the place of fields that were overtaken; sent along as `seen_NAME`."""
    can_be_sent_again: bool = False
    """Whether the same form may be sent once more from the page."""
    files: tuple[str, ...] = ()
    """Names of files that were sent along and are not kept."""
    login_target: str = ""
    """Where a login leads to; empty where nobody needs to log in."""


def status_of(error: FinrubricError) -> int:
    """The status of the page that tells of an error."""
    if isinstance(error, ConsoleError):
        return error.status
    if isinstance(error, RunHeld):
        return 409
    if isinstance(error, InputError):
        return 422
    if isinstance(error, EnvironmentFault):
        return 503
    return 500


async def tell_error(request: Request, error: Exception) -> Response:
    """Answer with the page of an error that we raised on purpose."""
    assert isinstance(error, FinrubricError)
    status = status_of(error)
    typed, files = await typed_fields(request)
    view = RefusalView(
        status=status,
        title=WORDS[status],
        message=str(error),
        typed=typed,
        files=files,
        can_be_sent_again=request.method not in SAFE
        and (status == HTTPStatus.SERVICE_UNAVAILABLE or isinstance(error, StaleForm)),
        login_target=_target(request) if isinstance(error, NotLoggedIn) else "",
    )
    headers: dict[str, str] = {}
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = BUSY_S
    if isinstance(error, TooManyLogins):
        headers["Retry-After"] = str(error.retry_after_s)
    return page(request, "error.html", view, status=status, headers=headers)


async def tell_http(request: Request, error: Exception) -> Response:
    """Answer with the page of a fault that the framework found: no such page, no such method."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    view = RefusalView(
        status=status,
        title=WORDS.get(status, "This cannot be done"),
        message=HTTPStatus(status).description or HTTPStatus(status).phrase,
    )
    return page(request, "error.html", view, status=status, headers=error.headers)


async def tell_fields(request: Request, error: Exception) -> Response:
    """Answer with the page of a form or address whose fields are missing or of another kind."""
    assert isinstance(error, RequestValidationError)
    faults = [
        f"{' '.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}"
        for fault in error.errors()[:20]
    ]
    typed, files = await typed_fields(request)
    view = RefusalView(
        status=422, title=WORDS[422], message="; ".join(faults), typed=typed, files=files
    )
    return page(request, "error.html", view, status=422)


async def tell_bug(request: Request, error: Exception) -> Response:
    """Answer with the page of an error that nobody expected; what it was stands in the log."""
    _ = error
    form = getattr(request.state, "form", None)
    typed, files = _fields(form) if isinstance(form, FormData) else ((), ())
    view = RefusalView(
        status=500,
        title=WORDS[500],
        message="This is our bug; the terminal that runs the console says more.",
        typed=typed,
        files=files,
    )
    response = page(request, "error.html", view, status=500)
    # The framework sends this answer past every layer of ours.
    add_headers(response.headers, parts_of(request).settings)
    return response


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that no page was allowed to see."""
    request = Request(scope, receive)
    view = RefusalView(
        status=refusal.status,
        title=WORDS.get(refusal.status, "This cannot be done"),
        message=refusal.message,
    )
    await page(request, "error.html", view, status=refusal.status)(scope, receive, send)


async def typed_fields(request: Request) -> tuple[tuple[Typed, ...], tuple[str, ...]]:
    """What a form held, without its secrets, and the names of files that came along."""
    is_form = request.headers.get("content-type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    )
    if request.method in SAFE or not is_form:
        return (), ()
    return _fields(await request.form())


def _fields(form: FormData) -> tuple[tuple[Typed, ...], tuple[str, ...]]:
    fields = form.multi_items()[:MOST_SHOWN]
    typed = tuple(
        Typed(name, value)
        for name, value in fields
        if isinstance(value, str) and name not in SECRET_FIELDS
    )
    files = (value.filename for _, value in fields if not isinstance(value, str))
    return typed, tuple(name for name in files if name)


def _target(request: Request) -> str:
    """Where a login leads back to: the page itself, or the one whose form was sent."""
    if request.method in SAFE:
        query = f"?{request.url.query}" if request.url.query else ""
        return request.url.path + query
    return urlsplit(request.headers.get("referer", "")).path or "/"
