"""A source's text with its quotes marked where they stand, in parts that browsers draw quickly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from console.reading.source_page import Quoted, SourcePage
from reports.evidence_view import SourceView, source_view
from reports.words import moment_text
from sources.store.quotes import locate

PART = 60_000
"""Characters of a text that one page shows."""


class Span(NamedTuple):
    """A stretch of the text in which one or more quotes stand."""

    start: int
    end: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the text; marked where it has ids."""

    text: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuoteLine:
    """One quote in the list beside the text."""

    id: str
    what: str
    text: str
    locator: str
    outcome: str
    """Found, found more than once, or not found: in words."""
    is_found: bool
    part: int
    """The part of the text in which it stands."""


@dataclass(frozen=True, slots=True)
class OpeningView:
    """One opening of a page of the web."""

    number: int
    at: str
    address: str
    has_picture: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePageView:
    """The whole page."""

    run: str
    source: SourceView
    size: str
    may_read: bool
    unreadable: str
    quotes: tuple[QuoteLine, ...]
    pieces: tuple[Piece, ...]
    part: int
    parts: int
    openings: tuple[OpeningView, ...]


def source_page_view(found: SourcePage, *, may_read: bool, part: int, quote: str) -> SourcePageView:
    """One part of a source: the one asked for, else that of a quote, else of the first quote."""
    text = found.text if may_read else ""
    quotes = found.quotes if may_read else ()
    lines = tuple(_line(item, text) for item in quotes)
    parts = max(1, -(-len(text) // PART))
    chosen = min(max(1, part or _part_of(lines, quote)), parts)
    start = (chosen - 1) * PART
    return SourcePageView(
        run=found.run,
        source=source_view(found.item, found.cutoff),
        size=f"{len(text):,} characters" if text else "",
        may_read=may_read,
        unreadable=found.unreadable,
        quotes=lines,
        pieces=pieces(text, spans(text, quotes), start, min(len(text), start + PART)),
        part=chosen,
        parts=parts,
        openings=tuple(
            OpeningView(
                number=number,
                at=moment_text(record.opened_at),
                address=record.final_url,
                has_picture=record.screenshot is not None,
            )
            for number, record in enumerate(found.opened if may_read else (), start=1)
        ),
    )


def spans(text: str, quotes: Sequence[Quoted]) -> tuple[Span, ...]:
    """Where quotes stand, in order; those that overlap are one stretch."""
    found: list[Span] = []
    for item in quotes:
        place = locate(text, item.quote.text)
        if place.start is not None and place.end is not None:
            found.append(Span(place.start, place.end, (item.id,)))
    merged: list[Span] = []
    for span in sorted(found):
        if merged and span.start < merged[-1].end:
            last = merged.pop()
            span = Span(last.start, max(last.end, span.end), (*last.ids, *span.ids))
        merged.append(span)
    return tuple(merged)


def pieces(text: str, marked: Sequence[Span], start: int, end: int) -> tuple[Piece, ...]:
    """The text from `start` to `end` as marked and unmarked pieces, without empty ones."""
    found: list[Piece] = []
    at = start
    for span in marked:
        first, last = max(span.start, start), min(span.end, end)
        if first >= last:
            continue
        found.append(Piece(text[at:first], ()))
        found.append(Piece(text[first:last], span.ids))
        at = last
    found.append(Piece(text[at:end], ()))
    return tuple(piece for piece in found if piece.text)


def _line(item: Quoted, text: str) -> QuoteLine:
    place = locate(text, item.quote.text)
    words = {
        "found": "stands there word for word",
        "repeated": "stands there more than once; the first place is marked",
        "absent": "does not stand there",
    }
    return QuoteLine(
        id=item.id,
        what=item.what,
        text=item.quote.text,
        locator=item.quote.locator,
        outcome=words[place.outcome],
        is_found=place.outcome != "absent",
        part=(place.start or 0) // PART + 1,
    )


def _part_of(lines: Sequence[QuoteLine], quote: str) -> int:
    found = [line for line in lines if line.is_found]
    named = [line for line in found if line.id == quote]
    return (named or found)[0].part if found else 1
