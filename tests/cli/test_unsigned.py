"""Who signs a rubric reads it before: in the queue, as a trace, as page and Markdown, marked so."""

import asyncio
from pathlib import Path

import pytest

from reports.rubric_view import UNSIGNED
from tests.cli.archived import add_unsigned
from tests.cli.process import Result, called

RUN = "unsigned"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that waits for a signature; to be read only."""
    folder = tmp_path_factory.mktemp("unsigned")
    asyncio.run(add_unsigned(folder, RUN))
    return folder


def ask(data: Path, *arguments: str) -> Result:
    return called(*arguments, "--data", str(data))


def test_the_queue_shows_the_rows_to_be_signed_with_values_and_sources(data: Path) -> None:
    shown = ask(data, "queue", "show", RUN)
    assert shown.code == 0, shown.err
    assert f"The rubric to be signed. {UNSIGNED}." in shown.out
    for words in ("60", "11.8 %", "10-Q-2025-Q3: Texas", "ratio_of_sums", f"{RUN} --trace R1"):
        assert words in shown.out
    document = ask(data, "queue", "show", RUN, "--json").document
    assert isinstance(document, dict)
    unsigned = document["unsigned"]
    assert isinstance(unsigned, dict)
    assert isinstance(unsigned["rows"], list)
    assert (unsigned["status"], len(unsigned["rows"])) == (UNSIGNED, 3)


def test_a_row_is_traced_before_anybody_signs(data: Path) -> None:
    traced = ask(data, "runs", "show", RUN, "--trace", "R1")
    assert (traced.code, traced.out.splitlines()[0]) == (0, UNSIGNED), traced.err
    assert "expected 11.8 %" in traced.out


def test_page_and_markdown_say_that_nobody_has_signed(data: Path, tmp_path: Path) -> None:
    written = ask(data, "export", RUN, "--out", str(tmp_path))
    assert written.code == 0, written.err
    assert UNSIGNED in written.err
    assert {path.name for path in tmp_path.iterdir()} == {"unsigned.html", "unsigned.md"}
    for path in tmp_path.iterdir():
        text = path.read_text(encoding="utf-8")
        assert UNSIGNED in text
        assert "Ablation" not in text
    assert UNSIGNED in ask(data, "export", RUN, "--format", "markdown").out


@pytest.mark.parametrize(
    "options", [("--format", "json"), ("--format", "csv"), ("--format", "record")]
)
def test_no_form_for_programs_is_written_of_what_nobody_signed(
    data: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    refused = ask(data, "export", RUN, *options, "--out", str(tmp_path / "file"))
    assert (refused.code, "as html and markdown only" in refused.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_no_tool_is_given_what_nobody_signed(data: Path) -> None:
    refused = ask(data, "export", RUN, "--to", "inspect")
    assert (refused.code, refused.out) == (2, "")
    assert "has no rubric" in refused.err
