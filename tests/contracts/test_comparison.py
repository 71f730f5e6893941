"""Comparisons: what is accepted as the expected value, by kind."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.comparison import (
    Acceptance,
    AdmissibleInterval,
    ChoiceComparison,
    Comparison,
    DateComparison,
    ForecastComparison,
    IntervalComparison,
    SequenceComparison,
    SetComparison,
    accepts,
    as_stated,
)
from contracts.contract import Contract, canonical, parse_contract
from contracts.errors import ContractError
from contracts.quantity import Quantity
from contracts.stated import (
    DatePrecision,
    StatedChoice,
    StatedDate,
    StatedInterval,
    StatedNumber,
    StatedSequence,
    StatedSet,
    StatedText,
    StatedValue,
)
from tests.contracts.comparisons import ALL, CHOICE, EXACT, GUIDANCE, JUDGED, RANK, TWO, number

ACCEPTED, REFUSED, UNDECIDED = Acceptance


class Holder(Contract):
    comparison: Comparison


# --- intervals --------------------------------------------------------------------------------


def stated_interval(low: str, high: str, inclusive: bool | None = None) -> StatedInterval:
    return StatedInterval(
        low=StatedNumber.parse(low), high=StatedNumber.parse(high), inclusive=inclusive
    )


@pytest.mark.parametrize(
    ("stated", "verdict"),
    [
        (stated_interval("$2.1 billion", "$2,300 million"), ACCEPTED),
        (stated_interval("$2.1 billion", "$2.3 billion", True), ACCEPTED),
        (stated_interval("$2.1 billion", "$2.3 billion", False), REFUSED),
        (stated_interval("$2.1 billion", "$2.4 billion"), REFUSED),
        (stated_interval("$2.0 billion", "$2.3 billion"), REFUSED),
        (stated_interval("$2.3 billion", "$2.1 billion"), REFUSED),
        (stated_interval("2.1", "$2.3 billion"), UNDECIDED),
        (stated_interval("2.1", "$2.4 billion"), REFUSED),
        (stated_interval("2.1%", "2.3%"), REFUSED),
        (StatedNumber.parse("$2.2 billion"), REFUSED),
        (StatedText(text="2.1 to 2.3 billion"), UNDECIDED),
    ],
)
def test_intervals(stated: StatedValue, verdict: Acceptance) -> None:
    assert accepts(GUIDANCE, stated) is verdict


def test_interval_in_units_that_may_be_the_same_is_undecided() -> None:
    comparison = IntervalComparison(
        low=Quantity.parse("1.0 pp"), high=Quantity.parse("1.5 pp"), inclusive=True
    )
    assert accepts(comparison, stated_interval("100 bps", "150 bps")) is UNDECIDED


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        ("$2", "$1", "not below"),
        ("$2", "$2", "not below"),
        ("$2 million", "$2", "not below"),
        ("$2", "EUR 3", "does not convert"),
    ],
)
def test_faulty_intervals(low: str, high: str, message: str) -> None:
    for kind in (IntervalComparison, AdmissibleInterval):
        data = {"low": Quantity.parse(low), "high": Quantity.parse(high)}
        if kind is IntervalComparison:
            data |= {"inclusive": True}
        with pytest.raises(ValidationError, match=message):
            kind.model_validate(data)


# --- dates, choices, sets, sequences ----------------------------------------------------------

DATE_CASES: list[tuple[DatePrecision, str, DatePrecision, Acceptance]] = [
    ("day", "2026-01-09", "day", ACCEPTED),
    ("day", "2026-01-10", "day", REFUSED),
    ("day", "2026-01-09", "month", REFUSED),
    ("month", "2026-01-31", "month", ACCEPTED),
    ("month", "2026-01-10", "day", ACCEPTED),
    ("month", "2026-02-09", "day", REFUSED),
    ("month", "2026-01-09", "year", REFUSED),
    ("year", "2026-12-31", "year", ACCEPTED),
    ("year", "2026-12-31", "day", ACCEPTED),
    ("year", "2025-01-09", "year", REFUSED),
]


@pytest.mark.parametrize(("precision", "value", "stated_precision", "verdict"), DATE_CASES)
def test_dates(
    precision: DatePrecision, value: str, stated_precision: DatePrecision, verdict: Acceptance
) -> None:
    comparison = DateComparison(value=date(2026, 1, 9), precision=precision)
    stated = StatedDate(value=date.fromisoformat(value), precision=stated_precision)
    assert accepts(comparison, stated) is verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Mean of ratios", ACCEPTED),
        ("  MEAN\u00a0of  ratios ", ACCEPTED),
        ("Simple Average", ACCEPTED),
        ("ratio of sums", REFUSED),
        ("aggregate", REFUSED),
        ("median", UNDECIDED),
    ],
)
def test_choices(text: str, verdict: Acceptance) -> None:
    assert accepts(CHOICE, StatedChoice(text=text)) is verdict


@pytest.mark.parametrize(
    ("value", "options", "aliases", "message"),
    [
        ("c", ("a", "b"), (), "none of the options"),
        ("a", ("a", "b"), (("c", "d"),), "none of the options"),
        ("a", ("a", "A "), (), "the same"),
        ("a", ("a", "b"), (("a", "B"),), "the same"),
        ("a", ("a", "b"), (("a", "x"), ("b", "x")), "the same"),
        ("a", ("a",), (), "at least 2"),
    ],
)
def test_faulty_choices(
    value: str,
    options: tuple[str, ...],
    aliases: tuple[tuple[str, str], ...],
    message: str,
) -> None:
    with pytest.raises(ValidationError, match=message):
        ChoiceComparison(value=value, options=options, aliases=aliases)


ALL_ONLY = SetComparison(members=("Ohio", "Texas", "Utah"), need="all", extras="fail")


@pytest.mark.parametrize(
    ("comparison", "members", "verdict"),
    [
        (ALL, ("utah", "TEXAS", "Ohio"), ACCEPTED),
        (ALL, ("Utah", "Texas", "Ohio", "Maine"), ACCEPTED),
        (ALL, ("Utah", "Texas"), REFUSED),
        (ALL, ("Utah", "Utah", "Texas"), REFUSED),
        (ALL, (), REFUSED),
        (ALL_ONLY, ("Utah", "Texas", "Ohio"), ACCEPTED),
        (ALL_ONLY, ("Utah", "Texas", "Ohio", "Maine"), REFUSED),
        (TWO, ("Utah", "Texas"), ACCEPTED),
        (TWO, ("Utah", "Texas", "Ohio"), ACCEPTED),
        (TWO, ("Utah",), REFUSED),
        (TWO, ("Utah", "Texas", "Maine"), REFUSED),
    ],
)
def test_sets(comparison: SetComparison, members: tuple[str, ...], verdict: Acceptance) -> None:
    assert accepts(comparison, StatedSet(members=members)) is verdict


@pytest.mark.parametrize(
    "data",
    [
        b'{"members":[],"need":"all","extras":"fail"}',
        b'{"members":["a","A"],"need":"all","extras":"fail"}',
        b'{"members":["a"],"need":"all","k":1,"extras":"fail"}',
        b'{"members":["a"],"need":"at_least","extras":"fail"}',
        b'{"members":["a"],"need":"at_least","k":2,"extras":"fail"}',
        b'{"members":["a"],"need":"at_least","k":0,"extras":"fail"}',
        b'{"members":["a"],"need":"some","extras":"fail"}',
    ],
)
def test_faulty_sets(data: bytes) -> None:
    with pytest.raises(ContractError):
        parse_contract(data, SetComparison)


@pytest.mark.parametrize(
    ("comparison", "members", "verdict"),
    [
        (EXACT, ("ohio", "texas", "utah"), ACCEPTED),
        (EXACT, ("Ohio", "Utah", "Texas"), REFUSED),
        (EXACT, ("Ohio", "Texas", "Utah", "Maine"), REFUSED),
        (EXACT, ("Ohio", "Texas"), REFUSED),
        (RANK, ("Ohio", "Maine", "Texas", "Utah"), ACCEPTED),
        (RANK, ("Ohio", "Utah", "Texas"), REFUSED),
        (RANK, ("Ohio", "Texas"), REFUSED),
        (RANK, ("Ohio", "Texas", "Utah", "Ohio"), REFUSED),
    ],
)
def test_sequences(
    comparison: SequenceComparison, members: tuple[str, ...], verdict: Acceptance
) -> None:
    assert accepts(comparison, StatedSequence(members=members)) is verdict


def test_a_sequence_has_two_members_and_none_twice() -> None:
    for members in (("a",), ("a", "b", "A")):
        with pytest.raises(ValidationError):
            SequenceComparison(members=members, order="rank")


# --- other shapes, judged kinds ---------------------------------------------------------------

DECIDED: tuple[Comparison, ...] = (
    number("11.8%"),
    GUIDANCE,
    DateComparison(value=date(2026, 1, 9), precision="day"),
    CHOICE,
    TWO,
    RANK,
)
STATED: tuple[StatedValue, ...] = (
    StatedNumber.parse("11.8%"),
    stated_interval("$2.1 billion", "$2.3 billion"),
    StatedDate(value=date(2026, 1, 9)),
    StatedChoice(text="Mean of ratios"),
    StatedSet(members=("Utah", "Texas")),
    StatedSequence(members=("Ohio", "Texas", "Utah")),
)


@pytest.mark.parametrize("comparison", DECIDED, ids=lambda found: found.kind)
@pytest.mark.parametrize("stated", STATED, ids=lambda found: found.kind)
def test_only_the_own_shape_is_accepted(comparison: Comparison, stated: StatedValue) -> None:
    expected = ACCEPTED if comparison.kind == stated.kind else REFUSED
    assert accepts(comparison, stated) is expected


@pytest.mark.parametrize("comparison", [*DECIDED, *JUDGED], ids=lambda found: found.kind)
def test_plain_text_is_never_decided(comparison: Comparison) -> None:
    assert accepts(comparison, StatedText(text="11.8%")) is UNDECIDED


@pytest.mark.parametrize("comparison", JUDGED, ids=lambda found: found.kind)
@pytest.mark.parametrize("stated", STATED, ids=lambda found: found.kind)
def test_judged_kinds_are_never_decided(comparison: Comparison, stated: StatedValue) -> None:
    assert accepts(comparison, stated) is UNDECIDED
    assert as_stated(comparison) is None


@pytest.mark.parametrize("comparison", DECIDED, ids=lambda found: found.kind)
def test_every_decided_comparison_accepts_itself(comparison: Comparison) -> None:
    stated = as_stated(comparison)
    assert stated is not None
    assert accepts(comparison, stated) is ACCEPTED


@pytest.mark.parametrize("comparison", [*DECIDED, *JUDGED], ids=lambda found: found.kind)
def test_comparisons_round_trip(comparison: Comparison) -> None:
    held = Holder(comparison=comparison)
    assert parse_contract(canonical(held), Holder) == held


@pytest.mark.parametrize(
    "data",
    [
        b'{"comparison":{}}',
        b'{"comparison":{"kind":"number"}}',
        b'{"comparison":{"kind":"guess"}}',
        b'{"comparison":{"kind":"indeterminate","reason":"a","required_behaviour":"b","k":1}}',
        b'{"comparison":{"kind":"number","expected":{"value":11.8,"unit":"percent"},'
        b'"rounding":{"mode":"half_up","places":1},"band":{"kind":"at_precision"}}}',
        b'{"comparison":{"kind":"number","expected":{"value":"11.8","unit":"Percent"},'
        b'"rounding":{"mode":"half_up","places":1},"band":{"kind":"at_precision"}}}',
        b'{"comparison":{"kind":"number","expected":{"value":"0","unit":"percent"},'
        b'"rounding":{"mode":"half_up","places":0},'
        b'"band":{"kind":"relative","percent":"1","reason":"r"}}}',
    ],
)
def test_faulty_comparisons_are_refused(data: bytes) -> None:
    with pytest.raises(ContractError):
        parse_contract(data, Holder)


def test_a_forecast_never_admits_the_realised_value() -> None:
    data = canonical(JUDGED[-1]).replace(
        b'"realised_forbidden":true', b'"realised_forbidden":false'
    )
    with pytest.raises(ContractError, match="realised_forbidden"):
        parse_contract(data, ForecastComparison)


# --- properties -------------------------------------------------------------------------------


def words() -> st.SearchStrategy[str]:
    return st.text("abcdefghij ", min_size=1, max_size=12).filter(lambda text: bool(text.strip()))


def members() -> st.SearchStrategy[tuple[str, ...]]:
    found = st.lists(words(), min_size=2, max_size=6, unique_by=lambda text: " ".join(text.split()))
    return found.map(tuple)


@given(members(), st.data())
def test_generated_lists_accept_themselves_and_round_trip(
    found: tuple[str, ...], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(found)))
    kinds: tuple[Comparison, ...] = (
        SetComparison(members=found, need="all", extras="fail"),
        SetComparison(members=found, need="at_least", k=k, extras="allowed"),
        SequenceComparison(members=found, order="exact"),
        SequenceComparison(members=found, order="rank"),
        ChoiceComparison(value=found[0], options=found),
    )
    for comparison in kinds:
        stated = as_stated(comparison)
        assert stated is not None
        assert accepts(comparison, stated) is ACCEPTED
        held = Holder(comparison=comparison)
        assert parse_contract(canonical(held), Holder) == held
    fewer = StatedSet(members=found[: k - 1])
    assert accepts(kinds[1], fewer) is REFUSED
