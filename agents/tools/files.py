"""Reading and writing files of the workspace, on the host, without following links."""

import asyncio
from typing import Annotated

from pydantic import Field

from agents.tools.name import ToolName
from agents.tools.paths import INPUTS, OUT, locate, locate_own
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract, sha256_of
from records.tool_log import ToolOutcome
from sandboxes.safe_files import UnsafePath, list_files, read_file, write_file
from sandboxes.sandbox import Workspace

READ_CAP = 5_000_000
"""Largest file that is read, in bytes."""
WRITE_CAP = 2_000_000
"""Longest text that is written, in characters."""
WINDOW = 40_000
"""Most characters of a file shown at once."""

FilePath = Annotated[str, Field(min_length=1, max_length=300)]


class ListFiles(Contract):
    """No arguments."""


class ReadFile(Contract):
    """A window of a text file."""

    path: FilePath
    """`inputs/NAME` or `out/NAME`."""
    start: Annotated[int, Field(ge=0)] = 0
    """First character shown, counted in code points from 0."""


class WriteFile(Contract):
    """A whole file."""

    path: FilePath
    """`out/NAME`."""
    content: Annotated[str, Field(max_length=WRITE_CAP)]


LIST_FILES = Declaration(
    ToolName.LIST_FILES, "List every file under `inputs/` and `out/` with its size.", ListFiles
)
READ_FILE = Declaration(
    ToolName.READ_FILE,
    f"Read a UTF-8 text file under `inputs/` or `out/`, up to {WINDOW} characters from `start`.",
    ReadFile,
)
WRITE_FILE = Declaration(
    ToolName.WRITE_FILE,
    "Write a whole UTF-8 text file under `out/`; a file of that name is replaced.",
    WriteFile,
)


class FileTools:
    """The three file tools over one workspace."""

    def __init__(self, workspace: Workspace) -> None:
        """Work in `workspace`."""
        self._workspace = workspace

    def tools(self) -> tuple[Tool, ...]:
        """The tools, bound."""
        return (
            BoundTool(LIST_FILES, self.list_all),
            BoundTool(READ_FILE, self.read),
            BoundTool(WRITE_FILE, self.write),
        )

    async def list_all(self, _: ListFiles) -> ToolOutcome:
        """One line per file: path and bytes, sorted."""
        areas = ((INPUTS, self._workspace.inputs), (OUT, self._workspace.out))
        lines: list[str] = []
        for area, root in areas:
            try:
                found = await asyncio.to_thread(list_files, root)
            except UnsafePath as error:
                return refused(f"{area}/: {error}")
            lines.extend(f"{area}/{info.path} {info.size} bytes" for info in sorted(found))
        return shown("\n".join(lines) or "no files yet")

    async def read(self, arguments: ReadFile) -> ToolOutcome:
        """A window of one file."""
        try:
            place = locate(self._workspace, arguments.path)
            data = await asyncio.to_thread(read_file, place.root, place.relative, cap=READ_CAP)
        except UnsafePath as error:
            return refused(str(error))
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            return refused(f"{arguments.path}: byte {error.start} is not UTF-8 text")
        return shown(window(text, arguments.start))

    async def write(self, arguments: WriteFile) -> ToolOutcome:
        """Replace one file."""
        data = arguments.content.encode()
        try:
            place = locate_own(self._workspace, arguments.path)
            await asyncio.to_thread(write_file, place.root, place.relative, data)
        except UnsafePath as error:
            return refused(str(error))
        return shown(f"wrote {arguments.path}: {len(data)} bytes, sha256 {sha256_of(data)}")


def window(text: str, start: int) -> str:
    """Up to 40,000 characters from `start`, and how to go on where there are more."""
    part = text[start : start + WINDOW]
    end = start + len(part)
    if end >= len(text):
        return part
    return f"{part}\n[{len(text) - end} more characters: go on with start={end}]"
