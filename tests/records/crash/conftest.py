import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from tests.records.crash.nursery import Case, Ended

Play = Callable[[Case], Ended]


@pytest.fixture(scope="session")
def play(repository: Path) -> Generator[Play]:
    """Play a case in a child process of its own."""
    nursery = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.records.crash.nursery"],
        cwd=repository,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    questions, answers = nursery.stdin, nursery.stdout

    def ask(case: Case) -> Ended:
        questions.write(f"{json.dumps(case)}\n")
        questions.flush()
        ended = Ended(*json.loads(answers.readline()))
        assert ended.status != 99, "the child failed by itself; its traceback is on stderr"
        return ended

    with questions, answers:
        yield ask
        questions.close()
        nursery.wait(timeout=10)


@pytest.fixture
def ram(tmp_path: Path) -> Generator[Path]:
    """A folder in memory where there is one: to sync costs nothing there."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="finrubric-test-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def fresh(play: Play, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Make a data folder with a run in it that was not begun."""
    template = tmp_path_factory.mktemp("template") / "data"
    assert play(Case("prepare", str(template))).status == 0
    return lambda place: Path(shutil.copytree(template, place))
