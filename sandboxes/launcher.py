"""Starts one script of the local sandbox; a program of its own, run as `python -I -S launcher.py`.

    launcher.py MODE OUT INPUTS TMP SCRIPT ARGS...

MODE `walls`: own user, mount, network, ipc and pid namespaces. There is no network and no other
process to see; everything is read-only but OUT and TMP; capabilities are dropped and sockets are
refused before the script starts; when this process dies, the kernel kills everything in the pid
namespace.
MODE `bare`: resource limits only.

Every script pays for what this imports: no module that pulls in `enum` or `re`.
"""

import ctypes
import os
import resource
import sys

_MIB = 1 << 20
MEMORY_BYTES = 1024 * _MIB
FILE_BYTES = 50 * _MIB
OPEN_FILES = 256
PROCESSES = 64

CANNOT_START = 97
"""Exit code when the walls could not be built; the sandbox's failure, not the script's."""

_NEW_MOUNTS, _NEW_IPC, _NEW_USER, _NEW_PIDS, _NEW_NETWORK = (
    0x00020000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
_BIND, _REC, _PRIVATE = 0x1000, 0x4000, 0x40000
_NOSUID, _NODEV, _NOEXEC = 0x2, 0x4, 0x8
_SYS_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = 442, -100, 0x8000, 0x1
_SIGKILL = 9
_PR_SET_PDEATHSIG, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 24, 38
_LAST_CAPABILITY = 63

# Seccomp: `socket` and `io_uring_setup` by the numbers of the machine. A namespace alone leaves
# Unix sockets open, the Docker engine's among them.
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
_IO_URING_SETUP = 425
_X32_BIT = 0x40000000
_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_OFFSET_OF_NUMBER, _OFFSET_OF_MACHINE = 0, 4
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # EPERM


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns", ctypes.c_uint64),
    )


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(_Instruction)))


def main(argv: list[str]) -> int:
    """Build the walls that MODE asks for, then become or watch over the script."""
    mode, out, inputs, tmp, *call = argv
    os.umask(0o022)
    _set_limits()
    if mode == "bare":
        if sys.platform == "linux":
            _die_with_parent(ctypes.CDLL(None, use_errno=True))
        _become(out, call)
    libc = ctypes.CDLL(None, use_errno=True)
    _die_with_parent(libc)
    if _machine() not in _MACHINES:
        sys.stderr.write(f"launcher: no list of calls for {_machine()}\n")
        return CANNOT_START
    try:
        _leave_namespaces(libc)
        _make_read_only(libc, out, inputs, tmp)
    except OSError as error:
        sys.stderr.write(f"launcher: {error}\n")
        return CANNOT_START
    child = os.fork()
    if child == 0:
        _watch_over(libc, out, call)
    return _exit_code(child)


def _machine() -> str:
    return os.uname().machine


def _set_limits() -> None:
    limits = [
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ]
    if sys.platform == "linux":  # elsewhere a process starts above any useful limit
        limits.append((resource.RLIMIT_AS, MEMORY_BYTES))
    for kind, value in limits:
        hard = resource.getrlimit(kind)[1]
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (allowed, allowed))


def _leave_namespaces(libc: ctypes.CDLL) -> None:
    uid, gid = os.getuid(), os.getgid()
    flags = _NEW_USER | _NEW_MOUNTS | _NEW_NETWORK | _NEW_IPC | _NEW_PIDS
    _check(libc.unshare(flags), "unshare")
    maps = (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1"))
    for name, text in maps:
        file = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(file, text.encode())
        os.close(file)


def _make_read_only(libc: ctypes.CDLL, out: str, inputs: str, tmp: str) -> None:
    _check(libc.mount(b"none", b"/", None, _REC | _PRIVATE, None), "mount private /")
    for folder in (out, inputs, tmp):
        name = os.fsencode(folder)
        _check(libc.mount(name, name, None, _BIND, None), f"bind {folder}")
    _set_attributes(libc, "/", _AT_RECURSIVE, _MountAttributes(set=_ATTR_RDONLY))
    for folder in (out, tmp):
        _set_attributes(libc, folder, 0, _MountAttributes(clear=_ATTR_RDONLY))


def _set_attributes(libc: ctypes.CDLL, path: str, flags: int, attributes: _MountAttributes) -> None:
    result = libc.syscall(
        ctypes.c_long(_SYS_MOUNT_SETATTR),
        ctypes.c_int(_AT_FDCWD),
        os.fsencode(path),
        ctypes.c_uint(flags),
        ctypes.byref(attributes),
        ctypes.c_size_t(ctypes.sizeof(attributes)),
    )
    _check(result, f"mount_setattr {path}")


def _refuse_sockets(libc: ctypes.CDLL) -> None:
    """Refuse every new socket, and every call of a foreign instruction set, with EPERM."""
    machine, socket_number = _MACHINES[_machine()]
    program = (
        (_LOAD, 0, 0, _OFFSET_OF_MACHINE),
        (_JUMP_IF_EQUAL, 0, 5, machine),
        (_LOAD, 0, 0, _OFFSET_OF_NUMBER),
        (_JUMP_IF_AT_LEAST, 3, 0, _X32_BIT),
        (_JUMP_IF_EQUAL, 2, 0, socket_number),
        (_JUMP_IF_EQUAL, 1, 0, _IO_URING_SETUP),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    )
    instructions = (_Instruction * len(program))(*(_Instruction(*line) for line in program))
    filter_ = _Program(len(program), instructions)
    result = libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(filter_), 0, 0)
    _check(result, "seccomp")


def _watch_over(libc: ctypes.CDLL, out: str, call: list[str]) -> None:
    """First process of the pid namespace: start the script, reap orphans, end as it ends."""
    _die_with_parent(libc)
    # Where the kernel lets us, /proc shows this namespace only. Without that it shows names of
    # other processes; their memory and environment stay closed to another user namespace.
    libc.mount(b"proc", b"/proc", b"proc", _NOSUID | _NODEV | _NOEXEC, None)
    script = os.fork()
    if script == 0:
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))
        _check(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
        for capability in range(_LAST_CAPABILITY + 1):
            libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        _refuse_sockets(libc)
        _become(out, call)
    os._exit(_exit_code(script))


def _become(out: str, call: list[str]) -> None:
    os.chdir(out)
    os.execv(sys.executable, [sys.executable, "-I", "-S", *call])


def _exit_code(child: int) -> int:
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _die_with_parent(libc: ctypes.CDLL) -> None:
    libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
