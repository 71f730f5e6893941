"""One source of a run: its card, its text, what the evidence quotes of it, and its picture."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from console.parts import Parts
from console.reading.stage_files import StageFiles, stage_files
from console.run_port import OpenedPage
from contracts.contract import parse_contract
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from contracts.evidence import Evidence
from contracts.ids import RunId, Sha256, SourceId
from contracts.page import PageRecord
from contracts.passage import Quote
from contracts.request import RunRequest
from contracts.source import Corpus, CorpusItem
from escalations.decisions import decision_rows
from records.files import Blobs
from records.runs import RunRow
from sources.store.snapshots import Snapshots

KEPT_TEXTS = 12
"""Texts that a process keeps laid out: a long filing takes a second."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """One quote of a source, and what was read in it."""

    id: str
    """Of the observation or the claim."""
    what: str
    quote: Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePage:
    """A source as a reviewer opens it."""

    run: RunId
    item: CorpusItem
    cutoff: Cutoff
    text: str
    unreadable: str
    """Why the bytes have no text; empty where they have."""
    quotes: tuple[Quoted, ...]
    opened: tuple[PageRecord, ...]
    """Openings of a page of the web, the first one first."""


async def sources_of(parts: Parts, row: RunRow) -> tuple[CorpusItem, ...]:
    """Sources of a run: those given, those that people added, pages that roles opened.

    Raises:
        CorruptRun: a kept text is missing or changed.
    """
    return (await _read(parts, row))[-1]


async def _read(parts: Parts, row: RunRow) -> tuple[RunRequest, StageFiles, tuple[CorpusItem, ...]]:
    request = parse_contract(parts.blobs.get(row.query_sha), RunRequest)
    made = await decision_rows(parts.database, row.id)
    files = await stage_files(parts.journal, parts.data, row.id)
    added = [one.decision.sources for one in made if not one.voided]
    return request, files, gathered(request, added, files)


def gathered(
    request: RunRequest, added: list[tuple[CorpusItem, ...]], files: StageFiles
) -> tuple[CorpusItem, ...]:
    """The sources of these records, each once, by id."""
    grown = [found.body.items for found in files.every(Corpus)]
    groups = (*grown, *added, request.corpus.items)
    known = {item.card.id: item for group in groups for item in group}
    return tuple(known[name] for name in sorted(known))


async def read_source(parts: Parts, row: RunRow, source: SourceId) -> SourcePage | None:
    """One source of a run, whoever may read it; None where the run has no such source.

    Raises:
        CorruptRun: a kept text is missing or changed.
    """
    request, files, sources = await _read(parts, row)
    item = next((one for one in sources if one.card.id == source), None)
    if item is None:
        return None
    text, unreadable = await _text(parts.data, item.snapshot)
    return SourcePage(
        run=row.id,
        item=item,
        cutoff=request.query.cutoff,
        text=text,
        unreadable=unreadable,
        quotes=_quotes(files, source),
        opened=await _opened(parts, row.id, source) if request.web else (),
    )


async def _text(data: Path, snapshot: Sha256) -> tuple[str, str]:
    try:
        return await asyncio.to_thread(_laid_out, data, snapshot), ""
    except InputError as error:
        return "", str(error)


@lru_cache(maxsize=KEPT_TEXTS)
def _laid_out(data: Path, snapshot: Sha256) -> str:
    return Snapshots(Blobs(data)).text(snapshot)


def _quotes(files: StageFiles, source: SourceId) -> tuple[Quoted, ...]:
    newest = files.newest(Evidence)
    if newest is None:
        return ()
    evidence = newest.body
    figures = [
        Quoted(item.id, f"{item.measure}: {item.value}", item.quote)
        for item in evidence.observations
        if item.source_id == source
    ]
    claims = [
        Quoted(item.id, f"{item.speaker}: {item.proposition}", item.quote)
        for item in evidence.claims
        if item.source_id == source
    ]
    return (*figures, *claims)


async def first_pictures(parts: Parts, run: RunId) -> Mapping[SourceId, int]:
    """For each source that a browser saw, which of its openings, from 1, has the first picture.

    Raises:
        CorruptRun: a kept record is missing or changed.
    """
    found: dict[SourceId, int] = {}
    for source, openings in _openings(await parts.ports.runs.pages(run)).items():
        seen = (n for n, page in enumerate(openings.values(), start=1) if page.screenshot)
        if number := next(seen, 0):
            found[source] = number
    return found


async def _opened(parts: Parts, run: RunId, source: SourceId) -> tuple[PageRecord, ...]:
    records = _openings(await parts.ports.runs.pages(run)).get(source, {})
    return tuple(parse_contract(parts.blobs.get(sha), PageRecord) for sha in records)


def _openings(pages: Sequence[OpenedPage]) -> Mapping[SourceId, Mapping[Sha256, OpenedPage]]:
    """Each source's openings by their records, the first one first."""
    found: dict[SourceId, dict[Sha256, OpenedPage]] = {}
    for page in pages:
        if page.source and page.record:
            _ = found.setdefault(page.source, {}).setdefault(page.record, page)
    return found
