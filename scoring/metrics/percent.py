"""The score of one answer in percent of its rubric's maximum, and means of such scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.errors import InputError
from scoring.metrics.figure import Figure, Part, Percent, sorted_parts

RowVerdict: TypeAlias = Literal["pass", "fail", "not_judged"]


class GradedRow(Contract):
    """One row of a rubric as it was judged for one answer."""

    row_id: Words
    points: int
    """Hundredths of a point; below zero where a pass takes points away."""
    verdict: RowVerdict


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The percents an answer can still have; both bounds are equal when every row is judged."""

    low: Fraction
    high: Fraction
    unjudged_rows: int

    @property
    def percent(self) -> Fraction | None:
        """The score; None while a row is not judged."""
        return None if self.unjudged_rows else self.low


class AnsweredQuery(Contract):
    """The percents of one query's answers; None for one that is not fully judged."""

    query_id: Words
    percents: Annotated[tuple[Percent | None, ...], Field(min_length=1)]


def percent_of_maximum(rows: Sequence[GradedRow]) -> ScoreRange:
    """100 times the points earned over the sum of the positive points; nothing is clipped.

    Raises:
        InputError: a row stands twice, or no row has positive points.
    """
    if len({row.row_id for row in rows}) < len(rows):
        msg = "a row is graded twice for one answer; give each row once"
        raise InputError(msg)
    maximum = sum(max(row.points, 0) for row in rows)
    if maximum == 0:
        msg = "no row has positive points, so there is no maximum to take a percent of"
        raise InputError(msg)
    earned = sum(row.points for row in rows if row.verdict == "pass")
    is_open = [row.points for row in rows if row.verdict == "not_judged"]
    return ScoreRange(
        low=Fraction(100 * (earned + sum(min(points, 0) for points in is_open)), maximum),
        high=Fraction(100 * (earned + sum(max(points, 0) for points in is_open)), maximum),
        unjudged_rows=len(is_open),
    )


def mean_percent(queries: Sequence[AnsweredQuery], *, failed: int = 0) -> Figure:
    """The mean over answers; an answer without a complete judgement is left out and counted.

    `failed` counts the queries without an accepted rubric. They have no score, so they are not
    among `queries` in either reading; their count stands beside the mean.
    """
    parts = sorted_parts(_part(query) for query in queries)
    items = int(sum(part.weight for part in parts))
    return Figure(
        parts=parts,
        items=items,
        unjudged=sum(len(query.percents) for query in queries) - items,
        failed=failed,
        failed_reading="exclude",
    )


def _part(query: AnsweredQuery) -> Part:
    complete = [percent for percent in query.percents if percent is not None]
    return Part(query.query_id, sum(complete, Fraction(0)), Fraction(len(complete)))
