"""Values read from answers by code: the table of phrasings, and the check beside the judges."""

from datetime import date
from pathlib import Path
from time import process_time

import pytest

from contracts.acceptance import Acceptance
from contracts.comparison import (
    AtPrecision,
    ChoiceComparison,
    Comparison,
    DateComparison,
    IntervalComparison,
    NumberComparison,
    StatementComparison,
)
from contracts.line import parse_line
from contracts.quantity import Quantity, Rounding, RoundingMode
from contracts.response import Response
from contracts.score import disputes
from contracts.stated import StatedNumber, printed
from contracts.unit import Scale, Unit
from contracts.verdict import Outcome
from scoring.quote import quote_stands
from scoring.stated_values import check_value, stated_date, stated_interval, stated_number
from tests.scoring.phrasings import DATES, FIGURES, RANGES

ACCEPTED, REFUSED, UNDECIDED = Acceptance.ACCEPTED, Acceptance.REFUSED, Acceptance.UNDECIDED
CLOSED = DateComparison(value=date(2026, 1, 9), precision="day")
MEAN = NumberComparison(
    expected=Quantity.parse("11.8 %"),
    rounding=Rounding(mode=RoundingMode.HALF_UP, places=1),
    band=AtPrecision(),
)


def size(number: StatedNumber) -> str:
    """Value in whole units, unit, and whether the scale is said."""
    power = 0 if number.scale is None else number.scale.power
    return f"{number.value.scaleb(power).normalize():f} {number.unit} {number.scale is not None}"


def wanted_size(text: str, unit: Unit) -> str:
    number = StatedNumber.parse(text)
    if unit is Unit.COUNT:
        number = number.model_copy(update={"unit": unit, "scale": Scale.ONE})
    return size(number)


def test_the_table_is_as_long_as_it_should_be() -> None:
    assert len(FIGURES) >= 80
    assert len({phrase for phrase, _, _ in FIGURES}) == len(FIGURES)


@pytest.mark.parametrize(("phrase", "unit", "value"), FIGURES)
def test_a_figure_is_read_or_left_undecided(phrase: str, unit: Unit, value: str) -> None:
    found = stated_number(phrase, unit)
    assert ("?" if found is None else size(found)) == (
        "?" if value == "?" else wanted_size(value, unit)
    )


@pytest.mark.parametrize(("phrase", "ends"), RANGES)
def test_a_range_is_read_or_left_undecided(phrase: str, ends: str) -> None:
    found = stated_interval(phrase)
    assert ([] if found is None else [size(found.low), size(found.high)]) == (
        [] if ends == "?" else [size(StatedNumber.parse(end)) for end in ends.split("|")]
    )


@pytest.mark.parametrize(("phrase", "precision", "value"), DATES)
def test_a_date_is_read_or_left_undecided(phrase: str, precision: str, value: str) -> None:
    found = stated_date(phrase, precision)
    assert ("?" if found is None else printed(found)) == value


@pytest.mark.parametrize(
    ("answer", "acceptance"),
    [
        ("The mean is 11.8 %.", ACCEPTED),
        ("The mean is 11.8 % (11.768 % before rounding).", ACCEPTED),
        ("The mean is 11.8 %, that is 1,180 basis points.", ACCEPTED),
        ("The mean is 11.4 %.", REFUSED),
        ("The mean is 12 %.", REFUSED),
        ("The mean is 11.8 bps.", REFUSED),
        ("The mean is 11.8 percentage points.", REFUSED),
        ("The mean is $11.8 million.", REFUSED),
        ("It is 11.3 % or 11.4 %.", REFUSED),
        ("It is 11.4 % or 11.8 %.", UNDECIDED),
        ("It is between 11.4 % and 11.8 %.", UNDECIDED),
        ("The mean is 11.8.", UNDECIDED),
        ("The mean is 11,8 %.", UNDECIDED),
        ("The mean is not 11.4 % but 11.8 %.", ACCEPTED),
        ("It is not the aggregate. The mean is 11.8 %.", ACCEPTED),
        ("It is wrong that the mean is 11.8 %.", UNDECIDED),
        ("The mean isn't 11.8 %, as some claim.", UNDECIDED),
        ("The mean cannot be 11.8 %.", UNDECIDED),
        ("I would never say that 11.8 % is the mean.", UNDECIDED),
        ("The mean is just shy of 11.8 %.", UNDECIDED),
        ("11.8%, 11.8%, 11.8%. Their mean: eleven point four percent.", UNDECIDED),
        ("Eleven point eight percent; quarter by quarter it was 9.1 %.", UNDECIDED),
        ("", UNDECIDED),
    ],
)
def test_an_answer_is_checked_against_the_expected_figure(
    answer: str, acceptance: Acceptance
) -> None:
    assert check_value("T1", MEAN, answer).acceptance is acceptance


