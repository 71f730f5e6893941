"""Files that a profile brings along: one flat folder of plain files beside `profile.toml`."""

from pathlib import Path
from typing import NamedTuple

from contracts.errors import InputError
from principles.strict_toml import MAX_BYTES

MAX_FILES = 500
"""Most files of one folder; people write these by hand."""


class OwnFile(NamedTuple):
    """One file of a profile's folder."""

    name: str
    """File name; principle and task ids are taken from it."""
    path: Path
    data: bytes


def plain_file(path: Path) -> bytes:
    """The bytes of a file that is no link; a link could lead out of the profile.

    Raises:
        InputError: it is a link, too large, or cannot be read; names the file.
    """
    if path.is_symlink():
        msg = f"{path}: is a symbolic link; put the file itself there"
        raise InputError(msg)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        msg = f"{path}: cannot be read: {error.strerror}"
        raise InputError(msg) from None
    if len(data) > MAX_BYTES:
        msg = f"{path}: more than {MAX_BYTES} bytes"
        raise InputError(msg)
    return data


def own_files(profile: Path, name: str, *, key: str, suffix: str) -> tuple[OwnFile, ...]:
    """All files of the folder that a key of `profile.toml` names, sorted by name.

    Args:
        profile: the profile's folder.
        name: the folder's name, a plain word.
        key: the key that names it, for messages.
        suffix: how every file in it ends, such as `.md`.

    Raises:
        InputError: no such folder, a link, another kind of file, or none at all.
    """
    folder = profile / name
    if folder.is_symlink() or not folder.is_dir():
        msg = f"{profile / 'profile.toml'}: key {key}: {folder} is no folder of this profile"
        raise InputError(msg)
    found = sorted(folder.iterdir())
    if not found or len(found) > MAX_FILES:
        msg = f"{folder}: has {len(found)} files; key {key} needs 1 to {MAX_FILES}"
        raise InputError(msg)
    for path in found:
        if path.suffix != suffix or path.is_dir():
            msg = f"{path}: is no {suffix} file; nothing else may lie in the folder of key {key}"
            raise InputError(msg)
    return tuple(OwnFile(path.name, path, plain_file(path)) for path in found)
