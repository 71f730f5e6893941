"""`finrubric queue`, the rest: whose an item is, until when, what people say to it, and undo."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import AsOption, DataOption, JsonOption, reviewer_of, settings_of, word_of
from cli.queue import ItemArgument, print_claim
from contracts.errors import InputError

if TYPE_CHECKING:
    from cli.archive import Archive
    from contracts.contract import Json
    from contracts.settings import Settings
    from escalations.claims import Claim

ItemsArgument: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="ITEM…", help="Ids of items, or their beginnings.")
]
WhyOption: TypeAlias = Annotated[str, typer.Option(help="Why, in at least ten characters.")]


class Switch(StrEnum):
    """Whether something is wanted."""

    ON = "on"
    OFF = "off"


def add_to(app: typer.Typer) -> None:
    """Add these commands to those of the queue."""
    app.command("next")(claim_next)
    app.command()(comment)
    app.command()(assign)
    app.command()(requeue)
    app.command()(due)
    app.command("second-review")(second_review)
    app.command()(undo)


def claim_next(
    kind: Annotated[str, typer.Option(help="Only items of this kind, such as escalation.")] = "",
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take the item that is due first among those free for you."""
    from cli.loop import run
    from cli.output import print_json, print_line

    settings = settings_of(data)
    name = reviewer_of(by, settings)
    held = run(_next(settings, name, kind), when_stopped="")
    if held is not None:
        print_claim(held, as_json=as_json)
    elif as_json:
        print_json(None)
    else:
        print_line(f"Nothing is free for {name}.")


def comment(
    item: ItemArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="At most 4,000 characters.")],
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add a comment to an item; it is never changed or taken away."""
    from cli.loop import run

    settings = settings_of(data)
    name = run(_commented(item, settings, reviewer_of(by, settings), text), when_stopped="")
    _say(f"Comment added to item {name}.", {"item": name}, as_json=as_json)


def assign(
    items: ItemsArgument,
    to: Annotated[str | None, typer.Option(metavar="NAME", help="Who is to look after it.")] = None,
    nobody: Annotated[bool, typer.Option("--nobody", help="Nobody in particular.")] = False,
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give items to a person to look after: all of them, or none where one cannot be."""
    from cli.loop import run

    if (to is None) != nobody:
        raise InputError("--to NAME or --nobody: give one of them")
    settings = settings_of(data)
    names, name = run(_assigned(items, settings, reviewer_of(by, settings), to), when_stopped="")
    whose = name or "nobody in particular"
    _say(f"For {whose}: {', '.join(names)}.", {"items": [*names], "to": name}, as_json=as_json)


