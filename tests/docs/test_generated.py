"""What is printed from code is current; `make docs` prints it anew."""

from pathlib import Path

import pytest

from tests.docs.blocks import BLOCKS
from tests.docs.generated import SCHEMAS, WITH_BLOCKS, documents, with_blocks, write
from tests.orchestrator import ends
from tests.orchestrator.ends import ENDS, OTHERWISE, End

WANTED = documents()


@pytest.mark.parametrize("name", WANTED)
def test_the_document_is_current(name: str, repository: Path) -> None:
    path = repository / name
    assert path.is_file(), f"{name} is missing: run `make docs`"
    assert path.read_text(encoding="utf-8") == WANTED[name], f"{name} is stale: run `make docs`"


def test_no_schema_outlives_its_contract(repository: Path) -> None:
    there = {path.relative_to(repository).as_posix() for path in (repository / SCHEMAS).iterdir()}
    assert there == {name for name in WANTED if name.startswith(f"{SCHEMAS}/")}


def test_every_block_is_printed_somewhere(repository: Path) -> None:
    text = "".join((repository / name).read_text(encoding="utf-8") for name in WITH_BLOCKS)
    assert [name for name in BLOCKS if f"<!-- printed: {name} -->" not in text] == []


@pytest.mark.parametrize("end", [*ENDS, *OTHERWISE], ids=lambda end: end.name)
def test_the_test_that_plays_an_end_is_there(end: End, repository: Path) -> None:
    file, _, name = end.test.partition("::")
    text = (repository / file).read_text(encoding="utf-8")
    assert f"def {name}(" in text
    (constant,) = (key for key, value in vars(ends).items() if value is end)
    assert constant in text


def test_a_stale_block_is_printed_anew_and_the_rest_is_left_alone() -> None:
    before = "By hand.\n<!-- printed: bounds -->\nold\n<!-- end -->\nBy hand too.\n"
    after = with_blocks(before)
    assert after.startswith("By hand.\n<!-- printed: bounds -->\n| bound |")
    assert after.endswith("|\n<!-- end -->\nBy hand too.\n")
    assert with_blocks(after) == after


def test_writing_mends_what_is_stale_and_removes_what_is_gone(tmp_path: Path) -> None:
    for name, text in WANTED.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _ = path.write_text(text, encoding="utf-8")
    assert write(tmp_path) == []
    _ = (tmp_path / "docs/contracts.md").write_text("stale", encoding="utf-8")
    (tmp_path / SCHEMAS / "rubric.schema.json").unlink()
    _ = (tmp_path / SCHEMAS / "gone.schema.json").write_text("{}", encoding="utf-8")
    changed = {"docs/contracts.md", f"{SCHEMAS}/rubric.schema.json", f"{SCHEMAS}/gone.schema.json"}
    assert set(write(tmp_path)) == changed
    assert write(tmp_path) == []
