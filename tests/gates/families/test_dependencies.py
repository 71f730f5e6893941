"""DEP beyond its examples: period algebra by intervals, unit algebra, runs."""

from decimal import Decimal

import pytest

from contracts.contract import Json
from contracts.quantity import Scale, Unit
from gates.dependencies import check_dependencies
from gates.lookup import Figure
from gates.unit_algebra import misfit
from tests.builders import texas_evidence
from tests.contract_edit import REMOVED, replaced
from tests.gates.families.edits import Edit, edited
from tests.gates.places import leads_somewhere

EVIDENCE = texas_evidence()
REMAINDER, SHARE, MEAN = 0, 4, 9
"""Places of DRV1, DRV5 and DRV10."""


def drv(place: int, field: str, value: Json) -> Edit:
    return Edit("evidence", f"/derivations/{place}/{field}", value)


CASES: dict[str, tuple[list[Edit], list[str]]] = {
    "a period without a rule": ([drv(REMAINDER, "period_rule", "none")], ["DEP-period"]),
    "a rule without a period, and what rests on it": (
        [drv(SHARE, "period", None)],
        ["DEP-period"] * 3,
    ),
    "the same interval over two": (
        [drv(SHARE, "inputs", ["OBS11", "OBS14"])],
        ["DEP-period"],
    ),
    "a union with a gap": (
        [drv(MEAN, "inputs", ["DRV5", "DRV7", "DRV8", "DRV9", "DRV9"])],
        ["DEP-period"],
    ),
    "a difference from itself": ([drv(REMAINDER, "inputs", ["OBS9", "OBS10"])], ["DEP-period"]),
    "the labels may say what they like": ([drv(REMAINDER, "period/label", "Q1 1999")], []),
    "an input that does not exist": ([drv(SHARE, "inputs", ["OBS11", "OBS99"])], []),
    "a wrong unit after an input that does not exist": (
        [drv(REMAINDER, "inputs", ["OBS9", "OBS99"]), drv(11, "unit", "EUR")],
        ["DEP-unit"],
    ),
    "failed": ([Edit("reproduction", "/scripts/0/outcome", "failed")], ["DEP-not-run"]),
    "equal, and printed otherwise": (
        [Edit("reproduction", "/scripts/0/printed", "13290")],
        ["DEP-result"],
    ),
    "not run": ([Edit("reproduction", "/scripts/0", REMOVED)], ["DEP-not-run"]),
    "missing": ([Edit("reproduction", "/scripts/0/outcome", "missing")], ["DEP-not-run"]),
    "another script was run": (
        [Edit("reproduction", "/scripts/0/script", "mean.py")],
        ["DEP-not-run"],
    ),
    "another result": ([Edit("reproduction", "/scripts/0/outcome", "different")], ["DEP-result"]),
    "a circle of two": (
        [
            drv(2, "inputs", ["DRV4"]),
            drv(3, "inputs", ["DRV3"]),
            drv(2, "period_rule", "same"),
            drv(3, "period_rule", "same"),
        ],
        ["DEP-cycle"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str) -> None:
    edits, expected = CASES[name]
    given = edited(*edits)
    found = check_dependencies(given)
    assert [item.code for item in found] == expected
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []


def test_fourth_quarter_has_fourteen_weeks() -> None:
    found = EVIDENCE.derivations[REMAINDER].period
    assert found is not None
    assert (found.weeks, found.days) == (14, 98)


def figure(unit: Unit, value: str = "3") -> Figure:
    source = EVIDENCE.observations[0]
    return Figure("OBS1", Decimal(value), unit, Scale.ONE, None, source)


@pytest.mark.parametrize(
    ("result", "inputs", "fits"),
    [
        (Unit.USD, [Unit.USD, Unit.USD], True),
        (Unit.EUR, [Unit.USD, Unit.USD], False),
        (Unit.USD, [Unit.USD, Unit.EUR], False),
        (Unit.USD, [Unit.USD, Unit.EUR, Unit.RATIO], True),
        (Unit.PERCENT, [Unit.USD, Unit.USD], True),
        (Unit.PERCENT, [Unit.USD, Unit.EUR], False),
        (Unit.RATIO, [Unit.PERCENT], True),
        (Unit.MULTIPLE, [Unit.USD, Unit.USD], True),
        (Unit.MULTIPLE, [Unit.USD], False),
        (Unit.PERCENTAGE_POINT, [Unit.PERCENT, Unit.PERCENT], True),
        (Unit.PERCENTAGE_POINT, [Unit.PERCENT], False),
        (Unit.USD_PER_SHARE, [Unit.USD, Unit.SHARES], True),
        (Unit.USD_PER_SHARE, [Unit.USD], False),
        (Unit.USD, [Unit.USD_PER_SHARE, Unit.SHARES], True),
        (Unit.EUR, [Unit.USD_PER_SHARE, Unit.SHARES], False),
        (Unit.SHARES, [Unit.USD, Unit.USD_PER_SHARE], True),
        (Unit.DAYS, [Unit.WEEKS], True),
        (Unit.DAYS, [Unit.USD], False),
        (Unit.DAYS, [Unit.USD, Unit.USD, Unit.DAYS], True),
        (Unit.COUNT, [Unit.USD], True),
        (Unit.INDEX_POINTS, [Unit.USD], False),
        (Unit.INDEX_POINTS, [Unit.INDEX_POINTS], True),
    ],
)
def test_units(result: Unit, inputs: list[Unit], fits: bool) -> None:
    item = replaced(EVIDENCE.derivations[MEAN], unit=result)
    assert (misfit(item, [figure(unit) for unit in inputs]) is None) is fits


@pytest.mark.parametrize(
    ("unit", "result", "fits"),
    [
        (Unit.PERCENT, "2", False),
        (Unit.PERCENT, "-2", False),
        (Unit.PERCENT, "4", True),
        (Unit.PERCENTAGE_POINT, "2", True),
    ],
)
def test_difference_of_percentages_is_in_points(unit: Unit, result: str, fits: bool) -> None:
    item = replaced(EVIDENCE.derivations[MEAN], unit=unit, result=Decimal(result))
    inputs = [figure(Unit.PERCENT, "5"), figure(Unit.PERCENT, "3")]
    assert (misfit(item, inputs) is None) is fits
