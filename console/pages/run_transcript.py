"""`/runs/RUN/transcript/ROLE/N`: what a role said and did in a run, whatever became of the run."""

from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.pages.run import known
from console.pages.transcript import TranscriptView, raw_session, require_session
from console.parts import PartsOf
from console.reading.transcript import turns_of
from console.rendering import page
from contracts.ids import RunId

router = APIRouter(
    prefix="/runs/{run}/transcript/{role}/{session}", dependencies=[allowed(Permission.READ)]
)


@router.get("")
async def show(
    run: RunId, role: str, session: int, request: Request, user: CurrentUser, parts: PartsOf
) -> Response:
    """Show one session of a role."""
    await require_session(parts, user, await known(parts, run), role, session)
    turns = await turns_of(parts.ledger, parts.tool_log, run, role=role, activation=session)
    back = f"/runs/{quote(run, safe='')}"
    return page(request, "transcript.html", TranscriptView(run, role, session, back, turns))


@router.get("/raw")
async def raw(run: RunId, role: str, session: int, user: CurrentUser, parts: PartsOf) -> Response:
    """The same as one document."""
    await require_session(parts, user, await known(parts, run), role, session)
    return await raw_session(parts, run, role, session)
