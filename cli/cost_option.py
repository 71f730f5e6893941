"""What `--max-cost` says."""

from decimal import Decimal

from contracts.errors import InputError
from contracts.quantity import decimal_from_text

MOST_DOLLARS = 1_000_000
"""Largest limit of cost that is taken for meant."""


def cost_from(option: str | None) -> int | None:
    """Millionths of a dollar from what `--max-cost` was given.

    Raises:
        InputError: it is no plain amount above zero.
    """
    if option is None:
        return None
    try:
        amount = decimal_from_text(option)
    except ValueError:
        amount = Decimal(0)
    cost = int(amount * 1_000_000)
    if not 0 < cost <= MOST_DOLLARS * 1_000_000:
        msg = f"--max-cost {option[:40]!r}: give US dollars above 0 in plain digits, such as 12.50"
        raise InputError(msg)
    return cost
