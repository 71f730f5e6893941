"""Figures in text: how a filing, a table or an answer writes one number with its unit.

Pure reading of one short phrase. What could mean two things is refused, never guessed: two
numbers, a decimal comma, digits of another script, `¥` (yen or yuan), a word that is not known.
The dollar sign alone means US dollars, the habit of the filings this project reads.
"""

import re
from decimal import Decimal
from typing import NamedTuple

from contracts.unit import Scale, Unit

MAX_DIGITS = 30
"""Longest figure, in digits before and after the point together."""
MAX_PHRASE = 200
"""Longest phrase that is read as one figure, in characters."""


class QuantityParseError(ValueError):
    """A phrase that is not one figure with at most one unit and one scale."""


class NumberText(NamedTuple):
    """One figure as it stands in text; `None` for a unit or scale that the text does not say."""

    value: Decimal
    unit: Unit | None
    scale: Scale | None


_SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f", " ") | {"\u2212": "-"})
_TOKEN = re.compile(
    r" *(?:(?P<number>[0-9][0-9.,]*|\.[0-9]+)|(?P<word>[A-Za-z]+|[%$€£¥₩])|(?P<mark>[()+-]))"
)
_NUMBER = re.compile(r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+")
_SHAPE = re.compile(r"[+-]?w*nw*|w+[+-]nw*|\(w*nw*\)|w*\(n\)w*|\(w+n\)w+")
"""`w` a word, `n` the number: one sign or one pair of brackets, at the number or around all."""

_SCALES = {
    "thousand": Scale.THOUSAND,
    "thousands": Scale.THOUSAND,
    "k": Scale.THOUSAND,
    "million": Scale.MILLION,
    "millions": Scale.MILLION,
    "m": Scale.MILLION,
    "mm": Scale.MILLION,
    "mn": Scale.MILLION,
    "billion": Scale.BILLION,
    "billions": Scale.BILLION,
    "b": Scale.BILLION,
    "bn": Scale.BILLION,
    "trillion": Scale.TRILLION,
    "trillions": Scale.TRILLION,
    "tn": Scale.TRILLION,
}
_CURRENCIES = {unit.value.lower(): unit for unit in Unit if re.fullmatch("[A-Z]{3}", unit)} | {
    "$": Unit.USD,
    "us $": Unit.USD,
    "us dollars": Unit.USD,
    "dollars": Unit.USD,
    "dollar": Unit.USD,
    "€": Unit.EUR,
    "euro": Unit.EUR,
    "euros": Unit.EUR,
    "£": Unit.GBP,
    "yen": Unit.JPY,
    "yuan": Unit.CNY,
    "₩": Unit.KRW,
    "won": Unit.KRW,
}
_UNITS = {
    "%": Unit.PERCENT,
    "percent": Unit.PERCENT,
    "per cent": Unit.PERCENT,
    "pp": Unit.PERCENTAGE_POINT,
    "ppt": Unit.PERCENTAGE_POINT,
    "ppts": Unit.PERCENTAGE_POINT,
    "percentage point": Unit.PERCENTAGE_POINT,
    "percentage points": Unit.PERCENTAGE_POINT,
    "bp": Unit.BASIS_POINT,
    "bps": Unit.BASIS_POINT,
    "basis point": Unit.BASIS_POINT,
    "basis points": Unit.BASIS_POINT,
    "x": Unit.MULTIPLE,
    "times": Unit.MULTIPLE,
    "day": Unit.DAYS,
    "days": Unit.DAYS,
    "week": Unit.WEEKS,
    "weeks": Unit.WEEKS,
    "year": Unit.YEARS,
    "years": Unit.YEARS,
    "share": Unit.SHARES,
    "shares": Unit.SHARES,
    "index point": Unit.INDEX_POINTS,
    "index points": Unit.INDEX_POINTS,
    "ratio": Unit.RATIO,
}


def read_number(text: str) -> NumberText:
    """Read one figure, such as `$1.2 million`, `(1,234)`, `11.8 %`, `120 bps` or `−3.2%`.

    Brackets and a leading minus mean negative; a zero has no sign.

    Raises:
        QuantityParseError: no figure, more than one, or one that can be read in two ways.
    """
    tokens = _tokens(text)
    kinds = "".join(kind for kind, _ in tokens)
    if kinds.count("n") != 1:
        raise _refusal(text, f"{kinds.count('n')} numbers, expected one")
    if not _SHAPE.fullmatch(kinds):
        raise _refusal(text, "sign and brackets do not belong to one figure")
    place = kinds.index("n")
    value = _value(text, tokens[place][1])
    before = _words(tokens[:place])
    after = _words(tokens[place + 1 :])
    unit, scale = _unit_and_scale(text, before, after)
    is_negative = "-" in kinds or "(" in kinds
    return NumberText(value.copy_negate() if is_negative and value else value, unit, scale)


def _refusal(text: str, reason: str) -> QuantityParseError:
    return QuantityParseError(f"{text[:MAX_PHRASE]!r} is not one figure: {reason}")


def _tokens(text: str) -> list[tuple[str, str]]:
    """Pairs of kind (`n`, `w` or the mark itself) and text."""
    plain = text.translate(_SPACES).strip()
    if len(plain) > MAX_PHRASE:
        raise _refusal(text, f"longer than {MAX_PHRASE} characters")
    found: list[tuple[str, str]] = []
    position = 0
    while position < len(plain):
        token = _TOKEN.match(plain, position)
        if token is None:
            raise _refusal(text, f"{plain[position : position + 1]!r} is not understood")
        position = token.end()
        if token["number"]:
            found.append(("n", token["number"]))
        elif token["word"]:
            found.append(("w", token["word"]))
        else:
            found.append((token["mark"], token["mark"]))
    return found


def _words(tokens: list[tuple[str, str]]) -> str:
    return " ".join(word.lower() for kind, word in tokens if kind == "w")


def _value(text: str, digits: str) -> Decimal:
    if not _NUMBER.fullmatch(digits):
        raise _refusal(text, f"{digits!r} is not a number with thousands commas and a decimal dot")
    plain = digits.replace(",", "")
    if len(plain.replace(".", "")) > MAX_DIGITS:
        raise _refusal(text, f"more than {MAX_DIGITS} digits")
    return Decimal(plain)


def _unit_and_scale(text: str, before: str, after: str) -> tuple[Unit | None, Scale | None]:
    currency = _CURRENCIES.get(before)
    if before and currency is None:
        raise _refusal(text, f"{before!r} before the number is not a currency")
    first, _, rest = after.partition(" ")
    scale = _SCALES.get(first)
    stated = rest if scale else after
    phrase = stated.removesuffix("per share").strip()
    unit = _CURRENCIES.get(phrase, _UNITS.get(phrase))
    if phrase and unit is None:
        raise _refusal(text, f"{phrase!r} is not a unit or scale")
    if currency and unit and currency is not unit:
        raise _refusal(text, f"two units, {currency.value} and {unit.value}")
    return _per_share(text, currency or unit, is_per_share=phrase != stated), scale


def _per_share(text: str, unit: Unit | None, *, is_per_share: bool) -> Unit | None:
    if not is_per_share:
        return unit
    if unit is not Unit.USD:
        raise _refusal(text, "only US dollars are read per share")
    return Unit.USD_PER_SHARE
