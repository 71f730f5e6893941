"""The figures of wrong paths are refused, as computed and as an answer would print them."""

from datetime import date
from decimal import Decimal

import pytest

from contracts.comparison import Acceptance, AtPrecision, NumberComparison, accepts
from contracts.contract import Json
from contracts.quantity import Unit
from contracts.stated import StatedNumber
from gates.tolerances import check_tolerances
from gates.validator import validate
from tests.builders import texas_cutoff, texas_evidence, texas_input, texas_query
from tests.gates.families.edits import Edit, edited

AT_PRECISION: Json = {"kind": "at_precision"}
ONE_PERCENT: Json = {"kind": "relative", "percent": "1", "reason": "the usual tolerance"}


def stated(text: str) -> StatedNumber:
    return StatedNumber(value=Decimal(text), unit=Unit.PERCENT)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("11.8", Acceptance.ACCEPTED),
        ("11.768121", Acceptance.ACCEPTED),
        ("11.398896", Acceptance.REFUSED),
        ("11.4", Acceptance.REFUSED),
        ("12.810859", Acceptance.REFUSED),
        ("12.8", Acceptance.REFUSED),
    ],
)
def test_accepted_target_takes_the_mean_and_not_the_aggregate(
    text: str, verdict: Acceptance
) -> None:
    comparison = texas_evidence().targets[0].comparison
    assert accepts(comparison, stated(text)) == verdict


def early(band: Json) -> list[str]:
    """The target of the window Q2 2024 to Q2 2025: 12.8, with the aggregate as its rival."""
    aggregate: Json = {
        **_derivation("DRV11"),
        "id": "DRV14",
        "result": "12.653024",
    }
    given = edited(
        Edit("evidence", "/derivations/-", aggregate),
        Edit("evidence", "/conventions", []),
        Edit("evidence", "/targets/0/comparison/expected/value", "12.8"),
        Edit("evidence", "/targets/0/comparison/band", band),
        Edit("evidence", "/targets/0/evidence", ["DRV13"]),
        Edit(
            "evidence",
            "/targets/0/alternatives",
            [{"kind": "reading", "evidence_id": "DRV14", "treatment": "refuse"}],
        ),
    )
    comparison = given.evidence.targets[0].comparison
    assert isinstance(comparison, NumberComparison)
    assert accepts(comparison, stated("12.8")) == Acceptance.ACCEPTED
    assert accepts(comparison, stated("12.653024")) == Acceptance.REFUSED
    if isinstance(comparison.band, AtPrecision):
        assert accepts(comparison, stated("12.7")) == Acceptance.REFUSED
    return [f"{item.code} {item.message}" for item in check_tolerances(given)]


def _derivation(name: str) -> dict[str, Json]:
    found = next(item for item in texas_evidence().derivations if item.id == name)
    return found.model_dump(mode="json")


def test_early_window_at_its_precision_is_clean() -> None:
    assert early(AT_PRECISION) == []


def test_one_percent_takes_the_rounded_aggregate_though_it_refuses_the_unrounded_one() -> None:
    (only,) = early(ONE_PERCENT)
    assert only.startswith("TOL-rival")
    assert "12.8" in only
    assert "12.7" in only
    assert "DRV14" in only


def test_old_evidence_under_an_early_cutoff_is_refused_for_its_dates() -> None:
    query = texas_query(cutoff=texas_cutoff(date(2025, 9, 1)))
    validation = validate(texas_input(query=query))
    found = {(item.code, item.pointer) for item in validation.findings}
    assert validation.verdict == "findings"
    assert ("CUT-after", "evidence:/sources/5") in found
    assert ("CUT-period", "evidence:/observations/0") not in found
    assert ("CUT-period", "evidence:/observations/0/period") in found
    assert ("POP-unpublished", "evidence:/populations/0/members/4") in found
