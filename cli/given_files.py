"""Files that a person hands over with a decision, read before anything is checked."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from contracts.errors import InputError

MAX_FILE_BYTES = 5_000_000
"""Largest text a person gives with a decision."""


class GivenFile(NamedTuple):
    """A file that is to replace a role's, by the name of the role's file."""

    name: str
    data: bytes


def given_files(typed: Iterable[str]) -> tuple[GivenFile, ...]:
    """Read the files of `--file NAME=PATH`.

    Raises:
        InputError: one is not written so, or its file cannot be read.
    """
    found: list[GivenFile] = []
    for given in typed:
        name, mark, path = given.partition("=")
        if not mark or not path:
            raise InputError(f"--file {given[:200]!r}: write NAME=PATH")
        found.append(GivenFile(name, read_bytes(Path(path), option="--file")))
    return tuple(found)


def read_bytes(path: Path, *, option: str) -> bytes:
    """Read a file that a person named.

    Raises:
        InputError: it is missing, a folder, too large or not to be read.
    """
    try:
        if path.is_dir():
            raise InputError(f"{option} {str(path)!r} is a folder; name a file")
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise InputError(f"{option} {str(path)!r} is {size} bytes; at most {MAX_FILE_BYTES}")
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{option} {str(path)!r}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{option} {str(path)!r} cannot be read ({error})") from None


def read_text(path: Path, *, option: str) -> str:
    """Read a text that a person named.

    Raises:
        InputError: as `read_bytes`, or it is not UTF-8.
    """
    return text_of(read_bytes(path, option=option), f"{option} {str(path)!r}")


def text_of(data: bytes, what: str) -> str:
    """Bytes as text.

    Raises:
        InputError: they are not UTF-8; names the first byte that is not.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{what}: byte {error.start} is not UTF-8") from None
