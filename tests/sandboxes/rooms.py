"""Sandboxes opened for tests, and the scripts they run."""

import asyncio
import json
import textwrap
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from contracts.contract import Json
from sandboxes.safe_files import read_file, write_file
from sandboxes.sandbox import ExecResult, Labels, Sandbox, SandboxProvider, Workspace

LABELS = Labels("run-test", "writer", 1, 1)


@dataclass(frozen=True)
class Room:
    """An open sandbox with its workspace."""

    sandbox: Sandbox
    workspace: Workspace

    async def run(
        self, source: str, *args: str, timeout_s: float = 20, output_cap: int = 64_000
    ) -> ExecResult:
        write_file(self.workspace.out, "script.py", textwrap.dedent(source).encode())
        return await self.sandbox.run_python(
            "script.py", args, timeout_s=timeout_s, output_cap=output_cap
        )

    def read(self, relative: str) -> str:
        return read_file(self.workspace.out, relative, cap=1_000_000).decode()


EMPTY = (None, False, 0, "", [], {})
BY_ITSELF = {"CgroupnsMode", "ConsoleSize", "MaskedPaths", "ReadonlyPaths", "Runtime"}
"""What an engine sets by itself."""


def holes(found: dict[str, Json], golden: dict[str, Json]) -> list[str]:
    """Where a container's `HostConfig` is not the golden one, or has what nobody asked for."""
    wanted = json.loads(json.dumps(golden))
    # The engine says the same in other words.
    wanted["RestartPolicy"]["MaximumRetryCount"] = 0
    del wanted["Mounts"][1]["ReadOnly"]
    bent = [name for name in wanted if found.get(name) != wanted[name]]
    full = {name for name, value in found.items() if value not in EMPTY}
    return bent + sorted(full - set(wanted) - BY_ITSELF)


@asynccontextmanager
async def opened(
    provider: SandboxProvider, root: Path, labels: Labels = LABELS
) -> AsyncGenerator[Room]:
    workspace = Workspace(root).make()
    write_file(workspace.inputs, "facts.txt", b"42\n")
    async with provider.session(workspace, labels) as sandbox:
        yield Room(sandbox, workspace)


async def appears(path: Path, seconds: float = 10) -> None:
    """Wait until a file is there; fail when it is not in time."""
    for _ in range(int(seconds / 0.02)):
        if stamp(path):
            return
        await asyncio.sleep(0.02)
    raise TimeoutError(path)


async def is_still(path: Path, seconds: float = 0.4) -> bool:
    """Whether nobody writes to a file any more."""
    before = stamp(path)
    await asyncio.sleep(seconds)
    return before is not None and before == stamp(path)


def stamp(path: Path) -> tuple[int, int] | None:
    """When a file was changed last, and its size; None when it is not there."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size
