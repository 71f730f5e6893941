"""The figures that an answer states, each with every way it can be meant.

A figure is one phrase of sign, currency, digits, scale and unit, read by the contracts' own parser.
Its surroundings say the rest: a bracket that may be a minus, a word of decline, a bound, a range,
a figure that is only compared with. What can be meant in two ways keeps both readings.
"""

import re
from typing import NamedTuple

from contracts.quantity import QuantityParseError
from contracts.stated import StatedNumber
from contracts.unit import Dimension, Scale, Unit
from scoring.figure_text import FigureText

_CODES = "|".join(unit.value.lower() for unit in Unit if re.fullmatch("[A-Z]{3}", unit))
_CURRENCY = rf"(?:us\s?\$|hk\$|nz\$|[acs]\$|[$€£¥₩]|\b(?:{_CODES})\b)"
_NUMBER = r"(?:\d{1,3}(?: \d{3})+(?![\d.,%])|\d+(?:[.,]\d+)*|\.\d+)"
_SCALE = r"(?:thousands?|millions?|billions?|trillions?|mm|mn|bn|tn|k|m|b)(?!\w)"
_UNIT = (
    r"(?:percentage[\s-]points?|%[\s-]?(?:points?|pts?)|per\scent|percent|pct|%|ppts?|pp|bps?"
    rf"|basis[\s-]points?|x|times|days?|weeks?|years?|shares?|index\spoints?|us\sdollars?|dollars?"
    rf"|euros?|yen|yuan|won|[€£₩]|(?:{_CODES}))(?!\w)"
)
_TAIL = rf"(?:[\s-]?(?P<scale>{_SCALE}))?(?:[\s-]?(?P<unit>{_UNIT}))?"
_PER_SHARE = r"(?P<per>\s?(?:per|a|/)\s?(?:diluted\s|basic\s|common\s)?share\b)?"
_PLAIN = re.compile(
    rf"(?P<sign>(?<![\w%)])[+-])?(?:(?P<cur>{_CURRENCY}\s?)(?P<late>-)?)?(?<![\w.,])"
    rf"(?P<num>{_NUMBER}){_TAIL}{_PER_SHARE}"
)
_BRACKETED = re.compile(
    rf"(?P<cur>{_CURRENCY}\s?)?\((?P<in>{_CURRENCY}\s?)?(?P<num>{_NUMBER})"
    rf"(?:[\s-]?(?P<inscale>{_SCALE}))?(?:[\s-]?(?P<inunit>{_UNIT}))?\){_TAIL}{_PER_SHARE}"
)
_ALONE_AFTER = re.compile(r"(?:^|[:|=\t\n]|\b(?:is|was|were|of|at|be|to|are))\s*$")
_MINUS_WORD = re.compile(r"\b(?:negative|minus)\s*$")
_DECLINE = re.compile(
    r"\b(?:loss(?:es)?|lost|declin\w+|decreas\w+|fell|falls?|fallen|drop\w*|down|lower|reduc\w+"
    r"|shr[aiu]nk\w*|outflows?|deficit|contract(?:ed|ion)|cut)\b(?![^.;,]*\bto\s*$)[^.;,\d]{0,30}$"
)
_BOUND = re.compile(
    r"(?:\b(?:more\sthan|over|above|at\sleast|exceed\w*|less\sthan|below|under|at\smost|up\sto|nearly"
    r"|almost|north\sof|(?:shy|short)\sof|within)|[<>≥≤±]|>=|<=|\+/-)\s*$"
)
_BOUND_AFTER = re.compile(r"\s?(?:\+(?!\d)|±|\+/-|or\s(?:more|less|so|higher|lower)\b|at\smost\b)")
_COMPARED = re.compile(
    r"(?:\bnot|n't|\brather\sthan|\binstead\sof|\bversus|\bvs\.?|\bcompared\s(?:with|to)|\bagainst"
    r"|\b(?:up|down)\sfrom|\bunlike|\bexcluding|\bpreviously)\s+(?:the\s|an?\s|by\s)?$"
)
_JOINED = re.compile(r"\s*(?:-|to|through)\s*")
_BETWEEN = re.compile(r"\bbetween\s*$")
_FROM = re.compile(r"\bfrom\s*$")
_HEAD = re.compile(
    rf"\(?(?P<cur>{_CURRENCY})?\s?(?:amounts\s)?in\s(?P<scale>thousands|millions|billions)\b"
)
_HEADS = {"thousands": Scale.THOUSAND, "millions": Scale.MILLION, "billions": Scale.BILLION}
_WHOLE = 1_000_000
"""A figure as large as this, in a text that names no scale, is meant in whole units."""


class Figure(NamedTuple):
    """One figure of an answer."""

    start: int
    end: int
    text: str
    value: StatedNumber | None
    """`None` when it cannot be read, such as `11,8`."""
    may_be_negative: bool = False
    """A bracket or a word of decline that may or may not be a minus."""
    is_bound: bool = False
    """Only a limit of the value: more than, at least, plus or minus."""
    is_compared: bool = False
    """Named to say what the value is not, or is measured against."""
    in_range: bool = False
    """One end of a range."""

    @property
    def readings(self) -> tuple[StatedNumber, ...]:
        """Every value that the figure can be; none when it cannot be read."""
        if self.value is None:
            return ()
        return (self.value, _negated(self.value)) if self.may_be_negative else (self.value,)


