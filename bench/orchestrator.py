"""Many runs of the worked example at once, with live clients, beside inspect-ai's agent loop.

    .venv/bin/python -m bench.orchestrator --peer-python /path/to/python-with-inspect-ai

Both sides make as many model calls and run as many scripts per item. finrubric does more for
them: it keeps every call before it counts, validates, reviews, and can be killed anywhere.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import docker

from agents.cast import Cast
from agents.models.anthropic import AnthropicClient
from agents.models.openai import OpenAIClient
from agents.models.route import Route
from contracts.settings import load_settings
from orchestrator.deps import Services
from orchestrator.runner import advance
from orchestrator.services import open_services
from records.clock import SystemClock
from records.runs import RunStatus
from sandboxes.auto import choose
from sandboxes.sandbox import (
    OUTPUT_CAP,
    ExecResult,
    Labels,
    Sandbox,
    SandboxKind,
    SandboxProvider,
    Workspace,
)
from tests.orchestrator.play import start_example

ROOT = Path(__file__).resolve().parent.parent
EARLY = 10
"""Runs after which the memory is read for the first time."""
MOST_GROWTH = 1.3


@dataclass
class Progress:
    """Resident memory, in MB, after so many runs had ended."""

    ended: int = 0
    early_mb: float = 0.0
    last_mb: float = 0.0

    def one_ended(self) -> None:
        self.ended += 1
        self.last_mb = resident_mb()
        if self.ended == EARLY:
            self.early_mb = self.last_mb


def resident_mb() -> float:
    """Resident memory of this process, now."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status has no VmRSS")


@dataclass
class Counted:
    """Sandboxes that count the scripts they start."""

    inner: SandboxProvider
    scripts: int = 0

    @property
    def kind(self) -> SandboxKind:
        return self.inner.kind

    @property
    def isolation(self) -> str:
        return self.inner.isolation

    @property
    def image(self) -> str:
        return self.inner.image

    @property
    def note(self) -> str:
        return self.inner.note

    @asynccontextmanager
    async def session(self, workspace: Workspace, labels: Labels) -> AsyncGenerator[Sandbox]:
        async with self.inner.session(workspace, labels) as sandbox:
            yield CountedSandbox(sandbox, self)


@dataclass
class CountedSandbox:
    """One of them."""

    inner: Sandbox
    counted: Counted

    @property
    def kind(self) -> SandboxKind:
        return self.inner.kind

    async def run_python(
        self,
        script: str,
        args: tuple[str, ...] = (),
        *,
        timeout_s: float,
        output_cap: int = OUTPUT_CAP,
    ) -> ExecResult:
        self.counted.scripts += 1
        return await self.inner.run_python(script, args, timeout_s=timeout_s, output_cap=output_cap)


