import io
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from cli.question import question_of, read_cutoff, read_query
from cli.run_id import checked_run_id
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from tests.reports.hostile import PAYLOADS

ZONE = "America/New_York"
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        *("20260109", "2026-W02-5", "2026-02-30", "09/01/2026", "2026-1-9", "0001-01-01"),
        *("9999-12-31", "", "TODAY", "2026-01-09T00:00:00Z", " 2026-01-09", "2026-01-09\n"),
        *("\u0662\u0660\u0662\u0666-01-09", "2026\u201301\u201309", "-2026-01-09", "2025-02-29"),
    ],
)
def test_other_spellings_of_a_cutoff_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="cutoff"):
        read_cutoff(text, ZONE, now=NOW, allow_future=True)


@pytest.mark.parametrize(
    "zone", ["", "EST5", "New York", "../etc/passwd", "America/Nowhere", "\x00"]
)
def test_unknown_zones_are_refused(zone: str) -> None:
    with pytest.raises(InputError, match="zone"):
        read_cutoff("2026-01-09", zone, now=NOW, allow_future=False)


def test_cutoff_is_read_in_its_zone() -> None:
    found = read_cutoff("2024-02-29", ZONE, now=NOW, allow_future=False)
    assert found == Cutoff(day=date(2024, 2, 29), zone=ZONE)


@pytest.mark.parametrize(
    ("now", "zone", "is_future"),
    [
        (datetime(2026, 1, 10, 4, 59, tzinfo=UTC), ZONE, True),
        (datetime(2026, 1, 10, 5, 0, tzinfo=UTC), ZONE, False),
        (datetime(2026, 1, 10, 5, 0, tzinfo=UTC), "America/Los_Angeles", True),
        (datetime(2026, 1, 9, 15, 0, tzinfo=UTC), "Asia/Tokyo", False),
    ],
)
def test_cutoff_is_in_the_future_until_its_day_begins_in_its_zone(
    now: datetime, zone: str, is_future: bool
) -> None:
    if is_future:
        with pytest.raises(InputError, match="--allow-future"):
            read_cutoff("2026-01-10", zone, now=now, allow_future=False)
    assert read_cutoff("2026-01-10", zone, now=now, allow_future=True).zone == zone
    if not is_future:
        assert read_cutoff("2026-01-10", zone, now=now, allow_future=False).zone == zone


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("a" * 20_001, "20,001 characters"),
        ("what\x00is", r"U\+0000"),
        ("what \x1b[31m is", r"U\+001B"),
        ("lone \ud83d surrogate", r"U\+D83D"),
    ],
)
def test_unusable_queries_are_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_query(text)


@pytest.mark.parametrize(
    "text", ["q", "a" * 20_000, "مرحبا", "数字 👩‍🔬", "{x} {{7*7}}", *PAYLOADS]
)
def test_any_other_text_is_kept_as_it_is(text: str) -> None:
    cutoff = Cutoff(day=date(2026, 1, 9), zone=ZONE)
    assert question_of(read_query(text), cutoff, profile="default").text == text


def test_query_is_brought_to_composed_unicode(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_query("cafe\u0301") == "caf\u00e9"
    assert "NFC" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfwhat is it?\n", "what is it?"),
        (b"one\r\ntwo\r\n", "one\ntwo"),
        ("é".encode(), "é"),
    ],
)
def test_query_is_read_from_a_file(tmp_path: Path, data: bytes, text: str) -> None:
    file = tmp_path / "a query ü.txt"
    file.write_bytes(data)
    assert read_query(f"@{file}") == text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("what".encode("utf-16"), "byte 0 is not UTF-8"),
        (b"caf\xe9 noir", "byte 3 is not UTF-8"),
        (b"", "empty"),
        (b"a" * 1_000_000, "more than 80,000 bytes"),
        (b"a\x00b", r"U\+0000"),
    ],
)
def test_unusable_query_files_are_refused(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "query.txt"
    file.write_bytes(data)
    with pytest.raises(InputError, match=words):
        read_query(f"@{file}")


def test_missing_query_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.txt"):
        read_query(f"@{tmp_path / 'missing.txt'}")
    with pytest.raises(InputError, match="cannot be read"):
        read_query(f"@{tmp_path}")


def test_query_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"what is it?\n")))
    assert read_query("-") == "what is it?"


@pytest.mark.parametrize(
    "run", ["", "../x", "a/b", "-a", "a b", "ü", "q\u202e", "x" * 65, ".", "a\n", "\ud800"]
)
def test_run_ids_that_are_no_folder_names_are_refused(run: str) -> None:
    with pytest.raises(InputError, match="run id"):
        checked_run_id(run)


def test_run_id_is_kept() -> None:
    assert checked_run_id("Run_1.a-b") == "Run_1.a-b"
