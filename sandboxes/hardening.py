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


PROXY_LIMITS = Limits(open_files=1024, tmp_bytes=8 * _MIB)
"""Squid was measured at 14 MB; its log is the one file that grows, and a full one stops it."""
BROWSER_LIMITS = Limits(
    memory_bytes=1024 * _MIB,
    cpus=2.0,
    processes=256,
    tmp_bytes=256 * _MIB,
    shm_bytes=64 * _MIB,
    open_files=4096,
)
"""With 64 processes Chromium cannot start its threads."""


def host_config(
    workspace: Workspace, limits: Limits, *, door: Path | None = None, network: str = "none"
) -> dict[str, Json]:
    """The `HostConfig` of a role's container: nothing is writable but `out` and tmp.

    Without a network it has none at all; a network of ours has the proxy as its only other member,
    and no name server answers there.
    """
    mounts = (
        _bind(workspace.inputs, INPUTS, is_read_only=True),
        _bind(workspace.out, OUT, is_read_only=False),
        *(() if door is None else (_bind(door, DOOR, is_read_only=True),)),
    )
    if network == "none":
        return _walls(limits, network, mounts, "")
    # Nobody answers there, and nobody is waited for.
    quick: dict[str, Json] = {"DnsOptions": ["timeout:1", "attempts:1"]}
    return _walls(limits, network, mounts, "127.0.0.1") | quick


def proxy_config(conf: Path, log: Path, outside: str, name_server: str = "") -> dict[str, Json]:
    """The `HostConfig` of an egress proxy, which stands in the network `outside`."""
    mounts = (_bind(conf, "/conf", is_read_only=True), _bind(log, "/log", is_read_only=False))
    return _walls(PROXY_LIMITS, outside, mounts, name_server)


def _walls(
    limits: Limits, network: str, mounts: tuple[Json, ...], name_server: str
) -> dict[str, Json]:
    """No capability, a read-only system, and an end to everything.

    The engine's default seccomp profile stays in force because nothing here replaces it.
    """
    tmp = f"rw,size={limits.tmp_bytes},mode=1777,nosuid,nodev,noexec"
    return {
        "ReadonlyRootfs": True,
        "Tmpfs": {"/tmp": tmp},
        "CapDrop": ["ALL"],
        "SecurityOpt": ["no-new-privileges:true"],
        "Privileged": False,
        "NetworkMode": network,
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
        "Mounts": [*mounts],
        **({"Dns": [name_server]} if name_server else {}),
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
