"""What a role is: a prompt, files in and out, tools and a budget, declared once and typed."""

from collections.abc import Collection
from typing import Literal, NamedTuple, TypeAlias

from agents.models.model import Family
from agents.tools.name import ToolName
from contracts.contract import Contract

HarnessName: TypeAlias = Literal["session", "command"]
"""Harnesses there are: the session loop of this package, and a command-line agent in a sandbox."""


class BudgetGroup(NamedTuple):
    """Active seconds that several roles share within one attempt."""

    name: str
    seconds: int


class InputFile(NamedTuple):
    """A file that stands in the role's `inputs/` folder."""

    name: str
    """Name, or a folder name that ends in `/`."""
    words: str
    """What it is, for the prompt."""
    model: type[Contract] | None = None
    """The contract that its bytes satisfy; none for texts and scripts."""


class OutputFile(NamedTuple):
    """A file that a submission must hold."""

    name: str
    model: type[Contract]
    """The contract its bytes are parsed with, by the orchestrator and not by the session."""
    required: bool = True


class Role(NamedTuple):
    """One role, static: what differs per run comes as inputs and messages."""

    name: str
    family: Family
    prompt: str
    """File name in `agents/prompts/`."""
    inputs: tuple[InputFile, ...]
    outputs: tuple[OutputFile, ...]
    tools: tuple[ToolName, ...]
    budget: BudgetGroup
    collects_scripts: bool = False
    """Whether `out/scripts/*.py` belongs to a submission."""
    research_tools: tuple[ToolName, ...] = ()
    """Offered beside `tools` only where an open finding needs new sources."""

    def offered(self, *, research: bool, web: Collection[ToolName] = ()) -> tuple[ToolName, ...]:
        """The tools of one activation, in the order in which models see them.

        Whoever is offered sources is offered `web` as well: what a run has of the web.
        """
        found = {*self.tools, *(self.research_tools if research else ())}
        if ToolName.OPEN_SOURCE in found:
            found.update(web)
        return tuple(name for name in ToolName if name in found)
