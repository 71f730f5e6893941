"""`finrubric queue`: what waits for a person, and what a person decides."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import (
    AsOption,
    DataOption,
    JsonOption,
    command_line,
    reviewer_of,
    settings_of,
    word_of,
)

if TYPE_CHECKING:
    from cli.deciding import Decided, Wish
    from cli.ruling import Ruled
    from contracts.contract import Json
    from contracts.settings import Settings
    from escalations.claims import Claim

app = typer.Typer(help="List what waits for a person, show it, decide it.", no_args_is_help=True)

ItemArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="ITEM", help="Id of the item, or the beginning of it.")
]
KINDS = "retry|edit|reject|return|relock|waive|sign"
"""The words of `contracts.decision.DecisionKind`, written out so that --help loads no contract."""
RULINGS = "admit|reject|prefer_a|prefer_b|tie|neither|pass|fail|return"
"""The words of `contracts.matter.RulingKind`, likewise."""
KindArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="KIND",
        help=f"What is decided: {KINDS}; of an item that is no run's, {RULINGS}.",
    ),
]
NoteOption: TypeAlias = Annotated[str, typer.Option(help="Why, in at least ten characters.")]
ReasonOption: TypeAlias = Annotated[
    str, typer.Option(metavar="CODE", help="Why, in one word for counting, such as wrong_period.")
]
GuidanceOption: TypeAlias = Annotated[str | None, typer.Option(help="What to tell the role.")]
GuidanceFileOption: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The same, from a file.")
]
SourceOption: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="A source to add, with NAME.source.json beside it."),
]
FileOption: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="NAME=PATH", help="A role's file to replace.")
]
FindingOption: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="CODE@POINTER", help="A finding to waive.")
]
MAX_MINUTES = 24 * 60


@app.command("list")
def list_items(
    all_: Annotated[bool, typer.Option("--all", help="Also what is decided or closed.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the items, first due first."""
    from cli.loop import run
    from cli.output import print_json
    from cli.queue_list import list_json, listed, tell_list

    found = run(listed(settings_of(data), only_open=not all_), when_stopped="")
    if as_json:
        print_json(list_json(found))
    else:
        tell_list(found, data)


