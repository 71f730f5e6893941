"""The factorization gate says one thing about each way a factorization can be wrong."""

from datetime import date

import pytest

from contracts.contract import Json
from contracts.finding import Severity
from gates.code_tables import factorization as table
from gates.factorization import check_factorization
from gates.spans import unspanned
from tests.builders import (
    QUERY_TEXT,
    replaced,
    texas_cutoff,
    texas_factorization,
    texas_query,
    with_body,
)
from tests.gates.places import leads_into


def span(text: str) -> Json:
    start = QUERY_TEXT.index(text)
    return {"start": start, "end": start + len(text), "text": text}


READING: Json = {"id": "mean_of_ratios", "statement": "The mean, in other words"}
SAME_WORDS: Json = {"id": "ratio_of_sums", "statement": "the MEAN of the quarters' shares."}
TWIN: Json = {"id": "BND1", "kind": "measure", "spans": [span("capex")]}
CASES: list[tuple[str, str, Json]] = [
    ("FAC-span-not-verbatim", "/bindings/0/spans/0", {"start": 5, "end": 9, "text": "Texa"}),
    ("FAC-span-not-verbatim", "/obligations/0/spans/0", {"start": 0, "end": 2, "text": "As"}),
    ("FAC-span-not-verbatim", "/ambiguities/0/span", {"start": 0, "end": 2, "text": "As"}),
    ("FAC-span-not-verbatim", "/context_spans/0", {"start": 990, "end": 993, "text": "end"}),
    ("FAC-id-repeated", "/bindings/-", TWIN),
    ("FAC-id-repeated", "/obligations/0/components/-", {"id": "O1.1", "statement": "Once more"}),
    ("FAC-binding-dangling", "/obligations/0/binding_ids/-", "BND99"),
    ("FAC-obligation-unbound", "/obligations/0/binding_ids", ["BND98", "BND99"]),
    ("FAC-component-misplaced", "/obligations/0/components/0/id", "O2.1"),
    ("FAC-readings-repeated", "/ambiguities/0/readings/1", READING),
    ("FAC-readings-repeated", "/ambiguities/0/readings/1", SAME_WORDS),
    ("FAC-signature-instance", "/signature/statement", "The share as of January 9, 2026"),
    ("FAC-signature-instance", "/signature/statement", "The share of TXRH's segment"),
    ("FAC-signature-instance", "/signature/statement", "The share of Bubba's 33"),
    ("FAC-signature-instance", "/signature/statement", "The share over five quarters"),
    ("FAC-signature-output", "/signature/statement", "The share, rounded"),
    ("FAC-signature-output", "/signature/statement", "The share with two decimal places"),
    ("FAC-signature-output", "/signature/statement", "The shares in JSON"),
    ("FAC-as-of-undated", "/bindings/3/spans/-", span("reported quarters")),
    ("FAC-as-of-unbound", "/bindings/3/kind", "operation"),
]


@pytest.mark.parametrize(("code", "path", "value"), CASES)
def test_code_fires_on_its_bad_example_and_only_it(code: str, path: str, value: Json) -> None:
    bad = with_body(texas_factorization(), path, value)
    found = check_factorization(texas_query(), bad)
    assert {item.code for item in found} == {code}
    files = {"factorization": bad}
    assert [item.pointer for item in found if not leads_into(files, item.pointer)] == []


def test_good_factorization_passes_and_every_code_has_a_case() -> None:
    assert check_factorization(texas_query(), texas_factorization()) == ()
    listed = {code for code, _, _ in CASES} | {"FAC-cutoff-mismatch"}
    assert listed == {code.code for code in table.CODES}


@pytest.mark.parametrize(
    ("day", "holds"),
    [
        (date(2026, 1, 9), True),
        (date(2026, 9, 1), True),
        (date(2026, 1, 8), False),
        (date(2026, 1, 10), False),
        (date(2025, 1, 9), False),
    ],
)
def test_ambiguous_as_of_date_counts_as_the_reading_that_is_the_cutoff(
    day: date, holds: bool
) -> None:
    query = texas_query(cutoff=texas_cutoff(day))
    findings = check_factorization(query, texas_factorization())
    assert [item.code for item in findings] == [] if holds else ["FAC-cutoff-mismatch"]
    for item in findings:
        assert item.severity is Severity.BLOCKER
        assert item.pointer == "factorization:/bindings/3/spans/0"
        assert "2026-01-09 or 2026-09-01" in item.message
        assert str(day) in item.message


