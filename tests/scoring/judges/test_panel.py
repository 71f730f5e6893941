"""Who judges an answer: three judges, and in the other mode none of the solver's family."""

import re

import pytest

from contracts.errors import InputError
from scoring.judges.judge import Judge
from scoring.judges.panel import Mode, panel_of
from tests.scoring.judges.material import answer, judge

FOUR = tuple(judge(number) for number in (1, 2, 3, 4))


def test_fixed_judges_are_the_same_for_all() -> None:
    panel = panel_of("fixed", FOUR[:3])
    assert panel.of(answer(1)) == panel.of(answer(1, solver_family="family-1")) == FOUR[:3]


def test_the_solvers_family_is_left_out() -> None:
    panel = panel_of("outside_family", FOUR)
    assert panel.of(answer(1, solver_family="family-2")) == (FOUR[0], FOUR[2], FOUR[3])
    assert panel.of(answer(1, solver_family="none-of-them")) == FOUR[:3]
    assert panel.of(answer(1), "family-1") == FOUR[1:]
    assert panel.of(answer(1, solver_family="family-4"), "family-1") == FOUR[:3]


def test_fewer_than_three_others_are_refused_by_name() -> None:
    panel = panel_of("outside_family", FOUR[:3])
    words = "3 judges of another family than 'family-2' are needed and there are 2: judge-1"
    with pytest.raises(InputError, match=re.escape(words)):
        _ = panel.of(answer(1, solver_family="family-2"))
    with pytest.raises(InputError, match="`solver_family` does not say who trained"):
        _ = panel.of(answer(1))


@pytest.mark.parametrize(
    ("mode", "judges", "words"),
    [
        ("fixed", FOUR, "exactly 3 judges, and [[judges]] has 4"),
        ("fixed", FOUR[:2], "exactly 3 judges, and [[judges]] has 2"),
        ("outside_family", FOUR[:2], "at least 3 judges, and [[judges]] has 2"),
        ("fixed", (FOUR[0], FOUR[1], FOUR[0]), "two judges are the same model: judge-1"),
    ],
)
def test_a_panel_that_cannot_decide_is_refused(
    mode: Mode, judges: tuple[Judge, ...], words: str
) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        _ = panel_of(mode, judges)
