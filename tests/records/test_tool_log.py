from dataclasses import dataclass, field
from pathlib import Path

import pytest

from contracts.contract import sha256_of
from contracts.errors import CorruptRun, LedgerConflict, SandboxError
from contracts.model import CallKey
from contracts.run_paths import blob_file
from records.database import Database
from records.files import Blobs
from records.tool_log import ToolLog, ToolOutcome, ToolResult
from tests.records.material import SCOPE, TickingClock, call_key

ARGUMENTS = '{"script": "mean.py"}'

PRINTED = ToolOutcome("11.8\x00\x1b[0m\n", failed=False)


@dataclass
class Tool:
    outcome: ToolOutcome = PRINTED
    runs: int = 0
    fails: list[BaseException] = field(default_factory=list[BaseException])

    async def run(self) -> ToolOutcome:
        self.runs += 1
        if self.fails:
            raise self.fails.pop()
        return self.outcome


@pytest.fixture
def tools(db: Database, tmp_path: Path, clock: TickingClock) -> ToolLog:
    return ToolLog(db, Blobs(tmp_path), clock)


async def run_python(
    tools: ToolLog, tool: Tool, index: int = 0, key: CallKey | None = None
) -> ToolOutcome:
    return await tools.once(key or call_key(), index, "run_python", ARGUMENTS, tool.run)


@pytest.mark.parametrize(
    "outcome", [ToolOutcome("11.8\x00\n", failed=False), ToolOutcome("", failed=True)]
)
async def test_tool_runs_once(tools: ToolLog, outcome: ToolOutcome) -> None:
    tool = Tool(outcome)
    assert await run_python(tools, tool) == outcome
    assert await run_python(tools, tool) == outcome
    assert tool.runs == 1


async def test_unfinished_tool_runs_again(tools: ToolLog) -> None:
    tool = Tool(fails=[SandboxError("the container is gone")])
    with pytest.raises(SandboxError):
        await run_python(tools, tool)
    assert await tools.results(SCOPE, "writer", 1) == ()
    assert await run_python(tools, tool) == tool.outcome
    assert tool.runs == 2


@pytest.mark.parametrize(
    ("name", "arguments"), [("open_source", ARGUMENTS), ("run_python", '{"script": "sum.py"}')]
)
async def test_other_tool_at_the_same_place_is_a_conflict(
    tools: ToolLog, name: str, arguments: str
) -> None:
    tool = Tool()
    await run_python(tools, tool)
    with pytest.raises(LedgerConflict, match=r"tool 0 of call run:run-1 writer 1\.1\.1"):
        await tools.once(call_key(), 0, name, arguments, tool.run)
    assert tool.runs == 1


async def test_result_that_a_row_names_must_be_there(tools: ToolLog, tmp_path: Path) -> None:
    tool = Tool()
    await run_python(tools, tool)
    sha256 = sha256_of(tool.outcome.text.encode())
    blob_file(tmp_path, sha256).unlink()
    with pytest.raises(CorruptRun, match=sha256):
        await run_python(tools, tool)


async def test_results_come_in_order(tools: ToolLog) -> None:
    tool = Tool()
    places = [(call_key(1), 0), (call_key(1), 1), (call_key(2), 0), (call_key(1, turn=2), 10)]
    for key, index in reversed(places):
        await run_python(tools, tool, index, key)
    await run_python(tools, tool, key=call_key(role="reviewer"))
    assert await tools.results(SCOPE, "writer", 1) == tuple(
        ToolResult(key, index, "run_python", ARGUMENTS, tool.outcome, active_ms=1000)
        for key, index in places
    )
    assert await tools.active_ms(SCOPE, ("writer",)) == 4000
    assert await tools.active_ms(SCOPE, ("reviewer", "composer")) == 1000
    assert await tools.active_ms("run:run-2", ("writer",)) == 0
