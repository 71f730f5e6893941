"""How much a score moves with the length of the answer.

The slope of score on log2(length), within queries: percentage points per doubling. Scores and
lengths are taken as deviations from their query's means, so that hard questions, which have long
answers and low scores for every system, do not enter. Give `percent` as the generated score less
the human one to see what length earns *beyond* quality: that slope should be near zero.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

from pydantic import Field, model_validator

from contracts.contract import Contract, Words
from scoring.metrics.figure import Figure, Part, Percent, sorted_parts


class MeasuredAnswer(Contract):
    """One answer's length and score; None for one without a complete judgement."""

    answer_id: Words
    characters: Annotated[int, Field(ge=0)]
    percent: Percent | None


class MeasuredQuery(Contract):
    """The measured answers to one query."""

    query_id: Words
    answers: Annotated[tuple[MeasuredAnswer, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _answers_stand_once(self) -> Self:
        if len({answer.answer_id for answer in self.answers}) < len(self.answers):
            msg = f"query {self.query_id!r} has an answer twice; give each answer once"
            raise ValueError(msg)
        return self


@dataclass(frozen=True, slots=True)
class LengthEffect:
    """Percentage points per doubling of the length."""

    figure: Figure
    empty: int
    """Answers left out because they have no characters: nothing can be doubled."""


def length_effect(queries: Sequence[MeasuredQuery], *, failed: int = 0) -> LengthEffect:
    """The pooled slope within queries; a query whose lengths are all equal has no say.

    `failed` counts the queries without an accepted rubric, which are not among `queries`.
    """
    answers = [answer for query in queries for answer in query.answers]
    used = [answer for query in queries for answer in _usable(query)]
    empty = sum(answer.characters == 0 for answer in answers)
    figure = Figure(
        parts=sorted_parts(map(_part, queries)),
        items=len(used),
        unjudged=len(answers) - len(used) - empty,
        failed=failed,
        failed_reading="exclude",
    )
    return LengthEffect(figure, empty)


def _usable(query: MeasuredQuery) -> list[tuple[float, float]]:
    return [
        (math.log2(answer.characters), float(answer.percent))
        for answer in query.answers
        if answer.characters > 0 and answer.percent is not None
    ]


def _part(query: MeasuredQuery) -> Part:
    usable = _usable(query)
    if len({length for length, _ in usable}) < 2:
        return Part(query.query_id, Fraction(0), Fraction(0))
    mean_length = math.fsum(length for length, _ in usable) / len(usable)
    mean_score = math.fsum(score for _, score in usable) / len(usable)
    covered = math.fsum((length - mean_length) * (score - mean_score) for length, score in usable)
    spread = math.fsum((length - mean_length) ** 2 for length, _ in usable)
    return Part(query.query_id, Fraction(covered), Fraction(spread))
