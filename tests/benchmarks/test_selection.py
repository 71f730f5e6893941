"""The selection reads ids and counts only, leaves out what is too wide, and never changes."""

import random

import pytest

from benchmarks.selection import Counted, select
from contracts.errors import InputError

SET = [Counted(f"q{number:03}", 21) for number in range(60)] + [Counted("wide", 339)]


def test_the_same_queries_are_taken_in_any_order_of_the_set() -> None:
    chosen = select(SET, 48)
    mixed = SET.copy()
    random.Random(7).shuffle(mixed)
    assert len(chosen.taken) == 48
    assert set(select(mixed, 48).taken) == set(chosen.taken)
    assert select(SET, 3).taken == ("q013", "q017", "q035")


def test_a_query_far_wider_than_the_median_is_left_out_and_named() -> None:
    chosen = select(SET, 60)
    assert chosen.too_wide == ("wide",)
    assert (chosen.median, chosen.widest) == (21, 210)
    assert select([*SET[:9], Counted("at-the-bound", 210)], 10).too_wide == ()


def test_fewer_queries_are_a_subset_of_more() -> None:
    assert set(select(SET, 10).taken) < set(select(SET, 48).taken)


@pytest.mark.parametrize("count", [0, -1, 61])
def test_a_count_that_the_set_does_not_have_is_refused(count: int) -> None:
    with pytest.raises(InputError, match="take between 1 and 60"):
        _ = select(SET, count)
