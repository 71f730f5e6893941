"""How long open items have waited, as bars."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

WIDTH = 320
"""Of the drawing, in its own units; the page scales it."""
ROW = 24
LABELS = 96
FIGURES = 34
_BOUNDS: tuple[tuple[str, timedelta | None], ...] = (
    ("under 4 hours", timedelta(hours=4)),
    ("4 to 24 hours", timedelta(hours=24)),
    ("1 to 2 days", timedelta(days=2)),
    ("2 to 7 days", timedelta(days=7)),
    ("over 7 days", None),
)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: how many items have waited so long."""

    label: str
    count: int
    y: int
    width: float


@dataclass(frozen=True, slots=True)
class AgeChart:
    """The bars of all ages, and the drawing's size."""

    bars: tuple[Bar, ...]
    height: int
    total: int
    left: int = LABELS
    width: int = WIDTH


def age_chart(ages: Iterable[timedelta]) -> AgeChart:
    """Put ages into classes and draw them."""
    counts = [0] * len(_BOUNDS)
    for age in ages:
        counts[_class_of(age)] += 1
    most = max((*counts, 1))
    room = WIDTH - LABELS - FIGURES
    bars = tuple(
        Bar(label, count, place * ROW, round(room * count / most, 1))
        for place, ((label, _), count) in enumerate(zip(_BOUNDS, counts, strict=True))
    )
    return AgeChart(bars, ROW * len(_BOUNDS), sum(counts))


def _class_of(age: timedelta) -> int:
    for place, (_, bound) in enumerate(_BOUNDS):
        if bound is None or age < bound:
            return place
    return len(_BOUNDS) - 1