def _negated(number: StatedNumber) -> StatedNumber:
    value = number.value.copy_negate() if number.value else number.value
    return number.model_copy(update={"value": value})


def read_figures(prepared: FigureText) -> tuple[Figure, ...]:
    """All figures of a prepared text in their order, ranges marked and units carried over."""
    text = prepared.text
    found = [_figure(text, match, is_bracketed=True) for match in _BRACKETED.finditer(text)]
    rest = _BRACKETED.sub(lambda match: " " * len(match.group()), text)
    found += [_figure(text, match, is_bracketed=False) for match in _PLAIN.finditer(rest)]
    ordered = sorted(found, key=lambda figure: figure.start)
    return tuple(_scaled(text, _with_ranges(text, ordered)))


def _figure(text: str, match: re.Match[str], *, is_bracketed: bool) -> Figure:
    before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() :][:20]
    value = _value(match.groupdict())
    if is_bracketed:
        is_outside = any(match[part] for part in ("cur", "scale", "unit"))
        is_negative = is_outside or bool(_ALONE_AFTER.search(before))
        is_open = not is_negative
    else:
        has_minus = "-" in (match["sign"] or "") or match["late"] is not None
        is_negative = has_minus or bool(_MINUS_WORD.search(before))
        is_open = not is_negative and bool(_DECLINE.search(before))
    if value is not None and is_negative:
        value = _negated(value)
    return Figure(
        match.start(),
        match.end(),
        match.group().strip(),
        value,
        may_be_negative=is_open,
        is_bound=bool(_BOUND.search(before) or _BOUND_AFTER.match(after)),
        is_compared=bool(_COMPARED.search(before)),
    )


def _value(groups: dict[str, str | None]) -> StatedNumber | None:
    def part(*names: str) -> str:
        return " ".join(found for name in names if (found := groups.get(name)))

    unit = part("inunit", "unit").replace("-", " ").replace("pct", "percent")
    unit = re.sub(r"% ?(?:points?|pts?)", "percentage points", unit)
    per = "per share" if groups.get("per") else ""
    words = (part("cur", "in"), part("num"), part("inscale", "scale"), unit, per)
    try:
        return StatedNumber.parse(" ".join(word.strip() for word in words if word))
    except QuantityParseError:
        return None


def _with_ranges(text: str, found: list[Figure]) -> list[Figure]:
    """Mark both ends of each range; an end without unit or scale takes those of the other."""
    figures = list(found)
    for place in range(len(figures) - 1):
        first, second = figures[place], figures[place + 1]
        if _is_range(text, first, second):
            figures[place] = first._replace(in_range=True, value=_like(first.value, second.value))
            figures[place + 1] = second._replace(
                in_range=True, value=_like(second.value, first.value)
            )
        elif re.fullmatch(r"\s*(?:or|and|/)\s*", text[first.end : second.start]):
            figures[place] = first._replace(value=_like(first.value, second.value))
    return figures


def _is_range(text: str, first: Figure, second: Figure) -> bool:
    units = {end.value.unit for end in (first, second) if end.value and end.value.unit}
    if len(units) > 1:
        return False
    gap, before = text[first.end : second.start], text[max(0, first.start - 30) : first.start]
    if _JOINED.fullmatch(gap):
        return True
    if _BETWEEN.search(before) and gap.strip() == "and":
        return True
    return bool(_FROM.search(before)) and bool(re.fullmatch(r"[^.;\d]{0,40}\bto\s*", gap))


def _like(one: StatedNumber | None, other: StatedNumber | None) -> StatedNumber | None:
    if one is None or other is None:
        return one
    return one.model_copy(
        update={"unit": one.unit or other.unit, "scale": one.scale or other.scale}
    )


def _scaled(text: str, figures: list[Figure]) -> list[Figure]:
    """Give figures without a scale the one that the text names once for all of them."""
    heads = list(_HEAD.finditer(text))
    return [
        figure._replace(value=_by_head(figure.value, heads)) if figure.value else figure
        for figure in figures
    ]


def _by_head(value: StatedNumber, heads: list[re.Match[str]]) -> StatedNumber:
    takes_scale = value.unit is None or value.unit.takes_scale
    if value.scale is not None or not takes_scale:
        return value
    if not heads:
        is_whole = value.unit is not None and abs(value.value) >= _WHOLE
        return value.model_copy(update={"scale": Scale.ONE}) if is_whole else value
    if len({head["scale"] for head in heads}) > 1:
        return value
    unit = value.unit or _head_unit(heads[0])
    is_money = unit is not None and unit.dimension is Dimension.MONEY
    if not is_money:
        return value
    return value.model_copy(update={"unit": unit, "scale": _HEADS[heads[0]["scale"]]})


def _head_unit(head: re.Match[str]) -> Unit | None:
    currency = head["cur"]
    if not currency:
        return None
    try:
        return StatedNumber.parse(f"{currency} 1").unit
    except QuantityParseError:
        return None
