"""Output, disk use, owners: the parts that need no process."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sandboxes.disk_use import disk_use
from sandboxes.output import Output
from sandboxes.owner import LIFETIME, OWNED, Owner, container_labels, fate, this_process
from sandboxes.sandbox import Labels

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LABELS = Labels("r1", "writer", 2, 3)


@pytest.mark.parametrize(
    ("chunks", "text", "truncated", "flood"),
    [
        ((), "", False, False),
        ((b"abcd",), "abcd", False, False),
        ((b"ab", b"cd"), "abcd", False, False),
        ((b"ab", b"cde"), "abcd", True, False),
        ((b"abc", b"\xc3\xa9"), "abc", True, False),
        ((b"abc\xff",), "abc�", False, False),
        ((b"abc\xc3",), "abc�", False, False),
        ((b"x" * 64,), "xxxx", True, False),
        ((b"x" * 65,), "xxxx", True, True),
    ],
)
def test_output_keeps_the_first_bytes(
    chunks: tuple[bytes, ...], text: str, truncated: bool, flood: bool
) -> None:
    output = Output(4)
    for chunk in chunks:
        output.add("stdout", chunk)
    assert (output.text("stdout"), output.truncated, output.is_flood) == (text, truncated, flood)
    assert output.text("stderr") == ""


def test_disk_use_counts_what_is_held_and_follows_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "deep").mkdir(parents=True)
    (tmp_path / "other").write_bytes(b"x" * 1_000_000)
    (out / "link").symlink_to(tmp_path)
    with (out / "sparse").open("wb") as file:
        file.truncate(10 << 30)
    (out / "deep" / "real").write_bytes(b"x" * 100_000)
    use = disk_use(out)
    assert use.entries == 4
    assert 100_000 <= use.bytes < 300_000


def _gone() -> Owner:
    """A process of this boot that has ended."""
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        check=True,
        text=True,
    )
    return replace(this_process(), pid=int(ended.stdout))


def test_containers_of_this_process_are_kept() -> None:
    labels = container_labels(LABELS, this_process(), NOW)
    assert fate(labels, is_running=True, now=NOW + 2 * LIFETIME) == "keep"
    assert labels[OWNED] == "1"
    assert labels["org.finrubric.role"] == "writer"
    assert (labels["org.finrubric.attempt"], labels["org.finrubric.activation"]) == ("2", "3")


def test_containers_of_an_ended_process_are_reaped() -> None:
    labels = container_labels(LABELS, _gone(), NOW)
    assert fate(labels, is_running=True, now=NOW) == "reap"


def test_pid_that_is_used_again_is_another_owner() -> None:
    owner = replace(this_process(), started="1")
    assert fate(container_labels(LABELS, owner, NOW), is_running=True, now=NOW) == "reap"


def test_process_of_another_user_counts_as_alive() -> None:
    first = replace(this_process(), pid=1, started=_started_of(1))
    assert fate(container_labels(LABELS, first, NOW), is_running=True, now=NOW) == "keep"


def _started_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]


@pytest.mark.parametrize(
    ("is_running", "later", "expected"),
    [
        (True, timedelta(0), "keep"),
        (True, LIFETIME + timedelta(seconds=1), "reap"),
        (False, timedelta(0), "reap"),
    ],
)
def test_owner_of_another_boot_is_judged_by_state_and_deadline(
    is_running: bool, later: timedelta, expected: str
) -> None:
    labels = container_labels(LABELS, replace(this_process(), boot="another"), NOW)
    assert fate(labels, is_running=is_running, now=NOW + later) == expected


@pytest.mark.parametrize(
    "damage",
    [
        {OWNED: "2"},
        {OWNED: None},
        {"org.finrubric.owner.pid": None},
        {"org.finrubric.owner.pid": "many"},
        {"org.finrubric.owner.boot": None},
        {"org.finrubric.deadline": "tomorrow"},
        {"org.finrubric.deadline": "2026-11-30T12:00:00"},
    ],
)
def test_containers_with_odd_labels_are_kept(damage: dict[str, str | None]) -> None:
    labels = container_labels(LABELS, _gone(), NOW) | damage
    whole = {name: value for name, value in labels.items() if value is not None}
    assert fate(whole, is_running=False, now=NOW + 2 * LIFETIME) == "keep"


def test_this_process_is_told_apart() -> None:
    owner = this_process()
    assert owner.pid == os.getpid()
    assert owner.started.isdigit()
    assert "pid:[" in owner.boot
