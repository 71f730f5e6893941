"""What a role's container is and is not allowed, as the engine's own `HostConfig`.

Every limit was tried against a script that breaks it (`tests/sandboxes/test_docker_walls.py`).
"""

from dataclasses import dataclass
from pathlib import Path

from contracts.contract import Json
from sandboxes.sandbox import Workspace

WORK = "/role"
OUT = f"{WORK}/out"
INPUTS = f"{WORK}/inputs"
DOOR = "/door"
"""Where a command finds the socket that it may talk to, and what it is told."""

_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one container may use."""

    memory_bytes: int = 256 * _MIB
    """Memory and swap together."""
    cpus: float = 0.5
    processes: int = 64
    tmp_bytes: int = 32 * _MIB
    shm_bytes: int = 16 * _MIB
    open_files: int = 256
    file_bytes: int = 50 * _MIB
    """Largest single file; what all files take is watched from outside."""


def host_config(
    workspace: Workspace, limits: Limits, *, door: Path | None = None
) -> dict[str, Json]:
    """The container's `HostConfig`: no network, no capability, nothing writable but `out` and tmp.

    The engine's default seccomp profile stays in force because nothing here replaces it.
    """
    tmp = f"rw,size={limits.tmp_bytes},mode=1777,nosuid,nodev,noexec"
    return {
        "ReadonlyRootfs": True,
        "Tmpfs": {"/tmp": tmp},
        "CapDrop": ["ALL"],
        "SecurityOpt": ["no-new-privileges:true"],
        "Privileged": False,
        "NetworkMode": "none",
        "IpcMode": "private",
        "ShmSize": limits.shm_bytes,
        "Init": True,
        "PidsLimit": limits.processes,
        "Memory": limits.memory_bytes,
        "MemorySwap": limits.memory_bytes,
        "NanoCpus": int(limits.cpus * 1_000_000_000),
        "Ulimits": [
            _ulimit("nofile", limits.open_files),
            _ulimit("fsize", limits.file_bytes),
            _ulimit("core", 0),
        ],
        "LogConfig": {"Type": "json-file", "Config": {"max-size": "1m", "max-file": "1"}},
        "RestartPolicy": {"Name": "no"},
        "Mounts": [
            _bind(workspace.inputs, INPUTS, is_read_only=True),
            _bind(workspace.out, OUT, is_read_only=False),
            *([] if door is None else [_bind(door, DOOR, is_read_only=True)]),
        ],
    }


def _ulimit(name: str, value: int) -> Json:
    return {"Name": name, "Soft": value, "Hard": value}


def _bind(source: Path, target: str, *, is_read_only: bool) -> Json:
    # A mount, not a `Binds` line: that one takes `:` apart and makes a missing source.
    return {
        "Type": "bind",
        "Source": str(source),
        "Target": target,
        "ReadOnly": is_read_only,
        "BindOptions": {"Propagation": "rprivate"},
    }
