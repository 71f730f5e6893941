"""Facts that an inline XBRL filing tags in its own text: concept, figure, context, unit, place.

The rules are those of Inline XBRL 1.1 and XBRL 2.1: a figure is the printed text read by its
`format`, times ten to its `scale`, negated by `sign`; `decimals` says how exactly it is meant. All
of it is decimal arithmetic. Text facts are not read, and no taxonomy is needed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from contracts.errors import InputError
from contracts.period import Period
from contracts.quantity import decimal_from_text, plain_text, restated
from sources.store.filing import Element, xhtml

_IX = "{http://www.xbrl.org/2013/inlineXBRL}"
_XBRLI = "{http://www.xbrl.org/2003/instance}"
_XBRLDI = "{http://xbrl.org/2006/xbrldi}"
_XHTML = "{http://www.w3.org/1999/xhtml}"
_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
_WITHOUT_PREFIX = ("iso4217:", "xbrli:")
_SCALE = re.compile(r"-?[0-9]{1,2}")
_ROW = f"{_XHTML}tr"
_BLOCKS = tuple(_XHTML + name for name in ("p", "li", "div", "td"))
_MARK = "\x00"
_SENTENCE_END = re.compile(r"(?<=[.;])\s+")

NamedT = TypeVar("NamedT")


class Dimension(NamedTuple):
    """One axis of a context and where on it the fact stands."""

    axis: str
    member: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One tagged figure."""

    anchor: str
    """Id of its element in the document; empty when it has none."""
    concept: str
    """Qualified name with the document's own prefix, such as `us-gaap:Revenues`."""
    value: Decimal | None
    """In whole units; None for a nil fact, for words, and for a format that is not known here."""
    printed: str
    """The figure as the document prints it, before scale and sign."""
    scale: int
    """Power of ten that the printed figure is multiplied by."""
    decimals: int | None
    """Places up to which it is meant to be right, -3 for thousands; None: exact or not said."""
    unit: str
    """Such as `USD`, `shares`, `pure` or `USD/shares`."""
    entity: str
    """Identifier of whom the fact is about; for SEC filings the CIK."""
    period: Period | None
    """Interval, or instant at the end of a day; None: the context says for ever."""
    dimensions: tuple[Dimension, ...]
    """Sorted by axis; empty: the whole entity."""
    words: str
    """The table row or sentence it stands in, white space folded; empty for hidden facts."""


class _Context(NamedTuple):
    entity: str
    period: Period | None
    dimensions: tuple[Dimension, ...]


def facts_of(data: bytes) -> tuple[Fact, ...]:
    """All numeric facts in document order; none when the bytes are no inline XBRL.

    Raises:
        InputError: a context, unit or fact that breaks the rules; names it by its id.
    """
    tree = xhtml(data)
    if tree is None:
        return ()
    contexts = {_required(item, "id"): _context(item) for item in tree.iter(f"{_XBRLI}context")}
    units = {_required(item, "id"): _unit(item) for item in tree.iter(f"{_XBRLI}unit")}
    return tuple(_fact(item, contexts, units) for item in tree.iter(f"{_IX}nonFraction"))


def _fact(item: Element, contexts: Mapping[str, _Context], units: Mapping[str, str]) -> Fact:
    anchor, concept = item.get("id", ""), _required(item, "name")
    where = f"fact {anchor or concept}"
    context = _named(contexts, _required(item, "contextRef"), f"{where}: context")
    unit = _named(units, _required(item, "unitRef"), f"{where}: unit")
    printed = _folded(_text(item))
    scale = _power(item.get("scale", "0"), where)
    return Fact(
        anchor=anchor,
        concept=concept,
        value=None if item.get(_NIL) == "true" else _value(item, printed, scale, where),
        printed=printed,
        scale=scale,
        decimals=_decimals(item.get("decimals", "INF"), where),
        unit=unit,
        entity=context.entity,
        period=context.period,
        dimensions=context.dimensions,
        words=_words(item),
    )


def _value(item: Element, printed: str, scale: int, where: str) -> Decimal | None:
    read = _FORMATS.get(item.get("format", "").rpartition(":")[2], _unread)
    digits = read(printed)
    if digits is None:
        return None
    try:
        value = decimal_from_text(digits)
    except ValueError as error:
        msg = f"{where}: {printed!r} cannot be read as its format says: {error}"
        raise InputError(msg) from None
    value = Decimal(plain_text(restated(value, power=scale)))
    return -value if item.get("sign") == "-" and value else value


def _as_written(printed: str) -> str:
    return printed


def _dot_decimal(printed: str) -> str:
    return re.sub(r"[,\s]", "", printed)


def _comma_decimal(printed: str) -> str:
    return re.sub(r"[.\s]", "", printed).replace(",", ".")


