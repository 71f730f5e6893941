"""Which figures only the time after the cutoff can have taught: what a forecast must not hold.

Pure text work, so it decides about figures as printed. A figure that is short or looks like a year,
or that an earlier source prints too, proves nothing and is left out; words are left to the
reviewer.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from contracts.ids import SourceId
from contracts.reproduction import LaterFigure
from gates.number_mentions import number_mentions

FEWEST_DIGITS = 3
"""Significant digits from which a figure is taken to be no coincidence."""
_YEARS = range(1900, 2101)


def later_figures(known: Iterable[str], later: Mapping[SourceId, str]) -> tuple[LaterFigure, ...]:
    """Figures of the later texts that no known text prints, each once per source.

    Args:
        known: texts of sources known by the cutoff, and the request's own text.
        later: texts of all others, by source.
    """
    before = {digits for text in known for digits in _telling(text)}
    return tuple(
        LaterFigure(source_id=source, value=value)
        for source, text in later.items()
        for digits, value in _telling(text).items()
        if digits not in before
    )


def repeated(text: str, later: Iterable[LaterFigure]) -> Iterator[LaterFigure]:
    """Later figures whose digits a text states, in whatever scale."""
    stated = _telling(text)
    return (item for item in later if _digits(item.value) in stated)


def _telling(text: str) -> Mapping[Decimal, Decimal]:
    """Digits of each telling number, and the number as it is first stated."""
    found: dict[Decimal, Decimal] = {}
    for mention in number_mentions(text):
        value = max(mention.values)
        digits = _digits(value)
        if value not in _YEARS and len(digits.as_tuple().digits) >= FEWEST_DIGITS:
            _ = found.setdefault(digits, value)
    return found


def _digits(value: Decimal) -> Decimal:
    """The same for every scale: 2,217 thousand, 2.217 million and 2217000 are one."""
    plain = abs(value).normalize()
    return plain.scaleb(-plain.adjusted())
