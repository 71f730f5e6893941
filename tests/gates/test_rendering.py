"""References stand for figures of the evidence, in words."""

from datetime import date

import pytest

from contracts.period import Period
from contracts.template import TemplateError
from gates.rendering import period_text, reference_values, render_row
from tests.builders import (
    texas_composed_rows,
    texas_evidence,
    texas_factorization,
    texas_row,
    with_body,
)


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ("T1", "11.8 %"),
        ("T1.rule", "rounded half up to 1 decimal place; no other tolerance"),
        ("T1.statement", "The mean of the quarters' shares"),
        ("BND2", "Bubba's 33"),
        ("BND5", "capex dedicated to"),
        ("POP1", "Q3 2024, Q4 2024, Q1 2025, Q2 2025, Q3 2025"),
        ("POP1.first", "Q3 2024"),
        ("POP1.last", "Q3 2025"),
        ("POP1.count", "5"),
        ("OBS1", "USD 10,797 thousand"),
        ("OBS1.period", "Q3 2025 (2025-07-02 to 2025-09-30)"),
        ("DRV1", "USD 13,289 thousand"),
        ("DRV1.period", "Q4 2024 (2024-09-25 to 2024-12-31)"),
        ("DRV10", "11.768121 %"),
        ("DRV10.period", "2024-06-26 to 2025-09-30"),
        ("CNV1", "Reading mean_of_ratios"),
    ],
)
def test_reference_values(reference: str, words: str) -> None:
    assert reference_values(texas_factorization(), texas_evidence())[reference] == words


def test_a_derivation_without_period_has_no_period_reference() -> None:
    evidence = with_body(texas_evidence(), "/derivations/9/period", None)
    values = reference_values(texas_factorization(), evidence)
    assert "DRV10" in values
    assert "DRV10.period" not in values


def test_instants_are_named_as_the_end_of_a_day() -> None:
    assert period_text(Period(start=None, end=date(2024, 12, 31))) == "end of 2024-12-31"


def test_rows_are_rendered_from_values_alone() -> None:
    values = reference_values(texas_factorization(), texas_evidence())
    texts = [render_row(row, values) for row in texas_composed_rows().rows]
    assert texts[0].startswith("States 11.8 % as the simple average of the quarterly shares of")
    assert texts[1].endswith("the window: Q3 2024; Q4 2024; Q1 2025; Q2 2025; Q3 2025.")
    assert texts[2].startswith("Derives USD 13,289 thousand spent on Bubba's 33")


def test_a_changed_figure_changes_the_row() -> None:
    evidence = with_body(texas_evidence(), "/targets/0/comparison/expected/value", "11.4")
    values = reference_values(texas_factorization(), evidence)
    assert render_row(texas_row(), values).startswith("States 11.4 %")


def test_unknown_references_are_refused() -> None:
    values = reference_values(texas_factorization(), texas_evidence())
    with pytest.raises(TemplateError, match="T9"):
        _ = render_row(texas_row(template="States {{T9}}"), values)
