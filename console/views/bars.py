"""Charts that are tables: one bar per row, with the figure beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 100.0
"""Units of a whole bar; the drawing takes whatever width its cell has."""


@dataclass(frozen=True, slots=True)
class Part:
    """What enters a chart."""

    label: str
    value: float
    figure: str
    """The value in words."""
    kind: str = "plain"
    """Colour of the bar: `plain`, `outcome` or `support`; never the only sign."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a chart."""

    label: str
    width: float
    """0 to 100."""
    figure: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class Bars:
    """A chart with what it is of."""

    caption: str
    head: tuple[str, str]
    """Titles of the first and of the last column."""
    rows: tuple[Bar, ...]


def bars(
    caption: str, parts: Sequence[Part], *, head: tuple[str, str], whole: float | None = None
) -> Bars:
    """Bars over one scale: the longest fills its cell, or `whole` does."""
    longest = whole or max((part.value for part in parts), default=0.0)
    return Bars(
        caption=caption,
        head=head,
        rows=tuple(
            Bar(
                label=part.label,
                width=_width(part.value, longest),
                figure=part.figure,
                kind=part.kind,
                note=part.note,
            )
            for part in parts
        ),
    )


def _width(value: float, whole: float) -> float:
    if whole <= 0 or value <= 0:
        return 0.0
    # A sliver stays visible.
    return round(max(0.6, min(WIDTH, WIDTH * value / whole)), 2)
