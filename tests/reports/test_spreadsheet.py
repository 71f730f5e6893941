import csv
import io
from decimal import Decimal

import pytest

from contracts.finding import Finding, Severity
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


def read_back(cell: str) -> str:
    """What a reader does: one apostrophe less before what could be a formula."""
    return cell[1:] if cell.startswith("'") and text_cell(cell[1:]) == cell else cell


@pytest.mark.parametrize(
    "text", ["=1", "'=1", "''=1", "-5", "'quoted'", "'", "O'Neil's = 3", "\uff1d1", " =1", "100 %"]
)
def test_a_text_is_read_back_as_it_was(text: str) -> None:
    assert read_back(text_cell(text)) == text


def test_a_rubric_is_read_back_as_it_was() -> None:
    rubric = sample_rubric()
    odd = ("=SUM(A1)", "007", "-5 % of \u201cit\u201d, and\u00a0more")
    rows = tuple(
        row.model_copy(update={"rationale": words})
        for row, words in zip(rubric.rows, odd, strict=True)
    )
    text = render_csv(rubric.model_copy(update={"rows": rows}), RECORD)
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    for line, row in zip(lines, rows, strict=True):
        assert (read_back(line["text"]), read_back(line["rationale"])) == (row.text, row.rationale)
        assert (line["row"], line["role"]) == (row.id, row.role)
        assert int(Decimal(line["points"]) * 100) == row.points
        assert tuple(line["criteria"].split()) == row.criterion_ids
        assert tuple(line["principles"].split()) == row.principle_ids
        assert line["targets"].split() == [item.target_id for item in row.expected]


def test_a_line_has_the_codes_of_its_own_warnings_and_of_the_rubrics() -> None:
    def warning(code: str, pointer: str) -> Finding:
        return Finding(code=code, severity=Severity.WARNING, pointer=pointer, message="Look.")

    found = (
        warning("CUT-unverified", "sources:/0"),
        warning("CUT-unverified", "sources:/1"),
        warning("TXT-duplicate", "rows:/rows/1/template"),
    )
    text = render_csv(sample_rubric().model_copy(update={"warnings": found}), RECORD)
    lines = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [line["warnings"] for line in lines] == [
        "CUT-unverified",
        "CUT-unverified TXT-duplicate",
        "CUT-unverified",
    ]
