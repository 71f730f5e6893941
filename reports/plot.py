"""Geometry of plots: where dots, whiskers and ticks stand in a drawing of a fixed width."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 720
_LABELS = 190
_FIGURES = 200
_ROW = 30
_TOP = 8
_AXIS = 34
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Tick:
    """One mark of an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis from one place to another."""

    low: float
    high: float
    begins: float
    ends: float

    def at(self, value: float) -> float:
        """Where a value stands."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.begins + share * (self.ends - self.begins), 2)

    def ticks(self) -> tuple[Tick, ...]:
        """Round values that stand well apart."""
        step = _step((self.high - self.low) / 5)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        values = [step * number for number in range(first, last + 1)]
        return tuple(Tick(self.at(value), f"{value:g}".replace("-", "\u2212")) for value in values)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval, as it enters a plot."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    figures: str
    """The figures in words, at the right."""
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Whisker:
    """One row of a forest."""

    label: str
    figures: str
    y: float
    at: float | None
    low: float | None
    high: float | None
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Forest:
    """Estimates below each other over one axis."""

    title: str
    rows: tuple[Whisker, ...]
    ticks: tuple[Tick, ...]
    zero: float | None
    """Where zero stands, when it lies inside and matters."""
    bottom: float
    height: float
    right: float
    """Where the figures begin."""


def forest(
    title: str, estimates: Sequence[Estimate], *, bounds: tuple[float, float] | None = None
) -> Forest | None:
    """A dot and a whisker per estimate; `None` where nothing has a value."""
    known = [
        value for one in estimates for value in (one.value, one.low, one.high) if value is not None
    ]
    if not known:
        return None
    low, high = bounds or _around(known)
    axis = Axis(low, high, _LABELS, WIDTH - _FIGURES)
    bottom = _TOP + _ROW * len(estimates)
    return Forest(
        title=title,
        rows=tuple(_whisker(one, number, axis) for number, one in enumerate(estimates)),
        ticks=axis.ticks(),
        zero=axis.at(0.0) if bounds is None and low < 0 < high else None,
        bottom=bottom,
        height=bottom + _AXIS,
        right=WIDTH - _FIGURES + 14,
    )


def _whisker(one: Estimate, number: int, axis: Axis) -> Whisker:
    return Whisker(
        label=one.label,
        figures=one.figures,
        y=_TOP + _ROW * (number + 0.5),
        at=None if one.value is None else axis.at(one.value),
        low=None if one.low is None else axis.at(one.low),
        high=None if one.high is None else axis.at(one.high),
        is_marked=one.is_marked,
    )


def _around(values: Iterable[float]) -> tuple[float, float]:
    """Bounds a little wider than the values, with zero inside; never of no width."""
    found = [0.0, *values]
    low, high = min(found), max(found)
    if low == high:
        return (0.0, 1.0)
    room = 0.05 * (high - low)
    return (low - room if low < 0 else 0.0, high + room if high > 0 else 0.0)


def _step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in _STEPS if power * step >= least * (1 - 1e-9))


@dataclass(frozen=True, slots=True)
class Dot:
    """One answer in a scatter."""

    x: float
    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """Answers by the reference (across) and by a source (upwards), in percent."""

    source: str
    dots: tuple[Dot, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    begins: tuple[float, float]
    """Lower left corner of the frame."""
    ends: tuple[float, float]
    """Upper right corner of the frame."""
    left_out: int


SIDE = 300
_MARGIN = 44


def scatter(source: str, points: Sequence[tuple[float, float, str]], *, left_out: int) -> Scatter:
    """Dots in a square; the diagonal is agreement."""
    low = min([0.0, *(min(x, y) for x, y, _ in points)])
    across = Axis(low, 100.0, _MARGIN, SIDE - 18)
    upwards = Axis(low, 100.0, SIDE - _MARGIN, 10)
    return Scatter(
        source=source,
        dots=tuple(Dot(across.at(x), upwards.at(y), words) for x, y, words in points),
        x_ticks=across.ticks(),
        y_ticks=upwards.ticks(),
        begins=(_MARGIN, SIDE - _MARGIN),
        ends=(SIDE - 18, 10),
        left_out=left_out,
    )
