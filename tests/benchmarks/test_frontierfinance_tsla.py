"""Two of sixteen expert criteria on Tesla's quarter do not agree with the company's filings.

Full-year figures are facts of the 10-K. A quarter is the year less its first nine months; those
come from the sample's own `facts.json`, since the third-quarter report is not in the folder. The
half-year, for what the wrong figure is, comes from the comparatives of the next year's 10-Q.
"""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from benchmarks.frontierfinance import ExpertItem, is_met_by, load_items, stated_amount
from sources.store.facts import Fact, facts_of

pytestmark = [pytest.mark.shared, pytest.mark.timeout(300)]

CONCEPT = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
MILLION = Decimal(1_000_000)
MEMBERS = {
    "automotive_sales": "tsla:AutomotiveSalesMember",
    "regulatory_credits": "tsla:AutomotiveRegulatoryCreditsMember",
    "automotive_leasing": "tsla:AutomotiveLeasingMember",
    "total_automotive": "tsla:AutomotiveRevenuesMember",
    "energy": "tsla:EnergyGenerationAndStorageMember",
    "services_other": "tsla:ServicesAndOtherMember",
    "total_revenue": "",
}
"""Line of the sample's `facts.json` to the member that tags it."""
QUARTER = {
    3: "total_revenue",
    4: "total_automotive",
    5: "energy",
    6: "services_other",
    7: "automotive_sales",
    8: "regulatory_credits",
    9: "automotive_leasing",
}
YEAR = {
    10: "automotive_sales",
    11: "regulatory_credits",
    12: "automotive_leasing",
    13: "total_automotive",
    14: "energy",
    15: "services_other",
    16: "total_revenue",
}
"""Criterion to the line it is about."""


def revenue(facts: tuple[Fact, ...], line: str, start: date, end: date) -> Decimal:
    """The one value that the filing tags for a line and an interval."""
    member = MEMBERS[line]
    values = {
        item.value
        for item in facts
        if item.concept == CONCEPT
        and item.period is not None
        and (item.period.start, item.period.end) == (start, end)
        and [part.member for part in item.dimensions] == ([member] if member else [])
    }
    (value,) = values
    assert value is not None
    return value


def filing(shared: Path, name: str) -> tuple[Fact, ...]:
    return facts_of((shared / "data" / "sec_filings" / "html" / name).read_bytes())


@pytest.fixture
def sample(shared: Path) -> Path:
    return shared / "data" / "frontierfinance_sample"


@pytest.fixture
def expert(sample: Path) -> ExpertItem:
    (item,) = load_items(sample / "data" / "demo" / "frontier_finance_tsla_q4_2024.jsonl")
    return item


@pytest.fixture
def year(shared: Path) -> dict[str, Decimal]:
    facts = filing(shared, "tsla-10-k-2025-01-30.html")
    return {line: revenue(facts, line, date(2024, 1, 1), date(2024, 12, 31)) for line in MEMBERS}


@pytest.fixture
def nine_months(sample: Path) -> dict[str, Decimal]:
    said = json.loads((sample / "docs" / "data" / "demo" / "facts.json").read_bytes())
    return {line: Decimal(value) * MILLION for line, value in said["nine_month"].items()}


def disagreeing(expert: ExpertItem, lines: dict[int, str], values: dict[str, Decimal]) -> set[int]:
    """Criteria whose amount is not what the filings give, at the criterion's own precision."""
    found: set[int] = set()
    for one in expert.rubrics:
        if one.rubric_id in lines:
            stated = stated_amount(one)
            assert stated is not None, one.rubric_id
            if not is_met_by(stated, values[lines[one.rubric_id]]):
                found.add(one.rubric_id)
    return found


def test_every_full_year_criterion_agrees_with_the_annual_report(
    expert: ExpertItem, year: dict[str, Decimal]
) -> None:
    assert disagreeing(expert, YEAR, year) == set()


def test_criteria_4_and_7_and_no_other_disagree_with_the_filings(
    expert: ExpertItem, year: dict[str, Decimal], nine_months: dict[str, Decimal]
) -> None:
    quarter = {line: year[line] - nine_months[line] for line in MEMBERS}
    assert disagreeing(expert, QUARTER, quarter) == {4, 7}
    assert quarter["total_automotive"] == 19_798 * MILLION
    assert quarter["automotive_sales"] == 18_659 * MILLION
    parts = ("automotive_sales", "regulatory_credits", "automotive_leasing")
    assert sum(quarter[part] for part in parts) == quarter["total_automotive"]


def test_criteria_4_7_8_and_9_contradict_each_other_without_any_filing(
    expert: ExpertItem,
) -> None:
    """A sum of parts that is further from its total than all their rounding allows."""
    stated = {one.rubric_id: stated_amount(one) for one in expert.rubrics}
    amounts = {number: found.in_units() for number, found in stated.items() if found}
    slack = 50 * MILLION + 5 * MILLION + MILLION
    assert amounts[7] + amounts[8] + amounts[9] - amounts[4] > slack


def test_the_amount_of_criterion_7_is_that_of_the_quarter_before(
    shared: Path, expert: ExpertItem, nine_months: dict[str, Decimal]
) -> None:
    facts = filing(shared, "tsla-10-q-2025-07-24.html")
    half = revenue(facts, "automotive_sales", date(2024, 1, 1), date(2024, 6, 30))
    before = nine_months["automotive_sales"] - half
    assert before == 18_831 * MILLION
    stated = stated_amount(next(one for one in expert.rubrics if one.rubric_id == 7))
    assert stated is not None
    assert is_met_by(stated, before)
