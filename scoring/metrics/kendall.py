"""Kendall's tau-b per query, averaged over the queries on which it can be asked.

tau-b is Kendall's coefficient corrected for ties (M. G. Kendall, "The treatment of ties in ranking
problems", Biometrika 33, 1945, 239-251): agreeing less disagreeing pairs, over the geometric mean
of the pairs that each side does not tie. With one side constant this is 0/0, so a rule is needed:

- reference constant: there is no order to recover; the query is excluded and counted;
- generated constant: the numerator is zero and the reference has an order that was not recovered;
  the query counts 0 and is counted. Leaving it out would reward a source for tying what it cannot
  order, a way to game coefficients that drop undefined groups (the trouble with ties is treated in
  Deutsch, Foster, Freitag, "Ties Matter", EMNLP 2023, 12914-12929);
- no accepted rubric: 0, in the denominator, as in FinAutoRubric, appendix B.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from contracts.errors import InputError
from scoring.metrics.figure import FailedReading, Figure, Part, sorted_parts
from scoring.metrics.paired_scores import (
    ScoredQuery,
    complete_pairs,
    reference_scores,
    unjudged_answers,
)

Standing: TypeAlias = Literal[
    "ordered", "constant_generated", "failed", "failed_left_out", "constant_reference", "too_few"
]


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """The mean tau-b with what its denominator holds and what it does not."""

    figure: Figure
    constant_generated: int
    """Queries that count 0 because the source gave all answers one score."""
    constant_reference: int
    """Queries excluded because the reference gives all answers one score."""
    too_few: int
    """Queries excluded because fewer than two answers are complete."""


class _Query(NamedTuple):
    standing: Standing
    part: Part


def tau_b(first: Sequence[Fraction], second: Sequence[Fraction]) -> float | None:
    """Kendall's tau-b of two equally long sequences; None where a side is constant.

    Scores are compared as fractions before anything is a float, so no tie is made or broken by
    rounding. The cost grows with the square of the answers of one query, which are few.
    """
    if len(first) != len(second):
        msg = f"{len(first)} scores beside {len(second)}; give each answer both"
        raise InputError(msg)
    upper = np.triu_indices(len(first), 1)
    left, right = _pair_signs(first)[upper], _pair_signs(second)[upper]
    untied = int(np.count_nonzero(left)) * int(np.count_nonzero(right))
    return int((left * right).sum()) / math.sqrt(untied) if untied else None


def mean_tau_b(queries: Sequence[ScoredQuery], *, failed: FailedReading) -> RankAgreement:
    """The mean tau-b over eligible queries, each counting once."""
    rows = [_of_query(query, failed) for query in queries]
    standings = [row.standing for row in rows]
    parts = sorted_parts(row.part for row in rows)
    figure = Figure(
        parts=parts,
        items=sum(part.weight > 0 for part in parts),
        unjudged=unjudged_answers(queries, failed),
        failed=sum(query.is_failed for query in queries),
        failed_reading=failed,
    )
    return RankAgreement(
        figure,
        constant_generated=standings.count("constant_generated"),
        constant_reference=standings.count("constant_reference"),
        too_few=standings.count("too_few"),
    )


def _pair_signs(scores: Sequence[Fraction]) -> NDArray[np.int64]:
    place = {score: index for index, score in enumerate(sorted(set(scores)))}
    ranks = np.array([place[score] for score in scores], dtype=np.int64)
    return np.sign(ranks[:, None] - ranks[None, :])


def _of_query(query: ScoredQuery, failed: FailedReading) -> _Query:
    standing, tau = _standing(query, failed)
    weight = Fraction(standing in {"ordered", "constant_generated", "failed"})
    return _Query(standing, Part(query.query_id, Fraction(tau), weight))


def _standing(query: ScoredQuery, failed: FailedReading) -> tuple[Standing, float]:
    pairs = complete_pairs(query)
    reference = (
        reference_scores(query) if query.is_failed else tuple(pair.reference for pair in pairs)
    )
    if query.is_failed and failed == "exclude":
        return "failed_left_out", 0.0
    if len(reference) < 2:
        return "too_few", 0.0
    if len(set(reference)) == 1:
        return "constant_reference", 0.0
    if query.is_failed:
        return "failed", 0.0
    tau = tau_b(reference, tuple(pair.generated for pair in pairs))
    return ("constant_generated", 0.0) if tau is None else ("ordered", tau)
