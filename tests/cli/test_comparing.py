"""`finrubric compare`, `report` and `judge calibrate`, by the lines of the example's README."""

import json
from pathlib import Path

import pytest

from tests.cli.process import called
from tests.conftest import ROOT

EXAMPLE = ROOT / "examples" / "experiment"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("compared")
    done = called("compare", str(EXAMPLE / "experiment.toml"), "--out", str(out))
    assert done.code == 0, done.err
    assert "Value coverage" in done.out
    assert "proves nothing" in done.err
    return out


def test_results_tables_and_page_are_written(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    tables = {f"{name}.csv" for name in ("metrics", "compared", "solvers", "answers", "groups")}
    assert names == tables | {"criteria.csv", "results.json", "report.html"}
    kept = (EXAMPLE / "results" / "results.json").read_bytes()
    assert (folder / "results.json").read_bytes() == kept


def test_the_page_is_printed_anew_from_the_results_alone(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "page.html"
    done = called("report", str(folder), "--out", str(other))
    assert done.code == 0, done.err
    assert other.read_bytes() == (folder / "report.html").read_bytes()


def test_results_that_are_none_are_refused(tmp_path: Path) -> None:
    gone = called("report", str(tmp_path))
    assert gone.code == 2
    assert "results.json: cannot be read" in gone.err
    _ = (tmp_path / "results.json").write_text("{}")
    other = called("report", str(tmp_path))
    assert other.code == 2
    assert "run finrubric compare again" in other.err


def test_judges_are_held_against_people() -> None:
    words = ("judge", "calibrate", str(EXAMPLE / "near.jsonl"), str(EXAMPLE / "rulings.jsonl"))
    done = called(*words)
    assert done.code == 0, done.err
    assert "judge-1" in done.out
    document = json.loads(called(*words, "--json").out)
    assert [one["judge"] for one in document["judges"]][-1] == "majority"
    assert document["without_score"] == 0
