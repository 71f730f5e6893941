"""The shortlist: which bank tasks lie near a signature, best first.

`Retriever` is the port; `Bm25` is what runs today. Scores rank tasks and mean nothing else, so they
are cut to six places before they are compared: the order is the same on every machine.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Protocol, SupportsFloat

import bm25s

from contracts.bank import BankTask
from contracts.feature import Feature
from contracts.match import Shortlisted

_STEP = Decimal("0.000001")
_WORD = re.compile(r"[^\W_]+")
_STOP = frozenset({"a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "its", "of"}) | {
    *("on", "one", "or", "over", "per", "that", "the", "their", "this", "to", "was", "were", "with")
}


class Retriever(Protocol):
    """Ranks tasks by their nearness to a signature."""

    name: str
    """Stable name and version, written into `Match.retriever`."""

    def rank(
        self,
        statement: str,
        features: Iterable[Feature],
        tasks: Sequence[BankTask],
        limit: int,
    ) -> tuple[Shortlisted, ...]:
        """At most `limit` tasks in falling order of score, ties by id."""
        ...


class Bm25:
    """BM25 over the words of title and description, and the features as words of their own.

    Criteria are left out: they speak of sources and periods in every task.
    """

    name: str = "bm25-1"

    def rank(
        self,
        statement: str,
        features: Iterable[Feature],
        tasks: Sequence[BankTask],
        limit: int,
    ) -> tuple[Shortlisted, ...]:
        """At most `limit` tasks in falling order of score, ties by id."""
        documents = [_tokens(f"{task.title} {task.description}", task.features) for task in tasks]
        query = sorted(set(_tokens(statement, features)))
        scored = [
            Shortlisted(task_id=task.id, score=score)
            for task, score in zip(tasks, _scores(query, documents), strict=True)
        ]
        scored.sort(key=lambda item: (-item.score, item.task_id))
        return tuple(scored[: max(limit, 0)])


def _scores(query: Sequence[str], documents: Sequence[Sequence[str]]) -> list[Decimal]:
    vocabulary = {word: n for n, word in enumerate(sorted({w for d in documents for w in d}))}
    known = [vocabulary[word] for word in query if word in vocabulary]
    if not known:
        return [Decimal(0).quantize(_STEP) for _ in documents]
    index = _new_index()
    corpus = [[vocabulary[word] for word in document] for document in documents]
    index.index((corpus, vocabulary), create_empty_token=False, show_progress=False)
    found = [float(score) for score in index.get_scores_from_ids(known)]
    return [Decimal(repr(score)).quantize(_STEP, rounding=ROUND_HALF_EVEN) for score in found]


class _Index(Protocol):
    """The part of bm25s used here; the library's own types are incomplete."""

    def index(
        self,
        corpus: tuple[list[list[int]], dict[str, int]],
        create_empty_token: bool,
        show_progress: bool,
    ) -> None: ...

    def get_scores_from_ids(self, query_tokens_ids: list[int]) -> Iterable[SupportsFloat]: ...


def _new_index() -> _Index:
    return bm25s.BM25(method="lucene", dtype="float64")


def _tokens(text: str, features: Iterable[Feature]) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold()
    words = [_stem(word) for word in _WORD.findall(plain) if word not in _STOP]
    return words + [f"feature:{feature}" for feature in features]


def _stem(word: str) -> str:
    """Words without a plural ending, so that a measure is found in either number."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word
