"""`/items/{item}`: one item of the queue, read and decided."""

from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.answers import see_other
from console.care_form import care_form, change_care, instant, overtaken_view
from console.errors import NotAllowed, NotFound, Overtaken
from console.item_form import Sent, draft_of_form, field_fault, read_form, typed_of_draft
from console.item_port import FilesRefused, TypedDecision
from console.item_reading import ItemPage, Show, read_page
from console.parts import Parts, PartsOf
from console.rendering import page
from console.views.decision_form import FINAL, Typed, changed_files
from contracts.decision import LEAST_NOTE, DecisionKind
from contracts.errors import InputError, ItemHeld
from contracts.escalation import Escalation
from escalations.care import Care, care_of
from escalations.claims import LEASE, Claim, claim_of, renew, take_over
from escalations.claims import claim as take
from escalations.claims import release as give_back
from escalations.comments import add_comment
from escalations.drafts import SavedDraft, draft_of, save_draft
from escalations.item import Item, item_in
from escalations.undo import undo as take_back

router = APIRouter(prefix="/items/{item_id}")
Word: TypeAlias = Annotated[str, Form()]
REPLAYED = "replay:"
"""How the models of a run begin that plays a recording."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """The page of a form that came too late: what happened, and what was typed."""

    item: str
    what: str
    meanwhile: ItemPage
    typed: Typed
    has_draft: bool


@dataclass(frozen=True, slots=True)
class Confirm:
    """The second question: before a run is ended, and before a retry that brings nothing new."""

    item: str
    run: str
    question: str
    typed: Typed
    is_replayed: bool
    """Whether the run's models are played from a recording."""
    token: int
    decision: str


@router.get("", dependencies=[allowed(Permission.READ)])
async def show(
    item_id: str,
    request: Request,
    user: CurrentUser,
    parts: PartsOf,
    row: str = "",
    finding: int | None = None,
    edit: bool = False,
    against: int | None = None,
) -> Response:
    """Show an item with its run, and the form to decide it for who has claimed it."""
    wanted = Show(row=row, finding=finding, is_editing=edit, against=against)
    return await _page(request, parts, item_id, user, wanted)


@router.post("/claim", dependencies=[allowed(Permission.DECIDE)])
async def claim(item_id: str, user: CurrentUser, parts: PartsOf) -> Response:
    """Take an item for fifteen minutes."""
    item, now = await _item(parts, item_id), parts.clock.now()
    try:
        _ = await take(parts.database, item.id, holder=user.name, lasting=LEASE, at=now)
    except ItemHeld:
        # A button that is pressed twice meets its own claim.
        held = await claim_of(parts.database, item.id, at=now)
        if held is None or held.holder != user.name:
            raise
    return _back(item_id)


@router.post("/renew", dependencies=[allowed(Permission.DECIDE)])
async def prolong(
    item_id: str, user: CurrentUser, parts: PartsOf, token: Annotated[int, Form()]
) -> Response:
    """Put off the end of one's claim by the same time."""
    now = parts.clock.now()
    held = Claim((await _item(parts, item_id)).id, user.name, token, now)
    _ = await renew(parts.database, held, lasting=LEASE, at=now)
    return _back(item_id)


@router.post("/release", dependencies=[allowed(Permission.DECIDE)])
async def release(
    item_id: str, user: CurrentUser, parts: PartsOf, token: Annotated[int, Form()]
) -> Response:
    """Give an item back undecided."""
    item = await _item(parts, item_id)
    await give_back(parts.database, Claim(item.id, user.name, token, parts.clock.now()))
    return _back(item_id)


@router.post("/takeover", dependencies=[allowed(Permission.TAKE_OVER)])
async def take_from(item_id: str, user: CurrentUser, parts: PartsOf, reason: Word = "") -> Response:
    """Take an item from whoever has it."""
    item, now = await _item(parts, item_id), parts.clock.now()
    _ = await take_over(parts.database, parts.audit, item.id, by=user.name, reason=reason, at=now)
    return _back(item_id)


@router.post("/comment", dependencies=[allowed(Permission.COMMENT)])
async def comment(item_id: str, user: CurrentUser, parts: PartsOf, text: Word = "") -> Response:
    """Say something on an item."""
    item, now = await _item(parts, item_id), parts.clock.now()
    words = text.replace("\r\n", "\n")
    _ = await add_comment(parts.database, parts.audit, item.id, by=user.name, text=words, at=now)
    return _back(item_id, "comments")


