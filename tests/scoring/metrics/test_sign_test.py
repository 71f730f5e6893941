"""The sign test against scipy and by hand; Holm's correction by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from scoring.metrics.sign_test import holm, sign_test


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(0, 0, None), (1, 0, 1.0), (5, 0, 0.0625), (3, 3, 1.0), (8, 1, 20 / 512)],
)
def test_sign_test_by_hand(wins: int, losses: int, p: float | None) -> None:
    assert sign_test(wins, losses) == p
    assert sign_test(losses, wins) == p


@given(st.integers(0, 300), st.integers(0, 300))
def test_sign_test_is_scipys(wins: int, losses: int) -> None:
    if wins + losses:
        assert sign_test(wins, losses) == pytest.approx(
            binomtest(wins, wins + losses).pvalue, rel=1e-9
        )


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="no counts"):
        _ = sign_test(3, -1)


@pytest.mark.parametrize(
    ("given_p", "adjusted"),
    [
        ((), ()),
        ((None, None), (None, None)),
        ((0.02,), (0.02,)),
        ((0.01, 0.04, 0.03), (0.03, 0.06, 0.06)),
        ((0.5, None, 0.01), (0.5, None, 0.02)),
        ((0.9, 0.8), (1.0, 1.0)),
    ],
)
def test_holm_by_hand(
    given_p: tuple[float | None, ...], adjusted: tuple[float | None, ...]
) -> None:
    assert holm(given_p) == pytest.approx(adjusted)