def asked(text: str, *, kind: str = "as_of", bound: str | None = None) -> list[str]:
    """Codes for a query whose one binding beside the measure is `bound`."""
    pieces = [("measure", "debt"), *([(kind, bound)] if bound else [])]
    bindings: Json = [
        {
            "id": f"BND{n}",
            "kind": word,
            "spans": [{"start": text.index(piece), "end": text.index(piece) + len(piece)}],
        }
        for n, (word, piece) in enumerate(pieces, start=1)
    ]
    for item, (_, piece) in zip(bindings, pieces, strict=True):
        assert isinstance(item, dict)
        assert isinstance(item["spans"], list)
        assert isinstance(item["spans"][0], dict)
        item["spans"][0]["text"] = piece
    given = with_body(texas_factorization(), "/bindings", bindings)
    given = with_body(given, "/obligations/0/binding_ids", ["BND1"])
    given = with_body(given, "/obligations/0/spans", [{"start": 0, "end": 4, "text": text[:4]}])
    given = replaced(given, ambiguities=(), context_spans=())
    return [item.code for item in check_factorization(texas_query(text=text), given)]


@pytest.mark.parametrize(
    ("text", "kind", "bound", "codes"),
    [
        ("What debt as of January 2026?", "as_of", "January 2026", []),
        ("What debt as of March 2026?", "as_of", "March 2026", ["FAC-cutoff-mismatch"]),
        ("What debt at 31 December 2024?", "as_of", None, []),
        ("What debt as of 31 December 2024?", "period", "31 December 2024", []),
        ("What debt as of 31 December 2024?", "as_of", None, ["FAC-as-of-unbound"]),
        ("What debt as at the close of 9 January 2026?", "as_of", None, ["FAC-as-of-unbound"]),
        ("What debt, cutoff date 2026-01-09?", "as_of", None, ["FAC-as-of-unbound"]),
        ("As of now, what debt? Paid on 9 May 2025.", "as_of", None, []),
        ("What debt as of 1/9/2026 for the year to 5 May 2025?", "as_of", "1/9/2026", []),
        (
            "What debt as of \uff19 \uff2a\uff41\uff4e \uff12\uff10\uff12\uff16?",
            "as_of",
            "\uff19 \uff2a\uff41\uff4e \uff12\uff10\uff12\uff16",
            [],
        ),
    ],
)
def test_as_of_dates_of_the_text(text: str, kind: str, bound: str | None, codes: list[str]) -> None:
    assert asked(text, kind=kind, bound=bound) == codes


def test_unit_that_names_the_measure_may_stand_in_the_signature() -> None:
    statement = "The segment's capital expenditure as a percentage of the whole"
    bad = with_body(texas_factorization(), "/signature/statement", statement)
    found = check_factorization(texas_query(), bad)
    assert [item.code for item in found] == ["FAC-signature-instance"]
    measure = span("as a percentage of overall capex")
    assert check_factorization(texas_query(), with_body(bad, "/bindings/4/spans/1", measure)) == ()


def test_offsets_count_code_points() -> None:
    text = "🙂 What debt?"
    assert asked(text) == []


def test_all_findings_come_at_once() -> None:
    bad = with_body(texas_factorization(), "/bindings/8/id", "BND8")
    bad = with_body(bad, "/obligations/0/components/0/id", "O2.1")
    found = [item.code for item in check_factorization(texas_query(), bad)]
    assert found == ["FAC-id-repeated", "FAC-binding-dangling", "FAC-component-misplaced"]


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, ()),
        ({"context_spans": ()}, ()),
        ({"ambiguities": ()}, ()),
    ],
)
def test_unspanned_words(changes: dict[str, object], left: tuple[str, ...]) -> None:
    assert unspanned(texas_query(), replaced(texas_factorization(), **changes)) == left


def test_unspanned_lists_content_words_once_and_in_order() -> None:
    text = f"{QUERY_TEXT}. Also discuss menu prices, the year-on-year risks and the menu."
    left = unspanned(texas_query(text=text), texas_factorization())
    assert left == ("discuss", "menu", "prices", "year-on-year", "risks")


def test_a_word_half_in_a_span_is_unspanned() -> None:
    cut = with_body(texas_factorization(), "/bindings/0/spans/0", span("Texas Roadhou"))
    assert unspanned(texas_query(), cut) == ("Roadhouse", "NASDAQ", "TXRH")
