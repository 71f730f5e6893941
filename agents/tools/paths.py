"""Paths as models write them: `inputs/…` and `out/…`, the second one theirs to write."""

from pathlib import Path
from typing import Literal, NamedTuple

from sandboxes.safe_files import UnsafePath
from sandboxes.sandbox import Workspace

INPUTS, OUT = "inputs", "out"


class Located(NamedTuple):
    """A path of a model, below one of the two folders of its workspace."""

    area: Literal["inputs", "out"]
    root: Path
    relative: str


def locate(workspace: Workspace, path: str) -> Located:
    """Find the folder that `path` is in; links and dots are judged when it is opened.

    Raises:
        UnsafePath: it starts with neither folder.
    """
    area, _, relative = path.partition("/")
    if relative and area == INPUTS:
        return Located(INPUTS, workspace.inputs, relative)
    if relative and area == OUT:
        return Located(OUT, workspace.out, relative)
    raise UnsafePath(f"{path[:200]!r}: paths start with `{INPUTS}/` or `{OUT}/`")


def locate_own(workspace: Workspace, path: str) -> Located:
    """Like `locate`, for a file of the role's own.

    Raises:
        UnsafePath: it is not below `out/`.
    """
    found = locate(workspace, path)
    if found.area != OUT:
        raise UnsafePath(f"{path[:200]!r}: only `{OUT}/` is yours; `{INPUTS}/` is read-only")
    return found
