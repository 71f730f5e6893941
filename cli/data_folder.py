"""Whether a data folder can be used."""

import os
import shutil
from pathlib import Path

from contracts.errors import EnvironmentFault

LEAST_FREE_MB = 200
"""Room that one run may need for its files and copies of its sources."""


def require_room(folder: Path) -> None:
    """Make sure, before a run goes on, that it is not about to fill the disk.

    Raises:
        EnvironmentFault: names the folder, what is free and what is needed.
    """
    require_writable(folder)
    disk = shutil.disk_usage(_nearest(folder))
    free_mb = disk.free // 1_000_000
    # What has no size at all is no disk: making the folder will say what is wrong there.
    if disk.total and free_mb < LEAST_FREE_MB:
        msg = (
            f"data folder {str(folder)!r}: {free_mb} MB are free and a run may need "
            f"{LEAST_FREE_MB}; make room, or --data names another folder"
        )
        raise EnvironmentFault(msg)


def require_writable(folder: Path) -> None:
    """Make sure that a data folder can be made or written to; makes nothing itself.

    Raises:
        EnvironmentFault: names the folder and what to do.
    """
    there = _nearest(folder)
    if not there.is_dir():
        msg = f"data folder {str(folder)!r}: {str(there)!r} is a file; --data names another folder"
        raise EnvironmentFault(msg)
    if not os.access(there, os.W_OK | os.X_OK):
        msg = f"data folder {str(folder)!r} cannot be written; --data names another folder"
        raise EnvironmentFault(msg)


def _nearest(folder: Path) -> Path:
    """The folder itself, or the first one above it that is there."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    return there
