import csv
import io

import pytest

from reports.spreadsheet import COLUMNS, render_csv, text_cell
from tests.reports.hostile import poisoned
from tests.reports.sample import RECORD, sample_rubric


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        '=HYPERLINK("https://evil.example","x")',
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\n=1",
        "\r=1",
        "\x00=1",
        " =1",
        '"=1',
        "'=1",
        "\u00a0=1",
        "\uff1d1",
        "\uff0b1",
        "\uff0d1",
        "\uff201",
        "\u200b=1",
        "|calc",
        "%1",
        "\ttext",
    ],
)
def test_text_that_could_be_a_formula_gets_an_apostrophe(text: str) -> None:
    assert text_cell(text).startswith("'")


@pytest.mark.parametrize("text", ["States 11.8 %", "a = b", "USD -5", "", "(1)", "R1"])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert text_cell(text) == text


def test_csv_has_a_line_per_row_with_points_as_numbers() -> None:
    rubric = sample_rubric()
    text = render_csv(rubric, RECORD)
    assert "\r\n" in text
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(lines[0]) == COLUMNS
    assert [line["points"] for line in lines] == ["60", "20", "20"]
    assert [line["row"] for line in lines] == ["R1", "R2", "R3"]
    assert [line["text"] for line in lines] == [row.text for row in rubric.rows]
    assert lines[0]["expected"] == "11.8 %"
    assert {line["status"] for line in lines} == {"Accepted"}
    assert {line["played"] for line in lines} == {"roles played from a recording made by hand"}


def test_no_cell_of_a_hostile_rubric_begins_like_a_formula() -> None:
    rubric = sample_rubric()
    rows = tuple(
        row.model_copy(update={"text": f"=cmd|'{row.text}'!A1", "rationale": '\n@x,"y"'})
        for row in rubric.rows
    )
    text = render_csv(poisoned(rubric, '",=1+1\r\n=2').model_copy(update={"rows": rows}), RECORD)
    lines = list(csv.reader(io.StringIO(text, newline="")))
    assert len(lines) == 4
    assert {len(line) for line in lines} == {len(COLUMNS)}
    assert [cell for line in lines for cell in line if cell[:1] in tuple("=+-@\t\r\n")] == []
