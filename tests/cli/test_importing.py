"""`finrubric import` and `export --to`: files, what is said, and what is refused."""

import json
from pathlib import Path

import pytest

from benchmarks.sets import BenchmarkSet
from cli.export import Tool
from cli.importing import SetName
from contracts.contract import Header
from reports.document import render_json
from reports.interchange.foreign import Foreign
from tests.benchmarks.adapters.given import PROFBENCH, file_of
from tests.cli.process import called
from tests.reports.sample import sample_rubric

HEADER = Header(contract="rubric", version=1, run="demo-1", producer="code", inputs=())


def test_the_words_of_the_command_line_are_those_of_the_code() -> None:
    assert [word.value for word in SetName] == [word.value for word in BenchmarkSet]
    assert [word.value for word in Tool] == [word.value for word in Foreign]


def test_an_import_writes_lines_and_tells_what_is_lost(tmp_path: Path) -> None:
    out = tmp_path / "set"
    file = file_of(BenchmarkSet.PROFBENCH, tmp_path)
    done = called("import", "profbench", str(file), "--out", str(out))
    assert done.code == 0, done.err
    names = ["criteria.jsonl", "questions.jsonl", "responses.jsonl", "rulings.jsonl", "import.json"]
    assert done.out.splitlines() == [str(out / name) for name in names]
    assert "finrubric: 1 questions with 2 criteria" in done.err
    assert "lost: The field filepaths is not read. (1 place, first at 1)" in done.err
    summary = json.loads((out / "import.json").read_text())
    assert (summary["responses"], summary["rulings"], summary["selection"]) == (2, 4, None)
    assert set(summary["files"]) == set(names[:4])
    as_json = called("import", "profbench", str(file), "--out", str(out), "--json")
    assert as_json.document == summary


def test_a_selection_stands_in_the_summary_with_its_rule(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    items = [{**PROFBENCH, "task_id": f"Fin-{number}"} for number in range(5)]
    _ = file.write_text("\n".join(json.dumps(item) for item in items))
    done = called(
        "import", "profbench", str(file), "--out", str(tmp_path), "--select", "2", "--json"
    )
    assert isinstance(done.document, dict)
    selection = done.document["selection"]
    assert isinstance(selection, dict)
    assert isinstance(selection["taken"], list)
    assert len(selection["taken"]) == 2
    assert "SHA-256" in str(selection["rule"])
    many = called("import", "profbench", str(file), "--out", str(tmp_path), "--select", "9")
    assert many.code == 2
    assert "take between 1 and 5" in many.err


def test_a_faulty_set_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    _ = file.write_text('{"task_id": "Fin-0"}\n')
    out = tmp_path / "set"
    done = called("import", "profbench", str(file), "--out", str(out))
    assert done.code == 2
    assert f"{file}:1: /domain [missing]" in done.err
    assert not out.exists()


@pytest.fixture(scope="module")
def rubric_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rubric") / "rubric.json"
    _ = path.write_bytes(render_json(sample_rubric(), HEADER))
    return path


@pytest.mark.parametrize("tool", Tool)
def test_a_rubric_file_is_exported_with_a_remark_per_loss(
    tmp_path: Path, rubric_file: Path, tool: Tool
) -> None:
    done = called("export", str(rubric_file), "--to", tool.value, "--out", str(tmp_path))
    assert done.code == 0, done.err
    (written,) = done.out.splitlines()
    assert Path(written).read_bytes()
    told = [line for line in done.err.splitlines() if f"not in the form of {tool.value}: " in line]
    assert len(told) >= 3
    printed = called("export", str(rubric_file), "--to", tool.value)
    assert printed.out.encode() == Path(written).read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("RUBRIC", "--to", "excel"), "--to 'excel' is not known; use inspect, autorubric"),
        (("RUBRIC", "--to", "inspect", "--format", "csv"), "leave --format, --bom, --json"),
        (("gone.json", "--to", "inspect"), "gone.json: cannot be read"),
        ((__file__, "--to", "inspect"), "name the rubric.json of an export"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    rubric_file: Path, words: tuple[str, ...], said: str
) -> None:
    done = called("export", *(str(rubric_file) if word == "RUBRIC" else word for word in words))
    assert done.code == 2
    assert said in done.err
