"""`/runs/RUN/transcript/ROLE/N`: what a role said and did in a run, whatever became of the run."""

from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.errors import NotFound
from console.pages.run import known
from console.pages.transcript import TranscriptView
from console.parts import Parts, PartsOf
from console.reading.transcript import activations, raw_turns, turns_of
from console.reading.withholding import require_open
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
    await _require_session(parts, user, run, role, session)
    turns = await turns_of(parts.ledger, parts.tool_log, run, role=role, activation=session)
    back = f"/runs/{quote(run, safe='')}"
    return page(request, "transcript.html", TranscriptView(run, role, session, back, turns))


@router.get("/raw")
async def raw(run: RunId, role: str, session: int, user: CurrentUser, parts: PartsOf) -> Response:
    """The same as one document."""
    await _require_session(parts, user, run, role, session)
    data = await raw_turns(parts.ledger, parts.tool_log, run, role=role, activation=session)
    headers = {"Content-Disposition": f'attachment; filename="{run}-{role}-{session}.json"'}
    return Response(data, media_type="application/json", headers=headers)


async def _require_session(parts: Parts, user: User, run: RunId, role: str, session: int) -> None:
    await require_open(parts, await known(parts, run), user)
    found = await activations(parts.ledger, run)
    if not any((one.role, one.number) == (role, session) for one in found):
        raise NotFound(f"run {run[:80]!r} has no session {session} of a {role[:40]!r}")
