"""CON: no blocked host, and no copied text of an evaluation set, stands in a candidate.

The guard holds hashes, so this finds copies and cannot find a paraphrase. Exempt are the request's
own words and the quotes of filings, which any honest candidate shares with the sets; a canary is
never exempt.
"""

from collections.abc import Iterator
from typing import NamedTuple

from contracts.comparison import ForecastComparison
from contracts.contract import Json, pointer_token
from contracts.evidence import Evidence
from contracts.finding import Finding
from contracts.guard import BlockedHost, Guard, GuardSet
from contracts.host_names import blocked_by, hosts_in
from contracts.ids import SourceId
from contracts.passage import Passages
from contracts.template import TemplateError
from gates.codes import finding
from gates.copies import protected
from gates.later_figures import repeated
from gates.rendering import reference_values, render_row
from gates.validation_input import ValidationInput


class _Piece(NamedTuple):
    pointer: str
    text: str


def check_contamination(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family: realised values, hosts, then protected text, in file order."""
    pieces = (*_evidence(given), *_rows(given))
    return (
        *_realised(given, (*pieces, *_quotes(given, primary=True))),
        *_hosts(given, (*pieces, *_quotes(given, primary=True), *_urls(given))),
        *_copies(given, (*pieces, *_quotes(given, primary=False))),
    )


def _evidence(given: ValidationInput) -> Iterator[_Piece]:
    """Every text of the evidence file but quotes, which have rules of their own."""
    document: Json = given.evidence.model_dump(mode="json")
    quoted = {pointer for pointer, _, _ in _quoted(given.evidence)}
    yield from (piece for piece in _leaves("evidence:", document) if piece.pointer not in quoted)


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
    for pointer, source_id, text in _quoted(given.evidence):
        if primary or source_id not in filings:
            yield _Piece(pointer, text)


def _quoted(evidence: Evidence) -> Iterator[tuple[str, SourceId | None, str]]:
    """Pointer, source and words of everything that is copied from a source on purpose."""
    for index, item in enumerate(evidence.observations):
        yield f"evidence:/observations/{index}/quote/text", item.source_id, item.quote.text
    for index, item in enumerate(evidence.claims):
        yield f"evidence:/claims/{index}/quote/text", item.source_id, item.quote.text
    for index, population in enumerate(evidence.populations):
        base = f"evidence:/populations/{index}"
        for place, entry in enumerate(population.frame.items):
            if entry.quote:
                yield f"{base}/frame/items/{place}/quote", entry.source_id, entry.quote
        if isinstance(population.rule, Passages):
            for place, part in enumerate(population.rule.sections):
                yield f"{base}/rule/sections/{place}/begins", part.source_id, part.begins
                yield f"{base}/rule/sections/{place}/ends", part.source_id, part.ends


def _realised(given: ValidationInput, pieces: tuple[_Piece, ...]) -> Iterator[Finding]:
    """What a forecast must not know: figures that only later sources print, and those sources."""
    forecasts = {
        f"evidence:/targets/{index}": target
        for index, target in enumerate(given.evidence.targets)
        if isinstance(target.comparison, ForecastComparison)
    }
    if not forecasts:
        return
    later = given.reproduction.later
    for piece in pieces:
        for item in repeated(piece.text, later):
            message = (
                f"states {item.value:f}, which only {item.source_id} prints, from after the cutoff:"
                " a forecast is graded without what became of it"
            )
            yield finding("CON-realised", piece.pointer, message)
    cutoff = given.query.cutoff
    for pointer, target in forecasts.items():
        comparison = target.comparison
        if isinstance(comparison, ForecastComparison) and comparison.as_of > cutoff.day:
            message = f"the forecast is as of {comparison.as_of}, the cutoff is {cutoff.day}"
            yield finding("CON-realised", f"{pointer}/comparison/as_of", message)


def _urls(given: ValidationInput) -> Iterator[_Piece]:
    urls = {item.card.id: item.card.url for item in given.corpus.items}
    for index, source in enumerate(given.evidence.sources):
        yield _Piece(f"evidence:/sources/{index}", urls.get(source.id, ""))


def _hosts(given: ValidationInput, pieces: tuple[_Piece, ...]) -> Iterator[Finding]:
    guard = _with_profile(given)
    named = {text: hosts_in(text, guard.blocked_hosts) for text in {piece.text for piece in pieces}}
    for piece in pieces:
        for host in sorted(named[piece.text]):
            blocked = blocked_by(host, guard.blocked_hosts)
            if blocked is not None:
                message = f"names {host}, a blocked host: {blocked.reason}"
                yield finding("CON-host", piece.pointer, message)


def _with_profile(given: ValidationInput) -> Guard:
    """The guard with the profile's hosts; what is no host name there simply never matches."""
    more = tuple(
        BlockedHost.model_construct(host=host.lower(), reason="blocked by the profile")
        for host in given.profile.blocked_hosts
    )
    return given.guard.model_copy(update={"blocked_hosts": (*given.guard.blocked_hosts, *more)})


def _copies(given: ValidationInput, pieces: tuple[_Piece, ...]) -> Iterator[Finding]:
    copies = protected(given.guard, own_texts=_own_texts(given))
    repeated = {text: copies.of(text) for text in {piece.text for piece in pieces}}
    for piece in pieces:
        for guarded in repeated[piece.text]:
            yield _copy(piece, guarded)


def _copy(piece: _Piece, guarded: GuardSet) -> Finding:
    if guarded.kind == "canary":
        message = f"holds a canary of {guarded.name!r}: the text comes from a copy of that set"
        return finding("CON-canary", piece.pointer, message)
    if guarded.match == "item":
        message = f"has a whole {guarded.kind} item of {guarded.name!r} but for its numbers"
        return finding("CON-item", piece.pointer, message)
    message = f"repeats {guarded.n} words in a row of a {guarded.kind} in {guarded.name!r}"
    return finding("CON-shingle", piece.pointer, message)


def _own_texts(given: ValidationInput) -> tuple[str, ...]:
    """What a candidate may repeat: the conversation, its spans, quotes of filings."""
    exposed = {piece.pointer for piece in _quotes(given, primary=False)}
    return (
        given.query.text,
        *(turn.text for turn in given.query.prior_turns),
        *(span.text for binding in given.factorization.bindings for span in binding.spans),
        *(piece.text for piece in _quotes(given, primary=True) if piece.pointer not in exposed),
    )
