"""The cutoff check of the query's text: an as-of date in it must be the cutoff."""

import re
from collections.abc import Iterator

from contracts.factorization import Binding, InstanceKind
from contracts.finding import Finding
from contracts.query import Query
from gates.codes import finding
from gates.date_mentions import DateMention, date_mentions
from gates.normal_form import folded

_AS_OF = re.compile(r"\b(?:as[ -](?:of|at)|cut-?off(?: date)?|information date)\b[^.;?!\d]{0,40}$")
_DATED = (InstanceKind.AS_OF, InstanceKind.PERIOD)


def check_as_of(query: Query, bindings: tuple[Binding, ...]) -> tuple[Finding, ...]:
    """Findings on as-of dates: bound ones against the cutoff, and those that nobody bound.

    A date that can be read in two ways counts as the reading that is the cutoff day. A date such
    as `January 2026` counts when the cutoff lies in it. A balance sheet date that follows `as of`
    is bound as a period.
    """
    return (*_bound(query, bindings), *_unbound(query, bindings))


def _bound(query: Query, bindings: tuple[Binding, ...]) -> Iterator[Finding]:
    day = query.cutoff.day
    for n, binding in enumerate(bindings):
        if binding.kind is not InstanceKind.AS_OF:
            continue
        for m, span in enumerate(binding.spans):
            pointer = f"factorization:/bindings/{n}/spans/{m}"
            mentions = date_mentions(span.text)
            for mention in mentions:
                if not any(days.first <= day <= days.last for days in mention.readings):
                    message = (
                        f"the request says {mention.text!r} ({_readings(mention)}), the cutoff is "
                        f"{day}: a human decides which one holds"
                    )
                    yield finding("FAC-cutoff-mismatch", pointer, message)
            if not mentions:
                message = f"{span.text!r} holds no date that code can hold against {day}"
                yield finding("FAC-as-of-undated", pointer, message)


def _unbound(query: Query, bindings: tuple[Binding, ...]) -> Iterator[Finding]:
    bound = {
        mention.readings
        for binding in bindings
        if binding.kind in _DATED
        for span in binding.spans
        for mention in date_mentions(span.text)
    }
    text = folded(query.text)
    for mention in date_mentions(query.text):
        if _AS_OF.search(text[: mention.start]) and mention.readings not in bound:
            yield finding(
                "FAC-as-of-unbound",
                "factorization:/bindings",
                f"the as-of date {mention.text!r} of the query is bound neither as `as_of` nor, "
                "for a balance sheet date, as `period`",
            )


def _readings(mention: DateMention) -> str:
    return " or ".join(
        f"{days.first}" if days.first == days.last else f"{days.first} to {days.last}"
        for days in mention.readings
    )
