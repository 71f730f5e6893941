"""From verdicts to a score: the majority decides, code only flags."""

import json
from decimal import Decimal

import pytest

from contracts.comparison import AtPrecision, NumberComparison
from contracts.criteria import Criterion, ExpectedValue
from contracts.quantity import Quantity, Rounding, RoundingMode, Scale, Unit
from contracts.response import TextAnswer
from contracts.score import Score
from contracts.verdict import Binary, Met, Outcome, Verdict
from scoring.judges.panel import Mode
from scoring.tally import score_of
from tests.contracts.answers import verdicts
from tests.scoring.judges.material import answer, criteria, criterion

MEAN = NumberComparison(
    expected=Quantity(value=Decimal("11.8"), unit=Unit.PERCENT, scale=Scale.ONE),
    rounding=Rounding(mode=RoundingMode.HALF_UP, places=1),
    band=AtPrecision(),
)


def scored(text: str, votes: dict[str, str], *rows: Criterion, mode: Mode = "fixed") -> Score:
    rubric = criteria(criteria=rows)
    response = answer(answer=TextAnswer(text=text))
    given = {name: verdicts(name, marks) for name, marks in votes.items()}
    return score_of(rubric, response, mode, given)


def valued(number: int = 1, **changes: object) -> Criterion:
    expected = (ExpectedValue(target_id="T1", comparison=MEAN),)
    return criterion(number, expected=expected, **changes)


@pytest.mark.parametrize(
    ("text", "votes", "points", "is_disputed"),
    [
        ("It is 11.8 %.", "+++", 500, False),
        ("It is 11.4 %.", "++-", 500, True),  # the majority stands
        ("It is 11.4 %.", "--+", 0, False),
        ("It is 11.8 %.", "--+", 0, True),
        ("It is much.", "+++", 500, False),
        ("It is 11.4 %.", "+-?", None, False),
    ],
)
def test_code_flags_what_it_reads_otherwise(
    text: str, votes: str, points: int | None, is_disputed: bool
) -> None:
    score = scored(text, {"C1": votes}, valued())
    assert (score.points, score.rows[0].is_disputed) == (points, is_disputed)
    assert score.rows[0].checks[0].target_id == "T1"


def test_code_has_no_say_where_a_judge_found_the_value_in_the_trace() -> None:
    met = Binary(ruled=Met(quote="11.8 %", place="trace"))
    given = [Verdict(row_id="C1", judge=f"j{number}", decided=met) for number in (1, 2, 3)]
    rubric = criteria(criteria=(valued(kind="support"),))
    response = answer(answer=TextAnswer(text="It is 11.4 %."))
    score = score_of(rubric, response, "fixed", {"C1": given})
    assert (score.points, score.rows[0].checks) == (500, ())


def test_one_judge_against_the_majority_does_not_silence_code() -> None:
    met = Verdict(row_id="C1", judge="j3", decided=Binary(ruled=Met(quote="x", place="trace")))
    given = [*verdicts("C1", "00"), met]
    rubric = criteria(criteria=(valued(kind="support"),))
    response = answer(answer=TextAnswer(text="It is 11.8 %."))
    (found,) = score_of(rubric, response, "fixed", {"C1": given}).rows
    assert (found.outcome, found.is_disputed) == (Outcome.FAIL, True)


def test_polarity_and_gates_of_imported_rubrics_count() -> None:
    fault = criterion(2, polarity="negative", points=200)
    gate = criterion(3, must_pass=True)
    rows = (criterion(1), fault, gate)
    assert scored("x", {"C1": "+++", "C2": "+++", "C3": "+++"}, *rows).points == 800
    assert scored("x", {"C1": "+++", "C2": "---", "C3": "---"}, *rows).points == 0


def test_an_answer_without_words_fails_whatever_was_said_of_it() -> None:
    score = scored(" ", {"C1": "+++"}, valued())
    assert (score.points, score.rows[0].verdicts, score.rows[0].checks) == (0, (), ())


def test_a_criterion_without_verdicts_is_not_judged() -> None:
    score = scored("x", {"C1": "+++"}, criterion(1), criterion(2))
    assert (score.unjudged, score.points) == (("C2",), None)
    assert json.loads(score.model_dump_json())["totals"][0]["high"] == 1_000