def _zero(_: str) -> str:
    return "0"


def _in_words(printed: str) -> str | None:
    """Words other than none are left to readers."""
    return "0" if printed.casefold() in ("no", "none") else None


def _unread(_: str) -> None:
    """A format that is not in the table."""


_FORMATS: Mapping[str, Callable[[str], str | None]] = {
    "": _as_written,
    "num-dot-decimal": _dot_decimal,
    "numdotdecimal": _dot_decimal,
    "numcommadot": _dot_decimal,
    "num-comma-decimal": _comma_decimal,
    "numcommadecimal": _comma_decimal,
    "numdotcomma": _comma_decimal,
    "fixed-zero": _zero,
    "fixedzero": _zero,
    "zerodash": _zero,
    "numwordsen": _in_words,
}
"""Formats of the transformation registries 1 to 5 that figures in English filings have."""


def _context(item: Element) -> _Context:
    where = f"context {item.get('id')}"
    identifier = item.find(f"{_XBRLI}entity/{_XBRLI}identifier")
    if identifier is None:
        msg = f"{where} names no entity"
        raise InputError(msg)
    return _Context(_folded(_text(identifier)), _period(item, where), _dimensions(item, where))


def _period(item: Element, where: str) -> Period | None:
    said = {
        part.tag.removeprefix(_XBRLI): _folded(_text(part))
        for part in item.iterfind(f"{_XBRLI}period/*")
    }
    try:
        match said:
            case {"instant": day}:
                return Period(start=None, end=date.fromisoformat(day))
            case {"startDate": start, "endDate": end}:
                return Period(start=date.fromisoformat(start), end=date.fromisoformat(end))
            case {"forever": _}:
                return None
            case _:
                msg = f"{where} has no period"
                raise InputError(msg)
    except (ValueError, ValidationError) as error:
        msg = f"{where}: period {said}: {error}"
        raise InputError(msg) from None


def _dimensions(item: Element, where: str) -> tuple[Dimension, ...]:
    found: list[Dimension] = []
    for kind in ("explicitMember", "typedMember"):
        for member in item.iter(f"{_XBRLDI}{kind}"):
            axis = member.get("dimension")
            if not axis:
                msg = f"{where} has a member of no dimension"
                raise InputError(msg)
            found.append(Dimension(axis, _folded(_text(member))))
    return tuple(sorted(found))


def _unit(item: Element) -> str:
    divide = item.find(f"{_XBRLI}divide")
    if divide is None:
        return _measures(item)
    parts = (divide.find(f"{_XBRLI}unit{part}") for part in ("Numerator", "Denominator"))
    return "/".join(_measures(part) for part in parts if part is not None)


def _measures(item: Element) -> str:
    names = [_folded(_text(part)) for part in item.iterfind(f"{_XBRLI}measure")]
    for prefix in _WITHOUT_PREFIX:
        names = [name.removeprefix(prefix) for name in names]
    return "*".join(names)


def _words(item: Element) -> str:
    if any(True for _ in item.iterancestors(f"{_IX}header")):
        return ""
    row = next(item.iterancestors(_ROW), None)
    if row is not None:
        cells = (_folded(_text(cell)) for cell in row)
        return " ".join(cell for cell in cells if cell)
    block = next(item.iterancestors(*_BLOCKS), None)
    if block is None:
        return ""
    sentences = _SENTENCE_END.split("".join(_marked(block, item)))
    return _folded(next(part for part in sentences if _MARK in part).replace(_MARK, ""))


def _marked(block: Element, item: Element) -> Iterator[str]:
    if block is item:
        yield _MARK
    yield block.text or ""
    for part in block:
        yield from _marked(part, item)
        yield part.tail or ""


def _text(item: Element) -> str:
    """Text without what the document excludes from the fact, such as page breaks."""
    parts = [item.text or ""]
    for part in item:
        if part.tag != f"{_IX}exclude":
            parts.append(_text(part))
        parts.append(part.tail or "")
    return "".join(parts)


def _folded(text: str) -> str:
    return " ".join(text.split())


def _required(item: Element, name: str) -> str:
    value = item.get(name)
    if not value:
        msg = f"line {item.sourceline}: {item.tag.rpartition('}')[2]} without {name}"
        raise InputError(msg)
    return value


def _named(known: Mapping[str, NamedT], name: str, where: str) -> NamedT:
    if name not in known:
        msg = f"{where} {name!r} is not in the document"
        raise InputError(msg)
    return known[name]


def _power(text: str, where: str) -> int:
    if not _SCALE.fullmatch(text):
        msg = f"{where}: {text!r} is no power of ten"
        raise InputError(msg)
    return int(text)


def _decimals(text: str, where: str) -> int | None:
    return None if text == "INF" else _power(text, where)
