"""What a session works with: its workspace, the files it is given, its sandbox and its tools."""

from collections.abc import Mapping
from typing import NamedTuple

from agents.allowance import Stopwatch
from agents.seat import Seat
from agents.tools.facts import FactTools
from agents.tools.files import FileTools
from agents.tools.finding import FindingTools
from agents.tools.name import ToolName
from agents.tools.pages import PageTools
from agents.tools.python import LazySandbox, PythonTool
from agents.tools.sources import SourceTools
from agents.tools.submit import SubmitTool
from agents.tools.tool import Tool
from agents.tools.toolbox import Toolbox
from agents.tools.validate import ValidateDraft, ValidateTool
from contracts.cutoff import Cutoff
from contracts.errors import AgentProtocolError
from records.files import Blobs
from sandboxes.safe_files import UnsafePath, list_files, write_file
from sandboxes.sandbox import SandboxProvider, Workspace
from sources.corpus import LoadedCorpus
from sources.web.opener import PageOpener


class Material(NamedTuple):
    """What the orchestrator gives one activation."""

    workspace: Workspace
    given: Mapping[str, bytes]
    """Input files by name, laid into `inputs/`; those that the role declares."""
    provider: SandboxProvider
    corpus: LoadedCorpus
    cutoff: Cutoff
    validate: ValidateDraft | None = None
    """The validator, for roles that are offered `validate_draft`."""
    pages: PageOpener | None = None
    """What opens pages, in a run that has the web."""
    finding: FindingTools | None = None
    """What finds addresses, in such a run."""
    research: bool = False
    """Whether research tools are offered to a role that has them only on demand."""


class Desk(NamedTuple):
    """A laid desk."""

    workspace: Workspace
    given: Mapping[str, bytes]
    sandbox: LazySandbox
    toolbox: Toolbox

    def lay_given(self) -> None:
        """Make the folders and write the given files; what an earlier turn was given goes.

        Raises:
            AgentProtocolError: the input folder holds what no turn of ours laid there.
        """
        _ = self.workspace.make()
        try:
            for info in list_files(self.workspace.inputs):
                if info.path not in self.given:
                    (self.workspace.inputs / info.path).unlink()
            for name, data in self.given.items():
                write_file(self.workspace.inputs, name, data)
        except UnsafePath as error:
            msg = f"{self.workspace.inputs}: inputs cannot be laid: {error}"
            raise AgentProtocolError(msg) from None


def lay_desk(seat: Seat, material: Material, *, blobs: Blobs, stopwatch: Stopwatch) -> Desk:
    """Bind the tools a role is offered to one workspace."""
    workspace, role = material.workspace, seat.role
    sandbox = LazySandbox(material.provider, workspace, seat.labels)
    tools: list[Tool] = [
        *FileTools(workspace).tools(),
        *PythonTool(sandbox, workspace, stopwatch.remaining_s).tools(),
        *SourceTools(material.corpus, material.cutoff).tools(),
        *FactTools(material.corpus, material.cutoff).tools(),
        *SubmitTool(
            workspace, role, given=material.given, blobs=blobs, close=sandbox.close
        ).tools(),
    ]
    if material.validate is not None:
        tools.extend(ValidateTool(workspace, role, material.validate).tools())
    web: set[ToolName] = set()
    if material.pages is not None:
        tools.extend(PageTools(material.pages, material.cutoff, blobs).tools())
        web.add(ToolName.OPEN_PAGE)
    if material.finding is not None:
        tools.extend(material.finding.tools())
        web.update(material.finding.configured())
    offered = role.offered(research=material.research, web=web)
    return Desk(workspace, material.given, sandbox, Toolbox(offered, tools))
