"""`/studies/{study}/review`: one pair after the other, blind."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.answers import see_other
from console.parts import Parts, PartsOf
from console.rendering import page
from console.studies.refusals import StillHidden
from console.studies.store import pair_in, progress_of, study_in
from console.studies.typed import Typed, typed_verdict
from console.studies.verdicts import (
    draft_on,
    give_verdict,
    items_of,
    next_item,
    others_on,
    own_item,
    save_draft,
    verdict_on,
)
from console.views.study_review import ReviewView, other_verdict, review_view
from contracts.study import VerdictDraft

router = APIRouter(prefix="/studies/{study}/review", dependencies=[allowed(Permission.REVIEW)])

INVALID = 422


@router.get("")
async def next_page(study: str, user: CurrentUser, parts: PartsOf) -> Response:
    """Go to the reader's first pair without a verdict, or to the study when there is none."""
    async with parts.database.reading() as reading:
        _ = await study_in(reading, study)
        item = await next_item(reading, study, user.name)
        if item is None and not await items_of(reading, study, user.name):
            raise StillHidden("you are not among this study's reviewers")
    place = f"/studies/{study}/review/{item.id}" if item else f"/studies/{study}"
    return see_other(place)


@router.get("/{item}")
async def review_page(
    study: str, item: str, request: Request, user: CurrentUser, parts: PartsOf, saved: str = ""
) -> Response:
    """Show one pair, with what was typed so far or with the final verdict."""
    view = await _view(study, item, user, parts, is_saved=bool(saved))
    return page(request, "study_review.html", view)


@router.get("/{item}/others")
async def others_page(
    study: str, item: str, request: Request, user: CurrentUser, parts: PartsOf
) -> Response:
    """Show what others said of the same pair, once one's own verdict is final."""
    async with parts.database.reading() as reading:
        found = await own_item(reading, study, item, by=user.name)
        others = tuple(map(other_verdict, await others_on(reading, found)))
    return page(request, "study_others.html", others)


@router.post("/{item}")
async def judge(
    study: str, item: str, request: Request, user: CurrentUser, parts: PartsOf
) -> Response:
    """Keep a draft, or make the verdict final and go to the next pair."""
    form = await request.form()
    async with parts.database.reading() as reading:
        plan = (await study_in(reading, study)).plan
    typed = typed_verdict(plan, _fields(form))
    now = parts.clock.now()
    if form.get("do") != "submit":
        await save_draft(parts.database, study, item, typed.draft, by=user.name, at=now)
        place = f"/studies/{study}/review/{item}?saved=1"
        return see_other(place)
    if typed.verdict is None:
        view = await _view(study, item, user, parts, typed=typed)
        return page(request, "study_review.html", view, status=INVALID)
    await give_verdict(parts.database, study, item, typed.verdict, by=user.name, at=now)
    return see_other(f"/studies/{study}/review")


def _fields(form: FormData) -> Mapping[str, str]:
    return {name: value for name, value in form.items() if isinstance(value, str)}


async def _view(
    study: str,
    item: str,
    user: User,
    parts: Parts,
    *,
    typed: Typed | None = None,
    is_saved: bool = False,
) -> ReviewView:
    async with parts.database.reading() as reading:
        found = await study_in(reading, study)
        own = await own_item(reading, study, item, by=user.name)
        given = await verdict_on(reading, own)
        draft = VerdictDraft() if given else await draft_on(reading, own)
        others = await others_on(reading, own) if given else ()
        pair = await pair_in(reading, study, own.pair)
        every = await progress_of(reading, study)
    (progress,) = [one for one in every if one.reviewer == own.reviewer]
    return review_view(
        found,
        progress,
        own,
        pair,
        typed.draft if typed else draft,
        given=given,
        others=others,
        faults=typed.faults if typed else None,
        is_saved=is_saved,
    )
