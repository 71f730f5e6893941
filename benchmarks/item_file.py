"""A file of benchmark items as records with their lines, whole or not at all.

JSON Lines, JSON, CSV, TSV and plain text, in UTF-8 with or without a byte order mark. Nothing is
guessed around: what is faulty is named with its line.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from contracts.contract import MAX_BYTES, Json, guard, sha256_of
from contracts.errors import ContractError, InputError
from contracts.ids import Sha256

MAX_FILE_BYTES = 100_000_000
"""Largest file of items, in bytes."""
MAX_LINE_BYTES = MAX_BYTES
"""Longest line, in bytes: one item is one document at most."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BOM = b"\xef\xbb\xbf"
_OTHER_FORMATS = {
    b"PK\x03\x04": "a ZIP archive or a spreadsheet",
    b"\x1f\x8b": "compressed with gzip",
    b"PAR1": "Parquet",
    b"%PDF": "PDF",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


class Record(NamedTuple):
    """One item as it stands in its file."""

    place: str
    """Line where it begins, counted from 1; in a JSON document, its pointer."""
    value: Json


class ItemFile(NamedTuple):
    """All items of one file."""

    path: Path
    sha256: Sha256
    """Of the file's bytes."""
    records: tuple[Record, ...]


def read_item_file(path: Path) -> ItemFile:
    """Read one file of items.

    Raises:
        InputError: names the file, the line and what to do.
    """
    data = _bytes_of(path)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        found = path.suffix or "no ending"
        raise InputError(f"{path}: {found} is not readable here; use {', '.join(_READERS)}")
    text = _text_of(path, data)
    try:
        records = tuple(reader(text))
    except _BadLine as error:
        raise InputError(f"{path}:{error.place}: {error}") from None
    if not records:
        raise InputError(f"{path}: holds no item")
    return ItemFile(path, sha256_of(data), records)


def numbered_lines(path: Path) -> tuple[tuple[str, str], ...]:
    """The lines of a JSON Lines file that are not blank, each with its number, not parsed.

    Raises:
        InputError: names the file, the line and what to do.
    """
    lines = enumerate(_text_of(path, _bytes_of(path)).split("\n"), 1)
    return tuple((str(number), line) for number, line in lines if line.strip())


class _BadLine(ValueError):
    def __init__(self, place: str, message: str) -> None:
        super().__init__(message)
        self.place = place


def _bytes_of(path: Path) -> bytes:
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name its files")
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise InputError(f"{path}: more than {MAX_FILE_BYTES:,} bytes; split the file")
    if not data.strip():
        raise InputError(f"{path}: is empty")
    for magic, name in _OTHER_FORMATS.items():
        if data.startswith(magic):
            raise InputError(f"{path}: is {name}; save it as UTF-8 text")
    return data


def _text_of(path: Path, data: bytes) -> str:
    """The text with line feeds only; lone carriage returns are refused, since they hide lines."""
    try:
        text = data.removeprefix(_BOM).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        msg = f"{path}:{line}: byte {error.start} is not UTF-8; save the file as UTF-8"
        raise InputError(msg) from None
    for number, line in enumerate(text.split("\n"), 1):
        if "\r" in line:
            msg = f"{path}:{number}: a lone carriage return; save the file with line feeds"
            raise InputError(msg)
        if found := _CONTROL.search(line):
            msg = f"{path}:{number}: control character U+{ord(found[0]):04X}; remove it"
            raise InputError(msg)
        if len(line) > MAX_LINE_BYTES:
            msg = f"{path}:{number}: a line of {len(line):,} characters, at most {MAX_LINE_BYTES:,}"
            raise InputError(msg)
    return text


def _json_lines(text: str) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield Record(str(number), json_at(str(number), line))


def _json(text: str) -> Iterator[Record]:
    document = json_at("/", text)
    if isinstance(document, list):
        yield from (Record(f"/{index}", item) for index, item in enumerate(document))
    else:
        yield Record("/", document)


def json_at(place: str, text: str) -> Json:
    """The JSON that begins at a place of a file.

    Raises:
        ValueError: says what is wrong there.
    """
    try:
        return guard(text.encode("utf-8", "surrogatepass"), "JSON")
    except ContractError as error:
        raise _BadLine(place, str(error)) from None


def _commas(text: str) -> Iterator[Record]:
    return _table(text, ",")


def _tabs(text: str) -> Iterator[Record]:
    return _table(text, "\t")


def _table(text: str, delimiter: str) -> Iterator[Record]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    head: list[str] = []
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise _BadLine(str(begins), f"the row that begins here: {error}") from None
        if row is None:
            return
        if not head:
            head = _head(row, begins)
        elif row:
            yield Record(str(begins), _cells(head, row, begins))
        begins = rows.line_num + 1


def _head(row: list[str], line: int) -> list[str]:
    names = [name.strip() for name in row]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise _BadLine(str(line), f"column {twice!r} stands twice; rename one")
    if "" in names:
        raise _BadLine(
            str(line), "a column has no name, or the first line is empty; name every column"
        )
    return names


def _cells(head: list[str], row: list[str], line: int) -> dict[str, Json]:
    if len(row) != len(head):
        msg = f"{len(row)} cells, but {len(head)} columns; quote cells that hold the separator"
        raise _BadLine(str(line), msg)
    return dict(zip(head, row, strict=True))


def _paragraphs(text: str) -> Iterator[Record]:
    """Items between blank lines; where no line is blank, each line is one."""
    lines = text.strip("\n").split("\n")
    skipped = len(text) - len(text.lstrip("\n"))
    is_parted = any(not line.strip() for line in lines)
    begins, gathered = 0, list[str]()
    for number, line in enumerate([*lines, ""], skipped + 1):
        if line.strip() and (is_parted or not gathered):
            begins = begins if gathered else number
            gathered.append(line)
            continue
        if gathered:
            yield Record(str(begins), "\n".join(gathered))
        begins, gathered = number, [line] if line.strip() else []


_READERS: Mapping[str, Callable[[str], Iterator[Record]]] = {
    ".jsonl": _json_lines,
    ".json": _json,
    ".csv": _commas,
    ".tsv": _tabs,
    ".txt": _paragraphs,
    ".md": _paragraphs,
}
