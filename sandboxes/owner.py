"""Which process owns a container, and whether that process is gone.

A pid alone says little: it is used again, and means something else in another pid namespace and
after a reboot. So the labels hold the boot with the namespace, and when the process started.
"""

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from sandboxes.sandbox import Labels

LIFETIME = timedelta(hours=12)
"""A container ends by itself after this time, whatever became of its owner."""

PREFIX = "org.finrubric."
OWNED = f"{PREFIX}sandbox"
"""Every container of ours carries this label, and nothing else does."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A process, told apart from any other one that has or had its pid."""

    pid: int
    started: str
    """Kernel ticks at its start; empty where there is no /proc."""
    boot: str
    """Boot and pid namespace in which the pid means something."""


def this_process() -> Owner:
    """The owner of whatever is opened here."""
    return Owner(os.getpid(), _started(os.getpid()), _boot())


def container_labels(labels: Labels, owner: Owner, now: datetime) -> dict[str, str]:
    """The labels of an activation's container."""
    return {
        OWNED: "1",
        f"{PREFIX}run": labels.run,
        f"{PREFIX}role": labels.role,
        f"{PREFIX}attempt": str(labels.attempt),
        f"{PREFIX}activation": str(labels.activation),
        f"{PREFIX}owner.pid": str(owner.pid),
        f"{PREFIX}owner.started": owner.started,
        f"{PREFIX}owner.boot": owner.boot,
        f"{PREFIX}deadline": (now + LIFETIME).astimezone(UTC).isoformat(),
    }


def fate(labels: Mapping[str, str], *, is_running: bool, now: datetime) -> Literal["keep", "reap"]:
    """Decide on a container by its labels alone.

    One whose labels are not complete is kept: it may be a newer finrubric's. A pid of another
    boot or namespace cannot be looked up from here, so there a stopped container or a passed
    deadline decides.
    """
    try:
        pid = int(labels[f"{PREFIX}owner.pid"])
        owner = Owner(pid, labels[f"{PREFIX}owner.started"], labels[f"{PREFIX}owner.boot"])
        deadline = datetime.fromisoformat(labels[f"{PREFIX}deadline"])
    except (KeyError, ValueError):
        return "keep"
    if labels.get(OWNED) != "1" or deadline.tzinfo is None:
        return "keep"
    if owner.boot == _boot():
        return "keep" if _is_alive(owner) else "reap"
    return "reap" if not is_running or deadline < now else "keep"


def _is_alive(owner: Owner) -> bool:
    try:
        os.kill(owner.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's, so it is there
    return owner.started == _started(owner.pid)


def _started(pid: int) -> str:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    # The second field is the program's name in brackets and may hold anything.
    return status.rpartition(")")[2].split()[19]


def _boot() -> str:
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return platform.node()
