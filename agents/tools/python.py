"""Running a script of the role in its sandbox, opened only when a script is first run."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated

from pydantic import Field

from agents.tools.files import FilePath
from agents.tools.name import ToolName
from agents.tools.paths import locate_own
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract
from records.tool_log import ToolOutcome
from sandboxes.safe_files import UnsafePath
from sandboxes.sandbox import ExecResult, Labels, Sandbox, SandboxProvider, Workspace

SCRIPT_SECONDS = 120.0
"""Longest run of one script."""
STREAM_CAP = 24_000
"""Bytes kept of stdout, and of stderr."""

RemainingSeconds = Callable[[], Awaitable[float]]
"""Active seconds left of the role's budget."""


class RunPython(Contract):
    """A script and its arguments."""

    script: FilePath
    """`out/…/NAME.py`."""
    args: Annotated[tuple[Annotated[str, Field(max_length=1_000)], ...], Field(max_length=32)] = ()
    """Passed on as they are; paths in them are relative to `out/`."""


RUN_PYTHON = Declaration(
    ToolName.RUN_PYTHON,
    "Run a Python script of yours as `python3 -I -S SCRIPT ARGS` (standard library only, no "
    "network). The working folder is `out/`, so inputs are at `../inputs/`. Shows exit code, "
    "stdout and stderr.",
    RunPython,
)


class LazySandbox:
    """At most one open sandbox for the workspace; closed before files are collected."""

    def __init__(self, provider: SandboxProvider, workspace: Workspace, labels: Labels) -> None:
        """Open nothing yet."""
        self._provider = provider
        self._workspace = workspace
        self._labels = labels
        self._stack = AsyncExitStack()
        self._open: Sandbox | None = None

    async def sandbox(self) -> Sandbox:
        """The open sandbox, opening it if there is none.

        Raises:
            SandboxError: it could not be opened.
        """
        if self._open is None:
            session = self._provider.session(self._workspace, self._labels)
            self._open = await self._stack.enter_async_context(session)
        return self._open

    async def close(self) -> None:
        """Remove the sandbox, if one is open."""
        self._open = None
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()


class PythonTool:
    """The tool over one lazy sandbox."""

    def __init__(
        self, sandbox: LazySandbox, workspace: Workspace, remaining_s: RemainingSeconds
    ) -> None:
        """Run in `sandbox`, no longer than the budget's `remaining_s`."""
        self._sandbox = sandbox
        self._workspace = workspace
        self._remaining_s = remaining_s

    def tools(self) -> tuple[Tool, ...]:
        """The tool, bound."""
        return (BoundTool(RUN_PYTHON, self.run),)

    async def run(self, arguments: RunPython) -> ToolOutcome:
        """Run one script to its end or its limit."""
        try:
            place = locate_own(self._workspace, arguments.script)
            sandbox = await self._sandbox.sandbox()
            seconds = max(1.0, min(SCRIPT_SECONDS, await self._remaining_s()))
            result = await sandbox.run_python(
                place.relative, arguments.args, timeout_s=seconds, output_cap=STREAM_CAP
            )
        except UnsafePath as error:
            return refused(str(error))
        text = _report(result, self._workspace.root)
        return shown(text, failed=result.exit_code != 0 or result.limit is not None)


def _report(result: ExecResult, root: Path) -> str:
    lines = [f"exit code {result.exit_code}"]
    if result.limit is not None:
        lines.append(f"stopped by a limit: {result.limit.value}")
    if result.truncated:
        lines.append(f"only the first {STREAM_CAP} bytes of a stream are shown")
    lines.append(f"stdout:\n{result.stdout.rstrip()}")
    if result.stderr.strip():
        # A traceback names files; where they lie on this machine is nobody's business.
        lines.append(f"stderr:\n{result.stderr.rstrip().replace(f'{root}/', '')}")
    return "\n".join(lines)
