"""A process killed in the middle of a turn: the next one pays for nothing twice."""

import asyncio
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from agents.roles import WRITER
from tests.agents.bench import open_bench, results_of
from tests.agents.crashing_child import FILES, MESSAGE, TURN
from tests.agents.scripted import Scripted


async def kill_at(place: str, data: Path, repository: Path) -> None:
    """Run the child until it says that it is at the place, then SIGKILL it."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.agents.crashing_child",
        str(data),
        place,
        cwd=repository,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    try:
        async with asyncio.timeout(60):
            assert await child.stdout.readline() == b"reached\n"
    finally:
        child.kill()
        code = await child.wait()
    assert code == -signal.SIGKILL


@pytest.mark.parametrize(("place", "validations"), [("after_tool", 0), ("in_tool", 1)])
async def test_a_killed_turn_goes_on_from_its_rows(
    tmp_path: Path, repository: Path, place: str, validations: int
) -> None:
    await kill_at(place, tmp_path, repository)
    ran: list[Mapping[str, bytes]] = []

    async def validate(files: Mapping[str, bytes], scripts: Mapping[str, str]) -> str:
        ran.append(files)
        return "verdict: passed, findings: 0"

    async with open_bench(tmp_path) as bench:
        client = Scripted({1: TURN}, family="writer")
        submission = await bench.session(client, WRITER, validate=validate).run_turn(1, MESSAGE)
        totals = await bench.records.ledger.totals("run:r1")
    # Two answers were stored: only the third is asked for. The script is not run a second time.
    assert [request.key.call for request in client.asked] == [3]
    assert len(ran) == validations
    assert (bench.workspace(WRITER).out / "runs.txt").read_text() == "run\n"
    assert "verdict: passed" in results_of(client.asked[0])[-1].text
    assert submission.files == {
        name: text.encode() for name, text in FILES.items() if name.endswith(".json")
    }
    assert submission.scripts == {"append.py": FILES["scripts/append.py"]}
    assert (totals.calls, totals.unknown) == (3, 0)
