"""tau-b against scipy and by hand, and what its denominator holds."""

import math
import warnings
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from contracts.errors import InputError
from scoring.metrics.figure import FailedReading
from scoring.metrics.kendall import mean_tau_b, tau_b
from scoring.metrics.paired_scores import ScoredQuery
from tests.scoring.metrics.tables import SIXTHS, scored, scored_queries

SIDES = st.lists(st.tuples(SIXTHS, SIXTHS), min_size=2, max_size=8)


def of(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (of(1, 2, 3), of(10, 20, 30), 1.0),
        (of(1, 2, 3), of(30, 20, 10), -1.0),
        (of(1, 2, 3), of(10, 30, 20), 1 / 3),  # 2 pairs agree, 1 does not
        (of(1, 1, 2), of(10, 20, 30), 2 / math.sqrt(2 * 3)),  # one tie on the left
        (of(1, 1, 2, 2), of(1, 2, 1, 2), 0.0),
    ],
)
def test_tau_b_by_hand(first: list[Fraction], second: list[Fraction], expected: float) -> None:
    assert tau_b(first, second) == pytest.approx(expected, abs=1e-15)


@settings(max_examples=40)
@given(SIDES)
def test_tau_b_is_scipys(pairs: list[tuple[Fraction, Fraction]]) -> None:
    first, second = [list(side) for side in zip(*pairs, strict=True)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # scipy warns of constant input
        found = kendalltau([float(x) for x in first], [float(y) for y in second])
    theirs = float(np.asarray(found)[0])  # the coefficient; [1] is a p-value
    ours = tau_b(first, second)
    if ours is None:
        assert math.isnan(theirs)
    else:
        assert ours == pytest.approx(theirs, abs=1e-12)


@settings(max_examples=25)
@given(SIDES, st.randoms(use_true_random=False))
def test_tau_b_is_bounded_symmetric_and_blind_to_order_and_scale(
    pairs: list[tuple[Fraction, Fraction]], random: Random
) -> None:
    first, second = [list(side) for side in zip(*pairs, strict=True)]
    ours = tau_b(first, second)
    shuffled = random.sample(pairs, len(pairs))
    assert ours == tau_b(second, first) == tau_b(*zip(*shuffled, strict=True))
    assert ours == tau_b(first, [value**3 / 7 - 2 for value in second])
    if ours is not None:
        assert -1 <= ours <= 1
        assert tau_b(first, [-value for value in second]) == -ours


def test_ties_are_those_of_the_exact_scores_not_of_floats() -> None:
    tenth = Fraction(1, 10)
    assert 0.1 + 0.2 != 0.3
    assert tau_b([3 * tenth, tenth + 2 * tenth], of(1, 2)) is None


def test_tau_b_refuses_sides_of_different_length() -> None:
    with pytest.raises(InputError, match="1 scores beside 2"):
        tau_b(of(1), of(1, 2))


ORDERED = scored("ordered", (0, 0), (100, 100))
CONSTANT_REFERENCE = scored("constant reference", (50, 0), (50, 100))
CONSTANT_GENERATED = scored("constant generated", (0, 50), (100, 50))
FAILED = scored("failed", (0, None), (100, None), failed=True)
FAILED_CONSTANT = scored("failed constant", (7, None), (7, None), failed=True)
ONE_ANSWER = scored("one answer", (0, 0), (100, None))


@pytest.mark.parametrize(
    ("queries", "failed", "value", "queries_in"),
    [
        ((ORDERED,), "count", 1.0, 1),
        ((ORDERED, CONSTANT_REFERENCE), "count", 1.0, 1),
        ((ORDERED, CONSTANT_GENERATED), "count", 0.5, 2),
        ((ORDERED, FAILED), "count", 0.5, 2),
        ((ORDERED, FAILED), "exclude", 1.0, 1),
        ((ORDERED, FAILED_CONSTANT), "count", 1.0, 1),
        ((ORDERED, ONE_ANSWER), "count", 1.0, 1),
        ((CONSTANT_REFERENCE,), "count", None, 0),
    ],
)
def test_denominator_holds_eligible_queries(
    queries: tuple[ScoredQuery, ...], failed: FailedReading, value: float | None, queries_in: int
) -> None:
    found = mean_tau_b(queries, failed=failed)
    assert found.figure.value == value
    assert found.figure.queries == queries_in


def test_every_query_outside_or_at_zero_is_counted_beside_the_mean() -> None:
    everything = (ORDERED, CONSTANT_REFERENCE, CONSTANT_GENERATED, FAILED, FAILED_CONSTANT)
    found = mean_tau_b((*everything, ONE_ANSWER), failed="count")
    assert (found.constant_reference, found.constant_generated, found.too_few) == (2, 1, 1)
    assert (found.figure.failed, found.figure.unjudged) == (2, 1)
    assert found.figure.value == pytest.approx(1 / 3)


@settings(max_examples=25)
@given(scored_queries(), st.sampled_from(["count", "exclude"]))
def test_mean_is_bounded_and_blind_to_the_order_of_queries(
    queries: tuple[ScoredQuery, ...], failed: FailedReading
) -> None:
    found = mean_tau_b(queries, failed=failed)
    assert found == mean_tau_b(queries[::-1], failed=failed)
    assert found.figure.value is None or -1 <= found.figure.value <= 1
