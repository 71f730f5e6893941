"""A blind study: two sources of rubrics for the same questions, and what analysts say of them.

Texts here are normalised: both sides look alike, and nothing in them says where they come from.
"""

from collections import Counter
from datetime import datetime
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from contracts.contract import Contract, LongText, Text, Words
from contracts.cutoff import Cutoff
from contracts.ids import Sha256
from contracts.query import PriorTurn, Tag
from contracts.response import ItemName

MIN_RATIONALE = 10
"""Fewest characters of a rationale."""
MAX_PAIRS = 2_000
MAX_REVIEWERS = 50

SystemLabel = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$")]
"""What a source of rubrics is called once the study is revealed."""
DimensionName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
ReviewerName = Annotated[str, StringConstraints(min_length=1, max_length=80)]
PairId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""Drawn at random, so that it says nothing of its pair."""
Rationale = Annotated[Words, StringConstraints(min_length=MIN_RATIONALE)]
Side: TypeAlias = Literal["left", "right"]
"""The source as it was named when the study was made; never shown before it is revealed."""
Overall: TypeAlias = Literal["a", "b", "tie", "both_bad"]
Choice: TypeAlias = Literal["a", "b", "tie", "both_bad", "unsure"]
Preferred: TypeAlias = Literal["left", "right", "tie", "both_bad", "unsure"]
"""A choice once its side is known."""


class BlindRow(Contract):
    """One row of a rubric without its id, its role and everything that names its origin."""

    text: Annotated[LongText, Field(min_length=1)]
    """What is asked of the answer, and how a stated value is compared."""
    points: Annotated[int, Field(ge=1, le=1_000_000)]
    """Hundredths as the rubric gives them; of a negative row what it takes away."""
    polarity: Literal["positive", "negative"] = "positive"
    must_pass: bool = False


class BlindRubric(Contract):
    """The rows of one rubric in their order."""

    rows: Annotated[tuple[BlindRow, ...], Field(min_length=1)]


class BlindPair(Contract):
    """One question with a rubric of each source."""

    contract_name = "blind-pair"

    query_id: ItemName | None
    benchmark: Tag
    question: Annotated[LongText, Field(min_length=1)]
    prior_turns: tuple[PriorTurn, ...] = ()
    cutoff: Cutoff | None
    left: BlindRubric
    right: BlindRubric


class Dimension(Contract):
    """One thing that two rubrics are compared in."""

    name: DimensionName
    question: Words


class StudyPlan(Contract):
    """How a study was made; fixed from then on."""

    contract_name = "study-plan"

    name: ItemName
    title: Words
    left: SystemLabel
    right: SystemLabel
    dimensions: Annotated[tuple[Dimension, ...], Field(max_length=12)]
    reviewers: Annotated[tuple[ReviewerName, ...], Field(min_length=1, max_length=MAX_REVIEWERS)]
    seed: Annotated[int, Field(ge=0, lt=10**15)]
    """What sides and orders were drawn from."""
    normaliser: Annotated[int, Field(ge=1)]
    """Version of the rules by which the texts were made alike."""
    is_redacted: bool
    """Whether names were taken out of the texts of both sides."""
    created: datetime
    by: Words

    @model_validator(mode="after")
    def _nothing_twice(self) -> Self:
        for what, names in (
            ("source", [self.left, self.right]),
            ("dimension", [one.name for one in self.dimensions]),
            ("reviewer", list(self.reviewers)),
        ):
            counts = Counter(name.casefold() for name in names)
            if twice := [name for name, count in counts.items() if count > 1]:
                msg = f"{what} {twice[0]!r} stands twice; give each its own name"
                raise ValueError(msg)
        return self


class DimensionChoice(Contract):
    """What one reviewer says of one dimension."""

    name: DimensionName
    choice: Choice


class PairVerdict(Contract):
    """What one reviewer says of one pair, in the sides that this reviewer saw."""

    contract_name = "pair-verdict"

    overall: Overall
    dimensions: tuple[DimensionChoice, ...]
    """One per dimension of the study, in its order."""
    rationale: Rationale


class VerdictDraft(Contract):
    """A verdict that is not finished: whatever was chosen and typed so far."""

    contract_name = "verdict-draft"

    overall: Overall | None = None
    dimensions: tuple[DimensionChoice, ...] = ()
    rationale: Text = ""


class ExportedPair(Contract):
    """One pair as an export names it: its texts by their hashes."""

    pair: PairId
    query_id: ItemName | None
    benchmark: Tag
    question: LongText
    left_sha256: Sha256
    """Fingerprint of the normalised rubric that reviewers read."""
    right_sha256: Sha256


class ExportedDimension(Contract):
    """One dimension of a verdict, as seen and as meant."""

    name: DimensionName
    choice: Choice
    preferred: Preferred


class ExportedVerdict(Contract):
    """One verdict with the sides that its reviewer saw."""

    pair: PairId
    reviewer: ReviewerName
    position: Annotated[int, Field(ge=1)]
    """The how-many-th pair it was for this reviewer."""
    side_of_a: Side
    choice: Overall
    preferred: Preferred
    dimensions: tuple[ExportedDimension, ...]
    rationale: Rationale
    at: datetime


class StudyExport(Contract):
    """A revealed study: its plan, its pairs and every verdict."""

    contract_name = "study"

    plan: StudyPlan
    revealed: datetime
    revealed_by: Words
    reason: Text
    """Why it was closed before every verdict was in; empty otherwise."""
    planned: Annotated[int, Field(ge=1)]
    """Verdicts that were to be given."""
    pairs: tuple[ExportedPair, ...]
    verdicts: tuple[ExportedVerdict, ...]
