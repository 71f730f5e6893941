"""Sandboxes as processes of this machine, for a first try where there is no Docker.

On Linux, where the kernel lets an ordinary user have namespaces, a script runs behind walls (see
`launcher.py`); elsewhere with resource limits only. `isolation` says which, and what is missing.
"""

import asyncio
import hashlib
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from contracts.errors import SandboxError
from sandboxes.hardening import WORK
from sandboxes.output import Output
from sandboxes.ownership import checked_workspace, invoking_user, open_to
from sandboxes.process import run_group
from sandboxes.sandbox import (
    OUTPUT_CAP,
    ExecResult,
    Labels,
    Limit,
    Sandbox,
    SandboxKind,
    Workspace,
)
from sandboxes.script_call import checked_call

LAUNCHER = Path(__file__).with_name("launcher.py")
CANNOT_START = 97
"""The launcher's exit code when it could not build the walls."""

PROBE = """
import socket, sys
for trial in (socket.socket, lambda: open("../inputs/probe", "w")):
    try:
        trial()
    except OSError:
        continue
    sys.exit(1)
open("probe", "w").close()
print("walls hold")
"""


class Walls(StrEnum):
    """How much stands between a script and this machine; the launcher's modes."""

    WALLS = "walls"
    BARE = "bare"


ISOLATION = {
    Walls.WALLS: (
        "process of this machine in namespaces of its own: no network, no sockets, no other "
        "process to see, nothing writable but its output and temporary folders, limits on "
        "memory, file size and time; it can read what this user can read, and the kernel "
        "and the memory of the machine as a whole are shared"
    ),
    Walls.BARE: (
        "process of this machine with limits on memory, file size and time, a clean "
        "environment and inputs compared after every run; NOT isolated: network, files and "
        "processes of this user, and a process that leaves its session can outlive its script"
    ),
}


@dataclass(frozen=True, slots=True)
class LocalProvider:
    """Opens local sandboxes."""

    walls: Walls
    note: str = ""

    @property
    def kind(self) -> SandboxKind:
        """Local."""
        return "local"

    @property
    def isolation(self) -> str:
        """What a process of this machine is kept from, and what not."""
        return ISOLATION[self.walls]

    @property
    def image(self) -> str:
        """The Python that scripts run on: the one that runs finrubric."""
        return f"python {platform.python_version()} on {platform.system()} {platform.machine()}"

    def session(self, workspace: Workspace, labels: Labels) -> AbstractAsyncContextManager[Sandbox]:
        """Open a sandbox on the workspace."""
        return self._session(workspace)

    @asynccontextmanager
    async def _session(self, workspace: Workspace) -> AsyncGenerator[Sandbox]:
        workspace = checked_workspace(workspace)
        await asyncio.to_thread(open_to, workspace, invoking_user())
        tmp = workspace.root / "tmp"
        # One that a killed process left behind goes, too.
        await asyncio.to_thread(shutil.rmtree, tmp, ignore_errors=True)
        tmp.mkdir(mode=0o700)
        try:
            yield LocalSandbox(workspace, self.walls, tmp)
        finally:
            await asyncio.to_thread(shutil.rmtree, tmp, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class LocalSandbox:
    """A workspace whose scripts run as processes of this machine."""

    workspace: Workspace
    walls: Walls
    tmp: Path

    @property
    def kind(self) -> SandboxKind:
        """Local."""
        return "local"

    async def run_python(
        self,
        script: str,
        args: tuple[str, ...] = (),
        *,
        timeout_s: float,
        output_cap: int = OUTPUT_CAP,
    ) -> ExecResult:
        """Run a script; see `Sandbox.run_python`."""
        call = checked_call(script, args)
        output = Output(output_cap)
        before = await self._inputs_now()
        started = time.monotonic()
        ended = await run_group(
            (*launch(self.workspace, self.walls, self.tmp), *call),
            env=environment(self.tmp),
            out=self.workspace.out,
            output=output,
            timeout_s=timeout_s,
        )
        seconds = time.monotonic() - started
        if await self._inputs_now() != before:
            raise SandboxError(
                f"a script changed its inputs in {self.workspace.inputs}, which the local sandbox "
                "cannot prevent on this machine; its results are void"
            )
        if self.walls is Walls.WALLS and ended.exit_code == CANNOT_START:
            await self._check_walls()
        return ExecResult(
            exit_code=ended.exit_code,
            stdout=self._shown(output.text("stdout")),
            stderr=self._shown(output.text("stderr")),
            timed_out=ended.limit is Limit.TIME,
            truncated=output.truncated,
            duration_ms=int(seconds * 1000),
            limit=ended.limit,
        )

    def _shown(self, text: str) -> str:
        """Name the workspace as a container would: no path of this machine reaches a role."""
        return text.replace(str(self.workspace.root), WORK)

    async def _inputs_now(self) -> str:
        """A hash over the inputs; needed only where nothing keeps a script from writing there."""
        if self.walls is Walls.WALLS:
            return ""
        return await asyncio.to_thread(fingerprint_of, self.workspace.inputs)

    async def _check_walls(self) -> None:
        """Tell a script that exits with the launcher's code from a launcher that failed."""
        if not await do_walls_hold():
            raise SandboxError("the kernel no longer lets the local sandbox build its walls")


def launch(workspace: Workspace, walls: Walls, tmp: Path) -> tuple[str, ...]:
    """The command that a script and its arguments are appended to."""
    folders = (str(workspace.out), str(workspace.inputs), str(tmp))
    return (sys.executable, "-I", "-S", str(LAUNCHER), walls.value, *folders)


def environment(tmp: Path) -> dict[str, str]:
    """The whole environment of a script: nothing of the caller's."""
    return {
        "HOME": str(tmp),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PATH": os.defpath,
        "TMPDIR": str(tmp),
        "TZ": "UTC",
    }


def fingerprint_of(folder: Path) -> str:
    """A hash over the names and bytes of everything below a folder; follows no link."""
    digest = hashlib.sha256()
    for above, folders, files in os.walk(folder):
        folders.sort()
        for name in (*folders, *sorted(files)):
            path = Path(above, name)
            digest.update(repr(str(path)).encode())
            if path.is_symlink():
                digest.update(str(path.readlink()).encode())
            elif path.is_file():
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


async def do_walls_hold() -> bool:
    """Try the walls in a workspace that is thrown away."""
    root = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="finrubric-"))
    output = Output(OUTPUT_CAP)
    try:
        workspace, tmp = await asyncio.to_thread(_probing_workspace, root)
        ended = await run_group(
            (*launch(workspace, Walls.WALLS, tmp), "probe.py"),
            env=environment(tmp),
            out=workspace.out,
            output=output,
            timeout_s=10,
        )
    finally:
        await asyncio.to_thread(shutil.rmtree, root, ignore_errors=True)
    return ended.exit_code == 0 and output.text("stdout") == "walls hold\n"


def _probing_workspace(root: Path) -> tuple[Workspace, Path]:
    workspace = Workspace(root.resolve()).make()
    (workspace.out / "probe.py").write_text(PROBE)
    tmp = workspace.root / "tmp"
    tmp.mkdir()
    return workspace, tmp


async def local_provider(*, note: str = "") -> LocalProvider:
    """Find out what this machine's kernel allows."""
    has_walls = sys.platform == "linux" and await do_walls_hold()
    return LocalProvider(Walls.WALLS if has_walls else Walls.BARE, note)
