"""What a tool is: a name, a strict arguments contract, and one coroutine that runs it."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import rfc8785

from agents.tools.name import ToolName
from contracts.contract import Contract, parse_contract
from contracts.model import ToolSchema
from records.tool_log import ToolOutcome

RESULT_CAP = 60_000
"""Most characters of one tool result."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
    "|[\ud800-\udfff]|[\U000e0000-\U000e007f]"
)
"""Controls, zero-width and bidirectional marks, lone surrogates, tag characters."""

Action = Callable[[], Awaitable[ToolOutcome]]
"""A tool call that was understood and can be run; running it twice is harmless."""

ArgumentsT = TypeVar("ArgumentsT", bound=Contract)


class Declaration(Generic[ArgumentsT]):
    """The static part of a tool: what models are told of it."""

    def __init__(self, name: ToolName, description: str, arguments: type[ArgumentsT]) -> None:
        """Declare a tool whose arguments are an `arguments` contract."""
        self.name = name
        self.description = description
        self.arguments = arguments

    def schema(self) -> ToolSchema:
        """The tool as models see it."""
        parameters = rfc8785.dumps(self.arguments.model_json_schema()).decode()
        return ToolSchema(name=self.name, description=self.description, parameters=parameters)

    def read(self, arguments: str) -> ArgumentsT:
        """Arguments from JSON text; empty text counts as no arguments.

        Raises:
            ContractError: not JSON, or not the arguments of this tool.
        """
        return parse_contract(arguments.strip().encode() or b"{}", self.arguments)


class Tool(Protocol):
    """A tool bound to one workspace."""

    @property
    def schema(self) -> ToolSchema:
        """The tool as models see it."""
        ...

    def prepare(self, arguments: str) -> Action:
        """Understand the arguments, without running anything.

        Raises:
            ContractError: not JSON, or not the arguments of this tool.
        """
        ...


@dataclass(frozen=True, slots=True)
class BoundTool(Generic[ArgumentsT]):
    """A declaration with the coroutine that does the work."""

    declaration: Declaration[ArgumentsT]
    run: Callable[[ArgumentsT], Awaitable[ToolOutcome]]

    @property
    def schema(self) -> ToolSchema:
        """The tool as models see it."""
        return self.declaration.schema()

    def prepare(self, arguments: str) -> Action:
        """Understand the arguments, without running anything.

        Raises:
            ContractError: not JSON, or not the arguments of this tool.
        """
        understood = self.declaration.read(arguments)
        return lambda: self._act(understood)

    async def _act(self, arguments: ArgumentsT) -> ToolOutcome:
        return await self.run(arguments)


def shown(text: str, *, failed: bool = False) -> ToolOutcome:
    """An outcome fit for a model: no hidden characters, and cut at the cap with a mark."""
    visible = _HIDDEN.sub("", text)
    if len(visible) > RESULT_CAP:
        left_out = len(visible) - RESULT_CAP
        visible = f"{visible[:RESULT_CAP]}\n[cut here: {left_out} more characters are not shown]"
    return ToolOutcome(text=visible, failed=failed)


def refused(text: str) -> ToolOutcome:
    """An outcome that says what the model must do differently."""
    return shown(text, failed=True)
