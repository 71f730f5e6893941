"""How long open items have waited, as bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

WIDTH = 320
"""Of the drawing, in its own units; the page scales it."""
ROW = 24
LABELS = 96
FIGURES = 34
BOUNDS = (timedelta(hours=4), timedelta(hours=24), timedelta(days=2), timedelta(days=7))
"""The ages at which one class ends and the next begins."""
_CLASSES = ("under 4 hours", "4 to 24 hours", "1 to 2 days", "2 to 7 days", "over 7 days")


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


def age_chart(counts: Sequence[int]) -> AgeChart:
    """Draw how many items there are of each class of age."""
    most = max((*counts, 1))
    room = WIDTH - LABELS - FIGURES
    bars = tuple(
        Bar(label, count, place * ROW, round(room * count / most, 1))
        for place, (label, count) in enumerate(zip(_CLASSES, counts, strict=True))
    )
    return AgeChart(bars, ROW * len(_CLASSES), sum(counts))
