"""Search over a local corpus: BM25 over paragraphs, best paragraph per source."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import bm25s

from contracts.ids import SourceId

_WORD = re.compile(r"[a-z0-9]+(?:['.][a-z0-9]+)*")


class Hit(NamedTuple):
    """One source that answers a query, with its best paragraph."""

    source_id: SourceId
    passage: str


def search(texts: Mapping[SourceId, str], query: str, *, limit: int = 8) -> tuple[Hit, ...]:
    """Rank sources by their best paragraph for `query`; ties go by source id."""
    passages = [
        (source_id, passage)
        for source_id in sorted(texts)
        for passage in _passages(texts[source_id])
        if _words(passage)
    ]
    wanted = _words(query)
    if not passages or not wanted:
        return ()
    index = bm25s.BM25(method="lucene")
    # The stubs of bm25s leave numpy types open.
    corpus = [_words(text) for _, text in passages]
    index.index(corpus, show_progress=False)  # pyright: ignore[reportUnknownMemberType]
    scores = index.get_scores(wanted)  # pyright: ignore[reportUnknownMemberType]
    ranked = sorted(range(len(passages)), key=lambda i: (-float(scores[i]), i))
    best: dict[SourceId, Hit] = {}
    for i in ranked:
        source_id, passage = passages[i]
        if float(scores[i]) > 0 and source_id not in best:
            best[source_id] = Hit(source_id, passage)
    return tuple(best.values())[:limit]


def _passages(text: str) -> list[str]:
    """Paragraphs, each under the headings and one-line remarks that stand above it."""
    passages: list[str] = []
    above = ""
    for part in re.split(r"\n\s*\n", text):
        above = f"{above}\n\n{part.strip()}" if above else part.strip()
        if not part.lstrip().startswith("#") and "\n" in part.strip():
            passages.append(above)
            above = ""
    return [*passages, above] if above else passages


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
