"""Reading and writing in a folder that a script could have filled with traps.

Every step of a path is opened relative to the folder above it and never through a link, so neither
a planted link nor a swap between check and use reaches a file outside. What is not a plain file
with one name (link, second hard link, pipe, socket, device) is refused. These functions are
synchronous and bounded by their caps.
"""

import os
import secrets
import stat
import unicodedata
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

MAX_PATH = 1_000
"""Longest relative path, in characters."""
MAX_NAME = 200
"""Longest single name, in UTF-8 bytes."""
MAX_DEPTH = 8
MAX_FILES = 2_000
MAX_FILE = 5_000_000
"""Largest file that is written, in bytes."""

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_REGULAR = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories that a name must not hold: controls, bidi marks, surrogates, line breaks."""


class UnsafePath(ValueError):
    """A path or file that is not taken; the message is meant for whoever named it."""


class FileInfo(NamedTuple):
    """A plain file, by its path relative to the listed folder, and its size in bytes."""

    path: str
    size: int


def checked_parts(relative: str) -> tuple[str, ...]:
    """Split a relative path into its names.

    Raises:
        UnsafePath: it is absolute, climbs, or holds a name that is not taken.
    """
    if not relative or len(relative) > MAX_PATH:
        raise UnsafePath(f"a path has 1 to {MAX_PATH} characters, not {len(relative)}")
    if relative.startswith("/"):
        raise UnsafePath(f"{relative!r} is absolute; name it relative to your folder")
    parts = tuple(relative.split("/"))
    if len(parts) > MAX_DEPTH:
        raise UnsafePath(f"{relative!r} is deeper than {MAX_DEPTH} folders")
    for name in parts:
        _check_name(name, relative)
    return parts


def read_file(root: Path, relative: str, *, cap: int) -> bytes:
    """Read a plain file below `root` whole.

    Raises:
        UnsafePath: no such file, no plain file, or larger than `cap` bytes.
    """
    *folders, name = checked_parts(relative)
    with (
        _folder(root, folders, relative) as folder,
        _plain(folder, name, relative) as (opened, size),
    ):
        if size > cap:
            raise UnsafePath(f"{relative!r} has {size} bytes; at most {cap} are read")
        data = _read_up_to(opened, cap + 1)
    if len(data) > cap:
        raise UnsafePath(f"{relative!r} grew beyond {cap} bytes while it was read")
    return data


def write_file(root: Path, relative: str, data: bytes) -> None:
    """Write a file below `root`, replacing what had its name; makes missing folders.

    Raises:
        UnsafePath: the name is not taken, a folder stands there, or the data is too large.
    """
    *folders, name = checked_parts(relative)
    if len(data) > MAX_FILE:
        raise UnsafePath(f"{relative!r}: {len(data)} bytes; at most {MAX_FILE} are written")
    with _folder(root, folders, relative, make=True) as folder:
        partial = f".{secrets.token_hex(8)}.partial"
        try:
            _write_new(folder, partial, data)
            os.replace(partial, name, src_dir_fd=folder, dst_dir_fd=folder)
        except (IsADirectoryError, PermissionError, FileNotFoundError) as error:
            # A script can have made the folder unwritable or removed it; a full disk is not its
            # doing and passes through.
            raise UnsafePath(f"{relative!r} cannot be written: {error.strerror}") from None
        finally:
            with suppress(FileNotFoundError):
                os.unlink(partial, dir_fd=folder)


def list_files(root: Path) -> tuple[FileInfo, ...]:
    """All plain files below `root`, sorted by path.

    Raises:
        UnsafePath: something below is neither a folder nor a plain file, has a name that is not
            taken, differs from another only in case, or there are more than `MAX_FILES`.
    """
    with _folder(root, (), ".") as folder:
        found = tuple(sorted(_walk(folder, ())))
    seen: dict[str, str] = {}
    for info in found:
        twin = seen.setdefault(unicodedata.normalize("NFC", info.path).casefold(), info.path)
        if twin != info.path:
            raise UnsafePath(f"{twin!r} and {info.path!r} differ only in case; rename one")
    return found


def _check_name(name: str, relative: str) -> None:
    if name in ("", ".", ".."):
        raise UnsafePath(f"{relative!r} holds an empty, `.` or `..` step")
    if any(unicodedata.category(char) in _UNSEEN for char in name) or "\\" in name:
        raise UnsafePath(f"{relative!r} holds an invisible or control character or a backslash")
    if len(name.encode()) > MAX_NAME:
        raise UnsafePath(f"{relative[:80]!r}… holds a name longer than {MAX_NAME} bytes")
    if name.startswith("-"):
        raise UnsafePath(f"{relative!r}: a name must not start with a dash")


@contextmanager
def _folder(
    root: Path, names: "list[str] | tuple[str, ...]", relative: str, *, make: bool = False
) -> Generator[int]:
    """Open `root`, then each named folder below the one before; yields the last one's fd."""
    current = os.open(root, _DIRECTORY)
    try:
        for name in names:
            below = _open_folder(current, name, relative, make=make)
            os.close(current)
            current = below
        yield current
    finally:
        os.close(current)


