"""TGT beyond its examples: intervals, sets, deliverables and open ends."""

import pytest

from contracts.contract import Json
from gates.targets import ask_targets, check_targets
from tests.builders import texas_corpus
from tests.gates.families.edits import Edit, edited
from tests.gates.families.examples import JUDGEMENT, NOT_DISCLOSED, SEARCH, STATEMENT
from tests.gates.places import leads_somewhere

KNOWN: list[Json] = [item.card.id for item in texas_corpus().items]


def target(path: str, value: Json) -> Edit:
    return Edit("evidence", f"/targets/0/{path}", value)


def usd(value: str, scale: str = "thousand", unit: str = "USD") -> Json:
    return {"value": value, "unit": unit, "scale": scale}


def interval(low: Json, high: Json) -> Edit:
    return target("comparison", {"kind": "interval", "low": low, "high": high, "inclusive": True})


def obliged(deliverable: str) -> Edit:
    return Edit("factorization", "/obligations/0/deliverable", deliverable)


FORECAST: Json = {
    "kind": "forecast",
    "as_of": "2026-01-09",
    "method_constraints": [],
    "admissible": {"low": usd("1"), "high": usd("2")},
}
CHOICE: Json = {"kind": "choice", "value": "up", "options": ["up", "down"], "aliases": []}
LOW_AND_HIGH = target("evidence", ["OBS11", "OBS1"])
INDETERMINATE = [target("comparison", NOT_DISCLOSED), target("status", "indeterminate")]
CASES: dict[str, tuple[list[Edit], list[str]]] = {
    "interval": ([interval(usd("6735"), usd("10797")), LOW_AND_HIGH], []),
    "interval in other scales": (
        [interval(usd("6735000", "one"), usd("10.797", "million")), LOW_AND_HIGH],
        [],
    ),
    "interval with another end": (
        [interval(usd("6735"), usd("10798")), LOW_AND_HIGH],
        ["TGT-value"],
    ),
    "interval in another unit": (
        [interval(usd("6735", unit="EUR"), usd("10797", unit="EUR")), LOW_AND_HIGH],
        ["TGT-value", "TGT-value"],
    ),
    "interval with one end": ([interval(usd("1"), usd("2"))], ["TGT-carrier"]),
    "number in another unit": (
        [target("comparison/expected/unit", "percentage_point")],
        ["TGT-value"],
    ),
    "number in another fraction": (
        [
            target("comparison/expected", usd("0.118", "one", "ratio")),
            target("comparison/rounding/places", 3),
        ],
        [],
    ),
    "members spelt otherwise": (
        [Edit("evidence", "/targets/1/comparison/members/0", "q3  2024")],
        [],
    ),
    "other members": (
        [Edit("evidence", "/targets/1/comparison/members/0", "Q2 2024")],
        ["TGT-value"],
    ),
    "a sequence of members": (
        [
            Edit(
                "evidence",
                "/targets/1/comparison",
                {"kind": "sequence", "members": ["Q3 2024", "Q4 2024"], "order": "rank"},
            )
        ],
        ["TGT-value"],
    ),
    "a set that no population carries": (
        [Edit("evidence", "/targets/1/evidence", ["DRV10"])],
        [],
    ),
    "a forecast": ([obliged("forecast"), target("comparison", FORECAST)], []),
    "a forecast that is a number": ([obliged("forecast")], ["TGT-deliverable"]),
    "a value that is a forecast": ([target("comparison", FORECAST)], ["TGT-deliverable"]),
    "a value that is a choice": ([target("comparison", CHOICE)], []),
    "a list that is a statement": ([obliged("list"), target("comparison", STATEMENT)], []),
    "a value that is a judgement": (
        [target("comparison", JUDGEMENT)],
        ["TGT-judgement", "TGT-deliverable"],
    ),
    "a judgement that is asked for": (
        [obliged("judgement"), target("comparison", JUDGEMENT)],
        ["TGT-judgement"],
    ),
    "a judgement that supports": (
        [target("comparison", JUDGEMENT), target("role", "support")],
        [],
    ),
    "no component, no deliverable": ([target("component_id", "O9.1")], []),
    "indeterminate in unknown documents": (
        [
            *INDETERMINATE,
            target("search", SEARCH),
            target("search/documents", ["10-K-1999"]),
        ],
        ["TGT-search"],
    ),
    "indeterminate in all documents and an unknown one": (
        [
            *INDETERMINATE,
            target("search", SEARCH),
            target("search/documents", [*KNOWN, "10-K-1999"]),
        ],
        ["TGT-search"],
    ),
    "indeterminate, a known document not searched": (
        [
            *INDETERMINATE,
            target("search", SEARCH),
            target("search/documents", ["10-K-2024"]),
        ],
        ["TGT-search"],
    ),
    "interval with both ends wrong": (
        [interval(usd("6736"), usd("10798")), LOW_AND_HIGH],
        ["TGT-value", "TGT-value"],
    ),
    "resolved without a value": ([target("comparison", NOT_DISCLOSED)], ["TGT-status"]),
}


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str) -> None:
    edits, expected = CASES[name]
    given = edited(*edits)
    found = check_targets(given)
    assert [item.code for item in found] == expected
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []


@pytest.mark.parametrize(
    ("edits", "count"),
    [
        ([], 0),
        ([target("comparison", CHOICE)], 1),
        ([Edit("evidence", "/targets/1/evidence", ["DRV10"])], 1),
        ([*INDETERMINATE, target("search", SEARCH)], 0),
    ],
)
def test_what_no_figure_carries_is_asked(edits: list[Edit], count: int) -> None:
    assert len(ask_targets(edited(*edits))) == count
