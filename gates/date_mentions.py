"""Dates in running text, in all usual spellings, each with every way it can be read."""

import re
from calendar import monthrange
from datetime import date
from typing import NamedTuple

from gates.normal_form import folded

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_UNDER_TWENTY = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
)
_ORDINALS = (
    *_UNDER_TWENTY,
    "twentieth",
    *(f"twenty-{word}" for word in _UNDER_TWENTY[:9]),
    "thirtieth",
    "thirty-first",
)
_MONTH = r"(?P<name>" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS) + r"|sept)\b\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b"
_SPOKEN = (
    r"(?P<day>" + "|".join(sorted(_ORDINALS, key=len, reverse=True)).replace("-", "[ -]") + r")"
)
_YEAR = r"(?P<year>(?:1[89]|2[01])\d\d)(?!\d)"
_SHORT_YEAR = r"(?P<year>(?:(?:1[89]|2[01])\d\d)|'?\d\d)(?!\d)"
_GAP = r"(?:\s*,\s*|\s*-\s*|\s+(?:of\s+)?)"
_LEFT = r"(?<![\w./])"
_PATTERNS = tuple(
    re.compile(_LEFT + pattern)
    for pattern in (
        _YEAR + r"\s?[-/.]\s?(?P<month>\d{1,2})\s?[-/.]\s?(?P<day>\d{1,2})(?!\d)",
        r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)(?!\d)",
        r"(?P<first>\d{1,2})\s?(?P<mark>[-/.])\s?(?P<second>\d{1,2})\s?(?P=mark)\s?" + _SHORT_YEAR,
        _MONTH + r"[\s-]*" + _DAY + _GAP + _SHORT_YEAR,
        _MONTH + r"\s*(?:the\s+)?" + _SPOKEN + _GAP + _SHORT_YEAR,
        _DAY + r"[\s-]*(?:of\s+)?" + _MONTH + _GAP + _SHORT_YEAR,
        _SPOKEN + r"\s+(?:of\s+)?" + _MONTH + _GAP + _SHORT_YEAR,
        r"(?<!\d\s)" + _MONTH + _GAP + _YEAR,
    )
)
"""Most precise spelling first; a piece of text is read by the first that matches there."""


class Days(NamedTuple):
    """One reading of a mention: a day, or the first and last day of a month."""

    first: date
    last: date


class DateMention(NamedTuple):
    """A date in a text: where it stands in the case-folded text, and all its readings."""

    start: int
    end: int
    text: str
    readings: tuple[Days, ...]


def date_mentions(text: str) -> tuple[DateMention, ...]:
    """All dates of a text in order; `1/9/2026` has two readings, `January 2026` is a month.

    Offsets count the code points of `folded(text)`. Digits that are no day of the calendar, such
    as 2026-02-30, are no mention.
    """
    plain = folded(text)
    found: list[DateMention] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(plain):
            readings = _readings(match.groupdict())
            is_free = all(match.end() <= old.start or old.end <= match.start() for old in found)
            if readings and is_free:
                found.append(DateMention(match.start(), match.end(), match.group(), readings))
    return tuple(sorted(found))


def _readings(groups: dict[str, str | None]) -> tuple[Days, ...]:
    year = _year(groups["year"] or "")
    name, first, second = groups.get("name"), groups.get("first"), groups.get("second")
    month = _month(name) if name else int(groups.get("month") or 0)
    if first and second:
        pairs = ((int(first), int(second)), (int(second), int(first)))
        days = [day for month, number in pairs for day in _day(year, month, number)]
        return tuple(dict.fromkeys(days))
    day = groups.get("day")
    if day is None:
        return (Days(date(year, month, 1), date(year, month, monthrange(year, month)[1])),)
    return _day(
        year, month, int(day) if day.isdecimal() else _ORDINALS.index(day.replace(" ", "-")) + 1
    )


def _day(year: int, month: int, day: int) -> tuple[Days, ...]:
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return ()
    found = date(year, month, day)
    return (Days(found, found),)


def _month(name: str) -> int:
    return next(n for n, month in enumerate(_MONTHS, start=1) if month.startswith(name[:3]))


def _year(digits: str) -> int:
    number = int(digits.lstrip("'"))
    return number if number > 99 else 2000 + number
