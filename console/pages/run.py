"""`/runs/RUN`: one run, live while it goes on; its end and its going on are asked for here."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Form, Header, Query, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed, is_still_allowed
from console.access.roles import Permission
from console.answers import attachment, see_other
from console.errors import NotFound
from console.parts import Parts, PartsOf
from console.reading.run import read_now, read_story
from console.reading.transcript import activations
from console.reading.withholding import require_open
from console.rendering import page
from console.streams import StreamResponse, Streams, number_of, open_streams, run_stream
from console.views.run import live_view, run_view
from contracts.decision import LEAST_NOTE
from contracts.errors import InputError
from contracts.ids import RunId
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from escalations.cancels import ask_for_end, require_unheld
from escalations.requests import ask_to_resume, resume_asked
from escalations.standing import Standing, standings
from records.files import read_verified
from records.runs import RunRow

router = APIRouter(prefix="/runs/{run}")
READ, STEER = allowed(Permission.READ), allowed(Permission.STEER)
MOST_NOTE = 2_000


@router.get("", dependencies=[READ])
async def show(run: RunId, request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """The page of one run."""
    story = await read_story(parts, await known(parts, run), user)
    async with parts.database.reading() as reading:
        waits = await resume_asked(reading, run) is not None
    rubric = story.files.newest(Rubric)
    sessions = await activations(parts.ledger, run)
    view = run_view(
        story,
        rows=rubric.body.rows if rubric else (),
        sessions=[(one.role, one.number, one.turns) for one in sessions],
        has_rubric=rubric is not None or story.asks_signature,
        resume_waits=waits,
    )
    return page(request, "run.html", view)


@router.get("/live", dependencies=[READ])
async def live(run: RunId, request: Request, parts: PartsOf) -> Response:
    """What changes while the run goes on, as a part of the page."""
    found = await read_now(parts, await known(parts, run))
    return page(request, "run_live.html", live_view(found))


@router.get("/events", dependencies=[READ])
async def follow(
    run: RunId,
    request: Request,
    user: CurrentUser,
    parts: PartsOf,
    after: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """The run's events as they come; a reader that comes back gets what it missed."""
    row = await known(parts, run)
    streams = open_streams(request.app)
    sent = _stream(request, parts, row, streams, number_of(last_event_id, after))
    return StreamResponse(sent, streams=streams, user=user.id)


@router.post("/resume", dependencies=[STEER])
async def resume(run: RunId, user: CurrentUser, parts: PartsOf) -> Response:
    """Ask the runner to go on with a run."""
    _ = await known(parts, run)
    async with parts.database.unit() as uow:
        _ = await ask_to_resume(uow, parts.audit, run, user.name, parts.clock.now())
    return see_other(f"/runs/{run}")


@router.post("/cancel", dependencies=[STEER])
async def cancel(
    run: RunId,
    user: CurrentUser,
    parts: PartsOf,
    note: Annotated[str, Form(max_length=MOST_NOTE)],
    sure: Annotated[str, Form()] = "",
) -> Response:
    """Ask for the end of a run."""
    _ = await known(parts, run)
    if len(note.strip()) < LEAST_NOTE:
        raise InputError(f"say why the run is to end, in at least {LEAST_NOTE} characters")
    if sure != "yes":
        raise InputError("tick that you are sure: an ended run cannot go on")
    async with parts.database.unit() as uow:
        now = parts.clock.now()
        if not user.may(Permission.TAKE_OVER):
            await require_unheld(uow, run, user.name, now)
        await ask_for_end(uow, parts.audit, run, user.name, now, note=note.strip())
    return see_other(f"/runs/{run}")


@router.get("/stages/{name}", dependencies=[READ])
async def stage(run: RunId, name: str, user: CurrentUser, parts: PartsOf) -> Response:
    """One stage file as its step wrote it, to be kept: the journal names it with its hash.

    Raises:
        CorruptRun: the file is missing or has other bytes.
    """
    row = await known(parts, run)
    await require_open(parts, row, user)
    for step in await parts.journal.rows(row.id):
        for file in step.files:
            if file.path.rsplit("/", 1)[-1] == name:
                path = RunPaths(parts.data, row.id).root / file.path
                data = await asyncio.to_thread(read_verified, path, file.sha256)
                return attachment(data, name, "application/json")
    raise NotFound(f"run {run[:80]!r} has no stage file {name[:120]!r}")


async def known(parts: Parts, run: RunId) -> RunRow:
    """The row of a run.

    Raises:
        NotFound: there is none of this id.
    """
    try:
        return await parts.runs.get(run)
    except InputError:
        raise NotFound(f"there is no run {run[:80]!r}") from None


def _stream(
    request: Request, parts: Parts, row: RunRow, streams: Streams, after: int
) -> AsyncGenerator[bytes]:
    async def stands() -> Standing:
        fresh = await parts.runs.get(row.id)
        async with parts.database.reading() as reading:
            (standing,) = await standings(reading, [fresh], parts.clock.now())
        return standing

    async def may_read() -> bool:
        return await is_still_allowed(request, Permission.READ)

    return run_stream(
        parts.events,
        parts.clock,
        row.id,
        after=after,
        stands=stands,
        may_read=may_read,
        is_ending=lambda: streams.is_ending,
    )
