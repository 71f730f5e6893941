"""Kill -9 in every window between two things that must both happen; then resume, and compare."""

from collections import Counter

import pytest

from tests.orchestrator.crash.bed import Bed, served
from tests.orchestrator.crash.windows import CURSOR, Strike, Window

CHAIN = (
    Window.ANSWERED,
    Window.STORED,
    Window.LEDGER_OK,
    Window.SCRIPT,
    Window.TOOL_ROW,
    Window.STAGE_WRITE,
    Window.STAGE_FILE,
    Window.JOURNAL_ROW,
    Window.BEFORE_WRITES,
    Window.AFTER_WRITES,
    Window.BEFORE_PUT,
    Window.AFTER_PUT,
)
"""In the order in which a node with a session passes them."""
NODES = (
    "lock",
    "factorize",
    "freeze_budget",
    "match",
    "contextualize",
    "write",
    "reproduce",
    "validate",
    "review",
    "compose",
    "check_composition",
    "confirm",
    "accept",
)
"""Those that the worked example enters, in order."""
THREE = ("contextualize", "write", "review")


def windows_of(bed: Bed, node: str) -> dict[Window, int]:
    counted = Counter(window for place, window in bed.passed if place == node)
    return {window: counted[window] for window in CHAIN if counted[window]}


def killed_along(bed: Bed, node: str) -> None:
    """One run that dies in each window of a node in turn, a new process every time."""
    data = bed.at(node)
    windows = windows_of(bed, node)
    if node == NODES[-1]:
        # The run has its word with the journal row: nobody walks on to a checkpoint.
        windows = {window: n for window, n in windows.items() if window not in CURSOR}
    twice: list[str] = []
    for hours, window in enumerate(windows):
        bed.kill(data, Strike("kill", window, None if window in CURSOR else node), hours=hours)
        if window is Window.ANSWERED:
            twice = served(data)[-1:]
    after = bed.finish(data, twice=twice, hours=len(windows))
    # The copy was held once before; every process since then took the lease over from a dead one.
    assert after.epoch == 1 + len(windows) + 1


@pytest.mark.parametrize(
    "node", [*(pytest.param(each, marks=pytest.mark.slow) for each in THREE[:2]), THREE[2]]
)
def test_a_run_killed_in_each_window_of_a_node_ends_the_same(bed: Bed, node: str) -> None:
    assert len(windows_of(bed, node)) >= len(CHAIN) - 1
    killed_along(bed, node)


@pytest.mark.slow
@pytest.mark.parametrize("node", [node for node in NODES if node not in THREE])
def test_a_run_killed_in_each_window_of_another_node_ends_the_same(bed: Bed, node: str) -> None:
    killed_along(bed, node)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("node", NODES)
def test_a_run_killed_once_at_any_time_ends_the_same(bed: Bed, node: str) -> None:
    """The whole matrix: every window of the node, and every time it is passed there."""
    for window, times in windows_of(bed, node).items():
        for n in range(1, times + 1):
            data = bed.at(node)
            bed.kill(data, Strike("kill", window, node, n))
            lost = served(data)[-1:] if window is Window.ANSWERED else []
            bed.finish(data, twice=lost)


def test_the_matrix_knows_every_node_of_the_run(bed: Bed) -> None:
    assert tuple(dict.fromkeys(node for node, _ in bed.passed if node)) == NODES
