"""The tools of one activation, by name."""

from collections.abc import Iterable, Mapping

from agents.tools.name import ToolName
from agents.tools.tool import Action, Tool
from contracts.errors import ContractError
from contracts.model import ToolCall, ToolSchema


class MisusedTool(ValueError):
    """A call that no tool can be run for; the message is meant for the model."""


class Toolbox:
    """What one session offers; order is that of `ToolName`."""

    def __init__(self, offered: tuple[ToolName, ...], tools: Iterable[Tool]) -> None:
        """Keep those of `tools` that are offered.

        Raises:
            KeyError: an offered tool has not been given.
        """
        given = {tool.schema.name: tool for tool in tools}
        self._tools: Mapping[str, Tool] = {name.value: given[name.value] for name in offered}
        self.schemas: tuple[ToolSchema, ...] = tuple(tool.schema for tool in self._tools.values())
        """The offered tools as models see them."""

    def prepare(self, call: ToolCall) -> Action:
        """Understand a call, without running anything.

        Raises:
            MisusedTool: no such tool here, or arguments that are not its own.
        """
        tool = self._tools.get(call.name)
        if tool is None:
            offered = ", ".join(self._tools)
            raise MisusedTool(f"there is no tool {call.name[:80]!r} here; there are: {offered}")
        try:
            return tool.prepare(call.arguments)
        except ContractError as error:
            raise MisusedTool(f"arguments of {call.name}: {error}") from None
