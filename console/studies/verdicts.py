"""Verdicts: drafts that can be changed, and final ones, hidden from others until theirs is in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, delete, exists, insert, select

from console.studies.refusals import AlreadyFinal, NotThere, StillHidden
from console.studies.store import Study, parsed, study_in
from contracts.contract import canonical
from contracts.errors import InputError
from contracts.study import Choice, PairVerdict, StudyPlan, VerdictDraft
from records.database import Database
from records.study_tables import STUDY_DRAFT, STUDY_ITEM, STUDY_VERDICT
from records.unit_of_work import Reading, UnitOfWork

_SWAPPED: Mapping[Choice, Choice] = {"a": "b", "b": "a"}


@dataclass(frozen=True, slots=True)
class Item:
    """One pair as one reviewer has it."""

    id: str
    study: str
    pair: str
    reviewer: str
    position: int
    left_is_a: bool


@dataclass(frozen=True, slots=True)
class Given:
    """A final verdict with the item that it is on."""

    item: Item
    verdict: PairVerdict
    at: datetime
    is_swapped: bool = False
    """The choices are in another reviewer's sides; the words of the rationale stay as written."""


async def next_item(reading: Reading, study: str, reviewer: str) -> Item | None:
    """Read the first pair that a reviewer has not judged; None when all are done."""
    is_judged = exists().where(STUDY_VERDICT.c.item == STUDY_ITEM.c.id)
    row = await reading.first(
        select(STUDY_ITEM)
        .where(await _is_of(reading, study, reviewer), ~is_judged)
        .order_by(STUDY_ITEM.c.position)
        .limit(1)
    )
    return None if row is None else _item(row)


async def items_of(reading: Reading, study: str, reviewer: str) -> tuple[Item, ...]:
    """Read a reviewer's pairs in their order; none for who does not review it."""
    theirs = await _is_of(reading, study, reviewer)
    rows = await reading.rows(select(STUDY_ITEM).where(theirs).order_by(STUDY_ITEM.c.position))
    return tuple(_item(row) for row in rows)


async def given_by(reading: Reading, study: str, reviewer: str) -> frozenset[str]:
    """Read the items on which a reviewer's verdict is final."""
    rows = await reading.rows(
        select(STUDY_ITEM.c.id)
        .join(STUDY_VERDICT, STUDY_VERDICT.c.item == STUDY_ITEM.c.id)
        .where(await _is_of(reading, study, reviewer))
    )
    return frozenset(row["id"] for row in rows)


async def own_item(reading: Reading, study: str, item: str, *, by: str) -> Item:
    """Read an item that is the caller's own.

    Raises:
        NotThere: the study has no such item.
        StillHidden: it is another reviewer's.
    """
    row = await reading.first(
        select(STUDY_ITEM).where(STUDY_ITEM.c.study == study, STUDY_ITEM.c.id == item)
    )
    if row is None:
        raise NotThere(f"study {study!r} has no pair {item!r}")
    if not _is(row["reviewer"], by):
        raise StillHidden("this pair is another reviewer's")
    return _item(row)


async def verdict_on(reading: Reading, item: Item) -> Given | None:
    """Read the final verdict on an item."""
    row = await reading.first(select(STUDY_VERDICT).where(STUDY_VERDICT.c.item == item.id))
    if row is None:
        return None
    verdict = parsed(row["body"], PairVerdict, f"verdict on {item.id!r}")
    return Given(item, verdict, row["at"])


async def draft_on(reading: Reading, item: Item) -> VerdictDraft:
    """Read what was typed so far; an empty draft when nothing was."""
    row = await reading.first(select(STUDY_DRAFT).where(STUDY_DRAFT.c.item == item.id))
    if row is None:
        return VerdictDraft()
    return parsed(row["body"], VerdictDraft, f"draft on {item.id!r}")


async def save_draft(
    db: Database, study: str, item: str, draft: VerdictDraft, *, by: str, at: datetime
) -> None:
    """Keep what was chosen and typed so far in place of the draft before.

    Raises:
        NotThere, StillHidden: as `own_item`.
        AlreadyFinal: the verdict is given.
        InputError: the study is revealed.
    """
    async with db.unit() as uow:
        found = await own_item(uow, study, item, by=by)
        _ = await _require_open(uow, study)
        if await verdict_on(uow, found) is not None:
            raise AlreadyFinal("your verdict on this pair is final already")
        await uow.execute(delete(STUDY_DRAFT).where(STUDY_DRAFT.c.item == item))
        await uow.execute(
            insert(STUDY_DRAFT).values(item=item, body=canonical(draft).decode(), saved=at)
        )


