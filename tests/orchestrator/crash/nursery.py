"""A process that has imported everything and forks one child per case: a child costs little.

It reads one JSON case a line and answers with one JSON line: how the child ended, what it said.
A child that stops itself is kept until it is woken. It runs no thread when it forks.
"""

import gc
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import NamedTuple

from cli.loop import run
from contracts.errors import FinrubricError
from tests.orchestrator.crash.scenes import SCENES, Case
from tests.orchestrator.crash.windows import Strike, Watch

PATIENCE_S = 100
"""A child that hangs dies of this alarm."""


class Ended(NamedTuple):
    """How a child ended, or that it stopped."""

    status: int
    """0 done, 10 + exit code of a typed error, negative a signal, 98 stopped."""
    said: object = None
    error: str = ""
    passed: list[list[str]] = []  # noqa: RUF012 - of an immutable tuple
    pid: int = 0


STOPPED = 98
BROKEN = 99


def child(case: Case, watch: Watch, answer: int) -> None:
    """Play a case and write down how it went; a killed child writes nothing."""
    said, error, status = None, "", 0
    try:
        said = run(SCENES[case.scene](case, watch), when_stopped="Resume it.")
    except FinrubricError as caught:
        error, status = f"{type(caught).__name__}: {caught}", 10 + caught.exit_code
    for helper in watch.helpers:
        helper.kill()
    told = {"said": said, "error": error, "passed": watch.passed}
    Path(f"/dev/fd/{answer}").write_text(json.dumps(told))
    os._exit(status)


class Nursery:
    """Forks children and waits for them."""

    def __init__(self) -> None:
        self.stopped: dict[int, int] = {}

    def run(self, case: Case) -> Ended:
        if case.scene == "wake":
            os.kill(case.pid, signal.SIGCONT)
            return self._wait(case.pid, self.stopped.pop(case.pid))
        answer = os.memfd_create("answer")
        pid = os.fork()
        if pid == 0:
            try:
                signal.alarm(PATIENCE_S)
                strike = None if case.strike is None else Strike(*case.strike)
                child(case, Watch(Path(case.data), strike), answer)
            finally:
                traceback.print_exc()
                os._exit(BROKEN)
        return self._wait(pid, answer)

    def _wait(self, pid: int, answer: int) -> Ended:
        _, status = os.waitpid(pid, os.WUNTRACED)
        if os.WIFSTOPPED(status):
            self.stopped[pid] = answer
            return Ended(STOPPED, pid=pid)
        with os.fdopen(answer, "rb") as told:
            told.seek(0)
            data = told.read()
        fields = json.loads(data) if data else {}
        return Ended(os.waitstatus_to_exitcode(status), pid=pid, **fields)

    def close(self) -> None:
        """Let no stopped child outlive the tests."""
        for pid in self.stopped:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def main() -> None:
    gc.freeze()
    nursery = Nursery()
    try:
        for line in sys.stdin:
            case = Case(**json.loads(line))
            sys.stdout.write(json.dumps(nursery.run(case)._asdict()) + "\n")
            sys.stdout.flush()
    finally:
        nursery.close()


if __name__ == "__main__":
    main()
