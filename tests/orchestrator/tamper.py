"""Run by test_tamper.py in a copy of the tree: edits locked bytes under a run, prints what is said.

It drives the example up to the confirmation, then, for each file, changes one byte, resumes and
accepts, and puts the byte back.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from pathlib import Path

from contracts.errors import FinrubricError
from contracts.run_paths import RunPaths
from orchestrator import nodes
from orchestrator.deps import Deps, Services
from orchestrator.runner import advance
from orchestrator.state import RunState, first_state
from tests.orchestrator.play import RUN, deps_of, played_services, start_example

LOCKED = (
    "agents/prompts/writer.md",
    "orchestrator/messages/brief.md",
    "principles/library/answer-first.md",
    "principles/preamble.md",
    "principles/kinds.toml",
    "principles/profiles/default/profile.toml",
    "task_bank/tasks/credit-report.toml",
    "sandboxes/egress.toml",
    "orchestrator/guards/public_sets.json",
    "gates/shingles.py",
    "contracts/guard.py",
)


async def main(data: Path) -> dict[str, list[str]]:
    said: dict[str, list[str]] = {}
    async with played_services(data) as services:
        await start_example(services)
        deps = await deps_of(services)
        state = await _up_to_confirmation(deps)
        await services.leases.release(deps.lease)
        budget = next(RunPaths(data, RUN).stages.glob("budget-*.json"))
        for path in (*map(Path, LOCKED), budget):
            before = path.read_bytes()
            path.write_bytes(before + b"\n")
            said[path.name] = await _both(services, state)
            path.write_bytes(before)
        with _one_more_principle() as added:
            said[added.name] = await _both(services, state)
        os.utime(LOCKED[0])
        said["mtime only"] = [await _error(nodes.accept(state, await deps_of(services)))]
    return said


@contextmanager
def _one_more_principle() -> Generator[Path]:
    there = Path("principles/library/answer-first.md")
    added = there.with_name("zz-added.md")
    added.write_text(there.read_text().replace('id = "answer-first"', 'id = "zz-added"'))
    yield added
    added.unlink()


async def _up_to_confirmation(deps: Deps) -> RunState:
    state = first_state(RUN)
    for node in nodes.ALL:
        if node not in (nodes.revise, nodes.accept, nodes.escalate, nodes.recover):
            state = RunState(run=RUN, **await node(state, deps))
    return state


async def _both(services: Services, state: RunState) -> list[str]:
    """What a resume, the acceptance and the last event of the resume say; no stage is written."""
    resumed = await _error(advance(services, RUN))
    last = await services.events.last(RUN)
    deps = await deps_of(services)
    accepted = await _error(nodes.accept(state, deps))
    await services.leases.release(deps.lease)
    return [resumed, accepted, last.detail if last else ""]


async def _error(work: Awaitable[object]) -> str:
    try:
        await work
    except FinrubricError as error:
        return f"{type(error).__name__}: {error}"
    return "nothing"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(main(Path(sys.argv[1])))))
