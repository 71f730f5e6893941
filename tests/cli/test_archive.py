"""Commands that read records: runs, traces, exports and locks of runs as they were left."""

import asyncio
import csv
import io
import sqlite3
from pathlib import Path

import pytest

from contracts.certification import CERTIFICATION
from contracts.contract import canonical
from contracts.run_paths import RunPaths
from finrubric import read_rubric
from records.runs import RunStatus
from tests.cli.archived import add_run
from tests.cli.process import Result, called
from tests.reports.page import Page
from tests.reports.sample import sample_rubric


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("a data folder ü")
    asyncio.run(add_run(folder, "good", status=RunStatus.ACCEPTED))
    asyncio.run(add_run(folder, "waiting", status=RunStatus.BLOCKED))
    asyncio.run(add_run(folder, "stopped", status=None))
    return folder


def ask(data: Path, *arguments: str) -> Result:
    return called(*arguments, "--data", str(data))


def test_runs_are_listed(data: Path) -> None:
    document = ask(data, "runs", "list", "--json").document
    assert isinstance(document, list)
    found = {str(run["run"]): run["status"] for run in document if isinstance(run, dict)}
    assert found == {"good": "accepted", "waiting": "blocked", "stopped": None}
    stopped = [run["stopped"] for run in document if isinstance(run, dict) and run["stopped"]]
    assert stopped == [
        {"by": "environment", "reason": "the \x1b[31mdisk\x1b[0m is full", "can_resume": True}
    ]
    shown = ask(data, "runs", "list")
    assert (shown.code, shown.err) == (0, "")
    assert "waiting" in shown.out
    assert "stopped: environment" in shown.out


@pytest.mark.parametrize(
    ("stopped", "word", "advice"),
    [
        ("signal: told to end", "stopped: signal", "Go on with: {resume}"),
        ("drift: writer 1.1", "stopped: drift", "Mend the recording, then: {resume}; or start"),
        ("lock: other bytes", "stopped: lock", "Put the bytes back ({check} names them)"),
        ("records: a file", "stopped: records", "Put the named file back from a backup"),
        ("model: no submit", "stopped: model", "Start a new run"),
        ("", "interrupted", "Go on with: {resume}"),
    ],
)
def test_run_without_a_word_says_what_stopped_it_and_what_to_do(
    tmp_path: Path, stopped: str, word: str, advice: str
) -> None:
    place = tmp_path / "a data folder"
    asyncio.run(add_run(place, "own", status=None, stopped=stopped))
    assert word in ask(place, "runs", "list").out
    story = ask(place, "runs", "show", "own").out
    assert f"Run own: {word}\n" in story
    resume, check = (
        f"finrubric {what} own --data '{place}'" for what in ("runs resume", "lock check")
    )
    assert advice.format(resume=resume, check=check) in story
    assert ("Go on with" in story) is advice.startswith("Go on with")
    assert (stopped.partition(": ")[2] in story) is True


def test_stop_before_the_end_of_a_run_is_past(tmp_path: Path) -> None:
    asyncio.run(add_run(tmp_path, "own", status=RunStatus.CANCELLED, stopped="drift: writer 1.1"))
    story = ask(tmp_path, "runs", "show", "own").out
    assert "Run own: cancelled\n" in story
    assert "Stopped" not in story
    assert "runs resume" not in story


def test_run_that_a_process_works_on_is_under_way(tmp_path: Path) -> None:
    asyncio.run(add_run(tmp_path, "own", status=None))
    with sqlite3.connect(tmp_path / "finrubric.db") as database:
        database.execute(
            "update lease set holder = ?, expires = '2999-01-01T00:00:00.000000Z'",
            ("elsewhere:1:1",),
        )
    database.close()
    assert "under way" in ask(tmp_path, "runs", "list").out
    assert "Go on with" not in ask(tmp_path, "runs", "show", "own").out


