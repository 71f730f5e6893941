"""The printed table: one line per code, families in order, cells that cannot break it."""

from gates.code import Code
from gates.codes import CODES
from gates.codes_table import markdown


def test_every_code_stands_in_one_line() -> None:
    lines = markdown().splitlines()
    for code in CODES:
        assert sum(line.startswith(f"| `{code.code}` |") for line in lines) == 1


def test_families_are_headings_in_the_order_of_the_stages() -> None:
    headings = [line[3:6] for line in markdown().splitlines() if line.startswith("## ")]
    assert headings == list(dict.fromkeys(code.family.value for code in CODES))


def test_cells_cannot_break_the_table() -> None:
    code = Code(code="TXT-made-up", severity=None, meaning="a\nb", bad="c | d", good="e")
    assert "| `TXT-made-up` | question | a b | – | c \\| d | e |\n" in markdown((code,))
    assert "## FAC" not in markdown((code,))
