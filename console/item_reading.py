"""The page of one item, whole: its run, the queue around it, and the form for who may decide."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from console.access.assignees import assignees
from console.access.roles import Permission
from console.access.user import User
from console.item_form import typed_of_draft
from console.item_port import EditStarts
from console.parts import Parts
from console.reading.around import AroundReading, read_around
from console.reading.item import RunReading, audit_lines, read_run
from console.views.around import Around, InForce, around_view
from console.views.decision_form import (
    Choice,
    Panel,
    Typed,
    choices,
    edited_files,
    panel,
    ruling_choices,
)
from console.views.item import ItemView, Selected, item_view
from console.views.matter import MatterView, matter_view
from contracts.contract import parse_contract
from contracts.decision import DecisionKind
from contracts.errors import ContractError, Fault
from contracts.escalation import Escalation, legal_decisions
from contracts.factorization import Factorization
from contracts.matter import Matter, legal_rulings
from escalations.decisions import DecisionRow
from escalations.rulings import rulings_on
from escalations.undo import deciders


@dataclass(frozen=True, slots=True)
class Show:
    """What of an item is to be shown, and what a refused form held."""

    row: str = ""
    finding: int | None = None
    is_editing: bool = False
    against: int | None = None
    """The version that the rows are held against; the one before by default."""
    typed: Typed | None = None
    errors: Mapping[str, str] = field(default_factory=dict[str, str])
    faults: Mapping[str, tuple[Fault, ...]] = field(default_factory=dict[str, tuple[Fault, ...]])


@dataclass(frozen=True, slots=True)
class ItemPage:
    """Everything that the page of an item shows."""

    id: str
    item: ItemView | None
    """Of an escalation."""
    matter: MatterView | None
    """Of what is no run's."""
    around: Around
    choices: tuple[Choice, ...]
    panel: Panel | None
    """For who has claimed it."""
    starts: EditStarts | None
    """What the role wrote, where there are no rows to show."""


async def read_page(parts: Parts, item_id: str, user: User, show: Show) -> ItemPage:
    """Read an item for one person.

    Raises:
        InputError: there is no such item, or nothing of what is to be shown.
        CorruptRun: a file that a row names is missing or has other bytes.
    """
    around = await read_around(parts, item_id, user, parts.clock.now())
    if isinstance(around.item, Matter):
        return await _matter_page(parts, around, around.item, user, show)
    return await _run_page(parts, around, around.item, user, show)


async def _run_page(
    parts: Parts, around: AroundReading, item: Escalation, user: User, show: Show
) -> ItemPage:
    run = await read_run(parts, item, user)
    item = run.veil.over(item)
    audit = await audit_lines(parts, item.id)
    shown = await _around(parts, around, user, _in_force(run, item))
    offered = choices(
        run.offer.kinds,
        legal_decisions(item) if item.state == "open" else (),
        may_waive=user.may(Permission.WAIVE),
        differences=run.offer.differences,
    )
    # A form without the files that somebody has begun to change would lose sight of them.
    has_files = around.draft is not None and bool(around.draft.draft.files)
    wants_files = (show.is_editing or has_files) and shown.is_mine and _can_edit(offered)
    # What a role left in its folder is shown whole, or not at all.
    is_told = run.draft is None and not run.veil.is_drawn
    starts = await parts.ports.items.edit_starts(item) if wants_files or is_told else None
    run = with_parts_as_written(run, starts)
    return ItemPage(
        id=item.id,
        item=item_view(item, run, audit, Selected(show.row, show.finding, show.against)),
        matter=None,
        around=shown,
        choices=offered,
        panel=_panel(item, around, offered, run, show, starts if wants_files else None)
        if shown.is_mine
        else None,
        starts=starts,
    )


async def _matter_page(
    parts: Parts, around: AroundReading, matter: Matter, user: User, show: Show
) -> ItemPage:
    made = await rulings_on(parts.database, matter.id)
    audit = await audit_lines(parts, matter.id)
    shown = await _around(parts, around, user, None)
    offered = ruling_choices(legal_rulings(matter)) if matter.state == "open" else ()
    typed = show.typed or typed_of_draft(around.draft)
    saved = around.draft.saved if around.draft else None
    form = panel(None, offered, typed, errors=show.errors, saved=saved) if shown.is_mine else None
    return ItemPage(
        id=matter.id,
        item=None,
        matter=matter_view(matter, made, audit),
        around=shown,
        choices=offered,
        panel=form,
        starts=None,
    )


async def _around(
    parts: Parts, read: AroundReading, user: User, in_force: DecisionRow | None
) -> Around:
    people: tuple[str, ...] = ()
    decided: InForce | None = None
    now = parts.clock.now()
    if in_force is not None:
        async with parts.database.reading() as reading:
            decided = InForce(in_force, await deciders(reading, in_force.decision))
    if user.may(Permission.ASSIGN):
        async with parts.database.reading() as reading:
            people = await assignees(reading, at=now)
    return around_view(read, user, now, in_force=decided, people=people)


def with_parts_as_written(run: RunReading, starts: EditStarts | None) -> RunReading:
    """The run with the question taken apart as its role wrote it, where no gate let that pass."""
    if run.ground.factorization is not None or starts is None:
        return run
    text = starts.texts.get(f"{Factorization.contract_name}.json", "")
    try:
        parts = parse_contract(text.encode(), Factorization)
    except ContractError:
        return run
    ground = replace(run.ground, factorization=parts, is_refused=True)
    return replace(run, ground=ground)


def _panel(
    item: Escalation,
    around: AroundReading,
    offered: tuple[Choice, ...],
    run: RunReading,
    show: Show,
    starts: EditStarts | None,
) -> Panel:
    typed = show.typed or typed_of_draft(around.draft)
    files = edited_files(starts.texts, starts.names, typed.files, show.faults) if starts else ()
    if show.is_editing and show.typed is None:
        typed = typed.of_kind(DecisionKind.EDIT.value)
    return panel(
        item,
        offered,
        typed,
        files=files,
        errors=show.errors,
        differences=run.offer.differences,
        saved=around.draft.saved if around.draft else None,
    )


def _can_edit(offered: tuple[Choice, ...]) -> bool:
    return any(one.value == DecisionKind.EDIT and not one.refusal for one in offered)


def _in_force(run: RunReading, item: Escalation) -> DecisionRow | None:
    """What the item was decided by: neither a return nor what was taken back."""
    made = (
        row
        for row in run.decisions
        if row.decision.item == item.id
        and row.voided is None
        and row.decision.kind is not DecisionKind.RETURN
    )
    return next(made, None)
