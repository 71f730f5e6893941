"""The same answers scored twice: by the reference (expert rubric or human) and by a source."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from pydantic import Field, model_validator

from contracts.contract import Contract, Words
from contracts.errors import InputError
from scoring.metrics.figure import FailedReading, Percent


class ScoredAnswer(Contract):
    """One answer's two scores; None for one without a complete judgement."""

    answer_id: Words
    reference: Percent | None
    """By the expert's rubric, or the human grade on 0 to 100."""
    generated: Percent | None
    """By the rubric that is examined."""


class ScoredQuery(Contract):
    """The answers to one query; `is_failed` when the source gave no accepted rubric for it."""

    query_id: Words
    answers: Annotated[tuple[ScoredAnswer, ...], Field(min_length=1)]
    is_failed: bool = False

    @model_validator(mode="after")
    def _scores_fit(self) -> Self:
        if len({answer.answer_id for answer in self.answers}) < len(self.answers):
            msg = f"query {self.query_id!r} has an answer twice; give each answer once"
            raise ValueError(msg)
        if self.is_failed and any(answer.generated is not None for answer in self.answers):
            msg = f"query {self.query_id!r} failed but has scores; leave `generated` empty"
            raise ValueError(msg)
        return self


class Pair(NamedTuple):
    """Two complete scores of one answer."""

    reference: Fraction
    generated: Fraction


def complete_pairs(query: ScoredQuery) -> tuple[Pair, ...]:
    """The answers with both scores."""
    return tuple(
        Pair(answer.reference, answer.generated)
        for answer in query.answers
        if answer.reference is not None and answer.generated is not None
    )


def reference_scores(query: ScoredQuery) -> tuple[Fraction, ...]:
    """The complete reference scores; all that a failed query has."""
    return tuple(answer.reference for answer in query.answers if answer.reference is not None)


def unjudged_answers(queries: Sequence[ScoredQuery], failed: FailedReading) -> int:
    """Answers left out for want of a score; those of excluded queries are left out for another."""
    return sum(
        len(query.answers)
        - len(reference_scores(query) if query.is_failed else complete_pairs(query))
        for query in queries
        if not (query.is_failed and failed == "exclude")
    )


def on_common_answers(
    first: Sequence[ScoredQuery], second: Sequence[ScoredQuery]
) -> tuple[tuple[ScoredQuery, ...], tuple[ScoredQuery, ...]]:
    """Both sources on the answers that are complete in both: what a paired comparison needs.

    An answer left out on one side only would make the difference one of answers, not of sources.
    A failed query keeps its answers, but only those that the other side has complete.

    Raises:
        InputError: the sources differ in a query, an answer or a reference score.
    """
    _same_reference(first, second)
    by_id = {query.query_id: query for query in second}
    lefts: list[ScoredQuery] = []
    rights: list[ScoredQuery] = []
    for query in first:
        other = by_id[query.query_id]
        common = _complete_ids(query) & _complete_ids(other)
        lefts.append(_without_others(query, common))
        rights.append(_without_others(other, common))
    return tuple(lefts), tuple(rights)


def _complete_ids(query: ScoredQuery) -> set[str]:
    return {
        answer.answer_id
        for answer in query.answers
        if answer.reference is not None and (query.is_failed or answer.generated is not None)
    }


def _without_others(query: ScoredQuery, kept: set[str]) -> ScoredQuery:
    """The query with both scores of the other answers taken away; they count as unjudged."""
    answers = tuple(
        answer
        if answer.answer_id in kept
        else answer.model_copy(update={"reference": None, "generated": None})
        for answer in query.answers
    )
    return query.model_copy(update={"answers": answers})


def _same_reference(first: Sequence[ScoredQuery], second: Sequence[ScoredQuery]) -> None:
    sides = [
        {
            (query.query_id, answer.answer_id): answer.reference
            for query in side
            for answer in query.answers
        }
        for side in (first, second)
    ]
    for place in sorted(sides[0].keys() | sides[1].keys()):
        if any(place not in side for side in sides):
            msg = f"answer {place!r} stands on one side only; score the same answers twice"
            raise InputError(msg)
        if sides[0][place] != sides[1][place]:
            msg = f"answer {place!r} has two reference scores; use one reference for both sources"
            raise InputError(msg)
