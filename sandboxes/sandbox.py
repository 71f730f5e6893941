"""What every sandbox offers: run a Python script over an activation's files, within limits.

A script's failure is a result; an exception is the sandbox's own failure and safe to retry.
One conformance suite (`tests/sandboxes/`) holds every implementation to this.
"""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

SandboxKind = Literal["docker", "local"]

OUTPUT_CAP = 64_000
"""Bytes of stdout, and of stderr, that a run keeps unless told otherwise."""


class Limit(StrEnum):
    """The limit that ended a run before its script did."""

    TIME = "time"
    OUTPUT = "output"
    """More than sixteen times what would have been kept."""
    MEMORY = "memory"
    DISK = "disk"
    """The output folder grew beyond its bytes or its number of files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecResult:
    """How one script ended."""

    exit_code: int
    """The script's own; 128 + n after signal n, 137 when a limit ended it."""
    stdout: str
    stderr: str
    """Both decoded as UTF-8; what is no UTF-8 shows as U+FFFD."""
    timed_out: bool
    truncated: bool
    """Something was printed beyond the cap and is lost."""
    duration_ms: int
    limit: Limit | None = None
    """None when the script ended by itself."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """Files of one role activation; the folder outlives every sandbox that works in it."""

    root: Path
    """Made and owned by the orchestrator; nothing a script can write to lies above it."""

    @property
    def inputs(self) -> Path:
        """What the role is given; read-only to its scripts."""
        return self.root / "inputs"

    @property
    def out(self) -> Path:
        """The role's own folder."""
        return self.root / "out"

    def make(self) -> "Workspace":
        """Make the folders that are not there yet."""
        for folder in (self.inputs, self.out):
            folder.mkdir(parents=True, exist_ok=True)
        return self


@dataclass(frozen=True, slots=True)
class Labels:
    """Whose activation a sandbox serves."""

    run: str
    role: str
    attempt: int
    activation: int


class Sandbox(Protocol):
    """A place where the scripts of one activation run, one after another."""

    @property
    def kind(self) -> SandboxKind:
        """Which implementation this is."""
        ...

    async def run_python(
        self,
        script: str,
        args: tuple[str, ...] = (),
        *,
        timeout_s: float,
        output_cap: int = OUTPUT_CAP,
    ) -> ExecResult:
        """Run `python3 -I -S script args` in `out/`; the inputs lie at `../inputs`.

        No process of the script outlives the run where the sandbox can see to that.

        Args:
            script: path of the script, relative to `out/`.
            args: its arguments.
            timeout_s: wall-clock seconds until script and children are killed.
            output_cap: bytes kept of stdout, and of stderr.

        Raises:
            UnsafePath: the script's name or an argument cannot be passed on; the caller's fault.
            SandboxError: the sandbox failed, not the script.
        """
        ...


class SandboxProvider(Protocol):
    """Opens sandboxes of one kind."""

    @property
    def kind(self) -> SandboxKind:
        """Which implementation it opens."""
        ...

    @property
    def isolation(self) -> str:
        """One sentence for run record and rubric: what is isolated and what is not."""
        ...

    @property
    def image(self) -> str:
        """What scripts run on: an image digest, or a Python version."""
        ...

    @property
    def note(self) -> str:
        """Why this provider was taken when nobody asked for it by name; else empty."""
        ...

    def session(self, workspace: Workspace, labels: Labels) -> AbstractAsyncContextManager[Sandbox]:
        """Open a fresh sandbox on the workspace; leaving the context removes it for good.

        Raises:
            SandboxError: it could not be opened, or the workspace is no folder of ours.
        """
        ...


class CommandSandbox(Protocol):
    """A place where one command-line agent runs, with a single way out: the door's socket."""

    async def run_command(
        self,
        argv: tuple[str, ...],
        environment: Mapping[str, str],
        *,
        timeout_s: float,
        output_cap: int = OUTPUT_CAP,
    ) -> ExecResult:
        """Run `argv` in `out/`; what it sends to `http://127.0.0.1:8788` goes to the door's socket.

        Args:
            argv: program and arguments; no shell reads them.
            environment: variables beside the usual ones; visible to the command.
            timeout_s: wall-clock seconds until command and children are killed.
            output_cap: bytes kept of stdout, and of stderr.

        Raises:
            UnsafePath: an argument or a variable cannot be passed on; the caller's fault.
            SandboxError: the sandbox failed, not the command.
        """
        ...


@runtime_checkable
class CommandProvider(Protocol):
    """A provider that can also confine commands; a local process cannot be given a socket."""

    def command_session(
        self, workspace: Workspace, labels: Labels, door: Path
    ) -> AbstractAsyncContextManager[CommandSandbox]:
        """Open a fresh sandbox; `door` is a folder with the socket `relay.sock`, read-only inside.

        Raises:
            SandboxError: it could not be opened, or the workspace is no folder of ours.
        """
        ...
