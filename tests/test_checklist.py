"""Every row of the checklist of bad input names tests that are there."""

import re
from pathlib import Path

import pytest

from tests.checklist import CHECKLIST, NOT_DECIDED

ROWS = [
    (section, row, named)
    for section, rows in CHECKLIST.items()
    for row, tests in rows.items()
    for named in tests
]


@pytest.mark.parametrize(("section", "row", "named"), ROWS)
def test_the_test_of_the_row_is_there(section: str, row: str, named: str, repository: Path) -> None:
    file, _, name = named.partition("::")
    text = (repository / "tests" / file).read_text(encoding="utf-8")
    assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE), f"{section} {row}"


@pytest.mark.parametrize("row", NOT_DECIDED)
def test_what_code_cannot_decide_is_said_with_its_reason(row: str, repository: Path) -> None:
    page, words = NOT_DECIDED[row]
    assert words in " ".join((repository / page).read_text(encoding="utf-8").split())