@router.post("/assign", dependencies=[allowed(Permission.ASSIGN)])
async def assign(
    item_id: str,
    request: Request,
    user: CurrentUser,
    parts: PartsOf,
    due: Word = "",
    assignee: Word = "",
    second_review: Word = "",
    seen_due: Word = "",
    seen_assignee: Word = "",
    seen_second_review: Word = "",
) -> Response:
    """Say who looks after an item, until when, and whether two people must agree."""
    item, now = await _item(parts, item_id), parts.clock.now()
    seen = Care(seen_assignee or None, instant(seen_due), seen_second_review == "on")
    form = care_form(seen, assignee=assignee, due=due, second_review=second_review == "on")
    try:
        async with parts.database.unit() as uow:
            await change_care(uow, parts.audit, item.id, form, by=user.name, at=now)
    except Overtaken as error:
        async with parts.database.reading() as reading:
            view = overtaken_view(form, await care_of(reading, item.id), str(error))
        return page(request, "error.html", view, status=view.status)
    return _back(item_id)


@router.post("/draft", dependencies=[allowed(Permission.DECIDE)])
async def keep(item_id: str, request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Keep what was typed so far."""
    item, sent = await _item(parts, item_id), await read_form(await request.form())
    _ = await _save(parts, item, user, sent)
    if sent.then == "edit":
        return _back(item_id, "decide", "?edit=true")
    return _back(item_id, "decide")


@router.post("/undo", dependencies=[allowed(Permission.DECIDE)])
async def undo(item_id: str, user: CurrentUser, parts: PartsOf, decision: Word = "") -> Response:
    """Take one's decision back while nobody has obeyed it."""
    _ = await _item(parts, item_id)
    now = parts.clock.now()
    _ = await take_back(parts.database, parts.audit, parts.blobs, decision, by=user.name, at=now)
    return _back(item_id, "decide")


@router.post("/decide", dependencies=[allowed(Permission.DECIDE)])
async def decide(item_id: str, request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Decide an item under the claim of the form, or rule on one that is no run's."""
    item, sent = await _item(parts, item_id), await read_form(await request.form())
    if sent.typed.kind == DecisionKind.WAIVE and not user.may(Permission.WAIVE):
        raise NotAllowed("closing findings takes the role lead")
    try:
        if isinstance(item, Escalation) and await _is_doubtful(parts, item, user, sent):
            return await _ask_again(request, parts, item, user, sent)
        made = await _decided(parts, item, user, sent)
    except ItemHeld as error:
        # The rest of the message repeats the note, which the page shows by itself.
        what = str(error).partition(". Nothing was decided.")[0]
        return await _conflict(request, parts, item, user, sent, what)
    except FilesRefused as error:
        return await _refused(request, parts, item, user, sent, {"files": str(error)}, error)
    except InputError as error:
        if (await _item(parts, item_id)).state != "open":
            return await _conflict(request, parts, item, user, sent, str(error))
        field, words = field_fault(error)
        return await _refused(request, parts, item, user, sent, {field: words})
    return _back(item_id, "" if made else "second")


async def _decided(parts: Parts, item: Item, user: User, sent: Sent) -> bool:
    """Whether the decision is in force; otherwise it is one of two opinions."""
    typed = sent.typed
    wish = TypedDecision(
        decision=sent.decision,
        token=sent.token,
        kind=typed.kind,
        reason=typed.reason or "other",
        note=_note_of(sent),
        files={},
        by=user.name,
        is_lead=user.may(Permission.TAKE_OVER),
    )
    if not isinstance(item, Escalation):
        return (await parts.ports.items.rule(item, wish)).is_in_force
    whole = await _with_its_own(parts, item, sent, wish)
    return (await parts.ports.items.decide(item, whole)).is_in_force


async def _with_its_own(
    parts: Parts, item: Escalation, sent: Sent, wish: TypedDecision
) -> TypedDecision:
    """What was typed for this kind alone: words left over from another kind stay in the draft."""
    typed = sent.typed
    match typed.kind:
        case DecisionKind.RETRY:
            return replace(wish, guidance=typed.guidance, sources=sent.uploads())
        case DecisionKind.RELOCK:
            return replace(wish, guidance=typed.guidance)
        case DecisionKind.WAIVE:
            return replace(wish, findings=typed.findings)
        case DecisionKind.EDIT:
            starts = await parts.ports.items.edit_starts(item)
            files = changed_files(typed.files, starts.texts)
            if not files:
                raise InputError("--file: no file differs from what the role wrote")
            return replace(wish, files=files)
        case _:
            return wish


async def _is_doubtful(parts: Parts, item: Escalation, user: User, sent: Sent) -> bool:
    """Whether to ask once more; not where the claim has ended, since nothing is decided then."""
    typed = sent.typed
    if sent.is_confirmed or item.state != "open":
        return False
    is_empty = typed.kind == DecisionKind.RETRY and not (typed.guidance.strip() or sent.uploads())
    if typed.kind not in FINAL and not is_empty:
        return False
    held = await claim_of(parts.database, item.id, at=parts.clock.now())
    return held is not None and (held.holder, held.token) == (user.name, sent.token)


async def _ask_again(
    request: Request, parts: Parts, item: Escalation, user: User, sent: Sent
) -> Response:
    """What cannot be taken back, or can hardly be meant, is asked for on a page of its own."""
    _ = _note_of(sent)
    _ = await _save(parts, item, user, sent)
    read = await read_page(parts, item.id, user, Show())
    question = read.item.facts.question if read.item else ""
    models = (await parts.runs.get(item.run)).models
    view = Confirm(
        item=item.id,
        run=item.run,
        question=question,
        typed=sent.typed,
        is_replayed=models.startswith(REPLAYED),
        token=sent.token,
        decision=sent.decision,
    )
    return page(request, "item_confirm.html", view)


def _note_of(sent: Sent) -> str:
    note = sent.typed.note.strip()
    if len(note) < LEAST_NOTE:
        raise InputError(f"--note has {len(note)} characters; say why in at least {LEAST_NOTE}")
    return note


async def _refused(
    request: Request,
    parts: Parts,
    item: Item,
    user: User,
    sent: Sent,
    errors: dict[str, str],
    files: FilesRefused | None = None,
) -> Response:
    typed = await _kept(parts, item, user, sent)
    show = Show(
        is_editing=bool(typed.files),
        typed=typed,
        errors=errors,
        faults=files.faults if files else {},
    )
    return await _page(request, parts, item.id, user, show, status=422)


async def _conflict(
    request: Request, parts: Parts, item: Item, user: User, sent: Sent, what: str
) -> Response:
    """Both sides of a race: what was decided or claimed meanwhile, and what was typed here."""
    typed = await _kept(parts, item, user, sent)
    meanwhile = await read_page(parts, item.id, user, Show())
    view = Conflict(item.id, what, meanwhile, typed, not typed.is_empty)
    return page(request, "item_conflict.html", view, status=409)


async def _kept(parts: Parts, item: Item, user: User, sent: Sent) -> Typed:
    """What was typed, after it was kept, whole: what this form did not hold comes from the draft.

    The page that asks again sends only what a rejection needs, and the draft has the rest.
    """
    if not sent.is_confirmed:
        saved = await _save(parts, item, user, sent)
        return replace(sent.typed, files=sent.typed.files or typed_of_draft(saved).files)
    async with parts.database.reading() as reading:
        kept = await draft_of(reading, item.id, user.name)
    return replace(typed_of_draft(kept), note=sent.typed.note, kind=sent.typed.kind)


async def _save(parts: Parts, item: Item, user: User, sent: Sent) -> SavedDraft:
    return await save_draft(
        parts.database,
        item.id,
        author=user.name,
        draft=draft_of_form(sent.typed),
        at=parts.clock.now(),
        leaves_files=not sent.typed.files,
    )


async def _page(
    request: Request, parts: Parts, item_id: str, user: User, show: Show, *, status: int = 200
) -> Response:
    item = await _item(parts, item_id)
    view = await read_page(parts, item.id, user, show)
    name = "item.html" if isinstance(item, Escalation) else "matter.html"
    return page(request, name, view, status=status)


async def _item(parts: Parts, item_id: str) -> Item:
    async with parts.database.reading() as reading:
        try:
            return await item_in(reading, item_id)
        except InputError:
            raise NotFound(f"there is no item {item_id[:80]!r}") from None


def _back(item_id: str, place: str = "", query: str = "") -> Response:
    """To the item's page again, at a place of it."""
    mark = f"#{place}" if place else ""
    return see_other(f"/items/{quote(item_id, safe='')}{query}{mark}")
