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


def test_failed_questions_are_left_out_on_demand_and_results_come_last(tmp_path: Path) -> None:
    words = ("compare", str(EXAMPLE / "experiment.toml"), "--out", str(tmp_path))
    (tmp_path / "criteria.csv").mkdir()
    done = called(*words, "--failed", "exclude")
    assert done.code == 2
    assert "criteria.csv is a folder" in done.err
    assert (tmp_path / "report.html").is_file()
    assert not (tmp_path / "results.json").exists()
    (tmp_path / "criteria.csv").rmdir()
    document = json.loads(called(*words, "--failed", "exclude", "--json").out)
    assert document["failed"] == "exclude"
    error = document["sources"][2]["metrics"][2]
    assert (error["metric"], error["measured"]["queries"]) == ("error", 5)


def test_flips_between_two_rounds_are_counted_and_other_answers_refused(tmp_path: Path) -> None:
    first, second = EXAMPLE / "experts.jsonl", tmp_path / "second.jsonl"
    near = (EXAMPLE / "near.jsonl").read_bytes()
    _ = second.write_bytes(near)
    same = called("judge", "flips", str(first), str(second))
    assert same.code == 2
    assert "is of round 1 in both files" in same.err
    _ = second.write_bytes(near.replace(b'"round":1', b'"round":2'))
    document = json.loads(called("judge", "flips", str(first), str(second), "--json").out)
    assert [one["judge"] for one in document["judges"]] == ["judge-1", "judge-2", "judge-3"]
    assert (document["votes"], document["missing"]) == (214, 2)
    assert 0 < document["flipped"] < 214
    _ = second.write_bytes(
        second.read_bytes().replace(b'"rubric_sha256":"ab', b'"rubric_sha256":"00')
    )
    done = called("judge", "flips", str(first), str(second))
    assert done.code == 2
    assert "'q1-0' was scored by another rubric" in done.err
    again = near.replace(b'"round":1', b'"round":2').replace(b'"cdcd', b'"00cd')
    _ = second.write_bytes(again)
    assert "with another prompt" in called("judge", "flips", str(first), str(second)).err
    lines = [json.loads(line) | {"version": 1} for line in near.splitlines()]
    for line in lines:
        del line["asked"]
    _ = second.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    old = called("judge", "flips", str(first), str(second))
    assert (old.code, "does not say in which round" in old.err) == (0, True)


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
