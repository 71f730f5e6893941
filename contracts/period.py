"""Periods as intervals of days: what fiscal labels stand for, and the only way to subtract them.

Fiscal labels do not add up: Texas Roadhouse's fourth quarter of 2024 has 14 weeks where the
others have 13. A derived period is therefore a set difference or union of intervals.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from contracts.contract import Contract, Words

_DAY = timedelta(days=1)

Day = Annotated[date, Field(ge=date(1800, 1, 1), le=date(2200, 12, 31))]
"""A calendar date between 1800 and 2200, `YYYY-MM-DD` in JSON."""


class PeriodError(ValueError):
    """Periods that do not combine into one interval; the derivation is wrong, not the source."""


class Period(Contract):
    """An interval of whole days, both ends included, or the instant at the end of one day."""

    start: Day | None
    """First day; `None` for an instant, such as a balance sheet date."""
    end: Day
    """Last day; for an instant, the day at whose end it stands."""
    label: Words | None = None
    """The issuer's own name for it, such as `Q4 2024`; never used to compute."""
    fiscal_year: Annotated[int, Field(ge=1800, le=2201)] | None = None
    fiscal_quarter: Literal[1, 2, 3, 4] | None = None

    @model_validator(mode="after")
    def _start_is_not_after_end(self) -> Self:
        if self.start is not None and self.start > self.end:
            msg = f"starts on {self.start}, after its end {self.end}"
            raise ValueError(msg)
        return self

    @property
    def first(self) -> date:
        """First day touched: the start, or the day of an instant."""
        return self.end if self.start is None else self.start

    @property
    def days(self) -> int:
        """Length in days, both ends counted; 0 for an instant."""
        return 0 if self.start is None else (self.end - self.start).days + 1

    @property
    def weeks(self) -> int | None:
        """Length in weeks when it is a whole number of them, else `None`, as for an instant."""
        weeks, rest = divmod(self.days, 7)
        return None if rest or self.start is None else weeks

    def overlaps(self, other: "Period") -> bool:
        """Whether the two share a day; an instant lies on its day."""
        return self.first <= other.end and other.first <= self.end

    def precedes(self, other: "Period") -> bool:
        """Whether `other` starts on the day after this one ends; an instant never starts."""
        return other.start is not None and other.start - self.end == _DAY

    def same_interval(self, other: "Period") -> bool:
        """Whether both cover the same days, whatever they are called."""
        return (self.start, self.end) == (other.start, other.end)

    def minus(self, *others: "Period") -> "Period":
        """What is left of this interval without `others`, unlabelled.

        Raises:
            PeriodError: an instant, an overlap, a part outside this interval, or a remainder
                that is not one interval.
        """
        rest = [(_start(self), self.end)]
        for other in _disjoint(others):
            first, last = _start(other), other.end
            if first < _start(self) or last > self.end:
                msg = f"{first} to {last} is not inside {self.start} to {self.end}"
                raise PeriodError(msg)
            left, right = rest.pop()
            rest += [(left, first - _DAY), (last + _DAY, right)]
        gaps = [(left, right) for left, right in rest if left <= right]
        if len(gaps) != 1:
            msg = f"the remainder is {len(gaps)} intervals, expected one"
            raise PeriodError(msg)
        return Period(start=gaps[0][0], end=gaps[0][1])

    def union(self, *others: "Period") -> "Period":
        """This interval joined with `others`, unlabelled.

        Raises:
            PeriodError: an instant, an overlap, or a gap between two of them.
        """
        parts = _disjoint((self, *others))
        for left, right in pairwise(parts):
            if not left.precedes(right):
                msg = f"a gap between {left.end} and {right.start}"
                raise PeriodError(msg)
        return Period(start=parts[0].start, end=parts[-1].end)


def _start(period: Period) -> date:
    if period.start is None:
        msg = f"the instant at the end of {period.end} is not an interval"
        raise PeriodError(msg)
    return period.start


def _disjoint(periods: Sequence[Period]) -> list[Period]:
    """In order of time; overlaps are refused."""
    ordered = sorted(periods, key=_start)
    for left, right in pairwise(ordered):
        if left.overlaps(right):
            msg = f"{right.start} to {right.end} overlaps {left.start} to {left.end}"
            raise PeriodError(msg)
    return ordered
