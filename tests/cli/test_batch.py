"""`generate --batch`: all items or none, a poisoned one put aside, each run by itself."""

import json
from pathlib import Path

import pytest

from tests.cli.process import ROOT, Result, called, finrubric

EXAMPLE = ROOT / "examples" / "texas_roadhouse"
GOOD: dict[str, str] = {
    "id": "first",
    "query": (EXAMPLE / "query.txt").read_text(encoding="utf-8").strip(),
    "cutoff": "2026-01-09",
    "sources": str(EXAMPLE / "sources"),
    "models": f"replay:{EXAMPLE / 'recording'}",
}


def batch(folder: Path, *lines: str, name: str = "queries.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    return path


def line(**changes: str) -> str:
    return json.dumps({**GOOD, **changes})


def generate(path: Path, data: Path, *more: str) -> Result:
    return called("generate", "--batch", str(path), *more, "--data", str(data))


BAD: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "not-json"),
    "a list": ("[]", "2: "),
    "UTF-16 escape of half a character": (
        line(id="b", query="\\ud800").replace("\\\\", "\\"),
        "2: ",
    ),
    "missing field": (json.dumps({"id": "b"}), "cutoff"),
    "unknown field": (json.dumps({**GOOD, "id": "b", "points": "3"}), "points"),
    "key twice": ('{"id": "b", "id": "c"}', "duplicate-key"),
    "same id": (line(), "give each item an id of its own"),
    "same id in capitals": (line(id="FIRST"), "give each item an id of its own"),
    "id that leaves its folder": (line(id="../x"), "id"),
    "id of odd direction": (line(id="q\u202ex"), "id"),
    "empty query": (line(id="b", query=" "), "query"),
    "long query": (line(id="b", query="x" * 20_001), "query"),
    "week as date": (line(id="b", cutoff="2026-W02-5"), "YYYY-MM-DD"),
    "no day": (line(id="b", cutoff="2026-02-30"), "calendar"),
    "future": (line(id="b", cutoff="2099-01-01"), "future"),
    "no zone": (line(id="b", zone="Mars/Base"), "zone"),
    "no profile": (line(id="b", profile="nobody"), "profile"),
    "no sources": (line(id="b", sources="nowhere"), "no such folder"),
    "no recording": (line(id="b", models="replay:nowhere"), "no folder"),
    "other models": (line(id="b", models="oracle"), "--models"),
    "recording of another question": (line(id="b", query="What is it worth?"), "2: "),
}


@pytest.mark.parametrize("case", BAD)
def test_one_bad_item_stops_the_batch_and_nothing_is_written(tmp_path: Path, case: str) -> None:
    bad, words = BAD[case]
    path, data = batch(tmp_path, line(), bad), tmp_path / "data"
    result = generate(path, data)
    assert (result.code, result.out) == (2, "")
    assert f"{path}:2: " in result.err
    assert words in result.err
    assert "1 of 2 items" in result.err
    assert not data.exists()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("queries.jsonl", b"", "empty"),
        ("queries.jsonl", b"\xff\xfe{\x00", "UTF-16"),
        ("queries.jsonl", b'{"id": "caf\xe9"}', "byte 11 is not UTF-8"),
        ("queries.jsonl", b'{"id":\x00"a"}', "control character U+0000"),
        ("queries.jsonl", b'{}\r{"id": 1}', "lone carriage return"),
        ("queries.csv", b"id,id\n1,2\n", "stands twice"),
        ("queries.csv", b"id,query\n1\n", "1 cells, but 2 columns"),
        ("queries.csv", b'id,query\n1,"open\n', "begins here"),
        ("queries.xlsx", b"PK\x03\x04", ".jsonl, .csv or .tsv"),
        ("queries.yaml", b"a: b", ".jsonl, .csv or .tsv"),
    ],
)
def test_a_file_that_is_no_batch_is_refused_whole(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = generate(path, tmp_path / "data", "--skip-bad")
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "more", [("--cutoff", "2026-01-09"), ("--models", "replay:."), ("--run", "x"), ("What?",)]
)
def test_a_batch_stands_alone(tmp_path: Path, more: tuple[str, ...]) -> None:
    result = generate(batch(tmp_path, line()), tmp_path / "data", *more)
    assert (result.code, result.out) == (2, "")
    assert "none beside it" in result.err


def test_neither_question_nor_batch_is_refused(tmp_path: Path) -> None:
    result = called("generate", "--data", str(tmp_path / "data"))
    assert result.code == 2
    assert "--batch FILE" in result.err


@pytest.mark.timeout(600)
def test_a_poisoned_item_is_put_aside_and_the_others_run(tmp_path: Path) -> None:
    bad = line(id="worse", cutoff="2026-02-30")
    path, data = batch(tmp_path, bad, line()), tmp_path / "data"
    ended = finrubric(
        *("generate", "--batch", str(path), "--skip-bad", "--sandbox", "local", "--json"),
        *("--data", str(data)),
    )
    said = json.loads(ended.out)
    assert (ended.code, said["items"]) == (
        0,
        [{"run": "first", "status": "accepted", "exit_code": 0}],
    )
    (aside,) = Path(said["quarantine"]).read_text(encoding="utf-8").splitlines()
    entry = json.loads(aside)
    assert (entry["line"], entry["item"]) == ("1", bad)
    assert "calendar" in entry["why"]
    again = generate(path, data)
    assert again.code == 2
    assert "that of a run of this data folder" in again.err
