"""The care of the queue from the command line: takeover, next, comments, assignment, due, undo."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.queue_care import due_from
from cli.queue_list import age_text
from contracts.contract import Json
from records.runs import RunStatus
from tests.cli.archived import add_run
from tests.cli.process import Result, called
from tests.cli.queue_cases import EXAMPLE, ITEM, NOTE


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    asyncio.run(add_run(folder, "waiting", status=RunStatus.BLOCKED))
    (folder / "no-recording").mkdir()
    shutil.copy(EXAMPLE / "recording" / "recording.json", folder / "no-recording")
    return folder


def queue(data: Path, *arguments: str) -> Result:
    return called("queue", *arguments, "--data", str(data))


def shown(data: Path) -> dict[str, Json]:
    document = queue(data, "show", ITEM, "--json").document
    assert isinstance(document, dict)
    return document


def told(data: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(data / "finrubric.db")) as connection:
        return connection.execute("SELECT actor, action FROM audit ORDER BY seq").fetchall()


def test_a_folder_without_runs_is_not_an_empty_queue(tmp_path: Path) -> None:
    result = queue(tmp_path / "nowhere", "list")
    assert (result.code, result.out) == (2, "")
    assert "no run was started here; --data names another folder" in result.err
    assert not (tmp_path / "nowhere").exists()


def test_claimed_item_is_taken_over_with_a_reason(data: Path) -> None:
    assert "Ada has item" in queue(data, "next", "--as", "Ada").out
    assert queue(data, "next", "--as", "Grace").out == "Nothing is free for Grace.\n"
    assert queue(data, "claim", ITEM, "--as", "Grace").code == 3
    why = ("--take-over", "--reason", "Ada is on holiday")
    lasting = ("--minutes", "60", "--json")
    taken = queue(data, "claim", ITEM, "--as", "Grace", *why, *lasting).document
    assert isinstance(taken, dict)
    assert taken["holder"] == "Grace"
    until = datetime.strptime(f"{taken['until']}+0000", "%Y-%m-%d %H:%M:%S UTC%z")
    assert until - datetime.now(UTC) > timedelta(minutes=50)
    assert queue(data, "decide", ITEM, "retry", *NOTE, "--as", "Ada").code == 3
    assert "Free again" in queue(data, "requeue", ITEM, "--reason", "Grace is ill too").out
    assert queue(data, "next", "--as", "Ada", "--json").code == 0
    assert [action for _, action in told(data)] == ["taken_over", "requeued"]


def test_care_and_comments_are_listed_and_shown(data: Path) -> None:
    assert queue(data, "assign", "waiting", "--to", "Grace", "--as", "Ada").code == 0
    assert queue(data, "due", ITEM, "2020-01-02").out.endswith("is due 2020-01-02 23:59 UTC.\n")
    assert queue(data, "comment", ITEM, "look at R3 first", "--as", "Ada").code == 0
    document = queue(data, "list", "--json").document
    assert isinstance(document, list)
    (row,) = document
    assert isinstance(row, dict)
    assert (row["assignee"], row["is_overdue"], row["comments"]) == ("Grace", True, 1)
    table = queue(data, "list").out
    assert "2020-01-02 23:59" in table
    assert "overdue" in table
    text = queue(data, "show", ITEM).out
    assert "Due: 2020-01-02 23:59 UTC (overdue); Grace looks after it" in text
    assert "UTC: look at R3 first" in text
    assert queue(data, "next", "--as", "Ada").out == "Nothing is free for Ada.\n"
    assert queue(data, "assign", ITEM, "--nobody").code == 0
    assert shown(data)["assignee"] is None
    refused = queue(data, "assign", ITEM, "nobody", "--to", "Ada")
    assert (refused.code, "no item 'nobody'" in refused.err) == (2, True)


def test_decision_is_undone_with_its_words_kept(data: Path) -> None:
    decided = queue(data, "decide", ITEM, "retry", *NOTE, "--as", "Ada")
    assert f"undone by: finrubric queue undo {ITEM} --data" in decided.out
    other = queue(data, "undo", ITEM, "--as", "Grace")
    assert (other.code, "is of Ada; nobody else undoes it" in other.err) == (2, True)
    undone = queue(data, "undo", ITEM, "--as", "Ada")
    assert "is taken back; what it said is your draft" in undone.out
    assert "Ada has item" in undone.out
    with closing(sqlite3.connect(data / "finrubric.db")) as connection:
        ((author, body),) = connection.execute("SELECT author, body FROM draft").fetchall()
    assert (author, json.loads(body)["note"]) == ("Ada", NOTE[1])
    assert shown(data)["state"] == "open"
    rejected = queue(data, "decide", ITEM, "reject", *NOTE, "--as", "Ada")
    assert "queue undo" not in rejected.out
    late = queue(data, "undo", ITEM, "--as", "Ada")
    assert (late.code, "a reject took effect at" in late.err) == (2, True)


def test_two_people_decide_blind_and_a_third_where_they_differ(data: Path) -> None:
    assert queue(data, "second-review", ITEM, "on").code == 0
    first = queue(data, "decide", ITEM, "retry", *NOTE, "--as", "Ada")
    assert "Your opinion on item" in first.out
    assert "A second person decides without reading it" in first.out
    before = queue(data, "show", ITEM).out
    assert "Second review: 1 of 2 opinions are final" in before
    assert NOTE[1] not in before
    assert queue(data, "decide", ITEM, "retry", *NOTE, "--as", "Ada").code == 2
    second = queue(data, "decide", ITEM, "reject", *NOTE, "--as", "Grace", "--json").document
    assert isinstance(second, dict)
    assert second["standing"] == "differ"
    assert NOTE[1] in queue(data, "show", ITEM).out
    third = queue(data, "decide", ITEM, "reject", *NOTE, "--as", "Lin")
    assert "Run waiting is rejected." in third.out
    assert [action for _, action in told(data)][-1] == "decided"


def test_ages_and_due_times_are_read_and_written_plainly() -> None:
    ages = [timedelta(seconds=59), timedelta(minutes=61), timedelta(hours=49), -timedelta(1)]
    assert [age_text(age) for age in ages] == ["0 min", "1 h 1 min", "2 d 1 h", "0 min"]
    assert due_from("2026-12-03") == datetime(2026, 12, 3, 23, 59, 59, tzinfo=UTC)
    assert due_from("2026-12-03T15:00-05:00") == datetime(2026, 12, 3, 20, tzinfo=UTC)
