"""Sandboxes opened for tests, and the scripts they run."""

import asyncio
import textwrap
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

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


@asynccontextmanager
async def opened(provider: SandboxProvider, root: Path) -> AsyncGenerator[Room]:
    workspace = Workspace(root).make()
    write_file(workspace.inputs, "facts.txt", b"42\n")
    async with provider.session(workspace, LABELS) as sandbox:
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
