"""What is made alike, and what is kept."""

import pytest

from console.studies.normalise import LINK, blind_rubric, plain_text, same_question
from contracts.criteria import Criteria, Criterion
from tests.console.studies.material import HASH, criteria


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Cafe\u0301", "Café"),
        ("one\r\ntwo\u00a0 three\t four ", "one\ntwo three four"),
        ("• one\n▪ two\n* three\n– four\n  · five", "- one\n- two\n- three\n- four\n- five"),
        ("- one\n\n\n- two", "- one\n- two"),
        ("- [x] done", "- [x] done"),
        ("## Heading\n**bold** and `code` and __more__", "Heading\nbold and code and more"),
        ("2 ** 3 ** 4 and a * b", "2 ** 3 ** 4 and a * b"),
        ("“quoted” it’s…", '"quoted" it\'s...'),
        ("see https://example.com/a?b=c. Next", f"see {LINK}. Next"),
        ("see [the filing](https://example.com/a_(b)) now", "see the filing now"),
        ("www.example.com/x, then", f"{LINK}, then"),
        ("hidden\u200b\u202e words\x07", "hidden words"),
        ("−3.5 – 4", "−3.5 – 4"),
    ],
)
def test_text_has_one_form(written: str, read: str) -> None:
    assert plain_text(written) == read


@pytest.mark.parametrize("text", ["a  b\n\n• c “d”", "## x\n- https://a.b/c", "**a** `b`"])
def test_text_that_is_plain_stays(text: str) -> None:
    assert plain_text(plain_text(text)) == plain_text(text)


def test_spellings_of_one_question_agree() -> None:
    assert same_question("What  did “X”\nearn?") == same_question('what did "x" earn?')
    assert same_question("What did X earn?") != same_question("What did Y earn?")


def test_rows_lose_ids_roles_and_keep_everything_that_grades() -> None:
    mixed = Criteria(
        question="What?",
        rubric_sha256=HASH,
        criteria=(
            Criterion(id="R7", text="Agrees with R9.", rules=("11.8: rounded",), points=700),
            Criterion(id="R9", text="See R7; not R71.", kind="support", points=50, must_pass=True),
            Criterion(id="x", text="x is wrong", points=10, polarity="negative"),
        ),
    )
    rows = blind_rubric(mixed).rows
    assert [row.text for row in rows] == [
        "Agrees with row 2.\n11.8: rounded",
        "See row 1; not R71.",
        "x is wrong",
    ]
    assert [(row.points, row.polarity, row.must_pass) for row in rows] == [
        (700, "positive", False),
        (50, "positive", True),
        (10, "negative", False),
    ]
    assert "kind" not in rows[0].model_dump()


def test_rows_keep_their_order() -> None:
    rows = blind_rubric(criteria(1, "last", "first", "middle")).rows
    assert [row.text for row in rows] == ["last", "first", "middle"]
