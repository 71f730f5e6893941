"""Two runners over the same records, each a process of its own: what waits is obeyed once."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO

import pytest

from cli.archive import Archive, open_archive
from cli.options import settings_of
from contracts.decision import DecisionKind
from contracts.event import EventKind
from contracts.run_paths import database_file
from escalations.cancels import ask_for_end
from escalations.undo import UNDO_FOR
from records.clock import SystemClock
from records.runs import RunStatus
from tests.cli.archived import add_run
from tests.cli.process import ROOT
from tests.cli.test_work import NOTE, decided
from tests.cluster import copy_rows

ENDED = tuple(f"ended-{number}" for number in range(3))
"""Somebody asks for their end."""
FAILING = tuple(f"failing-{number}" for number in range(3))
"""Somebody decides their item, and their recording is gone."""
PATIENCE_S = 60
OBEYED = re.compile(r"(\S+): (?:its end was asked for|a decision is final)$", re.MULTILINE)


@contextmanager
def runner(data: Path, said: list[str]) -> Generator[IO[str]]:
    """A runner that looks often; it is ended with the body, and what it said is kept."""
    words = ("runs", "work", "--poll", "0.1", "--workers", "2", "--data", str(data))
    with subprocess.Popen(
        [sys.executable, "-m", "cli", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout
        finally:
            process.send_signal(signal.SIGTERM)
            said.append(process.communicate(timeout=PATIENCE_S)[0])
    assert process.returncode == 0, said


async def stops(archive: Archive, run: str) -> int:
    events = await archive.events.since(run, 0)
    return sum(event.kind is EventKind.STOPPED for event in events)


async def is_done(archive: Archive) -> bool:
    """Whether everything that was asked for has come to its end."""
    ended = [(await archive.runs.get(run)).status is RunStatus.CANCELLED for run in ENDED]
    return all(ended) and all([await stops(archive, run) for run in FAILING])


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])]
)
async def data(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Runs that wait for a person, in a database of each kind."""
    for run in (*ENDED, *FAILING):
        _ = await add_run(tmp_path, run, status=RunStatus.BLOCKED)
    if request.param == "postgres":
        address = str(request.getfixturevalue("postgres_url"))
        copy_rows(database_file(tmp_path), address)
        monkeypatch.setenv("FINRUBRIC_DATABASE", address)
    return tmp_path


async def test_two_runners_obey_each_thing_once(data: Path) -> None:
    async with open_archive(settings_of(data)) as archive:
        said: list[str] = []
        with runner(data, said) as one, runner(data, said) as other:
            for out in (one, other):
                assert " runner " in out.readline()
            # Final in a while, so that all of it is there when the runners find it.
            ago = UNDO_FOR - timedelta(seconds=1)
            for run in FAILING:
                _ = await decided(archive, run, DecisionKind.RETRY, ago=ago)
            async with archive.database.unit() as uow:
                now = SystemClock().now()
                for run in ENDED:
                    await ask_for_end(uow, archive.audit, run, "ada", now, note=NOTE)
            until = time.monotonic() + PATIENCE_S
            while not await is_done(archive):
                assert time.monotonic() < until
                await asyncio.sleep(0.2)
        obeyed = Counter(run for words in said for run in OBEYED.findall(words))
        assert obeyed == Counter((*ENDED, *FAILING)), said
        assert [await stops(archive, run) for run in FAILING] == [1] * len(FAILING)
