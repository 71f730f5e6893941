"""`/audit`: the chain of what people and runners did, and whether it holds."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response, StreamingResponse

from console.access.gate import allowed
from console.access.roles import Permission
from console.answers import see_other
from console.audit_watch import AuditCheck, audit_watch
from console.parts import PartsOf
from console.reading.audit import AuditFilter, AuditFound, audit_lines, find_audit
from console.rendering import page

router = APIRouter(prefix="/audit", dependencies=[allowed(Permission.READ)])
Word = Annotated[str, Query(max_length=200)]


@dataclass(frozen=True, slots=True)
class AuditView:
    """One page of the chain."""

    found: AuditFound
    check: AuditCheck
    chosen: AuditFilter
    query: dict[str, str]
    """The filter as parts of an address, without the page."""
    older: dict[str, str]


@router.get("")
async def show(
    request: Request,
    parts: PartsOf,
    run: Word = "",
    item: Word = "",
    actor: Word = "",
    action: Word = "",
    before: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
) -> Response:
    """The page, newest rows first."""
    chosen = AuditFilter(run.strip(), item.strip(), actor, action, before)
    found = await find_audit(parts.database, chosen)
    check = await audit_watch(request.app).look(parts)
    query = chosen.query()
    return page(
        request,
        "audit.html",
        AuditView(found, check, chosen, query, {**query, "before": str(found.older)}),
    )


@router.post("/check")
async def check_anew(request: Request, parts: PartsOf) -> Response:
    """Check all of the chain again."""
    await audit_watch(request.app).anew(parts)
    return see_other("/audit")


@router.get("/export.jsonl")
async def export(
    parts: PartsOf, run: Word = "", item: Word = "", actor: Word = "", action: Word = ""
) -> Response:
    """Every row that fits, as lines of JSON with their seals."""
    chosen = AuditFilter(run.strip(), item.strip(), actor, action)
    return StreamingResponse(
        audit_lines(parts.database, chosen),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": 'attachment; filename="audit.jsonl"'},
    )
