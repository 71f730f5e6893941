"""The human queue from the command line: what is shown, decided, and refused unwritten."""

import asyncio
import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cli.queue import KINDS, RULINGS
from contracts.contract import Json
from contracts.decision import DecisionKind
from contracts.errors import InputError
from contracts.matter import RulingKind
from contracts.run_paths import audit_key_file, blob_file
from orchestrator.materials import as_file
from records.runs import RunStatus
from tests import builders
from tests.cli.archived import add_run, add_stop
from tests.cli.process import USAGE, Result, called
from tests.cli.queue_cases import EXAMPLE, ITEM, NOTE, REFUSED, USED_WRONGLY

SIDECAR = json.dumps(
    {
        "id": "8-K-2025-11",
        "title": "Texas Roadhouse, Inc., Form 8-K",
        "publisher": "Texas Roadhouse, Inc.",
        "form": "8-K",
        "accession": "0000000000-25-000001",
        "published": {
            "at": "2025-11-07",
            "zone": "America/New_York",
            "basis": "transcribed",
            "verified": False,
        },
        "version_proof": "accession",
    }
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    asyncio.run(add_run(folder, "waiting", status=RunStatus.BLOCKED))
    (folder / "no-recording").mkdir()
    shutil.copy(EXAMPLE / "recording" / "recording.json", folder / "no-recording")
    return folder


def ask(data: Path, *arguments: str) -> Result:
    return called(*arguments, "--data", str(data))


def decide(data: Path, kind: str, *options: str, item: str = ITEM) -> Result:
    return ask(data, "queue", "decide", item, kind, *NOTE, *options)


def only(data: Path, *arguments: str) -> dict[str, Json]:
    """The one thing that a list holds."""
    document = ask(data, *arguments, "--json").document
    assert isinstance(document, list)
    (found,) = document
    assert isinstance(found, dict)
    return found


def rows(data: Path, table: str) -> int:
    with closing(sqlite3.connect(data / "finrubric.db")) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def source(folder: Path, sidecar: str = SIDECAR) -> Path:
    (folder / "8-K.source.json").write_text(sidecar, encoding="utf-8")
    (folder / "8-K.md").write_text("Capital expenditure was 1.", encoding="utf-8")
    return folder / "8-K.md"


def test_waiting_item_is_listed_and_shown_with_its_commands(data: Path) -> None:
    item = only(data, "queue", "list")
    assert (item["id"], item["recoveries_left"], item["claim"]) == (ITEM, 2, None)
    assert ITEM in ask(data, "queue", "list").out
    shown = ask(data, "queue", "show", "waiting")
    assert shown.code == 0
    for words in ("CUT-after", "evidence:/sources/0", "recoveries left: 2", "Cutoff: ", "stages"):
        assert words in shown.out
    for kind in ("retry", "edit", "reject", "return"):
        assert f"finrubric queue decide {ITEM} {kind} " in shown.out
    for kind in ("waive", "relock"):
        assert kind not in shown.out
    document = ask(data, "queue", "show", ITEM, "--json").document
    assert isinstance(document, dict)
    assert isinstance(document["legal"], dict)
    assert [*document["legal"]] == ["retry", "edit", "reject", "return"]
    assert document["lock_differences"] == []


def test_blocked_run_names_the_command_that_shows_its_item(data: Path) -> None:
    assert f"finrubric queue show {ITEM} --data" in ask(data, "runs", "show", "waiting").out


def test_retry_with_a_source_is_kept_and_can_be_resumed(data: Path, tmp_path: Path) -> None:
    given = ("--source", str(source(tmp_path)), "--guidance", "take Q2 2025", "--as", "Ada")
    result = decide(data, "retry", *given, "--reason", "evidence_missing")
    assert (result.code, result.err) == (0, "")
    assert f"Go on with: finrubric runs resume waiting --data {data}" in result.out
    assert "Audit anchor: 1:" in result.out
    assert "No guidance" not in result.out
    run = only(data, "runs", "list")
    assert (run["status"], run["stands"], run["stopped"]) == (None, "decided", None)
    with closing(sqlite3.connect(data / "finrubric.db")) as connection:
        ((body,),) = connection.execute("SELECT body FROM decision").fetchall()
    made = json.loads(body)
    (added,) = made["sources"]
    assert added["card"]["supplied_by"] == "human"
    assert blob_file(data, added["snapshot"]).read_text() == "Capital expenditure was 1."
    assert (made["by"], made["guidance"]) == ("Ada", "take Q2 2025")
    assert ask(data, "queue", "list").out.startswith("Nothing waits")
    again = decide(data, "retry")
    assert again.code == 2
    assert "is decided" in again.err
    assert rows(data, "decision") == 1
    assert audit_key_file(data).stat().st_mode & 0o777 == 0o600


def test_rejection_ends_the_run(data: Path) -> None:
    assert decide(data, "reject").code == 0
    run = only(data, "runs", "list")
    assert run["status"] == "rejected"


def test_changed_configuration_stops_a_decided_run_until_it_is_decided_again(data: Path) -> None:
    asyncio.run(add_stop(data, "waiting", "lock: prompts differ"))
    blocked = ask(data, "runs", "show", "waiting").out
    assert "Run waiting: blocked\n" in blocked
    assert "Stopped: prompts differ" in blocked
    assert "The configuration has changed (finrubric lock check waiting --data" in blocked
    assert decide(data, "retry", "--guidance", "go on").code == 0
    decided = ask(data, "runs", "show", "waiting").out
    assert "Run waiting: decided\n" in decided
    assert "Stopped" not in decided
    assert "Go on with: finrubric runs resume waiting --data" in decided
    asyncio.run(add_stop(data, "waiting", "drift: writer 1.1"))
    assert "Run waiting: stopped: drift\n" in ask(data, "runs", "show", "waiting").out


def test_return_leaves_the_item_open(data: Path) -> None:
    assert decide(data, "return").code == 0
    item = only(data, "queue", "list")
    assert (item["id"], item["claim"]) == (ITEM, None)
    retried = decide(data, "retry")
    assert retried.code == 0
    assert "No guidance and no source were given" in retried.out


def test_claim_holds_another_person_off_and_keeps_the_note(data: Path) -> None:
    assert ask(data, "queue", "claim", ITEM, "--as", "Grace").code == 0
    refused = decide(data, "retry", "--as", "Ada")
    assert refused.code == 3
    assert "Grace has it until" in refused.err
    assert f"Your note was: {NOTE[1]}" in refused.err
    assert ask(data, "queue", "release", ITEM, "--as", "Ada").code == 2
    assert ask(data, "queue", "claim", ITEM, "--as", "Ada").code == 3
    assert rows(data, "decision") == 0
    assert ask(data, "queue", "release", ITEM, "--as", "Grace").code == 0
    assert decide(data, "retry", "--as", "Ada").code == 0


def test_run_is_cancelled_with_its_item(data: Path) -> None:
    for words in ("too short", "bell \x07 bell bell"):
        assert ask(data, "runs", "cancel", "waiting", "--note", words).code == 2
    note = ("--note", "asked twice by mistake")
    result = ask(data, "runs", "cancel", "waiting", "--as", "Ada", *note)
    assert (result.code, result.out) == (0, "Run waiting is cancelled.\n")
    item = only(data, "queue", "list", "--all")
    assert item["state"] == "closed"
    assert rows(data, "audit") == 1
    assert ask(data, "audit", "verify").code == 0
    again = ask(data, "runs", "cancel", "waiting")
    assert again.code == 2
    assert "has ended as cancelled" in again.err
    for shown in (("runs", "show", "waiting"), ("queue", "show", ITEM)):
        told = ask(data, *shown).out
        assert re.search(r"^End asked for by Ada at 2.* UTC: asked twice by mistake$", told, re.M)
        document = ask(data, *shown, "--json").document
        assert isinstance(document, dict)
        assert isinstance(document["end_asked"], dict)
        assert document["end_asked"]["by"] == "Ada"


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_and_nothing_is_written(data: Path, case: str) -> None:
    arguments, words = REFUSED[case]
    blobs = sorted((data / "blobs").rglob("*"))
    result = ask(data, "queue", *arguments)
    error = USAGE if case in USED_WRONGLY else InputError.__name__
    assert (result.code, result.out, result.error) == (2, "", error)
    assert words in result.err
    assert rows(data, "decision") == rows(data, "audit") == 0
    assert sorted((data / "blobs").rglob("*")) == blobs


def test_every_fault_of_given_sources_is_named(data: Path, tmp_path: Path) -> None:
    broken = source(tmp_path, "{}")
    missing = tmp_path / "gone.md"
    result = decide(data, "retry", "--source", str(broken), "--source", str(missing))
    assert result.code == 2
    assert f"{broken}: sidecar" in result.err
    assert f"{missing}: does not exist" in result.err


def test_source_that_the_run_has_is_refused(data: Path) -> None:
    there = next((EXAMPLE / "sources").glob("*.md"))
    result = decide(data, "retry", "--source", str(there))
    assert result.code == 2
    assert "run waiting has " in result.err


def test_guidance_file_must_be_text(data: Path, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes("für alle".encode("latin-1"))
    (tmp_path / "nul.txt").write_bytes(b"go \x00 on")
    for name, words in (("latin.txt", "byte 1 is not UTF-8"), ("nul.txt", "/guidance")):
        result = decide(data, "retry", "--guidance-file", str(tmp_path / name))
        assert result.code == 2
        assert words in result.err
    both = decide(data, "retry", "--guidance", "x", "--guidance-file", str(tmp_path / "latin.txt"))
    assert "give one of them" in both.err


def test_too_large_and_repeated_files_are_refused(data: Path, tmp_path: Path) -> None:
    (tmp_path / "big.py").write_bytes(b"#" * 5_000_001)
    (tmp_path / "ok.py").write_bytes(b"print(1)\n")
    large = decide(data, "edit", "--file", f"scripts/a.py={tmp_path / 'big.py'}")
    assert (large.code, "at most 5000000" in large.err) == (2, True)
    script = ("--file", f"scripts/a.py={tmp_path / 'ok.py'}")
    twice = decide(data, "edit", *script, *script)
    assert (twice.code, "was given twice" in twice.err) == (2, True)
    assert decide(data, "edit", *script).code == 0


def test_an_edit_is_told_what_to_start_from_and_shown_afterwards(data: Path) -> None:
    work = data / "runs" / "waiting" / "work"
    for name in ("writer-a1-1", "writer-a2-2", "reviser-a1-1", "reviser-a1-2", "reviewer-a3-1"):
        (work / name / "out").mkdir(parents=True)
    for name in ("writer-a1-1", "reviser-a1-1", "reviewer-a3-1"):
        _ = (work / name / "out" / "evidence.json").write_text("{}")
    rows_file = work / "writer-a1-1" / "out" / "rows.json"
    _ = rows_file.write_bytes(as_file(builders.texas_rows()))
    newest = str(work / "reviser-a1-1" / "out" / "evidence.json")
    assert f"evidence.json: copy and change {newest}" in ask(data, "queue", "show", ITEM).out
    document = ask(data, "queue", "show", ITEM, "--json").document
    assert isinstance(document, dict)
    assert document["edit_starts"] == {"evidence.json": newest, "rows.json": str(rows_file)}
    for given in ((), ("--file", f"evidence.json={newest}")):
        refused = decide(data, "edit", *given)
        assert (refused.code, f"evidence.json as {newest}" in refused.err) == (2, True)
    assert decide(data, "edit", "--file", f"rows.json={rows_file}", "--as", "Ada").code == 0
    assert "Decided: edit rows.json by Ada at " in ask(data, "runs", "show", "waiting").out


def another_reviewer(data: Path) -> None:
    head = data / "no-recording" / "recording.json"
    document = json.loads(head.read_text())
    document["families"]["reviewer"] = "another-reviewer"
    head.write_text(json.dumps(document))


def test_relock_is_offered_where_the_lock_differs_and_nothing_that_it_forbids(data: Path) -> None:
    another_reviewer(data)
    shown = ask(data, "queue", "show", ITEM)
    assert "models reviewer: replay/another-reviewer: was not there at the start" in shown.out
    assert f"finrubric queue decide {ITEM} relock " in shown.out
    document = ask(data, "queue", "show", ITEM, "--json").document
    assert isinstance(document, dict)
    assert isinstance(document["legal"], dict)
    assert [*document["legal"]] == ["relock", "reject", "return"]
    for kind in ("retry", "relock"):
        assert decide(data, kind).code == (0 if kind in document["legal"] else 2)


def test_lock_check_names_the_decision_that_a_waiting_run_can_have(data: Path) -> None:
    command = f"finrubric queue decide {ITEM} relock --note '…' --data {data}"
    same = ask(data, "lock", "check", "waiting")
    assert (same.code, "relock" in same.out) == (0, False)
    another_reviewer(data)
    changed = ask(data, "lock", "check", "waiting")
    assert (changed.code, command in changed.out) == (6, True)
    assert decide(data, "reject").code == 0
    ended = ask(data, "lock", "check", "waiting")
    assert (ended.code, "relock" in ended.out) == (6, False)


def test_no_relock_is_offered_to_a_run_whose_recording_is_gone(data: Path) -> None:
    (data / "no-recording" / "recording.json").unlink()
    shown = ask(data, "queue", "show", ITEM)
    assert "is gone or of another version" in shown.out
    for kind in ("retry", "relock"):
        assert f"decide {ITEM} {kind} " not in shown.out
        assert decide(data, kind).code == 2
    assert f"decide {ITEM} reject " in shown.out


def test_changed_lock_must_be_relocked_first(data: Path) -> None:
    another_reviewer(data)
    refused = decide(data, "retry")
    assert refused.code == 2
    assert "Decide relock, or put the bytes back" in refused.err
    assert decide(data, "relock").code == 0
    with closing(sqlite3.connect(data / "finrubric.db")) as connection:
        ((body,),) = connection.execute("SELECT body FROM decision").fetchall()
    lock = json.loads(blob_file(data, json.loads(body)["lock"]).read_text())
    assert "reviewer: replay/another-reviewer" in [item["name"] for item in lock["items"]]
    assert all(blob_file(data, item["sha256"]).is_file() for item in lock["items"] if item["kept"])


def test_audit_chain_of_decisions_is_verified_with_its_anchor(data: Path) -> None:
    empty = ask(data, "audit", "verify")
    assert (empty.code, "Anchor: none yet" in empty.out) == (0, True)
    document = decide(data, "return", "--json")
    assert isinstance(document.document, dict)
    anchor = str(document.document["anchor"])
    assert f"Audit anchor: {anchor}" in ask(data, "runs", "show", "waiting").out
    whole = ask(data, "audit", "verify", "--anchor", anchor, "--json").document
    assert isinstance(whole, dict)
    assert (whole["holds"], whole["head"], whole["rows"]) == (True, anchor, 1)
    with closing(sqlite3.connect(data / "finrubric.db")) as connection, connection:
        connection.execute("DROP TRIGGER audit_refuses_update")
        connection.execute("UPDATE audit SET actor = 'eve'")
    broken = ask(data, "audit", "verify", "--anchor", anchor)
    assert broken.code == 6
    assert "row 1: was changed" in broken.out
    assert ask(data, "audit", "verify", "--anchor", "1:abc").code == 2
    audit_key_file(data).unlink()
    assert ask(data, "audit", "verify").code == 6


def test_the_words_of_the_help_are_those_of_the_contract() -> None:
    assert KINDS.split("|") == [kind.value for kind in DecisionKind]
    assert RULINGS.split("|") == [kind.value for kind in RulingKind]
