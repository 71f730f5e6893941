"""Searching and opening the run's sources; what they say is data."""

import asyncio
from typing import Annotated

from pydantic import Field

from agents.tools.name import ToolName
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract
from contracts.cutoff import Cutoff, SourceTime, SourceTimes
from contracts.errors import InputError
from contracts.ids import Sha256, SourceId
from contracts.left_out import days_text, left_out
from contracts.source import Corpus
from records.tool_log import ToolOutcome
from sources.corpus import LoadedCorpus
from sources.reading import Passage, open_source
from sources.search import search

PASSAGE_CAP = 700
"""Most characters of a hit's passage."""
HITS = 8
NAMED_LEFT_OUT = 20
"""Most sources that a search names as left out; all stand in the run's `corpus.json`."""


class SearchSources(Contract):
    """A few words."""

    query: Annotated[str, Field(min_length=1, max_length=400)]


class OpenSource(Contract):
    """A window of a source."""

    source_id: SourceId
    start: Annotated[int, Field(ge=0)] = 0
    """First character shown, counted in code points from 0."""
    length: Annotated[int, Field(ge=1, le=40_000)] = 40_000


SEARCH_SOURCES = Declaration(
    ToolName.SEARCH_SOURCES,
    f"Search the run's sources by words; shows up to {HITS} sources, each with its best passage.",
    SearchSources,
)
OPEN_SOURCE = Declaration(
    ToolName.OPEN_SOURCE,
    "Open a source by id: what is known of it (snapshot hash, dates, whether it counts as known "
    "by the cutoff), then its text from `start`. A source not known by the cutoff is refused.",
    OpenSource,
)


class SourceTools:
    """Both tools over a corpus as of a cutoff; what was not known by then is named, not shown."""

    def __init__(self, loaded: LoadedCorpus, cutoff: Cutoff) -> None:
        """Read `loaded` as of `cutoff`."""
        self._loaded = loaded
        self._cutoff = cutoff
        self._snapshots = {item.card.id: item.snapshot for item in loaded.corpus.items}
        self._texts = {
            item.card.id: loaded.texts[item.card.id]
            for item in loaded.corpus.items
            if item.card.times.known_by(cutoff).passes
        }
        self._left_out = _left_out_text(loaded.corpus, cutoff)

    def tools(self) -> tuple[Tool, ...]:
        """The tools, bound."""
        return BoundTool(SEARCH_SOURCES, self.search), BoundTool(OPEN_SOURCE, self.open)

    async def search(self, arguments: SearchSources) -> ToolOutcome:
        """The best sources for some words."""
        hits = await asyncio.to_thread(search, self._texts, arguments.query, limit=HITS)
        if not hits:
            known = ", ".join(sorted(self._texts))
            return shown(f"no source has these words; the corpus holds: {known}{self._left_out}")
        found = "\n\n".join(f"# {hit.source_id}\n{hit.passage[:PASSAGE_CAP]}" for hit in hits)
        return shown(found + self._left_out)

    async def open(self, arguments: OpenSource) -> ToolOutcome:
        """One source's head and a window of its text."""
        try:
            passage = open_source(
                self._loaded, arguments.source_id, self._cutoff, start=arguments.start
            )
        except InputError as error:
            return refused(str(error))
        snapshot = self._snapshots[arguments.source_id]
        return shown(_head(passage, snapshot) + _window(passage, arguments.length))


def _left_out_text(corpus: Corpus, cutoff: Cutoff) -> str:
    items = left_out(corpus, cutoff)
    if not items:
        return ""
    lines = [f"- {item.card.id}: {item.reason}" for item in items[:NAMED_LEFT_OUT]]
    if len(items) > NAMED_LEFT_OUT:
        lines.append(f"- and {len(items) - NAMED_LEFT_OUT} more")
    return "\n\nnot searched, since not known by the cutoff:\n" + "\n".join(lines)


def _head(passage: Passage, snapshot: Sha256) -> str:
    card = passage.card
    lines = [
        f"source: {card.id}",
        f"title: {card.title}",
        f"publisher: {card.publisher}, form: {card.form}",
        f"accession: {card.accession or 'none'}",
        f"snapshot: {snapshot}",
        *(f"{name}: {_day(time)}" for name, time in _times(card.times)),
        f"known by the cutoff: {passage.known.value}",
        f"extract: {'yes, not the whole document' if card.extract else 'no'}",
    ]
    if card.note:
        lines.append(f"note: {card.note}")
    if passage.hides_text:
        lines.append("warning: this source holds characters that a reader would not see")
    return "\n".join(lines) + "\n"


def _times(times: SourceTimes) -> tuple[tuple[str, SourceTime], ...]:
    named = (("published", times.published), ("updated", times.updated))
    return tuple((name, time) for name, time in named if time is not None)


def _day(time: SourceTime) -> str:
    """A source's time as it states it: first and last day it can mean, and who says so."""
    checked = "verified" if time.verified else "unverified"
    return f"{days_text(time)} ({time.zone}, {time.basis.value}, {checked})"


def _window(passage: Passage, length: int) -> str:
    text = passage.text[:length]
    end = passage.start + len(text)
    more = "" if end >= passage.total else f"\n[{passage.total - end} more: go on with start={end}]"
    return f"characters {passage.start} to {end} of {passage.total}:\n\n{text}{more}"
