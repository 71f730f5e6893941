"""Mean absolute error between reference and generated scores, in percentage points.

The mean is taken over query-answer pairs (FinAutoRubric, section 3.4), so a query with more answers
weighs more. A query without an accepted rubric gives its answers no points: the error of each is
the reference score itself, never zero.
"""

from collections.abc import Sequence
from fractions import Fraction

from scoring.metrics.figure import FailedReading, Figure, Part, sorted_parts
from scoring.metrics.paired_scores import (
    ScoredQuery,
    complete_pairs,
    reference_scores,
    unjudged_answers,
)


def mean_absolute_error(queries: Sequence[ScoredQuery], *, failed: FailedReading) -> Figure:
    """The mean of |generated - reference| over complete pairs."""
    parts = sorted_parts(_part(query, failed) for query in queries)
    return Figure(
        parts=parts,
        items=int(sum(part.weight for part in parts)),
        unjudged=unjudged_answers(queries, failed),
        failed=sum(query.is_failed for query in queries),
        failed_reading=failed,
    )


def _part(query: ScoredQuery, failed: FailedReading) -> Part:
    errors = [abs(pair.generated - pair.reference) for pair in complete_pairs(query)]
    if query.is_failed and failed == "count":
        errors = [abs(reference) for reference in reference_scores(query)]
    return Part(query.query_id, sum(errors, Fraction(0)), Fraction(len(errors)))
