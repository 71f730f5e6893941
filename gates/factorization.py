"""The factorization gate: verbatim spans, resolved ids, and a signature without its instance."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from contracts.factorization import (
    Ambiguity,
    Binding,
    Factorization,
    InstanceKind,
    Obligation,
    SchematicKind,
    Span,
)
from contracts.finding import Finding
from contracts.query import Query
from gates.as_of import check_as_of
from gates.codes import finding
from gates.instance_forms import forms_of, found_in
from gates.normal_form import folded, words

_OUTPUT_WORDS = re.compile(
    r"\bdecimal (?:places?|points?|digits?)\b|\b(?:one|two|three|\d) decimals?\b"
    r"|\bround(?:ed|ing)\b"
    r"|\bnearest (?:tenth|hundredth|whole|integer|thousand|million|cent|dollar|percent)\w*"
    r"|\bsignificant (?:figures?|digits?)\b|\bbullet(?:s| points?)\b|\bin (?:json|csv|markdown)\b"
    r"|\bas a (?:table|list of bullets)\b|\bin (?:one|two|three|\d) (?:sentences?|paragraphs?)\b"
)


def check_factorization(query: Query, factorization: Factorization) -> tuple[Finding, ...]:
    """All findings on one factorization; empty when the gate passes.

    Spans count code points of the query's NFC text. Words that no span covers are no finding: see
    `gates.spans.unspanned`.
    """
    return (
        *_span_findings(query, factorization),
        *_id_findings(factorization),
        *_reference_findings(factorization),
        *_reading_findings(factorization.ambiguities),
        *_signature_findings(factorization),
        *check_as_of(query, factorization.bindings),
    )


def _span_findings(query: Query, factorization: Factorization) -> Iterator[Finding]:
    for pointer, span in _spans(factorization):
        if query.text[span.start : span.end] != span.text:
            stands = query.text[span.start : span.end]
            yield finding(
                "FAC-span-not-verbatim",
                pointer,
                f"query[{span.start}:{span.end}] is {stands!r}, not {span.text!r}: count code "
                "points of the query text, the end excluded",
            )


def _spans(factorization: Factorization) -> Iterator[tuple[str, Span]]:
    for n, binding in enumerate(factorization.bindings):
        yield from _numbered(f"bindings/{n}/spans", binding.spans)
    for n, obligation in enumerate(factorization.obligations):
        yield from _numbered(f"obligations/{n}/spans", obligation.spans)
    for n, ambiguity in enumerate(factorization.ambiguities):
        yield f"factorization:/ambiguities/{n}/span", ambiguity.span
    yield from _numbered("context_spans", factorization.context_spans)


def _numbered(place: str, spans: tuple[Span, ...]) -> Iterator[tuple[str, Span]]:
    return ((f"factorization:/{place}/{n}", span) for n, span in enumerate(spans))


def _id_findings(factorization: Factorization) -> Iterator[Finding]:
    components = (c.id for o in factorization.obligations for c in o.components)
    for place, ids in (
        ("bindings", [item.id for item in factorization.bindings]),
        ("obligations", [item.id for item in factorization.obligations]),
        ("obligations", list(components)),
        ("ambiguities", [item.id for item in factorization.ambiguities]),
    ):
        for item in _repeated(ids):
            yield finding(
                "FAC-id-repeated", f"factorization:/{place}", f"{item} stands twice: number anew"
            )


def _repeated(items: Iterable[str]) -> Iterator[str]:
    return (item for item, count in Counter(items).items() if count > 1)


def _reference_findings(factorization: Factorization) -> Iterator[Finding]:
    known = {binding.id for binding in factorization.bindings}
    for n, obligation in enumerate(factorization.obligations):
        yield from _binding_findings(n, obligation, known)
        for m, component in enumerate(obligation.components):
            if component.id.split(".")[0] != obligation.id:
                yield finding(
                    "FAC-component-misplaced",
                    f"factorization:/obligations/{n}/components/{m}/id",
                    f"{component.id} stands under {obligation.id}: write {obligation.id}.{m + 1}",
                )


def _binding_findings(n: int, obligation: Obligation, known: set[str]) -> Iterator[Finding]:
    pointer = f"factorization:/obligations/{n}/binding_ids"
    missing = [item for item in obligation.binding_ids if item not in known]
    if len(missing) == len(obligation.binding_ids):
        message = f"{obligation.id} is bound to nothing that is listed under bindings"
        yield finding("FAC-obligation-unbound", pointer, message)
    elif missing:
        message = f"{obligation.id} names {', '.join(missing)}, not listed under bindings"
        yield finding("FAC-binding-dangling", pointer, message)


def _reading_findings(ambiguities: tuple[Ambiguity, ...]) -> Iterator[Finding]:
    for n, ambiguity in enumerate(ambiguities):
        ids = {reading.id for reading in ambiguity.readings}
        statements = {words(reading.statement) for reading in ambiguity.readings}
        if min(len(ids), len(statements)) < len(ambiguity.readings):
            yield finding(
                "FAC-readings-repeated",
                f"factorization:/ambiguities/{n}/readings",
                f"{ambiguity.id} lists one reading twice: every reading has an id and words of "
                "its own",
            )


def _signature_findings(factorization: Factorization) -> Iterator[Finding]:
    pointer = "factorization:/signature/statement"
    statement = factorization.signature.statement
    forms = forms_of(statement)
    for binding in factorization.bindings:
        found = None if _is_schematic(binding, factorization) else found_in(binding, forms)
        if found:
            yield finding(
                "FAC-signature-instance",
                pointer,
                f"holds {found} of {binding.id} ({binding.kind} {binding.text!r}): say what is "
                "asked of any such question",
            )
    for word in dict.fromkeys(m.group() for m in _OUTPUT_WORDS.finditer(folded(statement))):
        yield finding(
            "FAC-signature-output",
            pointer,
            f"says {word!r}: rounding and form of the answer are bindings of this one question",
        )


def _is_schematic(binding: Binding, factorization: Factorization) -> bool:
    """Schematic kinds may stand in a signature, and so may a unit that a measure is named by."""
    if binding.kind is not InstanceKind.UNIT:
        return not binding.is_instance
    measures = (
        item
        for item in factorization.bindings
        if item.kind in (SchematicKind.MEASURE, SchematicKind.BASIS)
    )
    texts = {" ".join(words(span.text)) for item in measures for span in item.spans}
    return any(" ".join(words(binding.text)) in text for text in texts)
