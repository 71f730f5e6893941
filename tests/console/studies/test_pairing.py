"""Which rubrics are put side by side."""

from datetime import date

import pytest

from console.studies.pairing import ALL, paired
from contracts.criteria import Criteria
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from tests.console.studies.material import criteria, two_sets


def on(rubric: Criteria, day: int, zone: str = "UTC") -> Criteria:
    return rubric.model_copy(update={"cutoff": Cutoff(day=date(2026, 1, day), zone=zone)})


def test_questions_of_both_sets_are_paired_and_others_are_told() -> None:
    left, right = two_sets(4)
    found = paired(left[:3], right[1:], {"Q2": "even"})
    assert [pair.query_id for pair in found.pairs] == ["Q2", "Q3"]
    assert [pair.benchmark for pair in found.pairs] == ["even", ALL]
    assert found.left_only == ("What did company 1 earn in 2024?",)
    assert found.right_only == ("Q4",)


def test_which_set_is_left_changes_contents_only() -> None:
    left, right = two_sets(5)
    last_first = right[::-1]
    one, other = paired(left, last_first, {}).pairs, paired(last_first, left, {}).pairs
    turned = [pair.model_copy(update={"left": pair.right, "right": pair.left}) for pair in other]
    assert list(one) == turned


def test_a_cutoff_of_one_side_holds_for_both() -> None:
    left, right = criteria(1, "a"), criteria(1, "b")
    assert paired([on(left, 9)], [right], {}).pairs[0].cutoff == on(left, 9).cutoff
    assert paired([left], [on(right, 9)], {}).pairs[0].cutoff == on(left, 9).cutoff


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        ([criteria(1, "a")], [criteria(2, "b")], "no question stands in both sets"),
        ([criteria(1, "a"), criteria(1, "c")], [criteria(1, "b")], "left set has two rubrics"),
        ([criteria(1, "a")], [criteria(1, "b"), criteria(1, "c")], "right set has two rubrics"),
        (
            [criteria(1, "a", query_id="Q"), criteria(2, "a")],
            [criteria(2, "b", query_id="Q")],
            "'Q' is worded differently",
        ),
        ([on(criteria(1, "a"), 9)], [on(criteria(1, "b"), 8)], "ends on 2026-01-09 and the right"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    left: list[Criteria], right: list[Criteria], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        _ = paired(left, right, {})
