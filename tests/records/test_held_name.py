"""Names held over a data folder: by one task and one process at a time, and never after its end."""

import asyncio
import sys
from pathlib import Path

import pytest

from contracts.errors import EnvironmentFault
from records.held_name import HeldNames
from tests.conftest import ROOT

CHILD = """
import asyncio, sys
from pathlib import Path
from records.held_name import HeldNames

async def hold():
    with HeldNames(Path(sys.argv[1])) as names:
        async with names.held("a"):
            print("held", flush=True)
            await asyncio.sleep(60)

asyncio.run(hold())
"""


async def test_another_process_waits_until_the_holder_is_killed(tmp_path: Path) -> None:
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CHILD, str(tmp_path)), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert holder.stdout is not None
        assert await holder.stdout.readline() == b"held\n"
        with HeldNames(tmp_path) as names:
            async with names.held("b"):
                pass
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3), names.held("a"):
                    pass
            holder.kill()
            _ = await holder.wait()
            async with asyncio.timeout(5), names.held("a"):
                pass
    finally:
        if holder.returncode is None:
            holder.kill()
        _ = await holder.communicate()


async def test_tasks_of_one_process_hold_a_name_one_after_the_other(tmp_path: Path) -> None:
    order: list[str] = []

    async def hold(names: HeldNames, who: str) -> None:
        async with names.held("a"):
            order.append(f"{who} in")
            await asyncio.sleep(0)
            order.append(f"{who} out")

    with HeldNames(tmp_path) as names:
        _ = await asyncio.gather(hold(names, "1"), hold(names, "2"))
    assert order == ["1 in", "1 out", "2 in", "2 out"]


async def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    _ = (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault, match=r"scoring\.lock cannot be made"):
        _ = HeldNames(tmp_path / "file").__enter__()
    with pytest.raises(EnvironmentFault, match="is not open"):
        async with HeldNames(tmp_path).held("a"):
            pass
