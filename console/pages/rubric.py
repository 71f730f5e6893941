"""`/runs/RUN/rubric`: the rubric of a run, to be read, printed and taken along."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.gate import allowed
from console.access.roles import Permission
from console.answers import attachment
from console.errors import NotFound
from console.pages.run import known
from console.parts import Parts, PartsOf
from console.rendering import page
from console.run_port import PrintedRubric
from contracts.contract import sha256_of
from contracts.ids import RunId
from reports.document import record_json, render_json
from reports.markdown import render_markdown
from reports.rubric_view import RubricView, rubric_view
from reports.spreadsheet import render_csv

router = APIRouter(prefix="/runs/{run}/rubric", dependencies=[allowed(Permission.READ)])
FORMS: dict[str, tuple[str, str]] = {
    "md": ("Markdown", "text/markdown; charset=utf-8"),
    "csv": ("CSV", "text/csv; charset=utf-8"),
    "json": ("JSON", "application/json"),
    "record.json": ("Record of the run (JSON)", "application/json"),
}
"""How a form is named and sent, by what its address ends in."""
BEFORE_A_SIGNATURE = frozenset({"md"})
"""What people read; programs are given nothing before it is signed."""


@dataclass(frozen=True, slots=True)
class RubricPage:
    """A rubric with the forms in which it can be taken along."""

    run: RunId
    rubric: RubricView
    forms: tuple[tuple[str, str], ...]


@router.get("")
async def show(run: RunId, request: Request, parts: PartsOf) -> Response:
    """The page."""
    found = await _rubric(parts, run)
    view = RubricPage(
        run=run,
        rubric=rubric_view(found.rubric, found.record, texts=found.texts),
        forms=tuple((form, FORMS[form][0]) for form in _forms(found)),
    )
    return page(request, "run_rubric.html", view)


@router.get("/export.{form}")
async def export(run: RunId, form: str, parts: PartsOf) -> Response:
    """The rubric in one form, as a file."""
    found = await _rubric(parts, run)
    if form not in _forms(found):
        raise NotFound(f"the rubric of run {run[:80]!r} is not given as {form[:20]!r} now")
    name = f"{run}-rubric.{form}" if form != "record.json" else f"{run}-record.json"
    return attachment(_rendered(found, form), name, FORMS[form][1])


def _forms(found: PrintedRubric) -> tuple[str, ...]:
    is_signed = found.header is not None
    return tuple(form for form in FORMS if is_signed or form in BEFORE_A_SIGNATURE)


def _rendered(found: PrintedRubric, form: str) -> bytes:
    if form == "md":
        return render_markdown(found.rubric, found.record, texts=found.texts).encode()
    if form == "csv":
        return render_csv(found.rubric, found.record).encode("utf-8-sig")
    assert found.header is not None
    document = render_json(found.rubric, found.header)
    if form == "json":
        return document
    return record_json(found.record, rubric_sha256=sha256_of(document))


async def _rubric(parts: Parts, run: RunId) -> PrintedRubric:
    _ = await known(parts, run)
    found = await parts.ports.runs.rubric(run)
    if found is None:
        raise NotFound(f"run {run[:80]!r} has no rubric yet")
    return found