@app.command()
def show(item: ItemArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """Show an item: the question, what was found, and the commands that decide it."""
    from cli.loop import run
    from cli.output import print_json
    from cli.queue_view import ItemView, tell_item, view_of
    from cli.ruling import tell_matter
    from records.clock import SystemClock

    view = run(view_of(item, settings_of(data), at=SystemClock().now()), when_stopped="")
    if as_json:
        print_json(view.as_json(data))
    elif isinstance(view, ItemView):
        tell_item(view, data)
    else:
        tell_matter(view, data)


@app.command()
def claim(
    item: ItemArgument,
    minutes: Annotated[int, typer.Option(min=1, max=MAX_MINUTES, help="How long it lasts.")] = 15,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Take it from whoever has it; needs --reason.")
    ] = False,
    reason: Annotated[
        str | None, typer.Option(help="Why it is taken over, in at least ten characters.")
    ] = None,
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take an item, so that nobody else decides it meanwhile."""
    from cli.loop import run
    from contracts.errors import InputError

    if take_over != (reason is not None):
        raise InputError("--take-over and --reason go together: say why you take it from somebody")
    settings = settings_of(data)
    name = reviewer_of(by, settings)
    lasting = timedelta(minutes=minutes)
    step = (
        _claimed(item, settings, name, lasting)
        if reason is None
        else _taken_over(item, settings, name, reason, lasting)
    )
    print_claim(run(step, when_stopped=""), as_json=as_json)


def print_claim(held: "Claim", *, as_json: bool) -> None:
    """Print who has an item until when."""
    from cli.output import print_json, print_line

    until = f"{held.expires:%Y-%m-%d %H:%M:%S} UTC"
    if as_json:
        print_json({"item": held.item, "holder": held.holder, "token": held.token, "until": until})
    else:
        print_line(f"{held.holder} has item {held.item} until {until} (claim {held.token}).")


@app.command()
def release(
    item: ItemArgument, by: AsOption = None, data: DataOption = None, as_json: JsonOption = False
) -> None:
    """Give a claimed item back undecided."""
    from cli.loop import run
    from cli.output import print_json, print_line

    settings = settings_of(data)
    name = run(_released(item, settings, reviewer_of(by, settings)), when_stopped="")
    if as_json:
        print_json({"item": name, "claim": None})
    else:
        print_line(f"Item {name} is free.")


@app.command()
def decide(
    item: ItemArgument,
    kind: KindArgument,
    note: NoteOption,
    reason: ReasonOption = "other",
    guidance: GuidanceOption = None,
    guidance_file: GuidanceFileOption = None,
    source: SourceOption = None,
    file: FileOption = None,
    finding: FindingOption = None,
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide an item; a run obeys at its next resume."""
    from cli.deciding import Wish, words_of_note
    from cli.given_files import given_files
    from cli.loop import run
    from contracts.decision import DecisionReason
    from sources.corpus import read_given

    settings = settings_of(data)
    wish = Wish(
        kind=kind,
        reason=word_of("--reason", DecisionReason)(reason),
        note=words_of_note(note),
        guidance=_guidance(guidance, guidance_file),
        sources=read_given(source or ()),
        files=given_files(file or ()),
        findings=tuple(finding or ()),
        by=reviewer_of(by, settings),
    )
    decided = run(_decided(item, wish, settings), when_stopped="")
    _print(decided, data, as_json=as_json)


def _print(decided: "Decided | Ruled", data: Path | None, *, as_json: bool) -> None:
    from cli.output import print_json
    from cli.ruling import Ruled, tell_ruled

    is_ruled = isinstance(decided, Ruled)
    if as_json:
        print_json(decided.as_json() if is_ruled else _as_json(decided))
    elif is_ruled:
        tell_ruled(decided)
    else:
        _tell(decided, data)


def _as_json(decided: "Decided") -> "Json":
    made = decided.decision
    return {
        "decision": made.id,
        "item": made.item,
        "run": made.run,
        "kind": made.kind.value,
        "standing": decided.standing.value,
        "anchor": str(decided.anchor),
    }


def _tell(decided: "Decided", data: Path | None) -> None:
    from cli.output import print_line
    from contracts.decision import DecisionKind
    from escalations.opinions import Standing
    from escalations.undo import UNDO_FOR

    made = decided.decision
    if decided.standing is not Standing.DECIDED:
        _tell_opinion(decided)
        return
    print_line(f"Decision {made.id}: {made.kind} by {made.by}.")
    match made.kind:
        case DecisionKind.REJECT:
            print_line(f"Run {made.run} is rejected.")
        case DecisionKind.RETURN:
            print_line(f"Item {made.item} waits on, free for others.")
        case _:
            if made.kind is DecisionKind.RETRY and not (made.guidance or made.sources):
                print_line(
                    "No guidance and no source were given: the role is told what was found, and "
                    "else begins from what it had."
                )
            print_line(f"Go on with: {command_line(f'runs resume {made.run}', data)}")
            undo = command_line(f"queue undo {made.item}", data)
            print_line(f"Until then, and for {UNDO_FOR.seconds} seconds, it is undone by: {undo}")
    print_line(f"Audit anchor: {decided.anchor}")


def _tell_opinion(decided: "Decided") -> None:
    from cli.output import print_line
    from escalations.opinions import Standing

    made = decided.decision
    print_line(f"Your opinion on item {made.item} is final: {made.kind}. It has no effect yet.")
    if decided.standing is Standing.DIFFER:
        print_line("It differs from the other one: a third person reads both and decides.")
    else:
        print_line("A second person decides without reading it; if both agree, it is decided.")
    print_line(f"Audit anchor: {decided.anchor}")


def _guidance(given: str | None, file: Path | None) -> str:
    from cli.given_files import read_text
    from contracts.errors import InputError

    if given is not None and file is not None:
        raise InputError("--guidance and --guidance-file: give one of them")
    if file is not None:
        return read_text(file, option="--guidance-file")
    return given or ""


async def _claimed(given: str, settings: "Settings", by: str, lasting: timedelta) -> "Claim":
    from cli.archive import open_archive
    from cli.queue_view import item_named
    from escalations.claims import claim as take
    from records.clock import SystemClock

    async with open_archive(settings) as archive:
        item = await item_named(archive, given)
        now = SystemClock().now()
        return await take(archive.database, item.id, holder=by, lasting=lasting, at=now)


async def _taken_over(
    given: str, settings: "Settings", by: str, reason: str, lasting: timedelta
) -> "Claim":
    from cli.archive import open_archive
    from cli.queue_view import item_named
    from escalations.claims import take_over
    from records.clock import SystemClock

    async with open_archive(settings) as archive:
        item = await item_named(archive, given)
        now = SystemClock().now()
        return await take_over(
            archive.database,
            archive.audit,
            item.id,
            by=by,
            reason=reason,
            at=now,
            lasting=lasting,
        )


async def _released(given: str, settings: "Settings", by: str) -> str:
    from cli.archive import open_archive
    from cli.queue_view import item_named
    from contracts.errors import InputError
    from escalations.claims import claim_of
    from escalations.claims import release as give_back
    from records.clock import SystemClock

    async with open_archive(settings) as archive:
        item = await item_named(archive, given)
        held = await claim_of(archive.database, item.id, at=SystemClock().now())
        if held is None or held.holder != by:
            raise InputError(f"item {item.id} is not claimed by {by}")
        await give_back(archive.database, held)
        return item.id


async def _decided(given: str, wish: "Wish", settings: "Settings") -> "Decided | Ruled":
    from cli.archive import open_archive
    from cli.deciding import make_decision
    from cli.queue_view import item_named
    from cli.ruling import make_ruling
    from contracts.matter import Matter
    from records.clock import SystemClock

    async with open_archive(settings) as archive:
        item = await item_named(archive, given)
        if isinstance(item, Matter):
            return await make_ruling(archive, item, wish, SystemClock())
        return await make_decision(archive, item, wish, SystemClock())
