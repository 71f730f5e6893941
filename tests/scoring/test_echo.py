"""An answer made of the rubric's own words is told apart from one that only agrees with it."""

from contracts.criteria import Criterion
from scoring.echo import rubric_echo
from tests.scoring.judges.material import criterion


def row(number: int, text: str) -> Criterion:
    return criterion(number, id=f"R{number}", text=text)


ROWS = (
    row(1, "States that the simple average of the five quarterly shares is 11.8 % of capex."),
    row(2, "States that the window of five reported quarters ends with the third of 2025."),
    row(3, "States the year."),
)


def test_the_rubric_as_an_answer_is_found() -> None:
    found = rubric_echo(ROWS, " ".join(one.text for one in ROWS))
    assert (found.row_ids, found.shared == found.of > 0) == (("R1", "R2"), True)


def test_one_row_in_an_answer_is_found_whatever_its_case_and_marks() -> None:
    assert rubric_echo(ROWS, f"My answer. {ROWS[1].text.upper()}!").row_ids == ("R2",)


def test_an_answer_in_own_words_echoes_nothing() -> None:
    answer = "On average 11.8 % of capex went to Bubba's 33 (R1, R2), Q3 2024 to Q3 2025."
    assert (rubric_echo(ROWS, answer).shared, rubric_echo(ROWS, "").row_ids) == (0, ())
