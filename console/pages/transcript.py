"""`/items/{item}/transcript/{role}/{session}`: what a role said and did, turn by turn."""

from dataclasses import dataclass
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.answers import attachment
from console.errors import NotFound
from console.parts import Parts, PartsOf
from console.reading.transcript import Turn, activations, raw_turns, turns_of
from console.reading.withholding import require_open
from console.rendering import page
from contracts.errors import InputError
from contracts.ids import RunId
from escalations.item import read_item
from records.runs import RunRow

router = APIRouter(
    prefix="/items/{item_id}/transcript/{role}/{session}",
    dependencies=[allowed(Permission.READ)],
)


@dataclass(frozen=True, slots=True)
class TranscriptView:
    """One session."""

    run: str
    role: str
    activation: int
    back: str
    turns: tuple[Turn, ...]


@router.get("")
async def show(
    item_id: str, role: str, session: int, request: Request, user: CurrentUser, parts: PartsOf
) -> Response:
    """Show one session of a role."""
    run = await _run(parts, user, item_id, role, session)
    turns = await turns_of(parts.ledger, parts.tool_log, run, role=role, activation=session)
    back = f"/items/{quote(item_id, safe='')}"
    return page(request, "transcript.html", TranscriptView(run, role, session, back, turns))


@router.get("/raw")
async def raw(item_id: str, role: str, session: int, user: CurrentUser, parts: PartsOf) -> Response:
    """The same as one document."""
    run = await _run(parts, user, item_id, role, session)
    return await raw_session(parts, run, role, session)


async def _run(parts: Parts, user: User, item_id: str, role: str, session: int) -> str:
    """The run of an item, which has this session and withholds nothing from a user."""
    try:
        run = (await read_item(parts.database, item_id)).run
    except InputError:
        raise NotFound(f"there is no item of a run {item_id[:80]!r}") from None
    await require_session(parts, user, await parts.runs.get(run), role, session)
    return run


async def require_session(parts: Parts, user: User, run: RunRow, role: str, session: int) -> None:
    """Check that a run has a session and withholds nothing from a user.

    Raises:
        NotAllowed: it has sources that are not for this user.
        NotFound: there is no such session.
    """
    await require_open(parts, run, user)
    known = await activations(parts.ledger, run.id)
    if not any((one.role, one.number) == (role, session) for one in known):
        raise NotFound(f"run {run.id} has no session {session} of a {role[:40]!r}")


async def raw_session(parts: Parts, run: RunId, role: str, session: int) -> Response:
    """A session as one document, to be kept."""
    data = await raw_turns(parts.ledger, parts.tool_log, run, role=role, activation=session)
    return attachment(data, f"{run}-{role}-{session}.json", "application/json")
