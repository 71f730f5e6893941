import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from tests.orchestrator.crash.bed import Bed
from tests.orchestrator.crash.nursery import BROKEN, Ended
from tests.orchestrator.crash.scenes import Case

Play = Callable[[Case], Ended]


@pytest.fixture(scope="session")
def nursery_play(repository: Path) -> Generator[Play]:
    """Play a case in a child process of its own."""
    nursery = subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "tests.orchestrator.crash.nursery"],
        cwd=repository,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    questions, answers = nursery.stdin, nursery.stdout

    def ask(case: Case) -> Ended:
        questions.write(f"{json.dumps(case._asdict())}\n")
        questions.flush()
        ended = Ended(**json.loads(answers.readline()))
        assert ended.status != BROKEN, "the child failed by itself; its traceback is on stderr"
        return ended

    with questions, answers:
        yield ask
        questions.close()
        nursery.wait(timeout=10)


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """A folder in memory where there is one: syncing is done there, too, and costs nothing."""
    shared = Path("/dev/shm")
    if not os.access(shared, os.W_OK):
        yield tmp_path_factory.mktemp("memory")
        return
    with tempfile.TemporaryDirectory(dir=shared, prefix="finrubric-test-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def bed(nursery_play: Play, memory: Path) -> Bed:
    """The example played once undisturbed, with a copy of its data folder at each node boundary."""
    return Bed.made(nursery_play, memory)
