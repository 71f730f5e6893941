"""Names of processes that hold leases, and whether such a process is gone."""

import os
import socket
from pathlib import Path
from typing import NamedTuple


class _Process(NamedTuple):
    host: str
    pid: int
    started: str
    """Start in clock ticks since boot: tells a process from a later one of the same pid."""


def this_process() -> str:
    """Name this process as a holder: `host:pid:start`."""
    pid = os.getpid()
    return f"{socket.gethostname()}:{pid}:{_started(pid) or '?'}"


def is_gone(holder: str) -> bool:
    """Whether the named process surely runs no more; False for other hosts and other names."""
    process = _parsed(holder)
    if process is None or process.host != socket.gethostname():
        return False
    if not _answers(process.pid):
        return True
    started = _started(process.pid)
    return "?" not in {started or "?", process.started} and started != process.started


def _parsed(holder: str) -> _Process | None:
    host, _, rest = holder.partition(":")
    pid, _, started = rest.partition(":")
    return _Process(host, int(pid), started) if pid.isdecimal() and started else None


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _stat(pid)[:1] not in (["Z"], ["X"])


def _started(pid: int) -> str | None:
    fields = _stat(pid)
    # proc(5): state is field 3 and starttime is field 22 of the line.
    return fields[19] if len(fields) > 19 else None


def _stat(pid: int) -> list[str]:
    try:
        line = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return line.rpartition(")")[2].split()