@pytest.mark.parametrize(
    ("answer", "acceptance"),
    [
        ("USD 354,341 thousand", ACCEPTED),
        ("$354.341 million", ACCEPTED),
        ("$354,341,000", ACCEPTED),
        ("$354.3 million", REFUSED),
        ("$354,341 million", REFUSED),
        ("EUR 354,341 thousand", REFUSED),
        ("$354,341", UNDECIDED),
    ],
)
def test_scales_and_currencies_are_part_of_the_value(answer: str, acceptance: Acceptance) -> None:
    comparison = NumberComparison(
        expected=Quantity.parse("$354,341 thousand"),
        rounding=Rounding(mode=RoundingMode.HALF_UP, places=0),
    )
    assert check_value("T1", comparison, answer).acceptance is acceptance


@pytest.mark.parametrize(
    ("comparison", "answer", "acceptance"),
    [
        (
            IntervalComparison(
                low=Quantity.parse("$400 million"),
                high=Quantity.parse("$420 million"),
                inclusive=True,
            ),
            "Guidance is $400 to $420 million.",
            ACCEPTED,
        ),
        (
            CLOSED,
            "It closed on January 9, 2026.",
            ACCEPTED,
        ),
        (
            CLOSED,
            "It closed in January 2026.",
            REFUSED,
        ),
        (
            ChoiceComparison(value="raised", options=("raised", "lowered", "kept")),
            "Guidance was raised in October.",
            ACCEPTED,
        ),
        (
            ChoiceComparison(value="raised", options=("raised", "lowered", "kept")),
            "Guidance was lowered.",
            REFUSED,
        ),
        (
            ChoiceComparison(value="raised", options=("raised", "lowered", "kept")),
            "Guidance was not lowered.",
            UNDECIDED,
        ),
        (
            StatementComparison(proposition="It grew.", elements=("It grew.",), must_not=()),
            "It grew.",
            UNDECIDED,
        ),
    ],
)
def test_other_kinds_are_checked_too(
    comparison: Comparison, answer: str, acceptance: Acceptance
) -> None:
    assert check_value("T1", comparison, answer).acceptance is acceptance


@pytest.mark.parametrize("piece", ["1 ", "$ ", "(1) ", "from 1 ", "one ", "\n", "january "])
def test_a_long_answer_of_figures_is_read_in_time_that_grows_with_it(piece: str) -> None:
    answer = piece * (20_000 // len(piece))
    started = process_time()
    assert check_value("T1", MEAN, answer).acceptance is UNDECIDED
    assert process_time() - started < 5


def test_a_check_carries_the_phrases_it_rests_on_and_flags_a_dispute() -> None:
    check = check_value("T1", MEAN, "The mean is 11.4 %, or 11.3 % without Q3 2025.")
    assert check.stated == ("11.4 %", "11.3 %")
    assert disputes(Outcome.PASS, (check,))
    assert not disputes(Outcome.FAIL, (check,))


@pytest.mark.parametrize(
    ("quote", "answer", "stands"),
    [
        ("11.8 %", "The mean is 11.8 %.", True),
        ("the \u201cmean\u201d \u2013 11.8 %", 'the "mean" - 11.8\u00a0%', True),
        ("The mean  is\n11.8 %", "The mean is 11.8 %", True),
        ("1.8 %", "The mean is 11.8 %.", False),
        ("11", "The mean is 11.8 %.", False),
        ("3.2 %", "The margin was -3.2 %", False),
        ("mean", "The meaning", False),
        ("the mean", "The mean", False),
        ("11.81", "11.8\u00b9", False),
        ("11.8 % The window", "11.8 %. The window", False),
        ("", "The mean is 11.8 %.", False),
        (" \n", "The mean is 11.8 %.", False),
        ("11.8 %", "", False),
        ("8 %", "18 %, and then 8 %", True),
    ],
)
def test_a_quote_stands_word_for_word_or_not_at_all(quote: str, answer: str, stands: bool) -> None:
    assert quote_stands(quote, answer) is stands


@pytest.mark.parametrize(
    ("name", "acceptance"),
    [
        ("right", ACCEPTED),
        ("other-window", ACCEPTED),
        ("other-mean", REFUSED),
        ("right-injected", ACCEPTED),
    ],
)
def test_the_written_answers_are_checked(
    name: str, acceptance: Acceptance, repository: Path
) -> None:
    path = repository / "examples/responses/texas_roadhouse.jsonl"
    found = [parse_line(line, Response) for line in path.read_bytes().splitlines()]
    (answer,) = (response for response in found if response.id == name)
    assert check_value("T1", MEAN, answer.final_text).acceptance is acceptance
