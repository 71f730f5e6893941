"""Intervals over queries: seeded, paired, and silent where there is nothing to say."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.errors import InputError
from scoring.metrics.bootstrap import (
    DRAWS,
    FEWEST_QUERIES,
    Resample,
    caption,
    draw_queries,
    marginal_interval,
    paired_difference,
)
from scoring.metrics.figure import Figure, Part
from tests.scoring.metrics.tables import figure

VALUES = st.lists(st.integers(0, 100), min_size=FEWEST_QUERIES, max_size=9)
# Hard and easy queries: both sources move together, the first is 2 or 3 points better throughout.
LEVELS = [10 * index for index in range(10)]
BETTER = figure(*(level + 2 + index % 2 for index, level in enumerate(LEVELS)))
WORSE = figure(*LEVELS)


def drawn_for(of: Figure, *, seed: int = 7, draws: int = DRAWS) -> Resample:
    return draw_queries([part.query_id for part in of.parts], seed=seed, draws=draws)


def test_each_draw_draws_as_many_queries_as_there_are() -> None:
    resample = draw_queries(["a", "b", "c"], seed=1)
    assert resample.times.shape == (10_000, 3)
    assert set(resample.times.sum(axis=1)) == {3}
    # Each query is drawn once a draw on average: within 5 standard errors of it.
    assert np.abs(resample.times.mean(axis=0) - 1).max() < 5 * np.sqrt(2 / 3 / DRAWS)


def test_interval_is_that_of_a_loop_over_the_same_draws() -> None:
    values = [0, 5, 10, 40, 80, 100]
    of = figure(*values)
    resample = drawn_for(of, draws=500)
    means = [
        np.mean([v for v, n in zip(values, times, strict=True) for _ in range(n)])
        for times in resample.times
    ]
    interval = marginal_interval(of, resample)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx(np.percentile(means, [2.5, 97.5]))
    assert (interval.draws, interval.with_value, interval.queries) == (500, 500, 6)


def test_weights_are_drawn_with_their_queries() -> None:
    """A ratio of sums, not a mean of the queries' own ratios."""
    values = figure(*range(6))
    last = values.parts[-1]
    nine = Part(last.query_id, last.total * 9, last.weight * 9)
    heavy = replace(values, parts=(*values.parts[:-1], nine))
    resample = drawn_for(heavy, draws=200)
    weights = np.array([1, 1, 1, 1, 1, 9])
    expected = (resample.times * weights * np.arange(6)).sum(1) / (resample.times * weights).sum(1)
    interval = marginal_interval(heavy, resample)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx(np.percentile(expected, [2.5, 97.5]))


def test_overlapping_marginal_intervals_hide_a_clear_difference() -> None:
    resample = drawn_for(BETTER)
    one, other = (marginal_interval(side, resample) for side in (BETTER, WORSE))
    assert one is not None
    assert other is not None
    assert one.low < other.high
    assert other.low < one.high
    found = paired_difference(BETTER, WORSE, resample)
    assert found.value == 2.5
    assert found.interval is not None
    assert 2 <= found.interval.low < found.interval.high <= 3
    assert found.separation == "first_higher"
    assert paired_difference(WORSE, BETTER, resample).separation == "second_higher"
    assert "prove" in caption(resample)


def test_caption_names_level_draws_queries_and_seed() -> None:
    said = caption(draw_queries(["a", "b"], seed=42, draws=10_000), level=0.9)
    assert said.startswith("90 % percentile intervals from 10,000 draws of 2 queries, seed 42.")
    assert "only by the interval of their difference" in said
    assert "overlap proves nothing" in said


def test_an_interval_that_just_reaches_zero_separates_nothing() -> None:
    one, none = figure(1, 0, 0, 0, 0), figure(0, 0, 0, 0, 0)
    above, below = (
        paired_difference(first, second, drawn_for(none))
        for first, second in ((one, none), (none, one))
    )
    assert above.interval is not None
    assert below.interval is not None
    assert above.interval.low == below.interval.high == 0
    assert above.interval.high == -below.interval.low > 0
    assert above.separation == below.separation == "not_separated"


def test_queries_that_count_on_one_side_only_are_left_out_of_a_difference() -> None:
    first, second = figure(1, 1, 1, 1, 1, 1, None), figure(0, 0, 0, 0, 0, None, None)
    found = paired_difference(first, second, drawn_for(first))
    assert (found.value, found.queries, found.left_out) == (1, 5, 1)


