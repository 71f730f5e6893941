"""Whether a data folder can be used."""

import os
from pathlib import Path

from contracts.errors import EnvironmentFault


def require_writable(folder: Path) -> None:
    """Make sure that a data folder can be made or written to; makes nothing itself.

    Raises:
        EnvironmentFault: names the folder and what to do.
    """
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        msg = f"data folder {str(folder)!r}: {str(there)!r} is a file; --data names another folder"
        raise EnvironmentFault(msg)
    if not os.access(there, os.W_OK | os.X_OK):
        msg = f"data folder {str(folder)!r} cannot be written; --data names another folder"
        raise EnvironmentFault(msg)
