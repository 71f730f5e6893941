"""Judges held against people: counts by hand, missing votes apart, nothing matched in silence."""

import pytest

from contracts.benchmark import HumanRuling
from contracts.errors import InputError
from contracts.score import Score
from scoring.calibration import Calibration, calibrate
from tests.benchmarks.experiment.sample import answers, row, score

ANSWER = answers()[0]


def scored() -> Score:
    votes: dict[str, list[bool | None]] = {
        "R1": [True, True, True],
        "R2": [True, False, True],
        "R3": [False, False, None],
        "R4": [True, None, False],
    }
    return score(ANSWER, tuple(row(name, given) for name, given in votes.items()))


def ruling(row_id: str, *, met: bool, response: str = ANSWER.id) -> HumanRuling:
    return HumanRuling(query_id="q1", response_id=response, criterion_id=row_id, met=met)


RULINGS = [
    ruling("R1", met=True),
    ruling("R2", met=False),
    ruling("R3", met=True),
    ruling("R4", met=True),
    ruling("R9", met=True),
]


def counts(one: Calibration) -> tuple[int, int, int, int, int]:
    return one.met_met, one.met_not, one.not_met, one.not_not, one.unjudged


def test_each_judge_and_the_majority_are_counted_by_hand() -> None:
    found = calibrate([scored()], RULINGS)
    assert {one.judge: counts(one) for one in found.judges} == {
        "judge-1": (2, 1, 1, 0, 0),
        "judge-2": (1, 0, 1, 1, 1),
        "judge-3": (1, 1, 1, 0, 1),
        "majority": (1, 1, 1, 0, 1),
    }
    assert (found.rulings, found.without_score) == (5, 1)
    second = found.judges[1]
    assert (second.agreement.count, second.agreement.of) == (2, 3)
    assert second.leniency == pytest.approx(-1 / 3)


def test_rulings_of_one_kind_have_no_alpha() -> None:
    found = calibrate([scored()], [ruling("R1", met=True)])
    assert [one.alpha for one in found.judges] == [None] * 4
    assert found.judges[0].agreement.rate == 1.0


def test_rulings_that_meet_no_row_or_one_row_twice_are_refused() -> None:
    with pytest.raises(InputError, match="are the ids the same"):
        _ = calibrate([scored()], [ruling("R1", met=True, response="other")])
    with pytest.raises(InputError, match="q1-0 R1 has two rulings"):
        _ = calibrate([scored()], [ruling("R1", met=True), ruling("R1", met=False)])