async def give_verdict(
    db: Database, study: str, item: str, verdict: PairVerdict, *, by: str, at: datetime
) -> None:
    """Make a verdict final; the same one sent twice is kept once.

    Raises:
        NotThere, StillHidden: as `own_item`.
        AlreadyFinal: another verdict was given before.
        InputError: the study is revealed, or a dimension is missing or unknown.
    """
    async with db.unit() as uow:
        found = await own_item(uow, study, item, by=by)
        before = await verdict_on(uow, found)
        if before is not None:
            if before.verdict == verdict:
                return
            raise AlreadyFinal("your verdict on this pair is final already, in other words")
        opened = await _require_open(uow, study)
        _require_dimensions(opened.plan, verdict)
        body = canonical(verdict).decode()
        await uow.execute(insert(STUDY_VERDICT).values(item=item, body=body, at=at))
        await uow.execute(delete(STUDY_DRAFT).where(STUDY_DRAFT.c.item == item))


async def others_on(reading: Reading, item: Item) -> tuple[Given, ...]:
    """Read what others said of the same pair, in the sides of this item's reviewer.

    Raises:
        StillHidden: the own verdict is not final yet.
    """
    if await verdict_on(reading, item) is None:
        raise StillHidden("others' verdicts are shown once your own on this pair is final")
    of_others = (STUDY_ITEM.c.pair == item.pair) & (STUDY_ITEM.c.id != item.id)
    found = await _given(reading, (STUDY_ITEM.c.study == item.study) & of_others)
    return tuple(_seen_from(item, one) for one in found)


async def given_in(reading: Reading, study: str) -> tuple[Given, ...]:
    """Read every final verdict of a study, by reviewer and position.

    It shows no one's side; who calls it before the study is revealed must not pass it on.
    """
    return await _given(reading, STUDY_ITEM.c.study == study)


async def _given(reading: Reading, fits: ColumnElement[bool]) -> tuple[Given, ...]:
    rows = await reading.rows(
        select(STUDY_ITEM, STUDY_VERDICT.c.body, STUDY_VERDICT.c.at)
        .join(STUDY_VERDICT, STUDY_VERDICT.c.item == STUDY_ITEM.c.id)
        .where(fits)
        .order_by(STUDY_ITEM.c.reviewer, STUDY_ITEM.c.position)
    )
    return tuple(
        Given(_item(row), parsed(row["body"], PairVerdict, f"verdict on {row['id']!r}"), row["at"])
        for row in rows
    )


def swapped(verdict: PairVerdict) -> PairVerdict:
    """The same verdict where A is called B and B is called A."""
    dimensions = tuple(
        one.model_copy(update={"choice": _SWAPPED.get(one.choice, one.choice)})
        for one in verdict.dimensions
    )
    overall = _SWAPPED.get(verdict.overall, verdict.overall)
    return verdict.model_copy(update={"overall": overall, "dimensions": dimensions})


def _seen_from(item: Item, given: Given) -> Given:
    if given.item.left_is_a == item.left_is_a:
        return given
    return Given(given.item, swapped(given.verdict), given.at, is_swapped=True)


async def _require_open(uow: UnitOfWork, study: str) -> Study:
    found = await study_in(uow, study)
    if found.revealed is not None:
        raise InputError(f"study {study!r} is revealed; no further verdict counts")
    return found


def _require_dimensions(plan: StudyPlan, verdict: PairVerdict) -> None:
    wanted = [one.name for one in plan.dimensions]
    if [one.name for one in verdict.dimensions] != wanted:
        msg = f"a verdict of this study has a choice for each of: {', '.join(wanted)}"
        raise InputError(msg)


async def _is_of(reading: Reading, study: str, reviewer: str) -> ColumnElement[bool]:
    """The condition that an item is a reviewer's, whose name counts in any case."""
    named = select(STUDY_ITEM.c.reviewer).where(STUDY_ITEM.c.study == study).distinct()
    names = [row["reviewer"] for row in await reading.rows(named)]
    theirs = STUDY_ITEM.c.reviewer.in_([name for name in names if _is(name, reviewer)])
    return (STUDY_ITEM.c.study == study) & theirs


def _is(reviewer: str, name: str) -> bool:
    return reviewer.casefold() == name.casefold()


def _item(row: RowMapping) -> Item:
    return Item(
        id=row["id"],
        study=row["study"],
        pair=row["pair"],
        reviewer=row["reviewer"],
        position=row["position"],
        left_is_a=row["left_is_a"],
    )