def test_draws_without_a_counting_query_are_told() -> None:
    few = figure(0, 1, 2, 3, 4, *[None] * 20)
    interval = marginal_interval(few, drawn_for(few))
    assert interval is not None
    assert 9_900 < interval.with_value < DRAWS == interval.draws


@pytest.mark.parametrize("values", [(), (1,), (1, 2, 3, 4), (1, 2, 3, 4, None)])
def test_few_queries_have_no_interval(values: tuple[int | None, ...]) -> None:
    of = figure(*values, None)
    assert marginal_interval(of, drawn_for(of)) is None
    found = paired_difference(of, of, drawn_for(of))
    assert (found.interval, found.separation) == (None, None)


def test_five_queries_have_one() -> None:
    assert marginal_interval(figure(1, 2, 3, 4, 5), drawn_for(figure(1, 2, 3, 4, 5))) is not None


@settings(max_examples=25)
@given(VALUES, st.randoms(use_true_random=False))
def test_interval_lies_in_the_range_and_ignores_the_order_of_queries(
    values: list[int], random: Random
) -> None:
    of = figure(*values)
    ids = [part.query_id for part in of.parts]
    interval = marginal_interval(of, draw_queries(ids, seed=3, draws=200))
    shuffled = draw_queries(random.sample(ids, len(ids)), seed=3, draws=200)
    assert interval == marginal_interval(of, shuffled)
    assert interval is not None
    assert min(values) <= interval.low <= interval.high <= max(values)


@settings(max_examples=25)
@given(VALUES, st.integers(1, 50))
def test_a_constant_step_is_found_whatever_the_spread(values: list[int], step: int) -> None:
    lower, higher = figure(*values), figure(*(value + step for value in values))
    found = paired_difference(higher, lower, drawn_for(lower, draws=200))
    assert found.interval is not None
    assert (found.interval.low, found.interval.high, found.value) == (step, step, step)
    assert found.separation == "first_higher"


def test_thirds_leave_no_dust_in_a_difference() -> None:
    """The same quotients from other sums: as floats they differ by 1e-17, in both directions."""
    thirds = [Fraction(index, 3) for index in range(7)]
    one = figure(*thirds)
    other = replace(
        one,
        parts=tuple(Part(p.query_id, p.total * 49, p.weight * 49) for p in one.parts),
    )
    found = paired_difference(one, other, drawn_for(one, draws=300))
    assert found.interval is not None
    assert (found.value, found.interval.low, found.interval.high) == (0, 0, 0)
    assert found.separation == "not_separated"


def test_a_seed_gives_the_same_interval_on_every_machine_and_in_every_run() -> None:
    """If a new numpy breaks this, printed intervals are no longer repeatable: say so in the log."""
    of = figure(*(index * index for index in range(20)))
    interval = marginal_interval(of, drawn_for(of, seed=11))
    assert interval is not None
    assert (interval.low, interval.high) == (75.99875, 175.7025)


def test_another_seed_gives_other_draws() -> None:
    ids = ["a", "b", "c"]
    assert (draw_queries(ids, seed=1).times != draw_queries(ids, seed=2).times).any()


@pytest.mark.parametrize(("ids", "draws"), [([], 10), (["a", "a"], 10), (["a"], 0)])
def test_nothing_to_draw_is_refused(ids: list[str], draws: int) -> None:
    with pytest.raises(InputError, match="nothing to draw"):
        draw_queries(ids, seed=1, draws=draws)


def test_figures_and_draws_of_other_queries_are_refused() -> None:
    resample = drawn_for(WORSE)
    with pytest.raises(InputError, match="'q009' is in the figure or in the draws only"):
        marginal_interval(figure(*range(9)), resample)
    with pytest.raises(InputError, match="'q009' is in the figure or in the draws only"):
        paired_difference(WORSE, figure(*range(9)), resample)


def test_two_readings_of_failures_are_not_compared() -> None:
    excluded = replace(WORSE, failed_reading="exclude")
    with pytest.raises(InputError, match="use one reading"):
        paired_difference(WORSE, excluded, drawn_for(WORSE))


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_a_level_is_a_share(level: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        marginal_interval(WORSE, drawn_for(WORSE, draws=10), level=level)