def requeue(
    items: ItemsArgument,
    reason: WhyOption,
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put items back among those that nobody has: no claim, nobody to look after them."""
    from cli.loop import run

    settings = settings_of(data)
    names = run(_requeued(items, settings, reviewer_of(by, settings), reason), when_stopped="")
    _say(f"Free again: {', '.join(names)}.", {"items": [*names]}, as_json=as_json)


def due(
    item: ItemArgument,
    when: Annotated[
        str,
        typer.Argument(metavar="WHEN", help="A day (its end in UTC), or a time with its zone."),
    ],
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say until when an item is to be decided; else that is two days after it was opened."""
    from cli.loop import run

    settings = settings_of(data)
    at = due_from(when)
    name = run(_due(item, settings, reviewer_of(by, settings), at), when_stopped="")
    document = {"item": name, "due": at.isoformat()}
    _say(f"Item {name} is due {at:%Y-%m-%d %H:%M} UTC.", document, as_json=as_json)


def second_review(
    item: ItemArgument,
    switch: Annotated[str, typer.Argument(metavar="on|off", help="Whether two must agree.")],
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say whether two people must agree, neither reading the other's opinion before."""
    from cli.loop import run

    wanted = word_of("on|off", Switch)(switch) is Switch.ON
    settings = settings_of(data)
    name = run(_second_review(item, settings, reviewer_of(by, settings), wanted), when_stopped="")
    words = "wants a second review" if wanted else "is decided by one person"
    _say(f"Item {name} {words}.", {"item": name, "second_review": wanted}, as_json=as_json)


def undo(
    item: ItemArgument, by: AsOption = None, data: DataOption = None, as_json: JsonOption = False
) -> None:
    """Take back your decision on an item, within 30 seconds and before its run goes on."""
    from cli.loop import run
    from cli.output import print_line

    settings = settings_of(data)
    held = run(_undone(item, settings, reviewer_of(by, settings)), when_stopped="")
    if not as_json:
        print_line(f"The decision on item {held.item} is taken back; what it said is your draft.")
    print_claim(held, as_json=as_json)


def due_from(given: str) -> datetime:
    """An instant from a day, which means its end in UTC, or from a time with its zone.

    Raises:
        InputError: it is neither.
    """
    try:
        found = datetime.fromisoformat(given)
    except ValueError:
        raise _no_time(given) from None
    if "T" not in given and " " not in given.strip():
        return datetime.combine(found.date(), time(23, 59, 59), tzinfo=UTC)
    if found.tzinfo is None:
        raise _no_time(given)
    return found.astimezone(UTC)


def _no_time(given: str) -> InputError:
    return InputError(f"WHEN {given[:80]!r}: write 2026-12-03 or 2026-12-03T15:00+00:00")


def _say(words: str, document: "Mapping[str, Json]", *, as_json: bool) -> None:
    from cli.output import print_json, print_line

    if as_json:
        print_json({**document})
    else:
        print_line(words)


async def _next(settings: "Settings", by: str, kind: str) -> "Claim | None":
    from cli.archive import open_archive
    from escalations.queue_filter import queue_filter
    from escalations.queue_rows import claim_next as take_next
    from records.clock import SystemClock

    wanted = queue_filter({"kind": kind})
    async with open_archive(settings) as archive:
        now = SystemClock().now()
        return await take_next(archive.database, holder=by, wanted=wanted, at=now)


@asynccontextmanager
async def _opened(
    settings: "Settings", *given: str
) -> AsyncGenerator[tuple["Archive", tuple[str, ...], datetime]]:
    """The records, the whole ids of the items that were named, and the time."""
    from cli.archive import open_archive
    from cli.queue_view import item_named
    from records.clock import SystemClock

    async with open_archive(settings) as archive:
        names = tuple([(await item_named(archive, one)).id for one in given])
        yield archive, names, SystemClock().now()


async def _commented(given: str, settings: "Settings", by: str, text: str) -> str:
    from escalations.comments import add_comment

    async with _opened(settings, given) as (archive, (name,), now):
        await add_comment(archive.database, archive.audit, name, by=by, text=text, at=now)
        return name


async def _assigned(
    given: list[str], settings: "Settings", by: str, to: str | None
) -> tuple[tuple[str, ...], str | None]:
    from console.access.assignees import as_user
    from escalations.care import assign_within

    async with _opened(settings, *given) as (archive, names, now), archive.database.unit() as uow:
        name = None if to is None else await as_user(uow, to)
        await assign_within(uow, archive.audit, names, to=name, by=by, at=now)
    return names, name


async def _requeued(
    given: list[str], settings: "Settings", by: str, reason: str
) -> tuple[str, ...]:
    from escalations.care import requeue as put_back

    async with _opened(settings, *given) as (archive, names, now):
        await put_back(archive.database, archive.audit, names, by=by, reason=reason, at=now)
        return names


async def _due(given: str, settings: "Settings", by: str, at: datetime) -> str:
    from escalations.care import set_due

    async with _opened(settings, given) as (archive, (name,), now):
        await set_due(archive.database, archive.audit, name, due=at, by=by, at=now)
        return name


async def _second_review(given: str, settings: "Settings", by: str, wanted: bool) -> str:
    from escalations.care import set_second_review

    async with _opened(settings, given) as (archive, (name,), now):
        db, audit = archive.database, archive.audit
        await set_second_review(db, audit, name, wanted=wanted, by=by, at=now)
        return name


async def _undone(given: str, settings: "Settings", by: str) -> "Claim":
    from escalations.decisions import decision_in_force
    from escalations.item import read_item
    from escalations.undo import undo as take_back

    async with _opened(settings, given) as (archive, (name,), now):
        _ = await read_item(archive.database, name)  # what is no run's takes effect at once
        made = await decision_in_force(archive.database, name)
        if made is None:
            raise InputError(f"item {name}: no decision is in force that could be undone")
        db, audit = archive.database, archive.audit
        return await take_back(db, audit, archive.blobs, made.id, by=by, at=now)
