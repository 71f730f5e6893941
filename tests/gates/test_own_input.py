"""What a reviewer read must stand in the words it quotes."""

from decimal import Decimal

import pytest

from gates.own_input import quotes_value, quotes_words


@pytest.mark.parametrize(
    ("quote", "value", "holds"),
    [
        ("| 13 weeks ended 2025-09-30 | 10,797 |", "10797", True),
        ("| Bubba's 33 | 10,797 |", "10797000", True),
        ("spent $10.797 million", "10797", True),
        ("| Revenue | 2,217 |", "2217000000", True),
        ("| Revenue | 2,217 |", "2217000000000", True),
        ("| Revenue | 2,217,000,000,000 |", "2217", True),
        ("| Revenue | 2,217 |", "2217000000000000", False),
        ("| 10,797 |", "10979", False),
        ("| 10,797 |", "1079.7", False),
        ("(1,234)", "-1234", True),
        ("no figure at all", "33", False),
    ],
)
def test_quotes_value(quote: str, value: str, holds: bool) -> None:
    assert quotes_value(quote, Decimal(value)) is holds


@pytest.mark.parametrize(
    ("quote", "words", "holds"),
    [
        ("The notes fall due on March 15, 2031.", "March 15, 2031", True),
        ("The notes fall due on  march 15,\n2031.", "March 15, 2031", True),
        ("The notes fall due on March 15, 2031.", "March 15, 203", False),
        ("The notes fall due on March 15, 2031.", "2031.", True),
        ("Lender: Alpha Bank (agent)", "Alpha Bank", True),
        ("Lender: Alpha Banking Group", "Alpha Bank", False),
        ("Lender: Alpha Bank", "alpha bank (agent)", False),
        ("costs (net)", "(net)", True),
        ("a.c", "abc", False),
        ("abc", "a.c", False),
    ],
)
def test_quotes_words(quote: str, words: str, holds: bool) -> None:
    assert quotes_words(quote, words) is holds
