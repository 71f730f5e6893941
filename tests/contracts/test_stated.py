"""How a script prints a value that is no single figure."""

from datetime import date
from decimal import Decimal

import pytest

from contracts.stated import (
    StatedChoice,
    StatedDate,
    StatedInterval,
    StatedNumber,
    StatedOther,
    StatedSequence,
    StatedSet,
    printed,
)

DAY = date(2031, 3, 5)


@pytest.mark.parametrize(
    ("stated", "text"),
    [
        (
            StatedInterval(
                low=StatedNumber(value=Decimal("-1E+3")), high=StatedNumber(value=Decimal("2.50"))
            ),
            "-1000 2.50",
        ),
        (StatedDate(value=DAY), "2031-03-05"),
        (StatedDate(value=DAY, precision="month"), "2031-03"),
        (StatedDate(value=DAY, precision="year"), "2031"),
        (StatedChoice(text="It rose"), "It rose"),
        (StatedSet(members=("Q2", "Q1")), "Q2\nQ1"),
        (StatedSequence(members=("Beta", "Alpha")), "Beta\nAlpha"),
        (StatedSet(members=()), ""),
    ],
)
def test_printed(stated: StatedOther, text: str) -> None:
    assert printed(stated) == text
