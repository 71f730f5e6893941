"""How composed rows give credit: steps, spread, whole points; warnings, and no more."""

import pytest

from contracts.finding import Severity
from contracts.rows import Row
from gates.composition import check_composition
from gates.credit import check_credit
from tests.builders import texas_composed_rows, texas_evidence, texas_row
from tests.contract_edit import with_body
from tests.texas_review import texas_composition_input, texas_unchanged


def rows(*points: int, targets: tuple[str, ...] = ("T1", "T2", "T3")) -> tuple[Row, ...]:
    return tuple(
        texas_row(
            number,
            points=held,
            role="support" if number > 1 else "outcome",
            target_ids=(targets[number - 1],),
        )
        for number, held in enumerate(points, start=1)
    )


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (texas_composed_rows().rows, []),
        (rows(6_000, 2_000, 2_000), []),
        (rows(6_001, 2_000, 1_999), ["CMP-concentrated/0", *(f"CMP-fraction/{n}" for n in (0, 2))]),
        (rows(10_000), ["CMP-step-credit/0", "CMP-concentrated/0"]),
        (rows(6_000, 4_000), ["CMP-step-credit/0"]),
        (rows(6_000, 4_000, targets=("T1", "T3")), []),
        (rows(5_050, 2_450, 2_500), ["CMP-fraction/0", "CMP-fraction/1"]),
        (rows(6_000, 2_000, 2_000, targets=("T9", "T2", "T3")), []),
        (rows(6_000, 2_000, 2_000, targets=("T2", "T2", "T2")), []),
        (rows(6_000, 4_000, targets=("T2", "T1")), []),
        (rows(6_000, 2_000, 2_000, targets=("T3", "T2", "T2")), []),
    ],
)
def test_credit(given: tuple[Row, ...], expected: list[str]) -> None:
    found = check_credit(given, texas_evidence())
    assert [f"{item.code}/{item.pointer.split('/')[2]}" for item in found] == expected
    assert {item.severity for item in found} <= {Severity.WARNING}
    for item in found:
        place = "" if item.code == "CMP-step-credit" else "/points"
        assert item.pointer.endswith(place)


@pytest.mark.parametrize(
    ("evidence", "is_credited"),
    [
        ("DRV5", True),
        ("OBS9", True),
        ("DRV13", False),
        ("DRV10", False),
    ],
)
def test_a_step_is_any_figure_on_the_way_and_not_the_outcome_itself(
    evidence: str, is_credited: bool
) -> None:
    changed = with_body(texas_evidence(), "/targets/2/evidence", [evidence])
    found = check_credit(rows(6_000, 2_000, 2_000), changed)
    assert (found == ()) is is_credited


def test_a_derivation_of_observations_alone_has_no_steps() -> None:
    changed = with_body(texas_evidence(), "/targets/0/evidence", ["DRV5", "POP1"])
    assert check_credit(rows(6_000, 4_000), changed) == ()


def test_derivations_in_a_circle_end() -> None:
    changed = with_body(texas_evidence(), "/derivations/4/inputs", ["DRV10", "OBS12"])
    assert [item.code for item in check_credit(rows(6_000, 4_000), changed)] == ["CMP-step-credit"]


def test_warnings_let_a_composition_pass() -> None:
    report = check_composition(texas_composition_input(texas_unchanged()))
    assert [item.code for item in report.findings] == ["CMP-step-credit", "CMP-concentrated"]
    assert report.verdict == "passed"
