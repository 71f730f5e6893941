"""Numbers in running text, however they are written: `2,500`, `2.5 thousand`, `12 %`, `twelve`."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from gates.normal_form import folded

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: number for number, word in enumerate(_UNITS.split())} | {
    word: number * 10 for number, word in enumerate(_TENS.split(), start=2)
}
_SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SHORT_SCALES = {"k": 3, "m": 6, "mm": 6, "mn": 6, "b": 9, "bn": 9, "tn": 12}
"""Power of ten of each scale word; `dozen` and fractions are left to the reviewer."""
_DIGITS = r"\d{1,3}(?:(?P<mark>[,'])\d{3})(?:(?P=mark)\d{3})*(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_FIGURE = re.compile(
    r"(?<![\w.])(?P<digits>" + _DIGITS + r")"
    r"(?:[\s-]*(?P<scale>" + "|".join(_SCALES) + r")s?\b"
    r"|\s?(?P<short>" + "|".join(sorted(_SHORT_SCALES, key=len, reverse=True)) + r")\b)?"
    r"(?:x\b|(?!\w|\.\d|-[a-z]\b))"
    r"(?P<percent>\s*(?:%|percent\b|per cent\b|pct\b))?"
)
"""A figure that stands alone, so not the 3 of `Q3` and not the 10 of `10-K`."""
_PERCENT = re.compile(r"\s*(?:%|percent\b|per cent\b|pct\b)")
_WORD = re.compile(r"[a-z]+")
_JOINING = re.compile(r"[\s-]+(?:and\s+)?")
_NARROW_SPACE = re.compile(r"(?<=\d)[\u00a0\u2007\u2009\u202f](?=\d{3}(?!\d))")


class NumberMention(NamedTuple):
    """A number in a text; `values` holds 12 and 0.12 for `12 %`."""

    values: frozenset[Decimal]
    spelled: bool
    """Written in letters."""


def number_mentions(text: str) -> tuple[NumberMention, ...]:
    """All numbers of a text: figures first, then those written in letters."""
    plain = folded(_NARROW_SPACE.sub("", text))
    return (*_figures(plain), *_spelled(plain))


def _figures(plain: str) -> Iterator[NumberMention]:
    for found in _FIGURE.finditer(plain):
        value = Decimal(re.sub(r"[,']", "", found["digits"]))
        power = _SCALES.get(found["scale"] or "") or _SHORT_SCALES.get(found["short"] or "", 0)
        scaled = value.scaleb(power)
        yield NumberMention(_values(scaled, is_percent=bool(found["percent"])), spelled=False)


def _spelled(plain: str) -> Iterator[NumberMention]:
    for run in _runs(plain):
        value = _value([found.group() for found in run])
        after = _PERCENT.match(plain, run[-1].end())
        yield NumberMention(_values(Decimal(value), is_percent=after is not None), spelled=True)


def _runs(plain: str) -> Iterator[list[re.Match[str]]]:
    """Words of numbers that stand in a row, each run starting with a small number."""
    found = [m for m in _WORD.finditer(plain) if m.group() in _SMALL or len(m.group()) > 4]
    found = [m for m in found if m.group() in _SMALL or m.group() in _SCALES]
    starts = [
        index
        for index, match in enumerate(found)
        if index == 0 or not _JOINING.fullmatch(plain, found[index - 1].end(), match.start())
    ]
    for start, stop in pairwise([*starts, len(found)]):
        if found[start].group() in _SMALL:
            yield found[start:stop]


def _value(run: list[str]) -> int:
    total = current = 0
    for word in run:
        if word in _SMALL:
            current += _SMALL[word]
        elif word == "hundred":
            current *= 100
        else:
            total, current = total + current * 10 ** _SCALES[word], 0
    return total + current


def _values(value: Decimal, *, is_percent: bool) -> frozenset[Decimal]:
    return frozenset({value, value.scaleb(-2)} if is_percent else {value})
