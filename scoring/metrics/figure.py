"""A figure over queries: what each query adds, the quotient of the sums, and what was left out.

Every metric here is a sum of totals over a sum of weights with one part per query. The bootstrap
draws queries, so it needs nothing else. Sums are exact; only the printed quotient is a float.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator

from contracts.errors import InputError

FailedReading: TypeAlias = Literal["count", "exclude"]
"""Whether a query without an accepted rubric counts against its source or is left out."""


def _at_most_hundred(value: Fraction) -> Fraction:
    if value > 100:
        msg = f"{value} is more than 100 percent of the maximum"
        raise ValueError(msg)
    return value


Percent: TypeAlias = Annotated[Fraction, AfterValidator(_at_most_hundred)]
"""Percent of the maximum, exact; below zero only under a rubric that takes points away."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one query adds to a figure; a weight of zero says that it adds nothing."""

    query_id: str
    total: Fraction
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Figure:
    """A quotient over queries with the counts that are printed beside it."""

    parts: tuple[Part, ...]
    """One per query, those of weight zero included, sorted by id."""
    items: int
    """Queries, pairs, criteria or answers that the value is taken over."""
    unjudged: int
    """Items left out because a judgement is missing."""
    failed: int
    """Queries for which the source gave no accepted rubric."""
    failed_reading: FailedReading

    @property
    def value(self) -> float | None:
        """The figure; None, never zero and never NaN, where nothing can be counted."""
        exact = quotient(self.parts)
        return None if exact is None else float(exact)

    @property
    def queries(self) -> int:
        """Queries that the value is taken over."""
        return sum(part.weight > 0 for part in self.parts)


def quotient(parts: Iterable[Part]) -> Fraction | None:
    """The sum of the totals over the sum of the weights, exact; None over nothing."""
    kept = tuple(parts)
    weight = sum((part.weight for part in kept), Fraction(0))
    return sum((part.total for part in kept), Fraction(0)) / weight if weight else None


def sorted_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts by query id, so that the order of the input changes no sum and no draw.

    Raises:
        InputError: a query id stands twice; counted twice it would weigh twice.
    """
    ordered = tuple(sorted(parts, key=lambda part: part.query_id))
    counted = Counter(part.query_id for part in ordered)
    twice = [query_id for query_id, times in counted.items() if times > 1]
    if twice:
        msg = f"query {twice[0]!r} stands twice in one figure; give each query once"
        raise InputError(msg)
    return ordered
