"""One trial: a child of this process gets the mutant and runs tests until one fails."""

import gc
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn

import pytest

from tests.gates.mutants.mutant import NotApplicableError

LEAST_S = 3.0
FACTOR = 5
"""A test that takes `LEAST_S` and five times what it takes without a mutant has timed out."""
WALL_S = 180
"""Against what waits without using the processor."""


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMED_OUT = "timed out"
    SURVIVED = "survived"
    UNREACHED = "unreached"
    NOT_APPLICABLE = "not applicable"
    BROKEN = "broken"
    """The driver failed, which says nothing of the mutant."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a trial, the test that decided it, and how many were run."""

    outcome: Outcome
    test: str
    tests: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A test to run, and the seconds of processor time that it takes without a mutant."""

    item: pytest.Item
    cost: float

    @property
    def limit(self) -> float:
        """Seconds of processor time after which it has timed out."""
        return LEAST_S + FACTOR * self.cost


class Runner:
    """A plug-in of pytest that runs single tests and remembers whether one failed."""

    def __init__(self) -> None:
        self._has_failed = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """A report without the text of a failure: making that takes longer than the test."""
        error = call.excinfo
        is_skipped = error is not None and error.errisinstance(pytest.skip.Exception)
        outcome = "passed" if error is None else "skipped" if is_skipped else "failed"
        self._has_failed = self._has_failed or outcome == "failed"
        longrepr = (str(item.path), 0, "skipped") if is_skipped else None
        when = "call" if call.when == "collect" else call.when
        return pytest.TestReport(
            item.nodeid, item.location, {}, outcome, longrepr=longrepr, when=when
        )

    def passes(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Whether the test passes, or is skipped."""
        self._has_failed = False
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self._has_failed


def tried(runner: Runner, trials: Sequence[Trial], put_in: Callable[[], None]) -> Verdict:
    """Put the mutant into a child of this process, and run tests there until one fails."""
    if not trials:
        return Verdict(Outcome.UNREACHED, "", 0)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run_and_leave(runner, trials, put_in, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as told:
        words = told.read().split()
    _, status = os.waitpid(child, 0)
    begun = max(0, len([word for word in words if word.isdigit()]) - 1)
    test = trials[begun].item.nodeid
    if os.WIFSIGNALED(status):
        is_late = os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM)
        return Verdict(Outcome.TIMED_OUT if is_late else Outcome.KILLED, test, begun + 1)
    ends = {"killed": Outcome.KILLED, "survived": Outcome.SURVIVED, "no": Outcome.NOT_APPLICABLE}
    return Verdict(ends.get(words[-1] if words else "", Outcome.BROKEN), test, begun + 1)


def _run_and_leave(
    runner: Runner, trials: Sequence[Trial], put_in: Callable[[], None], writing: int
) -> NoReturn:
    """The child: its last word in the pipe is the outcome, the numbers before are tests begun."""
    gc.disable()
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    signal.alarm(WALL_S)
    last = b"broken"
    try:
        last = _outcome(runner, trials, put_in, writing)
    finally:
        os.write(writing, last)
        os._exit(0)


def _outcome(
    runner: Runner, trials: Sequence[Trial], put_in: Callable[[], None], writing: int
) -> bytes:
    try:
        put_in()
    except (NotApplicableError, SyntaxError):
        return b"no"
    except (re.error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return b"killed"  # the module could not even be imported
    items = [trial.item for trial in trials]
    for place, trial in enumerate(trials):
        os.write(writing, b"%d " % place)
        signal.setitimer(signal.ITIMER_PROF, trial.limit)
        following = items[place + 1] if place + 1 < len(items) else None
        if not runner.passes(trial.item, following):
            return b"killed"
    return b"survived"


def within(tests: Sequence[Trial], budget: float) -> list[Trial]:
    """The first tests that add up to the budget, in seconds; one at least."""
    spent, chosen = 0.0, list[Trial]()
    for trial in tests:
        if chosen and spent + trial.cost > budget:
            continue
        spent += trial.cost
        chosen.append(trial)
    return chosen


def now() -> str:
    return time.strftime("%H:%M:%S")


def say(text: str) -> None:
    """Progress goes to the standard error, since pytest has the standard output."""
    sys.stderr.write(f"{now()} {text}\n")
    sys.stderr.flush()
