"""docs/validator.md is what the code table prints."""

from pathlib import Path

from gates.code import Code
from gates.codes import CODES
from gates.codes_table import markdown


def test_document_is_current() -> None:
    path = Path(__file__).parents[2] / "docs" / "validator.md"
    assert path.read_text(encoding="utf-8") == markdown(), (
        "the code table has changed: write docs/validator.md anew, as its head says"
    )


def test_every_code_stands_in_one_line() -> None:
    lines = markdown().splitlines()
    for code in CODES:
        assert sum(line.startswith(f"| `{code.code}` |") for line in lines) == 1


def test_cells_cannot_break_the_table() -> None:
    code = Code(code="TXT-made-up", severity=None, meaning="a\nb", bad="c | d", good="e")
    assert "| `TXT-made-up` | question | a b | – | c \\| d | e |\n" in markdown((code,))
    assert "## FAC" not in markdown((code,))
