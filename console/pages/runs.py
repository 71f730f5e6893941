"""`/runs`: every run of the data folder, where it stands and what it cost."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from console.access.gate import allowed
from console.access.roles import Permission
from console.parts import PartsOf
from console.reading.runs import find_runs
from console.rendering import page
from console.views.runs import RunsFilter, runs_view

router = APIRouter(prefix="/runs", dependencies=[allowed(Permission.READ)])
Word = Annotated[str, Query(max_length=200)]


@router.get("")
async def show(
    request: Request,
    parts: PartsOf,
    state: Word = "",
    text: Word = "",
    number: Annotated[int, Query(alias="page", ge=1, le=100_000)] = 1,
) -> Response:
    """The list, newest first."""
    chosen = RunsFilter(state, text, number)
    found = await find_runs(parts, chosen)
    return page(request, "runs.html", runs_view(found.lines, chosen, found.total))
