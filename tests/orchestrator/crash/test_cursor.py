"""LangGraph's checkpoint file lost, damaged or foreign: the run must end the same without it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.run_paths import checkpoint_file
from tests.orchestrator.crash.bed import Bed
from tests.orchestrator.crash.test_kill import NODES
from tests.orchestrator.crash.windows import Strike, Window


def delete(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        path.with_name(name).unlink(missing_ok=True)


def checkpointed(path: Path) -> None:
    """Bring the write-ahead log into the file, so that damage to the file is damage."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def fill_with_garbage(path: Path) -> None:
    delete(path)
    path.write_bytes(bytes(range(1, 256)) * 64)


def cut_in_half(path: Path) -> None:
    checkpointed(path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def cut_within_a_page(path: Path) -> None:
    checkpointed(path)
    path.write_bytes(path.read_bytes()[:5000])


def empty(path: Path) -> None:
    delete(path)
    path.touch()


def spoil_rows(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE checkpoints SET checkpoint = x'c1ff00'")
        connection.execute("UPDATE writes SET value = x'c1ff00'")
    connection.close()


def of_other_tables(path: Path) -> None:
    delete(path)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE checkpoints (something)")
        connection.execute("CREATE TABLE writes (something)")
    connection.close()


def of_another_run(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE checkpoints SET thread_id = 'other'")
        connection.execute("UPDATE writes SET thread_id = 'other'")
    connection.close()


DAMAGE = (fill_with_garbage, cut_in_half, spoil_rows)
MORE_DAMAGE = (cut_within_a_page, empty, of_other_tables, of_another_run)


def test_the_cursor_may_be_lost_at_every_boundary_of_one_run(bed: Bed) -> None:
    data = bed.at(NODES[1])
    for node in NODES[2:]:
        delete(checkpoint_file(data))
        bed.kill(data, Strike("kill", Window.ENTERED, node))
    delete(checkpoint_file(data))
    bed.finish(data)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("node", NODES)
def test_the_cursor_may_be_lost_at_any_boundary(bed: Bed, node: str) -> None:
    data = bed.at(node)
    delete(checkpoint_file(data))
    bed.finish(data)
    for window in (Window.STAGE_FILE, Window.JOURNAL_ROW, Window.AFTER_WRITES, Window.AFTER_PUT):
        data = bed.at(node)
        bed.kill(data, Strike("kill", window, node))
        delete(checkpoint_file(data))
        bed.finish(data)


@pytest.mark.parametrize(
    "damage", [*DAMAGE, *(pytest.param(each, marks=pytest.mark.slow) for each in MORE_DAMAGE)]
)
def test_a_damaged_cursor_is_never_authority(bed: Bed, damage: Callable[[Path], None]) -> None:
    data = bed.at("confirm")
    damage(checkpoint_file(data))
    bed.finish(data)


def test_a_cursor_behind_the_journal_goes_through_it_again(bed: Bed) -> None:
    data, earlier = bed.at("confirm"), bed.at("contextualize")
    delete(checkpoint_file(data))
    for path in earlier.glob("checkpoints.db*"):
        path.rename(data / path.name)
    bed.finish(data)


def test_a_cursor_ahead_of_a_restored_journal_is_not_believed(bed: Bed) -> None:
    data, later = bed.at("review"), bed.at("confirm")
    delete(checkpoint_file(data))
    for path in later.glob("checkpoints.db*"):
        path.rename(data / path.name)
    bed.finish(data)
