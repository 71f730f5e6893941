"""Whether what the reviewer read stands in the words it quotes."""

import re
from decimal import Decimal

from contracts.comparison_kind import folded
from gates.number_mentions import number_mentions

_POWERS = (0, 3, 6, 9)
"""A table in thousands or millions prints fewer digits than the amount in whole units has."""


def quotes_value(quote: str, value: Decimal) -> bool:
    """True when a number of `quote` is `value`, itself or in thousands, millions or billions.

    The sign is left out: tables print outflows in brackets.
    """
    wanted = abs(value)
    return any(
        abs(found)
        in {wanted.scaleb(-power) for power in _POWERS} | {wanted.scaleb(p) for p in _POWERS}
        for mention in number_mentions(quote)
        for found in mention.values
    )


def quotes_words(quote: str, words: str) -> bool:
    """True when `words` stand in `quote` as whole words, but for case and spacing."""
    return bool(re.search(rf"(?<!\w){re.escape(folded(words))}(?!\w)", folded(quote)))
