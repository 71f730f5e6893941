"""A net behind the fields: runs of words that stand in a withheld source leave in no other place.

Quotes are taken out where contracts have them. Roles also write freely (rationales, findings,
notes), and what they copy there is found by its words, wherever it stands.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from contracts.contract import Contract, Json, canonical
from contracts.ids import SourceId
from contracts.rubric import Rubric
from reports.withheld import WITHHELD
from reports.withheld_passages import LEFT_OUT

RUN = 8
"""Words in a row that are nobody's by chance; shorter ones are names and figures."""
_WORD = re.compile(r"\w+(?:[.,'\u2019-]\w+)*")
_OWN = frozenset({"query", "factorization"})
"""What the person asked, and spans of it by offset: no words of a source."""

Words = tuple[str, ...]
ContractT = TypeVar("ContractT", bound=Contract)


def without_words(rubric: Rubric, texts: Mapping[SourceId, str]) -> Rubric:
    """The rubric without runs of eight words or more of withheld sources, a mark in their place.

    The same object when nothing has to be left out.

    Args:
        rubric: an accepted rubric.
        texts: text of each of its sources.
    """
    hidden = [
        texts[item.card.id]
        for item in rubric.sources
        if item.card.source_class in WITHHELD and item.card.id in texts
    ]
    return contract_without(rubric, runs_of(hidden))


def runs_of(texts: Iterable[str]) -> frozenset[Words]:
    """All runs of eight words that stand in these texts."""
    return frozenset(run for text in texts for run in _runs(_words(text)))


def contract_without(body: ContractT, runs: frozenset[Words]) -> ContractT:
    """A contract without these runs of words, a mark in the place of each.

    The same object when nothing has to be left out.

    Raises:
        ValidationError: the contract does not allow the mark where the words stood.
    """
    document: Json = json.loads(canonical(body))
    if not runs or not isinstance(document, dict):
        return body
    cleaned = {key: part if key in _OWN else _without(part, runs) for key, part in document.items()}
    if cleaned == document:
        return body
    return type(body).model_validate_json(json.dumps(cleaned))


def _without(value: Json, runs: frozenset[Words]) -> Json:
    if isinstance(value, str):
        return _clean(value, runs)
    if isinstance(value, list):
        return [_without(part, runs) for part in value]
    if isinstance(value, dict):
        return {key: _without(part, runs) for key, part in value.items()}
    return value


def _clean(text: str, runs: frozenset[Words]) -> str:
    found = list(_WORD.finditer(text))
    words = tuple(match[0].casefold() for match in found)
    hit = {
        place
        for start, run in enumerate(_runs(words))
        if run in runs
        for place in range(start, start + RUN)
    }
    if not hit:
        return text
    parts: list[str] = []
    end = 0
    for place, match in enumerate(found):
        if place in hit and place - 1 not in hit:
            parts += [text[end : match.start()], LEFT_OUT]
        if place in hit:
            end = match.end()
    return "".join((*parts, text[end:]))


def _words(text: str) -> Words:
    return tuple(match[0].casefold() for match in _WORD.finditer(text))


def _runs(words: Words) -> Iterable[Words]:
    return (words[start : start + RUN] for start in range(len(words) - RUN + 1))
