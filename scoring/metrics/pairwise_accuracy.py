"""How often a rubric orders two answers to one query as the human grades do.

Only pairs that the grades order are asked. A pair that the rubric ties was not ordered: it counts
one half, as a coin would score, so that a rubric with one score for all stands at one half and not
above or below it. The counts of right, tied and wrong pairs stand beside, for any other reading.
A query without an accepted rubric orders nothing: its pairs count as tied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from scoring.metrics.figure import FailedReading, Figure, Part, sorted_parts
from scoring.metrics.paired_scores import (
    Pair,
    ScoredQuery,
    complete_pairs,
    reference_scores,
    unjudged_answers,
)


@dataclass(frozen=True, slots=True)
class PairAccuracy:
    """The share of pairs ordered as by hand."""

    figure: Figure
    right: int
    tied: int
    wrong: int
    human_ties: int
    """Pairs not asked, because their grades are equal."""


class _Counts(NamedTuple):
    right: int
    tied: int
    wrong: int
    human_ties: int


def pairwise_accuracy(queries: Sequence[ScoredQuery], *, failed: FailedReading) -> PairAccuracy:
    """The share over all pairs of answers to the same query; `reference` is the human grade."""
    counts = [_count(query, failed) for query in queries]
    parts = sorted_parts(
        _part(query.query_id, counted) for query, counted in zip(queries, counts, strict=True)
    )
    return PairAccuracy(
        Figure(
            parts=parts,
            items=int(sum(part.weight for part in parts)),
            unjudged=unjudged_answers(queries, failed),
            failed=sum(query.is_failed for query in queries),
            failed_reading=failed,
        ),
        right=sum(counted.right for counted in counts),
        tied=sum(counted.tied for counted in counts),
        wrong=sum(counted.wrong for counted in counts),
        human_ties=sum(counted.human_ties for counted in counts),
    )


def _part(query_id: str, counts: _Counts) -> Part:
    total = counts.right + Fraction(counts.tied, 2)
    return Part(query_id, total, Fraction(counts.right + counts.tied + counts.wrong))


def _count(query: ScoredQuery, failed: FailedReading) -> _Counts:
    pairs = complete_pairs(query)
    if query.is_failed and failed == "count":
        pairs = tuple(Pair(reference, Fraction(0)) for reference in reference_scores(query))
    signs = [
        (_sign(one.reference - other.reference), _sign(one.generated - other.generated))
        for one, other in combinations(pairs, 2)
    ]
    asked = [by_hand * by_rubric for by_hand, by_rubric in signs if by_hand]
    human_ties = len(signs) - len(asked)
    return _Counts(asked.count(1), asked.count(0), asked.count(-1), human_ties)


def _sign(difference: Fraction) -> int:
    return (difference > 0) - (difference < 0)
