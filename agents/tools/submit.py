"""Ending a turn: the sandbox is closed, then the files are collected and kept by hash."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated

from pydantic import Field

from agents.role import Role
from agents.submission import collect, keep, manifest_text
from agents.tools.name import ToolName
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract
from contracts.errors import AgentProtocolError
from records.files import Blobs
from records.tool_log import ToolOutcome
from sandboxes.safe_files import UnsafePath, list_files, read_file
from sandboxes.sandbox import Workspace


class Submit(Contract):
    """A word on what was done, for the transcript."""

    summary: Annotated[str, Field(max_length=2_000)] = ""


SUBMIT = Declaration(
    ToolName.SUBMIT,
    "Hand in the files in `out/` and end the turn. It must be the last call of a response.",
    Submit,
)


class SubmitTool:
    """The tool over one workspace."""

    def __init__(
        self,
        workspace: Workspace,
        role: Role,
        *,
        given: Mapping[str, bytes],
        blobs: Blobs,
        close: Callable[[], Awaitable[None]],
    ) -> None:
        """Collect the role's files, once `close` has ended everything that could change them."""
        self._workspace = workspace
        self._role = role
        self._given = given
        self._blobs = blobs
        self._close = close

    def tools(self) -> tuple[Tool, ...]:
        """The tool, bound."""
        return (BoundTool(SUBMIT, self.run),)

    async def run(self, _: Submit) -> ToolOutcome:
        """Collect and keep; a failed outcome says what to mend, and the turn goes on.

        Raises:
            AgentProtocolError: the role changed its inputs.
        """
        await self._close()
        return await asyncio.to_thread(self._collected)

    def _collected(self) -> ToolOutcome:
        check_given(self._workspace, self._given)
        try:
            draft = collect(self._workspace, self._role)
        except UnsafePath as error:
            return refused(str(error))
        return shown(manifest_text(keep(draft, self._blobs)))


def check_given(workspace: Workspace, given: Mapping[str, bytes]) -> None:
    """Compare the input folder with what was laid there, whatever the sandbox enforces.

    Raises:
        AgentProtocolError: a file was changed, added or taken away.
    """
    try:
        names = {info.path for info in list_files(workspace.inputs)}
        changed = sorted(names ^ given.keys()) + sorted(
            name
            for name in names & given.keys()
            if read_file(workspace.inputs, name, cap=len(given[name]) + 1) != given[name]
        )
    except UnsafePath as error:
        raise AgentProtocolError(f"{workspace.inputs}: inputs were changed: {error}") from None
    if changed:
        raise AgentProtocolError(f"{workspace.inputs}: inputs were changed: {', '.join(changed)}")
