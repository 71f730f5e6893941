"""Sides and orders: balanced, repeatable, and nobody's own doing."""

from collections import Counter

import pytest
from scipy.stats import binomtest

from console.studies.draw import draw, random_name
from tests.console.studies.material import REVIEWERS, counted_names

PAIRS = [f"p{n}" for n in range(200)]


@pytest.mark.parametrize("number", [1, 2, 7, 44, 45])
def test_every_source_is_a_in_half_of_a_reviewers_pairs(number: int) -> None:
    drawn = draw(PAIRS[:number], REVIEWERS, seed=3, name=counted_names())
    for reviewer in REVIEWERS:
        mine = [one for one in drawn if one.reviewer == reviewer]
        assert abs(2 * sum(one.left_is_a for one in mine) - number) <= number % 2
        assert sorted(one.pair for one in mine) == sorted(PAIRS[:number])
        assert [one.position for one in mine] == list(range(1, number + 1))


def test_a_pairs_side_is_a_fair_coin_over_seeds() -> None:
    first = sum(
        next(one.left_is_a for one in draw(PAIRS[:9], ["Ada"], seed=seed) if one.pair == "p0")
        for seed in range(400)
    )
    assert binomtest(first, 400).pvalue > 0.001


def test_sides_do_not_follow_order_or_reviewer() -> None:
    drawn = draw(PAIRS, REVIEWERS, seed=5)
    early = sum(one.left_is_a for one in drawn if one.position <= 100)
    assert binomtest(early, 300).pvalue > 0.001
    by_pair = Counter(one.pair for one in drawn if one.left_is_a)
    assert {by_pair[pair] for pair in PAIRS} == {0, 1, 2, 3}
    orders = {tuple(one.pair for one in drawn if one.reviewer == name) for name in REVIEWERS}
    assert len(orders) == 3


def test_the_same_seed_draws_the_same_and_others_make_no_difference() -> None:
    alone = draw(PAIRS, ["Ada"], seed=8, name=counted_names())
    among = draw(PAIRS, ["Ada", "Ben"], seed=8, name=counted_names())
    assert alone == among[:200]
    assert alone != draw(PAIRS, ["Ada"], seed=9, name=counted_names())


def test_names_are_random() -> None:
    names = {random_name() for _ in range(1000)}
    assert len(names) == 1000
    assert {len(name) for name in names} == {16}
