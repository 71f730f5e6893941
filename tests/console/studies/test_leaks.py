"""Names that would tell where a rubric comes from."""

import pytest

from console.studies.leaks import NAME, OWN_NAMES, Names, leaks_of, marks_one_side, redacted
from console.studies.pairing import without_names
from contracts.errors import InputError
from contracts.study import BlindPair, BlindRow, BlindRubric
from tests.console.studies.material import pairs_of

WIDE = "\uff27\uff30\uff34"
"""GPT in full-width letters."""
NAMES = Names((*OWN_NAMES, "Our System", "north"))


def pair(left: str = "States 7 million.", question: str = "What was earned?") -> BlindPair:
    (found,) = pairs_of(1)
    rubric = BlindRubric(rows=(BlindRow(text=left, points=100),))
    return found.model_copy(update={"left": rubric, "question": question})


@pytest.mark.parametrize(
    "text",
    [
        *("made by finrubric", "FinAutoRubric's row", "as GPT-6 says", "gpt4", "our-system v2"),
        *("Our  System", "OURSYSTEM", "claude_next", "NORTH.", f"{WIDE} wide"),
        *("lock " + "0a" * 32, "run " + "b" * 40),
        *("run capex-2024-20261130-235959-0a1b2c", "as Opus 5 says", "o3-mini", "GLM-5"),
    ],
)
def test_a_name_is_found_however_it_is_written(text: str) -> None:
    assert [leak.place for leak in leaks_of(pair(text), "Q1", NAMES)] == [
        "row 1 of the left rubric"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "northern sales",
        "script and egypt",
        "gptx",
        "Claudette",
        "CUSIP 037833100",
        "0a" * 15,
        "on 20261130-1",
        "CO3",
    ],
)
def test_other_words_are_no_names(text: str) -> None:
    assert list(leaks_of(pair(text), "Q1", NAMES)) == []


def test_a_name_that_the_question_uses_may_stay() -> None:
    asked = pair("States what OpenAI paid", question="What did Microsoft pay OpenAI?")
    assert list(leaks_of(asked, "Q1", NAMES)) == []
    assert redacted(asked, NAMES) == asked


def test_a_leak_is_refused_with_question_and_place() -> None:
    with pytest.raises(
        InputError, match=r"Q1: row 1 of the left rubric holds 'Our System'.*redact"
    ):
        _ = without_names([pair("as Our System says")], NAMES, redact=False)


def test_redaction_is_the_same_on_both_sides() -> None:
    given = pair("as Our System and north say").model_copy(
        update={"right": BlindRubric(rows=(BlindRow(text="gpt-6 and ChatGPT", points=1),))}
    )
    (clean,) = without_names([given], NAMES, redact=True)
    assert clean.left.rows[0].text == f"as {NAME} and {NAME} say"
    assert clean.right.rows[0].text == f"{NAME}-6 and {NAME}"


def test_redaction_reaches_letters_that_only_look_like_a_name() -> None:
    (clean,) = without_names([pair(f"as {WIDE} says")], NAMES, redact=True)
    assert clean.left.rows[0].text == f"as {NAME} says"


def test_a_mark_that_only_one_side_holds_is_told() -> None:
    both = pair("as [name] says").model_copy(
        update={"right": BlindRubric(rows=(BlindRow(text="[name] and [link]", points=1),))}
    )
    assert marks_one_side(both)
    assert not marks_one_side(both.model_copy(update={"left": both.right}))


def test_no_names_find_nothing() -> None:
    assert list(Names(()).found("finrubric")) == []
