"""Percentile intervals by drawing queries with replacement, and the interval of a difference.

Queries are the unit: answers and criteria of one query stand or fall together, so drawing them
singly would make intervals too narrow. One `Resample` serves every metric and source, so that all
are seen on the same draws. Percentiles, not BCa: that has no value on data without variation (and
percentiles do; B. Efron, R. Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from contracts.errors import InputError
from scoring.metrics.figure import Figure, Part, quotient

DRAWS = 10_000
LEVEL = 0.95
FEWEST_QUERIES = 5
"""Below this there is no interval: four queries have only 35 different resamples."""

_ROWS_AT_ONCE = 1_000
_DECIMALS = 10
"""Bounds are rounded to these, so that a difference of nothing is zero and not 1e-17."""

Separation: TypeAlias = Literal["first_higher", "second_higher", "not_separated", "tied"]

_CAPTION = (
    "{percent:g} % percentile intervals from {draws:,} draws of {queries} queries, seed {seed}."
    " Two sources are compared only by the interval of their difference, taken over the same draws"
    " of the same queries. That the intervals of the two sources overlap proves nothing: a hard"
    " query pulls both sources down, which widens both intervals but cancels in the difference,"
    " so the difference can be clear although the intervals overlap."
)


@dataclass(frozen=True, slots=True)
class Resample:
    """How often each query is drawn in each draw; the same for everything compared with it."""

    query_ids: tuple[str, ...]
    times: NDArray[np.int32]
    """One row per draw, one column per query."""
    seed: int

    @property
    def draws(self) -> int:
        """Number of draws."""
        return len(self.times)


@dataclass(frozen=True, slots=True)
class Interval:
    """The middle part of the draws in which the figure has a value."""

    low: float
    high: float
    level: float
    draws: int
    with_value: int
    """Draws in which the figure has a value; the others drew no query that counts."""
    queries: int
    seed: int


@dataclass(frozen=True, slots=True)
class Difference:
    """First source less second, on the queries that count in both."""

    value: float | None
    interval: Interval | None
    """None where fewer than `FEWEST_QUERIES` queries count in both."""
    separation: Separation | None
    """None without an interval; `tied` where no query tells the sources apart."""
    queries: int
    left_out: int
    """Queries that count on one side only."""


def draw_queries(query_ids: Sequence[str], *, seed: int, draws: int = DRAWS) -> Resample:
    """Draw as many queries as there are, with replacement, `draws` times.

    Raises:
        InputError: there is no query, one stands twice, or fewer than one draw is asked for.
    """
    ids = tuple(sorted(query_ids))
    if not ids or len(set(ids)) < len(ids) or draws < 1:
        msg = f"{draws} draws of {len(ids)} queries, {len(set(ids))} different: nothing to draw"
        raise InputError(msg)
    count = len(ids)
    drawn = np.random.Generator(np.random.PCG64(seed)).integers(0, count, size=(draws, count))
    cells = (drawn + np.arange(draws)[:, None] * count).ravel()
    times = np.bincount(cells, minlength=draws * count).reshape(draws, count)
    return Resample(ids, times.astype(np.int32), seed)


def marginal_interval(
    figure: Figure, resample: Resample, *, level: float = LEVEL
) -> Interval | None:
    """The interval of one figure by itself; None below `FEWEST_QUERIES`.

    It says how well this figure is known. It is not for comparing two: see `caption`.

    Raises:
        InputError: the queries drawn are not those of the figure.
    """
    _check_same_queries(figure, resample)
    if figure.queries < FEWEST_QUERIES:
        return None
    return _interval(_quotients(figure.parts, resample), resample, figure.queries, level)


def paired_difference(
    first: Figure, second: Figure, resample: Resample, *, level: float = LEVEL
) -> Difference:
    """First less second with its interval over the same draws of the same queries.

    Raises:
        InputError: figures and draws are not of the same queries, or failures are read in two ways.
    """
    if first.failed_reading != second.failed_reading:
        msg = "one figure counts failed queries and the other excludes them; use one reading"
        raise InputError(msg)
    _check_same_queries(first, resample)
    _check_same_queries(second, resample)
    both = list(zip(first.parts, second.parts, strict=True))
    kept = [(one, other) for one, other in both if one.weight > 0 and other.weight > 0]
    lefts, rights = tuple(one for one, _ in kept), tuple(other for _, other in kept)
    interval = None
    if len(kept) >= FEWEST_QUERIES:
        between = _quotients(lefts, resample) - _quotients(rights, resample)
        interval = _interval(between, resample, len(kept), level)
    return Difference(
        value=_exact_difference(lefts, rights),
        interval=interval,
        separation=interval and _separation(interval, is_tied=lefts == rights),
        queries=len(kept),
        left_out=sum((one.weight > 0) != (other.weight > 0) for one, other in both),
    )


def caption(resample: Resample, *, level: float = LEVEL) -> str:
    """What has to stand below a table or plot of intervals."""
    return _CAPTION.format(
        percent=100 * level,
        draws=resample.draws,
        queries=len(resample.query_ids),
        seed=resample.seed,
    )


def _quotients(parts: Sequence[Part], resample: Resample) -> NDArray[np.float64]:
    """The figure in each draw; NaN, inside this module only, where a draw holds no weight."""
    column = {query_id: index for index, query_id in enumerate(resample.query_ids)}
    sums = np.zeros((resample.draws, 2))
    table = np.zeros((len(column), 2))
    for part in parts:
        table[column[part.query_id]] = float(part.total), float(part.weight)
    for start in range(0, resample.draws, _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        sums[rows] = resample.times[rows].astype(np.float64) @ table
    values = np.full(resample.draws, np.nan)
    np.divide(sums[:, 0], sums[:, 1], out=values, where=sums[:, 1] > 0)
    return values


def _interval(
    values: NDArray[np.float64], resample: Resample, queries: int, level: float
) -> Interval | None:
    if not 0 < level < 1:
        msg = f"a level of {level!r}; give a share between 0 and 1, such as 0.95"
        raise InputError(msg)
    known = values[np.isfinite(values)]
    if not known.size:
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(
        low=round(float(low), _DECIMALS) + 0.0,
        high=round(float(high), _DECIMALS) + 0.0,
        level=level,
        draws=resample.draws,
        with_value=int(known.size),
        queries=queries,
        seed=resample.seed,
    )


def _exact_difference(lefts: Sequence[Part], rights: Sequence[Part]) -> float | None:
    left, right = quotient(lefts), quotient(rights)
    return None if left is None or right is None else float(left - right)


def _separation(interval: Interval, *, is_tied: bool) -> Separation:
    if is_tied:
        return "tied"
    if interval.low > 0:
        return "first_higher"
    return "second_higher" if interval.high < 0 else "not_separated"


def _check_same_queries(figure: Figure, resample: Resample) -> None:
    if alone := sorted({part.query_id for part in figure.parts} ^ set(resample.query_ids)):
        msg = f"query {alone[0]!r} is in the figure or in the draws only; give both all queries"
        raise InputError(msg)
