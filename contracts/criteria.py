"""What an answer is graded by: the criteria of one rubric, ours or an imported one, in one shape.

Judges see question, text and rules; points, polarity and gates are hidden from them and used by
code alone. Whoever imports a rubric writes this contract, and the scorer knows no other.
"""

from collections import Counter
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from contracts.comparison import Comparison
from contracts.contract import Contract, LongText, Words, fingerprint
from contracts.cutoff import Cutoff
from contracts.ids import Sha256, TargetId
from contracts.query import PriorTurn
from contracts.response import ItemName
from contracts.rubric import Expected, Rubric, RubricRow

MAX_CRITERIA = 1_000


class ExpectedValue(Contract):
    """A value that code looks for in the answer, beside the judges."""

    target_id: TargetId
    comparison: Comparison


class Criterion(Contract):
    """One thing that an answer meets or not."""

    id: ItemName
    text: Words
    """What is asked of the answer, as judges read it."""
    rules: tuple[Words, ...] = ()
    """How it is decided, as judges read it: what counts as the same value, what does not."""
    kind: Literal["outcome", "support"] = "outcome"
    """An outcome stands in the answer; support may also stand in the trace of the work."""
    points: Annotated[int, Field(ge=1, le=1_000_000)]
    """Hundredths, as in a score; of a negative criterion what it takes away."""
    polarity: Literal["positive", "negative"] = "positive"
    """A negative criterion describes a fault: whoever meets it has the fault."""
    must_pass: bool = False
    expected: tuple[ExpectedValue, ...] = ()


class Criteria(Contract):
    """All criteria for the answers to one question."""

    contract_name = "criteria"

    query_id: ItemName | None = None
    """The question's name in a file of answers; `None` fits every answer that is put to it."""
    question: LongText
    prior_turns: tuple[PriorTurn, ...] = ()
    cutoff: Cutoff | None = None
    """Up to when the world may be known; `None` where the rubric does not say."""
    rubric_sha256: Sha256
    """Fingerprint of the rubric that the criteria come from."""
    criteria: Annotated[tuple[Criterion, ...], Field(min_length=1, max_length=MAX_CRITERIA)]

    @model_validator(mode="after")
    def _can_be_scored(self) -> Self:
        counts = Counter(criterion.id for criterion in self.criteria)
        if twice := sorted(name for name, count in counts.items() if count > 1):
            msg = f"criteria stand twice: {', '.join(twice)}"
            raise ValueError(msg)
        if all(criterion.polarity == "negative" for criterion in self.criteria):
            msg = "no criterion gives points, so there is nothing to earn"
            raise ValueError(msg)
        return self


def criteria_of(rubric: Rubric) -> Criteria:
    """The criteria of a rubric of ours: its rows, all positive and without gates."""
    query = rubric.query
    return Criteria(
        question=query.text,
        prior_turns=query.prior_turns,
        cutoff=query.cutoff,
        rubric_sha256=fingerprint(rubric),
        criteria=tuple(_criterion(row) for row in rubric.rows),
    )


def _criterion(row: RubricRow) -> Criterion:
    return Criterion(
        id=row.id,
        text=row.text,
        rules=tuple(_rule(expected) for expected in row.expected),
        kind=row.role,
        points=row.points,
        expected=tuple(
            ExpectedValue(target_id=expected.target_id, comparison=expected.comparison)
            for expected in row.expected
        ),
    )


def _rule(expected: Expected) -> str:
    return f"{expected.text}: {expected.rule}" if expected.rule else expected.text