def test_nothing_is_made_where_no_run_was_started(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert ask(missing, "runs", "list", "--json").document == []
    for command in (("runs", "show", "x"), ("export", "x"), ("lock", "check")):
        result = ask(missing, *command)
        assert (result.code, result.out) == (2, "")
        assert "no run was started here" in result.err
    assert not missing.exists()


def test_accepted_run_is_shown_with_its_rubric(data: Path) -> None:
    result = ask(data, "runs", "show", "good")
    assert result.code == 0
    assert "Run good: accepted" in result.out
    assert "USD 13,289 thousand" in result.out
    assert "11.398896 %; refused" in result.out


def test_what_was_played_is_told_from_the_runs_own_events(data: Path) -> None:
    # The folder of the recording is gone: nothing can be read from it any more.
    shown = ask(data, "runs", "show", "good").out
    assert "no-recording (recording made by hand)" in shown
    changed = "Prompts changed since the recording was made: writer.md."
    assert changed in shown
    document = ask(data, "runs", "show", "good", "--json").document
    assert isinstance(document, dict)
    assert document["recording_made_by"] == ["hand"]
    assert document["changed_prompts"] == ["writer.md"]
    page = Page(ask(data, "export", "good", "--format", "html").out)
    assert "Accepted roles played from a recording made by hand" in page.text
    assert changed in page.text


def test_blocked_run_is_shown_with_what_it_waits_for(data: Path) -> None:
    result = ask(data, "runs", "show", "waiting")
    assert "Escalation waiting-a1-validate-3 waits for a person." in result.out
    assert "CUT-after" in result.out
    document = ask(data, "runs", "show", "waiting", "--json").document
    assert isinstance(document, dict)
    escalation = document["escalation"]
    assert isinstance(escalation, dict)
    assert escalation["reason"] == "turns_exhausted"


def test_stopped_run_says_why_and_how_to_go_on(data: Path) -> None:
    result = ask(data, "runs", "show", "stopped")
    assert "Stopped: the disk is full" in result.out
    assert f"finrubric runs resume stopped --data '{data}'" in result.out
    assert "\x1b" not in result.out


def test_row_is_traced(data: Path) -> None:
    result = ask(data, "runs", "show", "good", "--trace", "R3")
    assert result.code == 0
    assert result.out.startswith("Row R3: 20 points, support\n")
    assert "DRV1 = USD 13,289 thousand" in result.out
    document = ask(data, "runs", "show", "good", "--trace", "R3", "--json").document
    assert isinstance(document, dict)
    assert document["trace"] == result.out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("runs", "show", "nobody"), "there is no run 'nobody'"),
        (("runs", "show", "good", "--trace", "R9"), "it has R1, R2, R3"),
        (("runs", "show", "waiting", "--trace", "R1"), "has no rubric: it is blocked"),
        (("export", "stopped"), "has no rubric: it is under way or stopped"),
        (("runs", "resume", "nobody"), "`finrubric runs list`, with the same --data"),
        (("runs", "resume", "stopped"), "no-recording"),
    ],
)
def test_what_is_not_there_is_bad_input(data: Path, arguments: tuple[str, ...], words: str) -> None:
    result = ask(data, *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_export_writes_every_form(data: Path) -> None:
    result = ask(data, "export", "good", "--json")
    names = {"json": "json", "markdown": "md", "html": "html", "csv": "csv"}
    folder = RunPaths(data, "good").export
    expected = {form: str(folder / f"rubric.{ending}") for form, ending in names.items()}
    assert result.document == {**expected, "record": str(folder / "record.json")}
    assert sorted(path.name for path in folder.iterdir()) == [
        *("record.json", "rubric.csv", "rubric.html", "rubric.json", "rubric.md")
    ]


def test_exported_json_is_the_stage_file(data: Path) -> None:
    exported = ask(data, "export", "good", "--format", "json").out.encode()
    (stage,) = RunPaths(data, "good").stages.glob("rubric-*")
    assert exported == stage.read_bytes()
    assert canonical(read_rubric(exported)) == canonical(sample_rubric())


def test_exported_page_names_sandbox_and_principles(data: Path) -> None:
    page = Page(ask(data, "export", "good", "--format", "html").out)
    assert page.faults == []
    assert "local: isolates little" in page.text
    assert CERTIFICATION in page.text
    assert "replay/played-reviewer" in page.text


def test_export_goes_to_a_file(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "new folder" / "rows.csv"
    result = ask(data, "export", "good", "--format", "csv", "--bom", "--out", str(out))
    assert result.out == f"{out}\n"
    assert result.err == f"finrubric: the folder {str(out.parent)!r} was not there and is made\n"
    assert out.read_bytes().startswith(b"\xef\xbb\xbfrow,")
    lines = list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8-sig"), newline="")))
    assert [line["points"] for line in lines] == ["60", "20", "20"]
    refused = ask(data, "export", "good", "--format", "json", "--bom")
    assert (refused.code, "--bom is for csv" in refused.err) == (2, True)


def test_export_to_a_place_that_cannot_be_written_is_an_environment_fault(data: Path) -> None:
    result = ask(data, "export", "good", "--out", "/proc/nowhere")
    assert result.code == 7
    assert "cannot be written" in result.err


@pytest.mark.parametrize(
    ("options", "out"),
    [
        ((), "file"),
        ((), "file/below"),
        (("--format", "csv"), "file/below"),
        (("--format", "csv"), "folder"),
        (("--format", "csv"), "."),
        (("--to", "healthbench"), "file/below"),
    ],
)
def test_export_replaces_no_folder_and_leads_through_no_file(
    data: Path, tmp_path: Path, options: tuple[str, ...], out: str
) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    result = ask(data, "export", "good", *options, "--out", str(tmp_path / out))
    assert result.code == 2
    assert "name a f" in result.err
    assert (tmp_path / "file").read_text() == "x"


def test_lock_is_compared_with_this_machine(data: Path) -> None:
    result = ask(data, "lock", "check", "good", "--json")
    # The recording that the run names is gone, which is said; all else is as it was.
    assert result.code == 6
    document = result.document
    assert isinstance(document, dict)
    differences = document["differences"]
    assert isinstance(differences, list)
    assert len(differences) == 1
    assert "the recording" in str(differences[0])
    assert "the run's own files" in str(document["not_checked"])
    shown = ask(data, "lock", "check", "good").out
    assert "Compared: principles, " in shown
    assert "Not looked at: the run's own files" in shown


def test_changed_stage_file_is_named(tmp_path: Path) -> None:
    asyncio.run(add_run(tmp_path, "good", status=RunStatus.ACCEPTED))
    (stage,) = RunPaths(tmp_path, "good").stages.glob("rubric-*")
    stage.write_bytes(stage.read_bytes().replace(b"11.8", b"11.9"))
    result = ask(tmp_path, "export", "good")
    assert result.code == 6
    assert stage.name in result.err


def test_database_that_is_none_is_an_environment_fault(tmp_path: Path) -> None:
    (tmp_path / "finrubric.db").write_bytes(b"this is no database at all, whatever its name is")
    result = ask(tmp_path, "runs", "list")
    assert result.code in (6, 7)
    assert "Traceback" not in result.err
    assert "bug" not in result.err
    checked = ask(tmp_path, "doctor")
    assert checked.code == 7
    assert "FAILS database" in checked.out


def test_doctor_says_what_was_found(data: Path) -> None:
    result = ask(data, "doctor", "--json")
    document = result.document
    assert isinstance(document, dict)
    checks = document["checks"]
    assert isinstance(checks, list)
    names = [check["name"] for check in checks if isinstance(check, dict)]
    assert names == ["python", "packages", "data", "database", "docker", "sandbox"]
    assert result.code == 0
    assert document["is_well"] is True


def test_doctor_fails_where_the_data_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    result = ask(tmp_path / "file" / "data", "doctor")
    assert result.code == 7
    assert "FAILS data" in result.out
    assert "name a folder of yours" in result.out
