"""How much a script has written, looked at while it runs: a bind mount knows no quota."""

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

MAX_BYTES = 200_000_000
"""Bytes on disk below `out/`; a sparse file counts what it holds."""
MAX_ENTRIES = 10_000
"""Files and folders below `out/`."""
PERIOD_S = 0.25


class DiskUse(NamedTuple):
    """What lies below a folder."""

    bytes: int
    """On disk, not by file length."""
    entries: int


def disk_use(folder: Path) -> DiskUse:
    """Count what lies below a folder; follows no link."""
    used = entries = 0
    for _, folders, files, here in os.fwalk(folder, follow_symlinks=False):
        for name in (*folders, *files):
            entries += 1
            try:
                used += os.stat(name, dir_fd=here, follow_symlinks=False).st_blocks * 512
            except FileNotFoundError:
                continue  # removed since it was listed
    return DiskUse(used, entries)


async def wait_until_over(folder: Path) -> None:
    """Return when the folder has grown beyond its limits; looks four times a second.

    What lay there at the start is allowed, so that a script can still tidy up a full folder.
    """
    use = await asyncio.to_thread(disk_use, folder)
    most = DiskUse(max(MAX_BYTES, use.bytes), max(MAX_ENTRIES, use.entries))
    while use.bytes <= most.bytes and use.entries <= most.entries:
        await asyncio.sleep(PERIOD_S)
        use = await asyncio.to_thread(disk_use, folder)
