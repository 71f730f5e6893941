"""Equal shares in whole steps, in query order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.budget import TOTAL, Budget
from contracts.factorization import Component, Factorization, Obligation, Span
from contracts.finding import Finding, Severity
from gates.budget import MAX_OBLIGATIONS, freeze, shares
from tests.builders import texas_factorization

STEPS = st.integers(min_value=1, max_value=100)
COUNTS = st.integers(min_value=1, max_value=MAX_OBLIGATIONS)


def obligation(number: int, start: int) -> Obligation:
    return Obligation(
        id=f"O{number}",
        statement="Something",
        deliverable="value",
        spans=(
            Span(start=start + 50, end=start + 51, text="x"),
            Span(start=start, end=start + 1, text="x"),
        ),
        binding_ids=("BND1",),
        components=(Component(id=f"O{number}.1", statement="Something"),),
    )


def with_obligations(count: int) -> Factorization:
    return texas_factorization(obligations=tuple(obligation(n + 1, n) for n in range(count)))


def frozen(factorization: Factorization, step: int = 100) -> Budget:
    budget = freeze(factorization, step=step)
    assert isinstance(budget, Budget)
    return budget


@pytest.mark.parametrize(
    ("count", "points"),
    [
        (1, [10_000]),
        (2, [5_000, 5_000]),
        (3, [3_400, 3_300, 3_300]),
        (7, [1_500, 1_500, 1_400, 1_400, 1_400, 1_400, 1_400]),
        (6, [1_700, 1_700, 1_700, 1_700, 1_600, 1_600]),
    ],
)
def test_remainder_goes_by_order(count: int, points: list[int]) -> None:
    assert [block.points for block in frozen(with_obligations(count)).blocks] == points


def test_one_obligation_is_one_block_of_all_points() -> None:
    (block,) = frozen(texas_factorization()).blocks
    assert (block.id, block.obligation_id, block.points) == ("B1", "O1", TOTAL)


def test_order_is_that_of_the_query_and_not_of_the_list() -> None:
    listed = texas_factorization(
        obligations=(obligation(1, 40), obligation(2, 7), obligation(3, 20))
    )
    blocks = frozen(listed).blocks
    assert [(block.id, block.obligation_id) for block in blocks] == [
        ("B1", "O2"),
        ("B2", "O3"),
        ("B3", "O1"),
    ]
    assert [block.points for block in blocks] == [3_400, 3_300, 3_300]


def test_profile_may_set_a_finer_step() -> None:
    points = [block.points for block in frozen(with_obligations(7), step=1).blocks]
    assert points == [1429, 1429, 1429, 1429, 1428, 1428, 1428]


def test_fifty_obligations_are_the_most() -> None:
    assert {block.points for block in frozen(with_obligations(50)).blocks} == {200}
    refused = freeze(with_obligations(51))
    assert isinstance(refused, Finding)
    assert refused.code == "BUD-too-many-obligations"
    assert refused.pointer == "factorization:/obligations"
    assert refused.severity is Severity.BLOCKER
    assert "51" in refused.message


@given(count=COUNTS, step=STEPS)
def test_shares_are_exact_even_and_in_falling_order(count: int, step: int) -> None:
    found = shares(count, step=step)
    assert len(found) == count
    assert sum(found) == TOTAL
    assert max(found) - min(found) <= step
    if TOTAL % step == 0:
        assert list(found) == sorted(found, reverse=True)
        assert all(points % step == 0 for points in found)


@given(count=COUNTS, step=STEPS)
def test_budget_follows_the_listed_order_of_equal_starts(count: int, step: int) -> None:
    same_place = texas_factorization(obligations=tuple(obligation(n + 1, 0) for n in range(count)))
    blocks = frozen(same_place, step).blocks
    assert [block.obligation_id for block in blocks] == [f"O{n + 1}" for n in range(count)]
    assert [block.id for block in blocks] == [f"B{n + 1}" for n in range(count)]
    assert tuple(block.points for block in blocks) == shares(count, step=step)


def test_steps_are_whole_points_unless_a_profile_says_otherwise() -> None:
    budget = freeze(with_obligations(3))
    assert isinstance(budget, Budget)
    assert budget.step == 100
