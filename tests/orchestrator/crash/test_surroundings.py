"""What the surroundings do to a run: full disks, locked databases, containers left behind."""

import pytest

from contracts.errors import EnvironmentFault
from contracts.run_paths import RunPaths, checkpoint_file
from tests.orchestrator.crash.bed import Bed
from tests.orchestrator.crash.windows import Act, Strike, Window
from tests.orchestrator.play import RUN

FAULT = 10 + EnvironmentFault.exit_code


@pytest.mark.parametrize(
    ("node", "n"),
    [
        ("review", 2),
        *(
            pytest.param(node, n, marks=pytest.mark.slow)
            for node, n in (("lock", 3), ("write", 1), ("write", 3), ("accept", 1), ("accept", 3))
        ),
    ],
)
def test_a_disk_full_at_a_stage_file_stops_the_run_and_no_more(bed: Bed, node: str, n: int) -> None:
    data = bed.at(node)
    ended = bed.go(data, Strike("full", Window.STAGE_WRITE, node, n))
    assert ended.status == FAULT
    assert "No space left on device" in ended.error
    assert list(data.rglob("*.tmp")) == []
    left = bed.check_whole(data)
    assert (left.status, left.holder) == (None, None)
    kind, _, why = left.events[-1]
    assert (kind, "No space left on device" in why) == ("stopped", True)
    bed.finish(data)


def test_a_folder_that_became_read_only_stops_the_run_and_is_named(bed: Bed) -> None:
    data = bed.at("compose")
    ended = bed.go(data, Strike("read-only", Window.STAGE_WRITE, "compose"))
    assert ended.status == FAULT
    assert "Read-only file system" in ended.error
    assert str(RunPaths(data, RUN).stages) in ended.error
    left = bed.check_whole(data)
    assert (left.status, left.holder, left.events[-1][0]) == (None, None, "stopped")
    bed.finish(data)


@pytest.mark.parametrize("act", ["back", "ahead"])
def test_a_clock_set_by_an_hour_between_steps_changes_nothing(bed: Bed, act: Act) -> None:
    data = bed.at("compose")
    ended = bed.go(data, Strike(act, Window.STAGE_FILE, "compose"))
    assert (ended.status, ended.said) == (0, bed.scene.status), ended.error
    bed.check_finished(data)


def test_a_database_locked_at_the_commit_of_a_stage_stops_the_run_and_no_more(bed: Bed) -> None:
    data = bed.at("review")
    ended = bed.go(data, Strike("lock", Window.STAGE_FILE, "review"))
    assert ended.status == FAULT
    assert ended.error.startswith("DatabaseBusy: ")
    left = bed.check_whole(data)
    assert left.status is None
    # Nothing could be written while it was locked: neither why it stopped nor that it let go.
    assert left.events[-1][0] == "turn_started"
    bed.finish(data)


@pytest.mark.parametrize("act", ["full", pytest.param("lock", marks=pytest.mark.slow)])
def test_a_checkpoint_that_cannot_be_written_stops_the_run_and_no_more(bed: Bed, act: Act) -> None:
    data = bed.at("reproduce")
    ended = bed.go(data, Strike(act, Window.BEFORE_PUT, "reproduce"))
    assert ended.status == FAULT, ended.error
    assert str(checkpoint_file(data)) in ended.error
    left = bed.check_whole(data)
    assert (left.status, left.holder, left.events[-1][0]) == (None, None, "stopped")
    bed.finish(data)
