"""`/queue`: what waits for a person."""

from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from fastapi import APIRouter, Request
from starlette.responses import Response

from console.access.assignees import assignee_named
from console.access.gate import CurrentUser, allowed
from console.access.roles import Permission
from console.access.user import User
from console.answers import see_other
from console.parts import Parts, PartsOf
from console.reading.queue import read_queue
from console.rendering import page
from console.views.queue import NOTHING_TICKED, Bulk, queue_view, with_notice, with_refusal
from contracts.errors import InputError, ItemsRefused
from escalations.care import assign_within, requeue
from escalations.queue_filter import NARROWING, QueueFilter, as_words, queue_filter
from escalations.queue_rows import claim_next

router = APIRouter()
NOTHING_FREE = "Nothing free to claim matches: the rest is somebody’s, or nothing waits."


@router.get("/", dependencies=[allowed(Permission.READ)])
async def home() -> Response:
    """Begin where the work is."""
    return see_other("/queue")


@router.get("/queue", dependencies=[allowed(Permission.READ)])
async def show(request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Show one page of the queue."""
    words = dict(request.query_params)
    is_empty_handed = words.pop("nothing", "") == "free"
    wanted = queue_filter(words)
    notice = NOTHING_FREE if is_empty_handed else ""
    return await _page(request, parts, user, wanted, notice=notice)


@router.post("/queue/next", dependencies=[allowed(Permission.DECIDE)])
async def take_next(request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Claim the item that is due first, and open it."""
    form = await request.form()
    words = {name: str(form[name]) for name in NARROWING if isinstance(form.get(name), str)}
    wanted, now = queue_filter(words), parts.clock.now()
    held = await claim_next(parts.database, holder=user.name, wanted=wanted, at=now)
    if held is None:
        query = urlencode(as_words(wanted) | {"nothing": "free"})
        return see_other(f"/queue?{query}")
    return see_other(f"/items/{quote(held.item, safe='')}")


@router.post("/queue/bulk", dependencies=[allowed(Permission.ASSIGN)])
async def change_many(request: Request, user: CurrentUser, parts: PartsOf) -> Response:
    """Assign or requeue all ticked items, or none of them."""
    form = await request.form()
    items = [one for one in form.getlist("item") if isinstance(one, str)]
    fields = {name: value for name, value in form.items() if isinstance(value, str)}
    wanted = _back_to(fields.get("back", ""))
    bulk = Bulk(frozenset(items), fields.get("to", ""), fields.get("reason", ""))
    by, now = user.name, parts.clock.now()
    try:
        if fields.get("action") == "requeue":
            why = fields.get("reason", "")
            await requeue(parts.database, parts.audit, items, by=by, reason=why, at=now)
        else:
            async with parts.database.unit() as uow:
                given = fields.get("to", "")
                to = await assignee_named(uow, given) if given else None
                await assign_within(uow, parts.audit, items, to=to, by=by, at=now)
    except ItemsRefused as error:
        return await _page(request, parts, user, wanted, refused=error.refused, bulk=bulk)
    except InputError as error:
        return await _page(request, parts, user, wanted, refused={"": str(error)}, bulk=bulk)
    query = urlencode(as_words(wanted))
    return see_other(f"/queue?{query}" if query else "/queue")


async def _page(
    request: Request,
    parts: Parts,
    user: User,
    wanted: QueueFilter,
    *,
    notice: str = "",
    refused: dict[str, str] | None = None,
    bulk: Bulk = NOTHING_TICKED,
) -> Response:
    now = parts.clock.now()
    view = queue_view(wanted, await read_queue(parts, wanted, user, now), user, now)
    if notice:
        view = with_notice(view, notice)
    if refused:
        return page(request, "queue.html", with_refusal(view, refused, bulk), status=422)
    return page(request, "queue.html", view)


def _back_to(address: str) -> QueueFilter:
    """The filter under which a list was ticked; nothing else of an address is believed."""
    try:
        return queue_filter(dict(parse_qsl(urlsplit(address).query)))
    except (InputError, ValueError):
        return QueueFilter()