def _open_folder(above: int, name: str, relative: str, *, make: bool) -> int:
    try:
        is_new = make and _made(above, name)
        opened = os.open(name, _DIRECTORY, dir_fd=above)
    except FileNotFoundError:
        raise UnsafePath(f"there is no {relative!r}") from None
    except OSError as error:  # a link gives ELOOP or ENOTDIR, by platform
        raise UnsafePath(
            f"{relative!r}: {name!r} is not a folder that can be opened; links are not taken "
            f"({error.strerror})"
        ) from None
    if is_new:
        _give_to_owner_of(above, opened)
    return opened


def _made(above: int, name: str) -> bool:
    """Make a folder; False when something has that name."""
    try:
        os.mkdir(name, 0o755, dir_fd=above)
    except FileExistsError:
        return False
    return True


@contextmanager
def _plain(folder: int, name: str, relative: str) -> Generator[tuple[int, int]]:
    """Open a plain file without waiting on it; yields its fd and size."""
    try:
        # Looked at before it is opened: opening alone can set a device in motion.
        _check_plain(os.stat(name, dir_fd=folder, follow_symlinks=False), relative)
        opened = os.open(name, _REGULAR, dir_fd=folder)
    except FileNotFoundError:
        raise UnsafePath(f"there is no {relative!r}") from None
    except OSError:  # it became a link or a socket since
        raise UnsafePath(f"{relative!r} cannot be opened as a plain file") from None
    try:
        status = os.fstat(opened)
        _check_plain(status, relative)
        yield opened, status.st_size
    finally:
        os.close(opened)


def _check_plain(status: os.stat_result, relative: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UnsafePath(f"{relative!r} is {_kind(status.st_mode)}; only plain files are taken")
    if status.st_nlink != 1:
        raise UnsafePath(f"{relative!r} has {status.st_nlink} names (hard links); copy it instead")


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISLNK, "a symbolic link"),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((words for is_kind, words in kinds if is_kind(mode)), "a device")


def _read_up_to(opened: int, limit: int) -> bytes:
    chunks: list[bytes] = []
    left = limit
    while left and (chunk := os.read(opened, min(left, 1 << 20))):
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)


def _write_new(folder: int, name: str, data: bytes) -> None:
    opened = os.open(name, _NEW, 0o644, dir_fd=folder)
    with os.fdopen(opened, "wb") as file:
        _give_to_owner_of(folder, opened)
        file.write(data)


def _give_to_owner_of(folder: int, opened: int) -> None:
    """Let root's new file belong to whoever owns the folder: the user the role's scripts run as."""
    if os.geteuid() == 0:
        owner = os.fstat(folder)
        os.fchown(opened, owner.st_uid, owner.st_gid)


def _walk(folder: int, above: tuple[str, ...]) -> list[FileInfo]:
    found: list[FileInfo] = []
    for name in sorted(os.listdir(folder)):
        relative = "/".join((*above, name))
        checked_parts(relative)
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISDIR(status.st_mode):
            below = _open_folder(folder, name, relative, make=False)
            try:
                found += _walk(below, (*above, name))
            finally:
                os.close(below)
        else:
            _check_plain(status, relative)
            found.append(FileInfo(relative, status.st_size))
        if len(found) > MAX_FILES:
            raise UnsafePath(f"there are more than {MAX_FILES} files")
    return found
