"""Evidence as it is shown: figures with their quotes, sources with their dates, worked steps."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from contracts.cutoff import Cutoff
from contracts.evidence import Derivation, Observation
from contracts.ids import SourceId
from contracts.source import CorpusItem
from reports.lookup import Lookup
from reports.withheld import WITHHELD, withheld_note
from reports.words import (
    BASES,
    KNOWN,
    distance_text,
    left_out_text,
    period_text,
    published_text,
    spoken,
)
from sources.store.quotes import locate

CONTEXT = 140
"""Characters of a source shown on each side of a quote."""
_LINK = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][^\s<>\"'`\\]*)?")


@dataclass(frozen=True, slots=True)
class SourceView:
    """One source: what it is, and its date against the cutoff."""

    id: str
    title: str
    publisher: str
    form: str
    accession: str
    link: str
    """Its address when it is plain http or https, else empty."""
    published: str
    distance: str
    basis: str
    known: str
    is_verified: bool
    left_out: str
    """Why no role was shown it, for its date; empty for one that may be used."""
    source_class: str
    is_extract: bool
    is_human: bool
    note: str
    snapshot: str


@dataclass(frozen=True, slots=True)
class QuoteView:
    """A quote with the words around it; `note` stands in its place when it is left out."""

    before: str
    text: str
    after: str
    locator: str
    note: str
    is_found: bool


@dataclass(frozen=True, slots=True)
class ReadFigure:
    """A figure read in a source."""

    id: str
    value: str
    measure: str
    part: str
    period: str
    quote: QuoteView
    source: SourceView | None


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a worked figure."""

    id: str
    value: str
    what: str


@dataclass(frozen=True, slots=True)
class WorkedFigure:
    """A figure computed by a script."""

    id: str
    value: str
    statement: str
    period: str
    period_rule: str
    script: str
    script_text: str
    inputs: tuple[Input, ...]
    printed: str
    outcome: str
    is_equal: bool


def source_view(item: CorpusItem, cutoff: Cutoff) -> SourceView:
    """A source against the cutoff."""
    card = item.card
    published = card.times.published
    known = card.times.known_by(cutoff)
    return SourceView(
        id=card.id,
        title=card.title,
        publisher=card.publisher,
        form=card.form,
        accession=card.accession,
        link=card.url if _LINK.fullmatch(card.url) else "",
        published=published_text(published),
        distance=distance_text(published, cutoff),
        basis=BASES[published.basis] if published else "",
        known=KNOWN[known],
        is_verified=known == "yes",
        left_out=left_out_text(card.times, cutoff),
        source_class=card.source_class,
        is_extract=card.extract,
        is_human=card.supplied_by == "human",
        note="" if card.source_class in WITHHELD else card.note,
        snapshot=item.snapshot,
    )


def read_figure(
    item: Observation, parts: Lookup, *, cutoff: Cutoff, texts: Mapping[SourceId, str]
) -> ReadFigure:
    """An observation with its quote in its source."""
    source = parts.sources.get(item.source_id)
    return ReadFigure(
        id=item.id,
        value=parts.figure(item.id),
        measure=item.measure,
        part=item.subject.part,
        period=period_text(item.period),
        quote=_quote(item, parts, texts),
        source=source_view(source, cutoff) if source else None,
    )


def _quote(item: Observation, parts: Lookup, texts: Mapping[SourceId, str]) -> QuoteView:
    source = parts.sources.get(item.source_id)
    match = parts.quotes.get(item.id)
    is_found = match is not None and match.outcome in ("found", "repeated")
    locator = item.quote.locator
    if source is not None and source.card.source_class in WITHHELD:
        note = withheld_note(source.card.source_class)
        return QuoteView("", "", "", locator, note, is_found)
    before = after = ""
    if source is not None and source.card.source_class == "public" and item.source_id in texts:
        before, after = around(texts[item.source_id], item.quote.text)
    return QuoteView(before, item.quote.text, after, locator, "", is_found)


def around(text: str, quote: str) -> tuple[str, str]:
    """The whole lines, or at least words, that stand before and after a quote."""
    place = locate(text, quote)
    if place.start is None or place.end is None:
        return "", ""
    before = text[max(0, place.start - CONTEXT) : place.start]
    after = text[place.end : place.end + CONTEXT]
    if place.start > CONTEXT:
        before = before[_first_break(before) :]
    if place.end + CONTEXT < len(text):
        after = after[: len(after) - _first_break(after[::-1])]
    return before.lstrip("\n"), after.rstrip()


def _first_break(text: str) -> int:
    """Where the first line, else the first word, begins that is whole."""
    for mark in ("\n", " "):
        place = text.find(mark)
        if place >= 0:
            return place + 1
    return 0


def worked_figure(item: Derivation, parts: Lookup) -> WorkedFigure:
    """A derivation with its script and what the script printed."""
    run = parts.runs.get(item.id)
    return WorkedFigure(
        id=item.id,
        value=parts.figure(item.id),
        statement=item.statement,
        period=period_text(item.period),
        period_rule="" if item.period_rule == "none" else spoken(item.period_rule),
        script=item.script,
        script_text=parts.scripts.get(item.script, ""),
        inputs=tuple(Input(i, parts.figure(i), _what(i, parts)) for i in item.inputs),
        printed=run.printed if run else "",
        outcome=run.outcome if run else "missing",
        is_equal=run is not None and run.outcome == "equal",
    )


def _what(evidence_id: str, parts: Lookup) -> str:
    if item := parts.observations.get(evidence_id):
        label = item.period.label or period_text(item.period)
        return ", ".join(word for word in (item.measure, item.subject.part, label) if word)
    step = parts.derivations.get(evidence_id)
    return step.statement if step else ""
