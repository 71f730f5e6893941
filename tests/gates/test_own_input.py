"""A reviewer's own figure must stand in the words it quotes."""

from decimal import Decimal

import pytest

from gates.own_input import quotes_value


@pytest.mark.parametrize(
    ("quote", "value", "holds"),
    [
        ("| 13 weeks ended 2025-09-30 | 10,797 |", "10797", True),
        ("| Bubba's 33 | 10,797 |", "10797000", True),
        ("spent $10.797 million", "10797", True),
        ("| 10,797 |", "10979", False),
        ("| 10,797 |", "1079.7", False),
        ("(1,234)", "-1234", True),
        ("no figure at all", "33", False),
    ],
)
def test_quotes_value(quote: str, value: str, holds: bool) -> None:
    assert quotes_value(quote, Decimal(value)) is holds
