"""A scoring in words: nothing that failed is a zero, and what a reader must look at is listed."""

from fractions import Fraction

import pytest

from contracts.acceptance import Acceptance
from contracts.response import Remark, RemarkKind
from contracts.score import Score
from scoring.summary import hundredths_text, points_of, standings_of, summary_markdown
from tests.contracts.answers import row, score
from tests.scoring.judges.material import answer, criteria, criterion

WHOLE = score(row("R1", "+++", 6_000, check=Acceptance.REFUSED), row("R2", "+--", 4_000))
OPEN = score(row("R1", "+-?", 6_000), row("R2", "+++", 4_000))


def summary(*scores: Score, remarks: tuple[Remark, ...] = ()) -> str:
    named = [one.model_copy(update={"response_id": f"a{n}"}) for n, one in enumerate(scores)]
    responses = [answer(1, name=one.response_id, remarks=remarks) for one in named]
    return summary_markdown(standings_of(responses, named, [criteria()] * len(named)), ["a note"])


def test_an_open_row_gives_bounds_and_stays_out_of_the_mean() -> None:
    text = summary(WHOLE, OPEN)
    assert "- a note" in text
    assert "- 1 of 2 answers have a score" in text
    assert "- mean 60 % of the maximum over those 1" in text
    assert "- 1 left out of the mean" in text
    assert "| 60 of 100 | 0 of 2 | R1 | R2 |" in text
    assert "| 40 to 100 of 100 | 1 of 2 | – | R1 |" in text
    assert "call_failed: 529 after two tries" in text


def test_disputes_judges_and_remarks_are_listed() -> None:
    remark = Remark(kind=RemarkKind.ANSWER_CUT, words="it was long")
    text = summary(WHOLE, OPEN, remarks=(remark,))
    assert "R1: the majority says met, code does not read the expected value" in text
    assert "| judge 1 | 4 of 4 | 1 of 3 |" in text
    assert "| judge 3 | 3 of 4 | 0 of 3 |" in text
    assert "Krippendorff's alpha" in text
    assert "answer_cut: it was long" in text


def test_an_answer_made_of_the_rubrics_words_is_listed() -> None:
    words = "States that the window of five reported quarters ends with the third of 2025."
    rubric = criteria(criteria=(criterion(1, text=words), criterion(2)))
    responses = [answer(1, name="own"), answer(1, name="copy", more=f" {words}")]
    named = [WHOLE.model_copy(update={"response_id": one.id}) for one in responses]
    text = summary_markdown(standings_of(responses, named, [rubric, rubric]), [])
    assert "- copy: answer repeats the rubric's text: C1" in text
    assert "own: answer repeats" not in text


def test_where_nothing_was_judged_nothing_is_averaged() -> None:
    text = summary(score(row("R1", "???", 10_000)))
    assert "0 of 1 answers have a score" in text
    assert "mean " not in text.split("left out")[0]
    assert "0 to 100 of 100" in text


@pytest.mark.parametrize(
    ("hundredths", "text"),
    [(10_000, "100"), (3_350, "33.5"), (Fraction(10_000, 3), "33.33"), (-250, "-2.5"), (0, "0")],
)
def test_points_are_printed_without_float(hundredths: int, text: str) -> None:
    assert hundredths_text(Fraction(hundredths)) == text


def test_points_of_a_whole_score_are_one_figure() -> None:
    assert (points_of(WHOLE), points_of(OPEN)) == ("60", "40 to 100")
