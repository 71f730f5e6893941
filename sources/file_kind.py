"""What a file is by its ending and by its bytes; both must agree, or name and reading differ."""

import csv
import io
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NoReturn

from contracts.contract import Json
from contracts.errors import InputError
from sources.store.filing import is_html
from sources.store.text import is_pdf, text_of

Kind = Literal["html", "pdf", "csv", "json", "text"]
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        ".csv": "csv",
        ".htm": "html",
        ".html": "html",
        ".json": "json",
        ".md": "text",
        ".pdf": "pdf",
        ".txt": "text",
        ".xhtml": "html",
    }
)
"""Endings that are read, in lower case."""
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive, as .xlsx and .docx are"),
    (b"\x1f\x8b", "gzip"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"%PDF-", "a PDF: give it the ending .pdf"),
)


def require_kind(data: bytes, ending: str) -> None:
    """Refuse bytes that are not what their file's ending says.

    Args:
        data: all of the file.
        ending: one of `KINDS`, in any case.

    Raises:
        InputError: other bytes, or a table or JSON document that cannot be read to its end; names
            the line.
    """
    kind = KINDS[ending.lower()]
    if kind == "pdf":
        if not is_pdf(data):
            raise InputError("begins as no PDF document: give it the ending of what it is")
        return
    for magic, what in _MAGIC:
        if data.startswith(magic):
            raise InputError(f"begins as {what}: save it as text, or as HTML or PDF")
    if is_html(data) != (kind == "html"):
        is_, other = ("", "give it the ending .html") if is_html(data) else ("no ", "name it .txt")
        msg = f"begins as {is_}HTML document: {other}, so that name and reading agree"
        raise InputError(msg)
    if kind == "csv":
        _require_table(text_of(data))
    if kind == "json":
        _require_json(text_of(data))


def _require_table(text: str) -> None:
    """A quotation mark that is never closed would swallow all rows after it."""
    rows = csv.reader(io.StringIO(text), strict=True)
    try:
        for _ in rows:
            pass
    except csv.Error as error:
        raise InputError(f"line {rows.line_num} cannot be read as CSV: {error}") from None


def _require_json(text: str) -> None:
    try:
        _: Json = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise InputError(f"{place} is no JSON: {error.msg}") from None
    except RecursionError:
        raise InputError("is JSON that is nested too deeply to be read") from None
    except ValueError as error:
        raise InputError(f"is no JSON: {error}") from None


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            msg = f"key {key[:80]!r} stands twice in one object, so one value would be lost"
            raise ValueError(msg)
        found[key] = value
    return found


def _no_constant(word: str) -> NoReturn:
    msg = f"{word} is not a number"
    raise ValueError(msg)
