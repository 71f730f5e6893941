"""A process that runs one turn and stops, saying so, at one place; the test then kills it.

Started as `python -m tests.agents.crashing_child DATA PLACE`.
"""

import asyncio
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from agents.roles import WRITER
from contracts.model import CallKey
from records.lease import Lease
from records.tool_log import Action, ToolLog, ToolOutcome
from tests.agents.bench import open_bench
from tests.agents.scripted import Scripted, answer, call

APPEND = "with open('runs.txt', 'a') as file:\n    file.write('run\\n')\nprint('done')\n"
FILES = {
    "evidence.json": "{}",
    "rows.json": "[]",
    "scripts/append.py": APPEND,
}
TURN = (
    answer(*(call("write_file", path=f"out/{name}", content=FILES[name]) for name in FILES)),
    answer(call("run_python", script="out/scripts/append.py"), call("validate_draft")),
    answer(call("list_files"), call("submit")),
)
MESSAGE = "Write it."


async def stop_here() -> None:
    """Say that the place is reached and wait to be killed."""
    _ = sys.stdout.write("reached\n")
    sys.stdout.flush()
    _ = await asyncio.Event().wait()


class StoppingToolLog(ToolLog):
    """Tool rows that stop once a result is recorded and before the model is asked again."""

    async def once(
        self,
        key: CallKey,
        index: int,
        name: str,
        arguments: str,
        action: Action,
        *,
        lease: Lease | None = None,
        elsewhere_ms: Callable[[], int] = lambda: 0,
    ) -> ToolOutcome:
        outcome = await super().once(
            key, index, name, arguments, action, lease=lease, elsewhere_ms=elsewhere_ms
        )
        if name == "validate_draft":
            await stop_here()
        return outcome


async def main(data: Path, place: str) -> None:
    async def validate(files: Mapping[str, bytes], scripts: Mapping[str, str]) -> str:
        if place == "in_tool":
            await stop_here()
        return "verdict: passed, findings: 0"

    async with open_bench(data) as bench:
        if place == "after_tool":
            bench.make_tool_log = StoppingToolLog
        client = Scripted({1: TURN}, family="writer")
        await bench.session(client, WRITER, validate=validate).run_turn(1, MESSAGE)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
