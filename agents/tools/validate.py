"""Trying a draft against the validator, which runs on the host and not in this package."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from agents.role import Role
from agents.submission import collect
from agents.tools.name import ToolName
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract
from contracts.counters import MAX_DRAFT_VALIDATIONS
from records.tool_log import ToolOutcome
from sandboxes.safe_files import UnsafePath
from sandboxes.sandbox import Workspace

ValidateDraft = Callable[[Mapping[str, bytes], Mapping[str, str]], Awaitable[str]]
"""Reproduces and validates files and scripts of a draft; answers with a `draft_report`."""


class ValidateDraftArguments(Contract):
    """No arguments."""


VALIDATE_DRAFT = Declaration(
    ToolName.VALIDATE_DRAFT,
    "Run your scripts again and validate the files in `out/` as they are now; shows every finding "
    f"with its code and JSON pointer. At most {MAX_DRAFT_VALIDATIONS} times a turn. What counts "
    "is the validation after `submit`.",
    ValidateDraftArguments,
)


class ValidateTool:
    """The tool over the orchestrator's callback."""

    def __init__(self, workspace: Workspace, role: Role, validate: ValidateDraft) -> None:
        """Collect the role's files from `workspace` and hand them to `validate`."""
        self._workspace = workspace
        self._role = role
        self._validate = validate

    def tools(self) -> tuple[Tool, ...]:
        """The tool, bound."""
        return (BoundTool(VALIDATE_DRAFT, self.run),)

    async def run(self, _: ValidateDraftArguments) -> ToolOutcome:
        """Validate the draft as it lies there."""
        try:
            draft = await asyncio.to_thread(collect, self._workspace, self._role)
        except UnsafePath as error:
            return refused(str(error))
        return shown(await self._validate(draft.files, draft.scripts))
