"""The exact two-sided sign test, and Holm's correction for several tests.

- Sign test: under no preference each of n untied choices falls either way with one half, so the
  p-value is the chance of a split at least as uneven (W. J. Dixon and A. M. Mood, "The statistical
  sign test", JASA 41, 1946, 557-566). Ties are left out. Sums are exact; the quotient is a float.
- Holm: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
  Statistics 6, 1979, 65-70.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def sign_test(wins: int, losses: int) -> float | None:
    """The p-value of a split; None where nothing but ties was said.

    Raises:
        ValueError: a count is negative.
    """
    if min(wins, losses) < 0:
        msg = f"{wins} wins and {losses} losses are no counts"
        raise ValueError(msg)
    number = wins + losses
    if number == 0:
        return None
    tail = sum(comb(number, fewer) for fewer in range(min(wins, losses) + 1))
    return float(min(Fraction(1), Fraction(2 * tail, 2**number)))


def holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Each p-value adjusted for all that have a value, in the order given; never above 1."""
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - rank)))
        adjusted[place] = highest
    return tuple(adjusted)
