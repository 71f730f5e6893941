"""`finrubric guard`: what is built, what is found, and what is refused with nothing written."""

import json
from pathlib import Path

import pytest

from tests.builders import CANARY, PROTECTED_ITEM, PROTECTED_TEXT
from tests.cli.process import called
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.play import EXAMPLE, copied_example


def build(folder: Path, *options: str) -> Path:
    items = folder / "items.jsonl"
    _ = items.write_text(
        json.dumps({"query": PROTECTED_TEXT, "rubric": [PROTECTED_ITEM, "11.8 %"]})
    )
    out = folder / "guard.json"
    result = called("guard", "build", str(items), "--out", str(out), *options)
    assert result.code == 0, result.err
    assert "no text" in result.out
    return out


def test_a_guard_finds_copies_canaries_and_nothing_else(tmp_path: Path) -> None:
    guard = build(tmp_path, "--canary", CANARY, "--host", "Sets.Example.")
    held = guard.read_text()
    assert "lemonade" not in held
    assert '"sets.example"' in held
    text = tmp_path / "draft.md"
    _ = text.write_text(f"\ufeffA draft.\n{PROTECTED_ITEM.replace('14.2', '9')}\n{CANARY}\n")
    result = called("guard", "check", str(text), "--guard", str(guard))
    assert result.code == 6
    assert result.out.splitlines() == [
        f"{text}:2: rubric of items.jsonl (item)",
        f"{text}:3: canary of canaries of 7 words (shingle)",
    ]
    as_json = called("guard", "check", str(text), "--guard", str(guard), "--json").document
    assert as_json == [
        {"line": 2, "kind": "rubric", "match": "item", "set": "items.jsonl"},
        {"line": 3, "kind": "canary", "match": "shingle", "set": "canaries of 7 words"},
    ]
    _ = text.write_text("Own words.\n")
    clean = called("guard", "check", str(text), "--guard", str(guard))
    assert clean.code == 0
    assert "A paraphrase cannot be found" in clean.out


@pytest.mark.timeout(600)
def test_a_row_with_the_text_of_an_own_guard_is_refused(tmp_path: Path) -> None:
    guard = build(tmp_path)
    altered = Altered(copied_example(tmp_path))
    altered.loosen()
    _ = altered.edit_body(
        "rows.json", lambda body: part(body, "rows", 0).update(rationale=PROTECTED_TEXT)
    )
    data = tmp_path / "data"
    ended = called(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", "guarded"),
        *("--sources", str(EXAMPLE / "sources"), "--sandbox", "local", "--data", str(data)),
        *("--models", f"replay:{altered.example / 'recording'}", "--guard", str(guard)),
    )
    assert ended.code == 5, ended.err
    assert "stage write, attempt 1: trace_audit" in ended.out
    assert "AUD-protected-text (" in ended.out
    assert "repeats a " in ended.out
    guard.unlink()
    gone = called("runs", "resume", "guarded", "--data", str(data))
    assert gone.code == 2
    assert f"guard {str(guard)!r} cannot be read" in gone.err


def test_a_guard_that_cannot_be_read_starts_no_run(tmp_path: Path) -> None:
    data = tmp_path / "data"
    ended = called(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09"),
        *("--sources", str(EXAMPLE / "sources"), "--sandbox", "local", "--data", str(data)),
        *("--models", f"replay:{EXAMPLE / 'recording'}", "--guard", str(tmp_path / "gone.json")),
    )
    assert ended.code == 2
    assert "gone.json' cannot be read" in ended.err
    assert not data.exists()


def test_counts_are_told_and_unread_fields_noted(tmp_path: Path) -> None:
    items = tmp_path / "items.csv"
    _ = items.write_text(f"id,query\n1,{PROTECTED_TEXT}\n2,why\n")
    result = called("guard", "build", str(items), "--out", str(tmp_path / "g.json"), "--json")
    document = result.document
    assert isinstance(document, dict)
    assert isinstance(document["sources"], list)
    (source,) = document["sources"]
    assert isinstance(source, dict)
    told = [source[name] for name in ("questions", "rubrics", "references", "too_short")]
    assert told == [2, 0, 0, 1]
    assert "items.csv: fields that were not read: id" in result.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--canary", "short"), "canary 'short'"),
        (("--host", "https://a.example/x"), "--host 'https://a.example/x'"),
        (("--field", "grade=x"), "--field 'grade=x'"),
    ],
)
def test_faulty_options_write_nothing(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    items = tmp_path / "items.jsonl"
    _ = items.write_text('{"query": "why"}')
    out = tmp_path / "guard.json"
    result = called("guard", "build", str(items), "--out", str(out), *options)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert not out.exists()


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("items.jsonl", "is one of the items' own files"),
        ("notes.txt", "is there and is no guard"),
        (".", "is a folder"),
    ],
)
def test_a_guard_replaces_nothing_but_a_guard(tmp_path: Path, out: str, words: str) -> None:
    items, notes = tmp_path / "items.jsonl", tmp_path / "notes.txt"
    _ = items.write_text('{"query": "why"}')
    _ = notes.write_text("mine")
    result = called("guard", "build", str(items), "--out", str(tmp_path / out))
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert (items.read_text(), notes.read_text()) == ('{"query": "why"}', "mine")
    guard = str(tmp_path / "g.json")
    assert [called("guard", "build", str(items), "--out", guard).code for _ in range(2)] == [0, 0]


def test_unusable_files_are_named(tmp_path: Path) -> None:
    text = tmp_path / "text.bin"
    _ = text.write_bytes(b"\xff\xff")
    cases = [
        ("check", str(text)),
        ("check", str(tmp_path)),
        ("check", str(tmp_path / "gone")),
        ("build", str(text), "--out", str(tmp_path / "g.json")),
    ]
    for case in cases:
        result = called("guard", *case)
        assert result.code == 2
        assert case[1] in result.err
