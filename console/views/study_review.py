"""The page on which a reviewer compares two rubrics: both sides drawn by the very same rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from console.studies.store import Progress, Study
from console.studies.typed import BEFORE_DIMENSION, OVERALL, RATIONALE
from console.studies.verdicts import Given, Item
from contracts.query import PriorTurn
from contracts.study import BlindPair, BlindRow, BlindRubric, PairVerdict, VerdictDraft
from reports.words import cutoff_text

CHOICES = (("a", "A"), ("b", "B"), ("tie", "Tie"), ("both_bad", "Both bad"))
UNSURE = ("unsure", "Unsure")
KEYS = {"a": "choose-a", "b": "choose-b", "tie": "choose-tie", "both_bad": "choose-neither"}
"""Choice to the action of the keyboard map that takes it."""
_WORDS = dict((*CHOICES, UNSURE))
_ONE_PLACE = Decimal("0.1")


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a column."""

    number: int
    points: str
    text: str
    takes_away: bool
    must_pass: bool


@dataclass(frozen=True, slots=True)
class Column:
    """One rubric under its letter."""

    letter: str
    rows: tuple[RowView, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a question."""

    value: str
    words: str
    key: str
    """Action of the keyboard map; empty for none."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with its choices: the whole, or a dimension."""

    field: str
    name: str
    question: str
    options: tuple[Option, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class OtherVerdict:
    """What another reviewer said: choices in the sides of this page, the rationale in theirs."""

    reviewer: str
    overall: str
    dimensions: tuple[tuple[str, str], ...]
    rationale: str
    is_swapped: bool
    """Whether A in the rationale is B on this page."""


@dataclass(frozen=True, slots=True)
class ReviewView:
    """Everything that the page shows; nothing in it says which source is which."""

    study: str
    title: str
    item: str
    position: int
    of: int
    mine: int
    everyones: int
    planned: int
    question: str
    prior_turns: tuple[PriorTurn, ...]
    cutoff: str
    columns: tuple[Column, ...]
    overall: Asked
    dimensions: tuple[Asked, ...]
    rationale: str
    rationale_fault: str
    is_final: bool
    is_closed: bool
    others: tuple[OtherVerdict, ...] = ()
    is_saved: bool = False

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """Field and words of everything that keeps the verdict from being final."""
        asked = ((one.field, one.fault) for one in (self.overall, *self.dimensions))
        every = (*asked, (RATIONALE, self.rationale_fault))
        return tuple((field, words) for field, words in every if words)


def columns_of(pair: BlindPair, item: Item) -> tuple[Column, ...]:
    """A and B as the item's reviewer gets them; points of both in the same form."""
    sides = (pair.left, pair.right) if item.left_is_a else (pair.right, pair.left)
    shares = [_shares(rubric) for rubric in sides]
    is_whole = all(share == share.to_integral_value() for some in shares for share in some)
    return tuple(
        Column(
            letter,
            tuple(
                _row(number, row, share, is_whole=is_whole)
                for number, (row, share) in enumerate(zip(rubric.rows, some, strict=True), 1)
            ),
        )
        for letter, rubric, some in zip(("A", "B"), sides, shares, strict=True)
    )


def review_view(
    study: Study,
    progress: Progress,
    item: Item,
    pair: BlindPair,
    draft: VerdictDraft,
    *,
    given: Given | None = None,
    others: tuple[Given, ...] = (),
    faults: Mapping[str, str] | None = None,
    is_saved: bool = False,
) -> ReviewView:
    """The page of one pair with what was typed, or with the final verdict."""
    said = draft if given is None else _as_draft(given.verdict)
    found = faults or {}
    return ReviewView(
        study=study.plan.name,
        title=study.plan.title,
        item=item.id,
        position=item.position,
        of=progress.planned,
        mine=progress.given,
        everyones=study.given,
        planned=study.planned,
        question=pair.question,
        prior_turns=pair.prior_turns,
        cutoff="" if pair.cutoff is None else cutoff_text(pair.cutoff),
        columns=columns_of(pair, item),
        overall=_asked(OVERALL, "Overall", "Which rubric would you grade by?", said.overall, found),
        dimensions=_dimensions(study, said, found),
        rationale=said.rationale,
        rationale_fault=found.get(RATIONALE, ""),
        is_final=given is not None,
        is_closed=study.revealed is not None,
        others=tuple(map(other_verdict, others)),
        is_saved=is_saved,
    )


def _dimensions(study: Study, said: VerdictDraft, faults: Mapping[str, str]) -> tuple[Asked, ...]:
    chosen = {one.name: one.choice for one in said.dimensions}
    return tuple(
        _asked(
            f"{BEFORE_DIMENSION}{one.name}", one.name, one.question, chosen.get(one.name), faults
        )
        for one in study.plan.dimensions
    )


def other_verdict(given: Given) -> OtherVerdict:
    """A verdict in words."""
    return OtherVerdict(
        reviewer=given.item.reviewer,
        overall=_WORDS[given.verdict.overall],
        dimensions=tuple((one.name, _WORDS[one.choice]) for one in given.verdict.dimensions),
        rationale=given.verdict.rationale,
        is_swapped=given.is_swapped,
    )


def _as_draft(verdict: PairVerdict) -> VerdictDraft:
    return VerdictDraft(
        overall=verdict.overall, dimensions=verdict.dimensions, rationale=verdict.rationale
    )


def _asked(
    field: str, name: str, question: str, chosen: str | None, faults: Mapping[str, str]
) -> Asked:
    choices = CHOICES if field == OVERALL else (*CHOICES, UNSURE)
    return Asked(
        field=field,
        name=name,
        question=question,
        options=tuple(
            Option(value, words, KEYS.get(value, "") if field == OVERALL else "", value == chosen)
            for value, words in choices
        ),
        fault=faults.get(field, ""),
    )


def _shares(rubric: BlindRubric) -> list[Decimal]:
    """Points of 100 of each row: what can be earned is 100, whatever the rubric counts in."""
    total = sum(row.points for row in rubric.rows if row.polarity == "positive")
    return [Decimal(row.points * 100) / Decimal(total) for row in rubric.rows]


def _row(number: int, row: BlindRow, share: Decimal, *, is_whole: bool) -> RowView:
    shown = share if is_whole else share.quantize(_ONE_PLACE, ROUND_HALF_UP)
    return RowView(
        number=number,
        points=f"{shown:f}" if not is_whole else f"{shown.to_integral_value():f}",
        text=row.text,
        takes_away=row.polarity == "negative",
        must_pass=row.must_pass,
    )
