"""`/studies`: the list, one study, its reveal and its results."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.answers import attachment, see_other
from console.parts import Parts, PartsOf
from console.rendering import page
from console.studies.export import csv_of, exported, json_of
from console.studies.results import results_of
from console.studies.store import progress_of, reveal, studies, study_in
from console.studies.verdicts import given_by, items_of
from console.views.studies import StudyView, results_view, study_line, study_view
from contracts.errors import InputError

router = APIRouter(prefix="/studies")


@router.get("", dependencies=[allowed(Permission.READ)])
async def list_page(request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Show all studies with how far they are."""
    async with parts.database.reading() as reading:
        lines = [
            study_line(
                one,
                next(
                    (
                        mine
                        for mine in await progress_of(reading, one.plan.name)
                        if mine.reviewer.casefold() == user.name.casefold()
                    ),
                    None,
                ),
            )
            for one in await studies(reading)
        ]
    return page(request, "studies.html", tuple(lines))


@router.get("/{study}", dependencies=[allowed(Permission.READ)])
async def study_page(study: str, request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Show one study: who is how far, and one's own pairs."""
    return page(request, "study.html", await _view(study, user, parts))


@router.post("/{study}/reveal", dependencies=[allowed(Permission.MANAGE_STUDIES)])
async def reveal_study(
    study: str,
    request: Request,
    user: CurrentUser,
    parts: PartsOf,
    reason: Annotated[str, Form()] = "",
    sure: Annotated[str, Form()] = "",
) -> Response:
    """Say which system was which, to who says twice that they want it."""
    now = parts.clock.now()
    try:
        _require_sure(sure)
        await reveal(parts.database, parts.audit, study, by=user.name, reason=reason, at=now)
    except InputError as error:
        view = await _view(study, user, parts, fault=str(error), reason=reason)
        return page(request, "study.html", view, status=422)
    return see_other(f"/studies/{study}/results")


@router.get("/{study}/results", dependencies=[allowed(Permission.READ)])
async def results_page(study: str, request: Request, parts: PartsOf) -> Response:
    """Show preferences, tests, agreement and rationales, once the study is revealed."""
    async with parts.database.reading() as reading:
        export = await exported(reading, study)
    return page(request, "study_results.html", results_view(export, results_of(export)))


@router.get("/{study}/export.csv", dependencies=[allowed(Permission.READ)])
async def export_csv(study: str, parts: PartsOf) -> Response:
    """Give every verdict as a table, once the study is revealed."""
    async with parts.database.reading() as reading:
        export = await exported(reading, study)
    # A mark by which Excel knows UTF-8.
    return attachment(csv_of(export).encode("utf-8-sig"), f"study-{study}.csv", "text/csv")


@router.get("/{study}/export.json", dependencies=[allowed(Permission.READ)])
async def export_json(study: str, parts: PartsOf) -> Response:
    """Give the whole study as a document, once it is revealed."""
    async with parts.database.reading() as reading:
        export = await exported(reading, study)
    return attachment(json_of(export), f"study-{study}.json", "application/json")


def _require_sure(sure: str) -> None:
    if sure != "yes":
        raise InputError("tick that you are sure: no verdict is taken after the reveal")


async def _view(
    study: str, user: User, parts: Parts, *, fault: str = "", reason: str = ""
) -> StudyView:
    async with parts.database.reading() as reading:
        found = await study_in(reading, study)
        progress = await progress_of(reading, study)
        items = await items_of(reading, study, user.name)
        given = await given_by(reading, study, user.name)
    mine = tuple((item, item.id in given) for item in items)
    return study_view(found, progress, mine, fault=fault, reason=reason)
