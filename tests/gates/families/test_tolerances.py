"""TOL beyond its examples: other units, other scales, figures at the edge of their digits."""

import pytest

from contracts.contract import Json
from gates.tolerances import check_tolerances
from tests.builders import texas_evidence
from tests.gates.families.edits import Edit, body_with, edited
from tests.gates.places import leads_somewhere


def target(path: str, value: Json) -> Edit:
    return Edit("evidence", f"/targets/0/{path}", value)


def rival(name: str, treatment: str = "refuse") -> Edit:
    return target(
        "alternatives", [{"kind": "reading", "evidence_id": name, "treatment": treatment}]
    )


def expected(value: str, unit: str = "percent", scale: str = "one") -> Edit:
    return target("comparison/expected", {"value": value, "unit": unit, "scale": scale})


def places(number: int) -> Edit:
    return target("comparison/rounding/places", number)


def absolute(amount: str) -> Edit:
    return target("comparison/band", {"kind": "absolute", "amount": amount, "reason": "test"})


WIDE: Json = {"kind": "relative", "percent": "1.5", "reason": "usual"}
T1_WIDE = body_with(texas_evidence().targets[0].comparison, band=WIDE)
NO_CONVENTIONS = Edit("evidence", "/conventions", [])
CASES: dict[str, tuple[list[Edit], list[str]]] = {
    "a rival of another unit is refused": ([rival("OBS1")], []),
    "a rival of another unit is promised": ([rival("OBS1", "accept")], ["TOL-promise"]),
    "a rival in points may be the same figure in basis points": (
        [
            places(0),
            expected("1180", "basis_point"),
            Edit("evidence", "/derivations/8/unit", "percentage_point"),
            rival("DRV9"),
        ],
        ["TOL-rival"],
    ),
    "a rival that does not exist": ([rival("DRV99")], []),
    "an accepted rival within the band": (
        [NO_CONVENTIONS, absolute("0.5"), rival("DRV11", "accept")],
        ["TOL-wide"],
    ),
    "a reading refused by a convention alone": (
        [target("alternatives", []), absolute("0.5")],
        ["TOL-rival"],
    ),
    "a reading accepted by a convention alone": (
        [
            target("alternatives", []),
            absolute("0.5"),
            Edit("evidence", "/conventions/0/rivals/0/treatment", "accept"),
        ],
        ["TOL-wide"],
    ),
    "a reading of a derivation that does not exist": (
        [
            target("alternatives", []),
            Edit("evidence", "/conventions/0/options/1/derivation_id", "DRV99"),
        ],
        [],
    ),
    "a convention that affects another target": (
        [
            target("alternatives", []),
            absolute("0.5"),
            Edit("evidence", "/conventions/0/affects", ["T2"]),
        ],
        ["TOL-wide"],
    ),
    "zero slips to zero": (
        [NO_CONVENTIONS, expected("0.0"), target("alternatives", [])],
        ["TOL-indistinct"] * 5,
    ),
    "a figure so small that a slip prints the same": (
        [NO_CONVENTIONS, expected("0.04"), target("alternatives", [])],
        ["TOL-indistinct"] * 3,
    ),
    "a figure with as many digits as there may be": (
        [
            NO_CONVENTIONS,
            places(0),
            expected("123456789012345678901234567890"),
            target("alternatives", []),
        ],
        [],
    ),
    "a rival that prints with more digits than there may be": (
        [
            NO_CONVENTIONS,
            expected("1.000000000000", "USD"),
            places(12),
            Edit("evidence", "/derivations/10/unit", "USD"),
            Edit("evidence", "/derivations/10/scale", "trillion"),
            Edit("evidence", "/derivations/10/result", "12345678901234567890"),
            rival("DRV11"),
        ],
        [],
    ),
    "a target after one that is no number": (
        [
            target(
                "comparison",
                {"kind": "date", "value": "2026-01-09", "precision": "day"},
            ),
            Edit("evidence", "/targets/1/comparison", T1_WIDE),
        ],
        ["TOL-wide"],
    ),
    "no number, nothing to say": (
        [
            target(
                "comparison",
                {"kind": "date", "value": "2026-01-09", "precision": "day"},
            )
        ],
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str) -> None:
    edits, wanted = CASES[name]
    given = edited(*edits)
    found = [item for item in check_tolerances(given) if "/targets/2" not in item.pointer]
    assert [item.code for item in found] == wanted, found
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []
