"""`/runs/RUN/evidence/SOURCE`: a source as text, its quotes marked; never a page of its own."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.errors import NotFound
from console.pages.run import known
from console.parts import PartsOf
from console.reading.source_page import SourcePage, read_source
from console.rendering import page
from console.views.source_page import source_page_view
from contracts.ids import RunId
from reports.withheld import WITHHELD

router = APIRouter(prefix="/runs/{run}/evidence/{source}", dependencies=[allowed(Permission.READ)])
PICTURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
"""How a picture begins, and what it is sent as; anything else is not sent."""


@router.get("")
async def show(
    run: RunId,
    source: str,
    request: Request,
    user: CurrentUser,
    parts: PartsOf,
    part: Annotated[int, Query(ge=0, le=100_000)] = 0,
    quote: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """The page of one source."""
    found = await read_source(parts, await known(parts, run), source)
    if found is None:
        raise _missing(run, source)
    may_read = _may_read(user, found)
    view = source_page_view(found, may_read=may_read, part=part, quote=quote)
    return page(request, "source_page.html", view)


@router.get("/screenshot/{number}")
async def screenshot(
    run: RunId, source: str, number: int, user: CurrentUser, parts: PartsOf
) -> Response:
    """What a browser saw when the page was opened for the n-th time."""
    found = await read_source(parts, await known(parts, run), source)
    if found is None or not _may_read(user, found) or not 0 < number <= len(found.opened):
        raise _missing(run, source)
    picture = found.opened[number - 1].screenshot
    if picture is None:
        raise _missing(run, source)
    data = parts.blobs.get(picture)
    kind = next((kind for begins, kind in PICTURES.items() if data.startswith(begins)), None)
    if kind is None:
        raise _missing(run, source)
    headers = {"Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(data, media_type=kind, headers=headers)


def _may_read(user: User, found: SourcePage) -> bool:
    """Whether a user reads the words of a source; those of the house stay with who decides."""
    is_open = found.item.card.source_class not in WITHHELD
    return is_open or user.may(Permission.READ_WITHHELD)


def _missing(run: RunId, source: str) -> NotFound:
    return NotFound(f"run {run[:80]!r} has nothing to show of a source {source[:80]!r}")
