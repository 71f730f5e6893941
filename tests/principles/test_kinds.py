"""The catalogue covers every kind, and features activate those that an analyst has to close."""

import pytest

from contracts.errors import InputError
from contracts.feature import ConventionKind, Feature
from principles.kinds import activated_kinds, load_kinds, parse_kinds

CATALOGUE, DATA = load_kinds()


def features(words: str) -> tuple[Feature, ...]:
    return tuple(Feature(word) for word in words.split())


def test_every_kind_but_other_has_one_rule() -> None:
    kinds = [rule.kind for rule in CATALOGUE.kinds]
    assert len(kinds) == len(set(kinds))
    assert set(ConventionKind) - set(kinds) == {ConventionKind.OTHER}


def test_the_bytes_read_again_give_the_same_catalogue() -> None:
    assert parse_kinds(DATA) == CATALOGUE


def test_readings_are_methods_without_figures() -> None:
    for rule in CATALOGUE.kinds:
        for reading in rule.readings:
            assert not any(mark.isdigit() for mark in reading.statement + rule.title)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "ratio average average_of_ratios segment multi_period recent_periods fiscal_period "
            "derived_period stated_rounding retrieval",
            "average_of_ratios fiscal_basis rounding",
        ),
        ("retrieval segment", ""),
        ("ratio average", ""),
        ("ratio average multi_entity", "average_of_ratios"),
        ("day_count balance_sheet", "day_basis balance_basis"),
        ("balance_sheet retrieval", ""),
        ("per_share earnings_measure", "share_basis gaap_basis"),
        ("growth segment fiscal_period", "recast_basis fiscal_basis"),
        ("credit ratio", "gross_net"),
        ("macro_series growth", "real_nominal seasonal_adjustment"),
        ("macro_series recent_periods", "seasonal_adjustment window"),
        ("price yield", "clean_dirty quote_side"),
        ("price growth", "price_adjustment return_basis"),
        ("price multi_period", "price_adjustment"),
        ("currency", "fx_basis"),
        ("ratio difference", "change_basis"),
        ("per_unit", "scope"),
        ("qualitative attribution", ""),
    ],
)
def test_features_activate_kinds(words: str, expected: str) -> None:
    found = activated_kinds(CATALOGUE, features(words))
    assert [kind.value for kind in found] == expected.split()


def test_activation_does_not_depend_on_order_or_repetition() -> None:
    forward = features("price growth stated_rounding")
    assert activated_kinds(CATALOGUE, forward) == activated_kinds(CATALOGUE, forward[::-1] * 2)


def test_every_kind_can_be_activated() -> None:
    for rule in CATALOGUE.kinds:
        for group in rule.activated_by:
            assert rule.kind in activated_kinds(CATALOGUE, group)


RULE = """\
[[kinds]]
kind = "rounding"
title = "Rounding"
activated_by = [["stated_rounding"]]
readings = [{ id = "up", statement = "Up." }, { id = "down", statement = "Down." }]
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (RULE * 2, "kind rounding: stands twice"),
        (RULE.replace('"rounding"', '"other"'), "kind other: .* no rule"),
        (RULE.replace('[["stated_rounding"]]', "[]"), "kind rounding: activated_by"),
        (RULE.replace('[["stated_rounding"]]', "[[]]"), "kind rounding: activated_by"),
        (RULE.replace('"down"', '"up"'), "a reading stands twice"),
        (RULE.replace('"rounding"', '"roundings"'), "key kinds.0.kind"),
        (RULE.replace('"stated_rounding"', '"rounded"'), "key kinds.0.activated_by.0.0"),
    ],
)
def test_a_faulty_catalogue_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=f"kinds.toml: .*{said}"):
        _ = parse_kinds(text.encode())
