"""EVD beyond its examples: numbers in quotes, and what a quote or source is missing."""

from decimal import Decimal

import pytest

from contracts.quantity import Scale, Unit
from gates.cutoff import check_cutoff
from gates.evidence import check_evidence, states
from tests.builders import texas_evidence
from tests.contract_edit import REMOVED, replaced
from tests.gates.families.edits import Edit, edited
from tests.gates.places import leads_somewhere

THOUSANDS = texas_evidence().observations[0]


@pytest.mark.parametrize(
    ("quote", "value", "unit", "scale", "holds"),
    [
        ("| 13 weeks ended 2025-09-30 | 10,797 |", "10797", Unit.USD, Scale.THOUSAND, True),
        ("spent $10,797,000 on it", "10797", Unit.USD, Scale.THOUSAND, True),
        ("spent $10.797 million on it", "10797", Unit.USD, Scale.THOUSAND, True),
        ("spent 10.8 million on it", "10.8", Unit.USD, Scale.THOUSAND, False),
        ("| 10,979 |", "10797", Unit.USD, Scale.THOUSAND, False),
        ("| (1,234) |", "-1234", Unit.USD, Scale.THOUSAND, True),
        ("| −1,234 |", "-1234", Unit.USD, Scale.THOUSAND, True),
        ("| (1,234) |", "1234", Unit.USD, Scale.THOUSAND, False),
        ("(see the 1,234 below)", "1234", Unit.USD, Scale.THOUSAND, True),
        ("(1,234 a year before)", "1234", Unit.USD, Scale.THOUSAND, True),
        ("a margin of 11.8%", "11.8", Unit.PERCENT, Scale.ONE, True),
        ("a ratio of 0.118", "0.118", Unit.RATIO, Scale.ONE, True),
        ("a margin of 11.8 %", "0.118", Unit.RATIO, Scale.ONE, True),
        ("a margin of 11.8%", "11.9", Unit.PERCENT, Scale.ONE, False),
        ("no figure at all", "33", Unit.COUNT, Scale.ONE, False),
        ("version 1.2.3", "1.2", Unit.COUNT, Scale.ONE, True),
        ("1" * 40, "11", Unit.COUNT, Scale.ONE, False),
        ("3 (restated)", "3", Unit.COUNT, Scale.ONE, True),
    ],
)
def test_states(quote: str, value: str, unit: Unit, scale: Scale, holds: bool) -> None:
    item = replaced(THOUSANDS, value=Decimal(value), unit=unit, scale=scale)
    assert states(quote, item) is holds


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([Edit("reproduction", "/quotes/0", REMOVED)], ["EVD-quote-absent"]),
        ([Edit("reproduction", "/quotes/0/source_id", "10-K-2024")], ["EVD-quote-absent"]),
        ([Edit("reproduction", "/quotes/0/outcome", "no_source")], ["EVD-quote-absent"]),
        ([Edit("evidence", "/populations/0/tie_out", None)], []),
        (
            [
                Edit(
                    "evidence",
                    "/targets/0/search",
                    {"documents": ["10-K-2024"], "queries": ["q"], "conclusion": "none"},
                )
            ],
            [],
        ),
        (
            [
                Edit("evidence", "/targets/0/alternatives", []),
                Edit("evidence", "/conventions/0/options/1/derivation_id", "DRV10"),
            ],
            ["EVD-unused", "EVD-unused"],
        ),
    ],
)
def test_findings(edits: list[Edit], expected: list[str]) -> None:
    given = edited(*edits)
    found = check_evidence(given)
    assert [item.code for item in found] == expected
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []


def test_each_source_is_dated_whatever_stands_before_it() -> None:
    dated = {item.pointer for item in check_cutoff(edited())}
    unknown = Edit("evidence", "/sources/0/id", "blog-post")
    assert {item.pointer for item in check_cutoff(edited(unknown))} == dated - {
        "evidence:/sources/0"
    }
    assert "evidence:/sources/1" in dated