@asynccontextmanager
async def providers() -> AsyncGenerator[Cast]:
    """Both providers in a process of their own, and a cast that asks them."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.provider"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    addresses = json.loads(await process.stdout.readline())
    writer = Route("openai", "openai", "gpt-5.6-sol", "writer", "none", addresses["writer"])
    reviewer = Route(
        *("anthropic", "anthropic", "claude-opus-5", "reviewer", "none"), addresses["reviewer"]
    )
    try:
        yield Cast.of_families(
            {"writer": OpenAIClient(writer), "reviewer": AnthropicClient(reviewer)}
        )
    finally:
        process.stdin.close()
        _ = await process.wait()


async def play(services: Services, run: str, progress: Progress) -> RunStatus | None:
    """One run from its start to its word."""
    await start_example(services, run=run)
    status = await advance(services, run)
    progress.one_ended()
    return status


async def measure(data: Path, runs: int, in_docker: int) -> dict[str, object]:
    """Play all runs at once and say what they took."""
    progress, clock = Progress(), SystemClock()
    settings = load_settings()
    async with providers() as cast:
        local = Counted(await choose("local", settings))
        boxed = Counted(await choose("docker", settings)) if in_docker else local
        async with (
            open_services(data, sandboxes=local, cast=cast, clock=clock) as services,
            open_services(data, sandboxes=boxed, cast=cast, clock=clock) as in_containers,
        ):
            begun, before = time.monotonic(), usage()
            async with asyncio.TaskGroup() as group:  # one that fails ends the others
                tasks = [
                    group.create_task(
                        play(in_containers if n < in_docker else services, f"run-{n:03}", progress)
                    )
                    for n in range(runs)
                ]
            words = [task.result() for task in tasks]
            wall, after = time.monotonic() - begun, usage()
            totals = [await services.ledger.totals(f"run:run-{n:03}") for n in range(runs)]
    calls = sum(total.sent for total in totals)
    own, in_scripts = (b - a for a, b in zip(before, after, strict=True))
    return {
        "accepted": words.count(RunStatus.ACCEPTED),
        "runs": runs,
        "in_docker": in_docker,
        "calls": calls,
        "wall_s": wall,
        "runs_per_minute": runs / wall * 60,
        "own_cpu_s_per_call": own / calls,
        "scripts_per_run": (local.scripts + boxed.scripts * (boxed is not local)) // runs,
        "scripts_cpu_s": in_scripts,
        "rss_mb_after_10": progress.early_mb,
        "rss_mb_after_all": progress.last_mb,
        "rss_ratio": progress.last_mb / progress.early_mb if progress.early_mb else None,
        "containers_left": containers_left() if in_docker else 0,
        "folders_left": folders_left(data),
        "processes_left": children_left(),
    }


def usage() -> tuple[float, float]:
    """CPU seconds of this process, and of the scripts it waited for."""
    own, scripts = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime, scripts.ru_utime + scripts.ru_stime


def folders_left(data: Path) -> int:
    """Temporary folders of sandboxes that still stand."""
    return len([*data.glob("runs/*/work/*/tmp"), *data.glob("runs/*/bench/*/tmp")])


def containers_left() -> int:
    """Containers of this process that still stand."""
    client = docker.from_env()
    label = f"org.finrubric.owner.pid={os.getpid()}"
    try:
        return len(client.containers.list(all=True, filters={"label": label}))
    finally:
        client.close()


def children_left() -> int:
    """Processes that this one started and that still run."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return len(listed.read_text().split())


def peer(python: str, samples: int, calls: int, scripts: int) -> dict[str, object]:
    """The same number of calls and scripts in inspect-ai's loop."""
    given = {"samples": samples, "calls": calls, "scripts": scripts}
    options = [part for name, n in given.items() for part in (f"--{name}", str(n))]
    command = [python, str(ROOT / "bench" / "peer_inspect.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--runs", type=int, default=50)
    _ = parser.add_argument("--docker", type=int, default=8, help="so many of them in containers")
    _ = parser.add_argument("--peer-python", help="Python of an environment with inspect-ai")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        ours = asyncio.run(measure(Path(folder), given.runs, given.docker))
    print(json.dumps({"finrubric": ours}, indent=2))
    if given.peer_python:
        calls = int(str(ours["calls"])) // given.runs
        theirs = peer(given.peer_python, given.runs, calls, int(str(ours["scripts_per_run"])))
        print(json.dumps({"inspect-ai": theirs}, indent=2))
    if faults := faults_of(ours):
        raise SystemExit(f"not as promised: {', '.join(faults)}")


def faults_of(ours: Mapping[str, object]) -> list[str]:
    """What does not hold of what is promised for many runs at once."""
    left = [name for name in ours if name.endswith("_left") and ours[name] != 0]
    ratio = ours["rss_ratio"]
    found = [f"{ours['accepted']} accepted"] * (ours["accepted"] != ours["runs"])
    if isinstance(ratio, float) and ratio > MOST_GROWTH:
        found.append(f"memory grew {ratio:.2f} times")
    return found + left


if __name__ == "__main__":
    main()
