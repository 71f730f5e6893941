"""Documents of a JSONL or JSON file, one after the other, each with the line it stands on."""

import json
from collections.abc import Iterator
from os import SEEK_CUR
from pathlib import Path
from typing import BinaryIO, NamedTuple

from contracts.contract import Json
from contracts.errors import InputError
from scoring.responses.long_line import LongLine

MAX_LINE = 64_000_000
"""Longest line in bytes that is read whole; a longer one is cut while it is read."""
_FOREIGN = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive (.docx, .xlsx, .eval)"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
)
_MARK = b"\xef\xbb\xbf"


class Document(NamedTuple):
    """One JSON object of a file."""

    line: int
    body: dict[str, Json]
    left_out: int = 0
    """Characters that were not read, since the line is too long; each cut is marked."""


class Torn(NamedTuple):
    """The last line ends within its document: whoever wrote the file crashed."""

    line: int
    words: str


def documents(path: Path, longest: int = MAX_LINE) -> Iterator[Document | Torn]:
    """The objects of a file in order; a torn last line comes as `Torn` after the whole ones.

    Raises:
        InputError: another kind of file, a faulty line, or one too long to be cut.
    """
    with path.open("rb") as file:
        _check_kind(path, file.read(4_096))
        _ = file.seek(0)
        number = 0
        while raw := file.readline(longest + 1):
            number += 1
            mark = len(_MARK) if number == 1 and raw.startswith(_MARK) else 0
            if len(raw) > longest:
                _ = file.seek(mark - len(raw), SEEK_CUR)
                del raw
                yield from _of_long_line(path, number, file)
                continue
            raw = raw[mark:]
            if raw.strip():
                yield from _of_line(path, number, raw)


def _check_kind(path: Path, head: bytes) -> None:
    if not head.strip():
        msg = f"{path}: is empty; one answer stands on each line"
        raise InputError(msg)
    for mark, kind in _FOREIGN:
        if head.startswith(mark):
            msg = f"{path}: is {kind}, not JSON lines; export the answers as UTF-8 JSONL"
            raise InputError(msg)
    if b"\x00" in head:
        msg = f"{path}: holds zero bytes, so it is no text; export the answers as UTF-8 JSONL"
        raise InputError(msg)


def _of_line(path: Path, number: int, raw: bytes) -> Iterator[Document | Torn]:
    try:
        found: Json = json.loads(
            raw, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_small
        )
    except (ValueError, RecursionError) as error:
        yield _torn(path, number, error, is_ended=raw.endswith(b"\n"))
        return
    for item in found if isinstance(found, list) else [found]:
        yield _document(path, number, item)


def _of_long_line(path: Path, number: int, file: BinaryIO) -> Iterator[Document | Torn]:
    decoder = json.JSONDecoder(
        object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_small
    )
    line = LongLine(file, decoder)
    try:
        for item in line.parts():
            yield _document(path, number, item, line.left_out)
    except (ValueError, RecursionError) as error:
        yield _torn(path, number, error, is_ended=line.is_ended)


def _document(path: Path, number: int, item: Json, left_out: int = 0) -> Document:
    if not isinstance(item, dict):
        raise _refusal(path, number, "is no JSON object; an answer is an object")
    return Document(number, item, left_out)


def _torn(path: Path, number: int, error: ValueError | RecursionError, *, is_ended: bool) -> Torn:
    """A document that does not end on the last line; any other fault is refused.

    Raises:
        InputError: names the line and what is wrong with it.
    """
    match error:
        case json.JSONDecodeError() if not is_ended:
            return Torn(number, f"{path}: line {number} ends within its document")
        case json.JSONDecodeError():
            words = f"column {error.colno}: {error.msg}; each line is one whole JSON document"
        case UnicodeDecodeError():
            words = f"byte {error.start} is not UTF-8; save the file as UTF-8"
        case RecursionError():
            words = "is nested too deep to be read"
        case _:
            words = str(error)
    raise _refusal(path, number, words) from None


def _refusal(path: Path, number: int, words: str) -> InputError:
    return InputError(f"{path}: line {number}: {words}")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        msg = "a key stands twice in one object; keep one"
        raise ValueError(msg)
    return found


def _no_constant(word: str) -> Json:
    msg = f"{word} is no JSON number; write null or leave it out"
    raise ValueError(msg)


def _small(digits: str) -> int:
    if len(digits) > 18:
        msg = f"an integer has {len(digits)} digits; write it as text"
        raise ValueError(msg)
    return int(digits)
