"""Signals that a process can catch, and a process that was stopped and wakes after its lease."""

import sqlite3
from pathlib import Path
from socket import gethostname

import pytest

from contracts.errors import EnvironmentFault, RunHeld
from contracts.event import Stop, stop_of
from contracts.run_paths import RunPaths, database_file
from orchestrator.runner import SIGNALLED
from tests.orchestrator.crash.bed import Bed
from tests.orchestrator.crash.nursery import STOPPED
from tests.orchestrator.crash.windows import Act, Strike, Window
from tests.orchestrator.play import RUN

SIGNALS: tuple[tuple[Act, str, Window], ...] = (
    ("term", "review", Window.SCRIPT),
    ("int", "confirm", Window.ANSWERED),
)
"""A signal right after an answer loses nothing: it is stored without a pause."""
MORE_SIGNALS: tuple[tuple[Act, str, Window], ...] = (
    ("int", "write", Window.SCRIPT),
    ("term", "factorize", Window.LEDGER_OK),
    ("int", "review", Window.STAGE_FILE),
    ("term", "compose", Window.BEFORE_PUT),
    ("term", "contextualize", Window.ENTERED),
)


@pytest.mark.parametrize(
    ("act", "node", "window"),
    [*SIGNALS, *(pytest.param(*case, marks=pytest.mark.slow) for case in MORE_SIGNALS)],
)
def test_a_signal_leaves_a_run_that_can_be_resumed(
    bed: Bed, act: Act, node: str, window: Window
) -> None:
    data = bed.at(node)
    ended = bed.go(data, Strike(act, window, node))
    assert ended.status == 10 + EnvironmentFault.exit_code, ended.error
    left = bed.check_whole(data)
    assert left.status is None
    assert left.holder is None
    kind, _, why = left.events[-1]
    assert (kind, stop_of(why)) == ("stopped", (Stop.SIGNAL, SIGNALLED))
    bed.finish(data)


def contents(data: Path) -> tuple[list[str], dict[str, bytes]]:
    """Every row of the database, and every whole file of the run."""
    with sqlite3.connect(database_file(data)) as connection:
        rows = list(connection.iterdump())
    connection.close()
    root = RunPaths(data, RUN).root
    return rows, {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.suffix != ".tmp"
    }


WINDOWS = (Window.SCRIPT, Window.STAGE_FILE)
MORE_WINDOWS = (
    Window.ANSWERED,
    Window.STORED,
    Window.LEDGER_OK,
    Window.TOOL_ROW,
    Window.STAGE_WRITE,
)


@pytest.mark.parametrize(
    "window", [*WINDOWS, *(pytest.param(each, marks=pytest.mark.slow) for each in MORE_WINDOWS)]
)
def test_a_process_that_wakes_after_its_lease_adds_nothing(bed: Bed, window: Window) -> None:
    data = bed.at("review")
    stopped = bed.go(data, Strike("stop", window, "review"))
    assert stopped.status == STOPPED
    held = bed.go(data)
    assert held.status == 10 + RunHeld.exit_code
    assert f" is held by {gethostname()}:{stopped.pid}:" in held.error
    assert bed.go(data, hours=1).status == 0
    before = contents(data)
    woken = bed.wake(stopped.pid)
    assert woken.status == 10 + RunHeld.exit_code, woken.error
    assert contents(data) == before
    bed.check_finished(data, twice=["reviewer 1 1 1"] if window is Window.ANSWERED else [])


@pytest.mark.parametrize(
    "window",
    [
        Window.BEFORE_PUT,
        pytest.param(Window.BEFORE_WRITES, marks=pytest.mark.slow),
        pytest.param(Window.AFTER_PUT, marks=pytest.mark.slow),
    ],
)
def test_a_process_that_wakes_between_two_nodes_begins_none(bed: Bed, window: Window) -> None:
    """The one that took over was killed at its first answer: there is work left to begin."""
    data = bed.at("compose")
    stopped = bed.go(data, Strike("stop", window, "compose"))
    bed.kill(data, Strike("kill", Window.STORED, "confirm"), hours=1)
    before = contents(data)
    woken = bed.wake(stopped.pid)
    assert woken.status == 10 + RunHeld.exit_code, woken.error
    assert contents(data) == before
    bed.finish(data, hours=2)


def test_a_process_that_wakes_while_another_works_uses_no_tool(bed: Bed) -> None:
    """The one that has the run now has not come to the tool that the other was about to use."""
    data = bed.at("review")
    stopped = bed.go(data, Strike("stop", Window.LEDGER_OK, "review"))
    holder = bed.go(data, Strike("stop", Window.ENTERED, "review"), hours=1)
    before = contents(data)
    woken = bed.wake(stopped.pid)
    assert woken.status == 10 + RunHeld.exit_code, woken.error
    assert contents(data) == before
    assert bed.wake(holder.pid).status == 0
    bed.check_finished(data)
