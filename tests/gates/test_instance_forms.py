"""A binding comes back in other clothes and is still seen."""

import pytest

from contracts.factorization import Binding, InstanceKind, Span
from gates.instance_forms import forms_of, found_in

K = InstanceKind
GENERIC = ("company", "issuer", "group", "firm", "bank", "fund")


def binding(kind: InstanceKind, *texts: str) -> Binding:
    spans = tuple(Span(start=0, end=len(text), text=text) for text in texts)
    return Binding(id="BND1", kind=kind, spans=spans)


@pytest.mark.parametrize(
    ("kind", "text", "statement", "found"),
    [
        (K.AS_OF, "1/9/2026", "as of January 9, 2026", "the date 2026-01-09"),
        (K.AS_OF, "1/9/2026", "on 9 Jan 2026", "the date 2026-01-09"),
        (K.AS_OF, "1/9/2026", "on 2026-09-01", "the date 2026-09-01"),
        (K.AS_OF, "January 9, 2026", "as of 9/1/26", "the date 2026-01-09"),
        (K.AS_OF, "1/9/2026", "in 2026", "the year 2026"),
        (K.ENTITY, "Texas Roadhouse (NASDAQ: TXRH)", "of TXRH", "the ticker TXRH"),
        (K.ENTITY, "Texas Roadhouse [TXRH]", "of txrh", "the ticker TXRH"),
        (K.ENTITY, "$TXRH", "TXRH capex", "the words 'txrh'"),
        (K.ENTITY, "Texas Roadhouse, Inc.", "texas-roadhouse", "the name 'texas roadhouse'"),
        (K.ENTITY, "Texas Roadhouse", "TexasRoadhouse's", "the name 'texas roadhouse'"),
        (K.ENTITY, "Bubba's 33", "Bubbas 33", "the name 'bubba 33'"),
        (
            K.ENTITY,
            "Bubba’s 33",
            "\uff22\uff35\uff22\uff22\uff21\uff07\uff33\u3000\uff13\uff13",
            "the words 'bubba 33'",
        ),
        (K.ENTITY, "Nestlé S.A.", "of NESTLE", "the name 'nestle'"),
        (K.ENTITY, "Berkshire Hathaway (BRK.B)", "BRK-B", "the ticker BRK.B"),
        (K.ENTITY, "AT&T (T)", "the telecom T", "the ticker T"),
        (
            K.ENTITY,
            "Acme (formerly Zenith Works)",
            "zenith works",
            "the name 'zenith works'",
        ),
        (K.SPEAKER, "the chief executive", "the chief executive says", "the words 'the chief"),
        (K.DOCUMENTS, "FY2025 10-K", "the 2025 report", "the year 2025"),
        (K.PERIOD, "past 5 reported quarters", "five most recent", "the number 5"),
        (K.PERIOD, "Q3 2025", "in 3Q25", "the year 2025"),
        (K.PERIOD, "FY24", "in fiscal 2024", "the year 2024"),
        (K.PERIOD, "from 1/9/2026 on", "nine-year", None),
        (K.NUMBER, "2,500", "two thousand five hundred", "the number 2500"),
        (K.NUMBER, "12%", "a rate of 0.12", "the number 0.12"),
        (K.NUMBER, "12 percent", "twelve stores", "the number 12"),
        (K.ROUNDING, "one decimal point", "to 1 decimal point", "the words '1 decimal point'"),
        (K.ENTITY, "Capital Group", "capital expenditures", None),
        (K.ENTITY, "AT&T (T)", "what t is", None),
        (K.ENTITY, "Allstate (ALL)", "all segments", None),
        (K.ENTITY, "Acme (the Company)", "the company's capex", None),
        (K.PERIOD, "past 5 reported quarters", "one segment's share over reported quarters", None),
        (K.NUMBER, "one", "one segment", None),
        (K.DOCUMENTS, "FY2025 10-K", "the 10-K", None),
        (K.UNIT, "%", "a share in %", None),
        (K.ENTITY, "Face Book", "of facebook", "the name 'face book'"),
        (K.ENTITY, "Car Maxx", "of carmaxx", None),
        (K.ENTITY, "Acme Tools (IBM)", "of ibm", "the ticker IBM"),
        (
            K.ENTITY,
            "Texas Roadhouse, Inc. (NASDAQ: TXRH)",
            "of texas roadhouse",
            "the name 'texas roadhouse'",
        ),
        (K.AS_OF, "1/9/26", "in 2026", "the year 2026"),
        (K.DOCUMENTS, "the plan 2100", "until 2100", "the year 2100"),
        (K.DOCUMENTS, "the plan 2101", "of 2101 stores", None),
        (K.DOCUMENTS, "the plan 1900", "since 1900", "the year 1900"),
        (K.ENTITY, "Gas Works (Ibs)", "of ib", None),
        (K.ENTITY, "Acme Gaps", "acme gap", "the name 'acme gaps'"),
        *((K.ENTITY, f"Acme (the {word})", f"one {word}'s capex", None) for word in GENERIC),
    ],
)
def test_found_in(kind: InstanceKind, text: str, statement: str, found: str | None) -> None:
    seen = found_in(binding(kind, text), forms_of(statement))
    assert (seen is None) == (found is None), seen
    assert (seen or "").startswith(found or "")


def test_every_span_of_a_binding_is_looked_for() -> None:
    two = binding(K.ENTITY, "Texas Roadhouse", "Bubba's 33")
    assert found_in(two, forms_of("the share of Bubba's 33")) == "the words 'bubba 33'"
