"""Files of a role on the page of an item: what its scripts planted, and signs that nobody sees."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.submission import FILE_CAP
from console.access.roles import Role
from contracts.escalation import Escalation
from contracts.run_paths import RunPaths
from tests.console.blocked import RUN, blocked_run, role_files
from tests.console.conftest import Console

pytestmark = pytest.mark.both

SECRET = "key of the host"


def _huge(place: Path) -> None:
    with place.open("wb") as file:
        _ = file.truncate(FILE_CAP + 1)


TRAPS: dict[str, Callable[[Path, Path], object]] = {
    "link": lambda place, host: place.symlink_to(host),
    "hard link": lambda place, host: place.hardlink_to(host),
    "pipe": lambda place, _: os.mkfifo(place),
    "sparse file": lambda place, _: _huge(place),
}


async def _stopped(console: Console) -> Escalation:
    return await blocked_run(console.parts, stage="factorize", findings=(), has_rows=False)


@pytest.mark.parametrize("trap", TRAPS)
async def test_what_a_role_planted_instead_of_a_file_counts_as_not_written(
    console: Console, tmp_path: Path, trap: str
) -> None:
    item = await _stopped(console)
    host = tmp_path / "host.txt"
    _ = host.write_text(SECRET)
    out = RunPaths(console.parts.data, RUN).work("factorizer", 1, 1) / "out"
    out.mkdir(parents=True)
    _ = TRAPS[trap](out / "factorization.json", host)
    starts = await console.parts.ports.items.edit_starts(item)
    assert starts.texts == {}
    viewer = await console.as_role(Role.VIEWER)
    answer = await viewer.get(f"/items/{item.id}")
    assert answer.status_code == 200
    assert SECRET not in answer.text


async def test_what_a_role_wrote_itself_is_shown(console: Console) -> None:
    item = await _stopped(console)
    role_files(console.parts, {"factorization.json": "half a"}, role="factorizer")
    starts = await console.parts.ports.items.edit_starts(item)
    assert starts.texts == {"factorization.json": "half a"}
