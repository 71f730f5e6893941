"""When code finds the experts' value, when another one, and when it keeps silent."""

import pytest

from contracts.criteria import Criterion
from scoring.matching.veto import code_reading
from tests.scoring.judges.material import criterion
from tests.scoring.matching.material import expecting


def wanting(value: str) -> Criterion:
    return criterion(8, text="Gives it.", expected=expecting(value))


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("States a mean of 11.8 %.", "same"),
        ("States a mean of 11.76 %.", "same"),  # rounds to it
        ("States a mean of 11.4 %.", "differs"),
        ("States the mean, from 11.4 % to 11.8 %.", "undecided"),
        ("States the mean.", "undecided"),
    ],
)
def test_an_experts_words_are_held_against_the_value_for_code(text: str, reading: str) -> None:
    assert code_reading(criterion(1, text=text), [wanting("11.8 %")]) == reading


def test_values_for_code_on_both_sides_are_compared_exactly() -> None:
    assert code_reading(wanting("11.8 %"), [wanting("11.8 %")]) == "same"
    assert code_reading(wanting("11.4 %"), [wanting("11.8 %")]) == "differs"


def test_one_of_several_values_or_matches_is_enough() -> None:
    expert = criterion(1, text="States a mean of 11.8 %.")
    several = criterion(8, expected=(*expecting("11.4 %"), *expecting("11.8 %")))
    assert code_reading(expert, [several]) == "same"
    assert code_reading(expert, [wanting("11.4 %"), wanting("11.8 %")]) == "same"
    assert code_reading(expert, [wanting("11.4 %"), wanting("11.3 %")]) == "differs"
    assert code_reading(expert, [wanting("11.4 %"), criterion(9)]) == "undecided"


def test_without_a_match_or_a_value_for_code_nothing_is_said() -> None:
    expert = criterion(1, text="States a mean of 11.8 %.")
    assert code_reading(expert, []) == "undecided"
    assert code_reading(expert, [criterion(8, text="Gives 11.4 %.")]) == "undecided"
