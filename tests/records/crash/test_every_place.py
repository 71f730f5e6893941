"""Die at the n-th place, n upward until nothing is left to die at; then look, and go on."""

import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from contracts.run_paths import RunPaths
from tests.records.crash.conftest import Play
from tests.records.crash.nursery import Case, Ended
from tests.records.crash.points import Kind
from tests.records.crash.story import STAGES, Outcome, World
from tests.records.material import RUN

MOST = 400
STEPS = pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
"""Every fifth place, and by the marker each one."""
PLACES = {"open", "write", "fsync", "rename", "mkdir", "commit", "INSERT INTO journal"}


class Found(NamedTuple):
    """What another program sees in the database after a crash."""

    status: str | None
    open_items: int
    stages: list[str]
    told: list[str]
    """Stages that events tell of."""


def found(data: Path) -> Found:
    with closing(sqlite3.connect(data / "finrubric.db")) as connection:

        def ask(statement: str) -> list[str]:
            return [row[0] for row in connection.execute(statement)]

        (status,) = ask("SELECT status FROM run")
        (items,) = ask("SELECT count(*) FROM escalation WHERE state = 'open'")
        stages = ask("SELECT stage FROM journal ORDER BY seq")
        told = ask("SELECT stage FROM event ORDER BY seq")
    return Found(status, int(items), stages, told)


class Telling:
    """One ending of the story, told without and with faults."""

    def __init__(self, play: Play, fresh: Callable[[Path], Path], place: Path, ending: str) -> None:
        self.play = play
        self.fresh = fresh
        self.place = place
        self.ending = ending
        data = fresh(place / "undisturbed")
        told = play(Case(ending, str(data)))
        assert told.status == 0, told.error
        self.places = told.passed
        self.undisturbed = outcome(told)
        self.files = whole_files(data)

    def struck(self, n: int, kind: Kind) -> tuple[Path, Ended]:
        data = self.fresh(self.place / str(n))
        ended = self.play(Case(self.ending, str(data), kind, n))
        assert whole_files(data).items() <= self.files.items(), "a file is whole or not there"
        return data, ended

    def check(self, data: Path) -> None:
        """Whatever happened, the run can be read, goes on, and ends as if nothing had."""
        crashed = found(data)
        assert crashed.stages == crashed.told == list(STAGES[: len(crashed.stages)])
        has_ended = len(crashed.stages) == len(STAGES)
        assert crashed.status == (self.ending if has_ended else None)
        assert crashed.open_items == (crashed.status == "blocked")
        answers = len(tuple((data / "calls").rglob("*.json")))
        told = self.play(Case(self.ending, str(data)))
        assert told.status == 0, told.error
        ended = outcome(told)
        assert ended._replace(unknown=0) == self.undisturbed
        assert stage_files(data) == stage_files(self.place / "undisturbed")
        self.check_world(World(data).counts(), ended.unknown, answers)
        shutil.rmtree(data)

    @staticmethod
    def check_world(counts: dict[str, int], unknown: int, answers: int) -> None:
        assert counts["used write"] <= 2
        assert counts["paid write"] <= 1 + unknown, "what was paid twice is shown"
        if answers:
            assert (counts["paid write"], unknown) == (1, 0), "an answer received is not paid twice"


def outcome(ended: Ended) -> Outcome:
    assert isinstance(ended.said, list)
    return Outcome(*ended.said)


def whole_files(data: Path) -> dict[str, bytes]:
    """All files under their own names; what was cut short has another one."""
    folders = (RunPaths(data, RUN).root, data / "blobs", data / "calls")
    return {
        path.relative_to(data).as_posix(): path.read_bytes()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".tmp"
    }


def stage_files(data: Path) -> dict[str, bytes]:
    found = whole_files(data).items()
    return {name: content for name, content in found if not name.startswith(("calls", "blobs"))}


@pytest.fixture
def told(
    play: Play, fresh: Callable[[Path], Path], ram: Path, request: pytest.FixtureRequest
) -> Telling:
    return Telling(play, fresh, ram, request.param)


@STEPS
@pytest.mark.parametrize("told", ["accepted"], indirect=True)
def test_run_killed_at_any_place_goes_on(told: Telling, step: int) -> None:
    assert set(told.places) >= PLACES
    beyond = len(told.places) + 1
    for n in (*range(1, beyond, step), beyond):
        data, ended = told.struck(n, "kill")
        told.check(data)
        assert ended.status == (0 if n == beyond else -signal.SIGKILL)


@pytest.mark.parametrize("told", ["blocked"], indirect=True)
def test_run_killed_while_it_is_blocked_is_never_blocked_in_silence(told: Telling) -> None:
    assert told.undisturbed.item == "esc-1"
    last = max(n for n, place in enumerate(told.places) if place == "INSERT INTO journal")
    assert set(told.places[last:]) >= {"INSERT INTO escalation", "commit"}
    for n in range(last, len(told.places) + 1):
        data, ended = told.struck(n, "kill")
        assert ended.status == -signal.SIGKILL
        told.check(data)


@pytest.mark.parametrize("told", ["accepted"], indirect=True)
def test_run_on_a_full_disk_stops_and_goes_on(told: Telling) -> None:
    for n in range(1, MOST):
        data, ended = told.struck(n, "full")
        assert list(data.rglob("*.tmp")) == []
        told.check(data)
        if len(ended.passed) < n:
            assert ended.passed == ["write"] * (n - 1)
            return
        assert ended.error.startswith("EnvironmentFault")
        assert "No space left on device" in ended.error
    pytest.fail("the loop never came to its end")


@STEPS
def test_database_whose_making_was_cut_short_is_made_anew(play: Play, ram: Path, step: int) -> None:
    for n in range(1, MOST, step):
        data = ram / str(n)
        data.mkdir()
        status = play(Case("prepare", str(data), "kill", n)).status
        if status == 0:
            return
        assert status == -signal.SIGKILL
        reopened = play(Case("reopen", str(data)))
        assert reopened.status == 0, reopened.error
    pytest.fail("the loop never came to its end")
