"""Quotes as passages of sources: each shown in one place, with every figure that is read there."""

from collections.abc import Iterable
from dataclasses import dataclass

from reports.evidence_view import QuoteView, ReadFigure, SourceView


@dataclass(frozen=True, slots=True)
class Passage:
    """One quote and the figures read in it."""

    quote: QuoteView
    source: SourceView | None
    figures: tuple[ReadFigure, ...]


def passages(figures: Iterable[ReadFigure]) -> tuple[Passage, ...]:
    """The figures put together by their quotes, in the order in which the quotes appear."""
    found: dict[tuple[str, ...], list[ReadFigure]] = {}
    for item in figures:
        found.setdefault(_place(item), []).append(item)
    return tuple(Passage(same[0].quote, same[0].source, tuple(same)) for same in found.values())


def _place(item: ReadFigure) -> tuple[str, ...]:
    """What two figures share when they stand in one quote; words left out are never the same."""
    if item.quote.note or item.source is None:
        return (item.id,)
    return (item.source.id, item.quote.locator, item.quote.text)
