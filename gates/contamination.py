"""CON: no blocked host, and no copied text of an evaluation set, stands in a candidate.

The guard holds hashes, so this finds copies and not paraphrases. Exempt are the request's own
words and the quotes of filings, which any honest candidate shares with the sets.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from contracts.contract import Json, pointer_token
from contracts.finding import Finding
from contracts.guard import GuardSet
from contracts.ids import Sha256
from contracts.template import TemplateError
from gates.codes import finding
from gates.normal_form import unwrapped
from gates.rendering import reference_values, render_row
from gates.shingles import guard_words, item_hash, shingle_hashes
from gates.validation_input import ValidationInput

MIN_ITEM_WORDS = 3
"""A shorter item, such as `11.8 %`, is nobody's text."""


class _Piece(NamedTuple):
    pointer: str
    text: str


def check_contamination(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family: hosts, then protected text, in file order."""
    pieces = (*_evidence(given), *_rows(given))
    return (
        *_hosts(given, (*pieces, *_quotes(given, primary=True), *_urls(given))),
        *_copies(given, (*pieces, *_quotes(given, primary=False))),
    )


def _evidence(given: ValidationInput) -> Iterator[_Piece]:
    """Every text of the evidence file but quotes, which have rules of their own."""
    document: Json = given.evidence.model_dump(mode="json")
    for piece in _leaves("evidence:", document):
        if not piece.pointer.endswith("/quote/text"):
            yield piece


def _leaves(pointer: str, value: Json) -> Iterator[_Piece]:
    if isinstance(value, str):
        yield _Piece(pointer, value)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(f"{pointer}/{index}", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(f"{pointer}/{pointer_token(key)}", item)


def _rows(given: ValidationInput) -> Iterator[_Piece]:
    values = reference_values(given.factorization, given.evidence)
    for index, row in enumerate(given.rows.rows):
        try:
            text = render_row(row, values)
        except TemplateError:
            text = row.template
        yield _Piece(f"rows:/rows/{index}/template", text)
        yield _Piece(f"rows:/rows/{index}/rationale", row.rationale)


def _quotes(given: ValidationInput, *, primary: bool) -> Iterator[_Piece]:
    """Quotes; with `primary` false, only those that no registry filing backs."""
    filings = {
        item.card.id for item in given.corpus.items if item.card.times.version_proof == "accession"
    }
    for index, item in enumerate(given.evidence.observations):
        if primary or item.source_id not in filings:
            yield _Piece(f"evidence:/observations/{index}/quote/text", item.quote.text)


def _urls(given: ValidationInput) -> Iterator[_Piece]:
    urls = {item.card.id: item.card.url for item in given.corpus.items}
    for index, source in enumerate(given.evidence.sources):
        yield _Piece(f"evidence:/sources/{index}", urls.get(source.id, ""))


_HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE)


def _hosts(given: ValidationInput, pieces: tuple[_Piece, ...]) -> Iterator[Finding]:
    reasons = {item.host: item.reason for item in given.guard.blocked_hosts}
    for host in given.profile.blocked_hosts:
        _ = reasons.setdefault(host.lower(), "blocked by the profile")
    for piece in pieces:
        for host in dict.fromkeys(_HOST.findall(unwrapped(piece.text).lower())):
            blocked = next((name for name in reasons if f".{host}".endswith(f".{name}")), None)
            if blocked is not None:
                message = f"names {host}, a blocked host: {reasons[blocked]}"
                yield finding("CON-host", piece.pointer, message)


def _copies(given: ValidationInput, pieces: tuple[_Piece, ...]) -> Iterator[Finding]:
    own = _own_texts(given)
    for guarded in given.guard.sets:
        if guarded.match == "item":
            exempt = frozenset(item_hash(text) for text in own)
            yield from _items(guarded, pieces, exempt)
        else:
            exempt = frozenset(digest for text in own for digest in shingle_hashes(text, guarded.n))
            yield from _shingles(guarded, pieces, exempt)


def _own_texts(given: ValidationInput) -> tuple[str, ...]:
    """What a candidate may repeat: the conversation, its spans, quotes of filings."""
    exposed = {piece.pointer for piece in _quotes(given, primary=False)}
    return (
        given.query.text,
        *(turn.text for turn in given.query.prior_turns),
        *(span.text for binding in given.factorization.bindings for span in binding.spans),
        *(piece.text for piece in _quotes(given, primary=True) if piece.pointer not in exposed),
    )


def _items(
    guarded: GuardSet, pieces: tuple[_Piece, ...], exempt: frozenset[Sha256]
) -> Iterator[Finding]:
    hashes = frozenset(guarded.hashes) - exempt
    for piece in pieces:
        if len(guard_words(piece.text)) >= MIN_ITEM_WORDS and item_hash(piece.text) in hashes:
            message = f"is a whole item of {guarded.name!r} but for its numbers"
            yield finding("CON-item", piece.pointer, message)


def _shingles(
    guarded: GuardSet, pieces: tuple[_Piece, ...], exempt: frozenset[Sha256]
) -> Iterator[Finding]:
    hashes = frozenset(guarded.hashes) - exempt
    for piece in pieces:
        if hashes & shingle_hashes(piece.text, guarded.n):
            message = f"repeats {guarded.n} words in a row of {guarded.name!r}"
            yield finding("CON-shingle", piece.pointer, message)
