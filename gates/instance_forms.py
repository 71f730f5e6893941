"""Whether an instance binding stands in a text in any of its normal forms.

A signature says what is asked of any company at any time, so `1/9/2026` must not come back as
`January 9, 2026`, `NASDAQ: TXRH` not as `TXRH`, and `past 5 quarters` not as `five quarters`.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from contracts.factorization import Binding, InstanceKind
from gates.date_mentions import Days, date_mentions
from gates.normal_form import folded, name_words, stands_in, unwrapped, words
from gates.number_mentions import number_mentions
from gates.stop_words import STOP_WORDS

_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_TICKER = re.compile(
    r"\s*\$?(?:[A-Za-z][A-Za-z .]*:\s*)?([A-Z][A-Z0-9]{0,5}(?:[.\-/][A-Z]{1,2})?)\s*"
)
_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[.\-/][A-Za-z]{1,2}\b)?")
_SHORT_PERIOD = re.compile(r"\b(fy|cy|q[1-4]|[1-4]q|h[12]|[12]h)[\s-]*'?(?:20)?(\d\d)\b")
_GENERIC = frozenset({"company", "issuer", "group", "firm", "bank", "fund"})
_SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SMALL = {word: str(number) for number, word in enumerate(_SPELLED)}
_JOINED_MIN = 8
"""Shortest name, in letters, that is also looked for across word boundaries."""
_NAMES = frozenset({InstanceKind.ENTITY, InstanceKind.SPEAKER, InstanceKind.DOCUMENTS})
_DATED = frozenset({InstanceKind.AS_OF, InstanceKind.PERIOD, InstanceKind.DOCUMENTS})
_COUNTED = frozenset({InstanceKind.NUMBER, InstanceKind.PERIOD})


class TextForms(NamedTuple):
    """The normal forms of a text that is searched."""

    words: tuple[str, ...]
    stems: tuple[str, ...]
    tokens: frozenset[str]
    """Words with their case, dots and dashes of share classes as dots."""
    days: frozenset[Days]
    numbers: frozenset[Decimal]
    """All numbers except a `one` in letters, which is mostly a pronoun."""


def forms_of(text: str) -> TextForms:
    """All normal forms of a text."""
    found = words(text)
    return TextForms(
        words=tuple(_SMALL.get(word, word) for word in found),
        stems=tuple(_stem(word) for word in found),
        tokens=frozenset(_share_class(m.group()) for m in _TOKEN.finditer(unwrapped(text))),
        days=frozenset(days for mention in date_mentions(text) for days in mention.readings),
        numbers=_numbers(_SHORT_PERIOD.sub(r"\1 20\2", folded(text))),
    )


def found_in(binding: Binding, forms: TextForms) -> str | None:
    """Name the first normal form of an instance binding that stands in a text."""
    for span in binding.spans:
        for found in _found(binding.kind, span.text, forms):
            return found
    return None


def _found(kind: str, text: str, forms: TextForms) -> Iterator[str]:
    phrase = tuple(_SMALL.get(word, word) for word in words(text))
    is_number = all(word.isdecimal() for word in phrase)
    if not is_number and stands_in(phrase, forms.words):
        yield f"the words {' '.join(phrase)!r}"
    if kind in _NAMES:
        yield from _names_found(text, forms)
    if kind in _DATED:
        yield from _dates_found(text, forms)
    if kind in _COUNTED:
        undated = folded(text)
        for mention in date_mentions(text):
            undated = undated.replace(mention.text, " ")
        numbers = _numbers(_SHORT_PERIOD.sub(r"\1 20\2", undated))
        yield from (f"the number {n:f}" for n in sorted(numbers & forms.numbers))


def _names_found(text: str, forms: TextForms) -> Iterator[str]:
    for name in _names(text):
        stems = tuple(_stem(word) for word in name)
        joined = "".join(name)
        is_joined = len(joined) >= _JOINED_MIN and joined in "".join(forms.words)
        if is_joined or stands_in(stems, forms.stems):
            yield f"the name {' '.join(name)!r}"
    for ticker in _tickers(text):
        is_word = len(ticker) < 3 or ticker.casefold() in STOP_WORDS
        tokens = forms.tokens if is_word else {token.upper() for token in forms.tokens}
        if ticker in tokens:
            yield f"the ticker {ticker}"


def _dates_found(text: str, forms: TextForms) -> Iterator[str]:
    days = {found for mention in date_mentions(text) for found in mention.readings}
    yield from (f"the date {found.first}" for found in sorted(days & forms.days))
    years = {Decimal(found.first.year) for found in days}
    years |= {n for n in _numbers(_SHORT_PERIOD.sub(r"\1 20\2", folded(text))) if 1900 <= n <= 2100}
    yield from (f"the year {year:f}" for year in sorted(years & forms.numbers))


def _names(text: str) -> Iterator[tuple[str, ...]]:
    plain = unwrapped(text)
    bracketed = [part for part in _BRACKETS.findall(plain) if not _TICKER.fullmatch(part)]
    for part in (_BRACKETS.sub(" ", plain), *bracketed):
        name = name_words(part)
        if not set(name) <= _GENERIC:
            yield name


def _tickers(text: str) -> Iterator[str]:
    plain = unwrapped(text)
    for part in (*_BRACKETS.findall(plain), _BRACKETS.sub(" ", plain)):
        found = _TICKER.fullmatch(part)
        if found:
            yield _share_class(found[1])


def _share_class(token: str) -> str:
    return re.sub(r"[-/]", ".", token)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _numbers(text: str) -> frozenset[Decimal]:
    return frozenset(
        value
        for mention in number_mentions(text)
        for value in mention.values
        if not (mention.spelled and value == 1)
    )
