"""Bytes on disk: written whole, and what is kept is written once and read only with its hash.

A file appears under its name complete or not at all: it is written beside its place, synced,
renamed, and its folder is synced. What a crash leaves beside it has a name ending in `.tmp` and
means nothing. Files are readable by their owner alone.
"""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from contracts.contract import sha256_of
from contracts.errors import CorruptRun, EnvironmentFault
from contracts.ids import Sha256
from contracts.run_paths import blob_file

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_PRIVATE = 0o600


def write_once(path: Path, data: bytes) -> None:
    """Put `data` at `path` so that a crash leaves the whole file or none; the same again is fine.

    Raises:
        CorruptRun: other bytes stand there already.
        EnvironmentFault: the disk is full or the place cannot be written.
    """
    with _named_faults(path):
        if _is_there(path, data):
            sync_folder(path.parent)
            return
        _put(path, data)


def replace_file(path: Path, data: bytes) -> None:
    """Put `data` at `path`, whole, in place of what stood there; a reader sees one or the other.

    Raises:
        EnvironmentFault: the disk is full or the place cannot be written.
    """
    with _named_faults(path):
        _put(path, data)


def read_verified(path: Path, sha256: Sha256) -> bytes:
    """Read a file whose hash a row names.

    Raises:
        CorruptRun: the file is missing or holds other bytes.
        EnvironmentFault: the file is there and cannot be read.
    """
    with _named_faults(path):
        try:
            data = path.read_bytes()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            msg = f"{path} is missing, but a row names it; put it back from a backup"
            raise CorruptRun(msg) from None
    found = sha256_of(data)
    if found != sha256:
        msg = f"{path} has sha256 {found}, its row says {sha256}; put it back from a backup"
        raise CorruptRun(msg)
    return data


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Blobs:
    """Bytes kept once under their own hash, in `<data>/blobs`."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir

    def put(self, data: bytes) -> Sha256:
        """Keep bytes and give their hash.

        Raises:
            CorruptRun: other bytes stand under this hash.
            EnvironmentFault: the disk is full or the place cannot be written.
        """
        sha256 = sha256_of(data)
        write_once(blob_file(self._data_dir, sha256), data)
        return sha256

    def get(self, sha256: Sha256) -> bytes:
        """Read kept bytes.

        Raises:
            CorruptRun: they are missing or are other bytes.
        """
        return read_verified(blob_file(self._data_dir, sha256), sha256)


def _is_there(path: Path, data: bytes) -> bool:
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return False
    if found != data:
        msg = f"{path} holds other bytes than the ones to be written; it is written only once"
        raise CorruptRun(msg)
    return True


def _put(path: Path, data: bytes) -> None:
    _make_folder(path.parent)
    beside = path.with_name(f".{path.name[:80]}.{secrets.token_hex(8)}.tmp")
    try:
        _write_synced(beside, data)
        beside.rename(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _make_folder(folder: Path) -> None:
    missing: list[Path] = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(exist_ok=True)
        sync_folder(new.parent)


def _write_synced(path: Path, data: bytes) -> None:
    descriptor = os.open(path, _NEW_FILE, _PRIVATE)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _named_faults(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        msg = f"{path} cannot be read or written ({error.strerror}); mend that, then resume"
        raise EnvironmentFault(msg) from error
