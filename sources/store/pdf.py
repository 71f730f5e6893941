"""PDF documents as text, page after page, the same for the same bytes and the same reader.

Words that a page draws invisibly are not shown to its readers, so a document with any is refused:
it is a scan with recognised text behind it, or it hides something. White words on white are not
told apart here.
"""

import io
import logging
import zlib
from collections.abc import Iterator

from pypdf import PageObject, PdfReader
from pypdf.errors import PyPdfError

from contracts.errors import InputError

# The reader prints what it mends; what it cannot mend it raises, and that is told with the file.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)
MAX_PAGES = 2_000
_INVISIBLE = 3
"""Rendering mode of text that is neither filled nor stroked (PDF 32000-1, 9.3.6)."""
_SHOWS = frozenset({b"Tj", b"TJ", b"'", b'"'})
_BROKEN = (
    PyPdfError,
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    zlib.error,
)
"""A file that keeps no rule of its format breaks the reader in many ways; none of them is ours."""


def pdf_text(data: bytes) -> str:
    """The text of a document, its pages apart by a blank line.

    Raises:
        InputError: it is encrypted, broken, longer than 2,000 pages, holds no text, or draws words
            invisibly; names the page.
    """
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted:
            raise InputError("is an encrypted PDF: save it without a password")
        if len(reader.pages) > MAX_PAGES:
            raise InputError(f"has {len(reader.pages)} pages; a PDF has at most {MAX_PAGES}")
        pages = tuple(_pages(reader))
    except _BROKEN as error:
        msg = f"cannot be read as PDF: {type(error).__name__}: {str(error)[:200]}"
        raise InputError(msg) from None
    text = "\n\n".join(page for page in pages if page)
    if not text:
        raise InputError(
            "is a PDF without text, such as a scan: put what it says into a .txt with `extract`"
        )
    return text + "\n"


def _pages(reader: PdfReader) -> Iterator[str]:
    for number, page in enumerate(reader.pages, 1):
        shown = _visible(page)
        if shown is None:
            raise InputError(
                f"page {number} draws words that no reader sees: put what it shows into a .txt "
                "with `extract`"
            )
        lines = (" ".join(line.replace("\x00", "").split()) for line in shown.split("\n"))
        yield "\n".join(line for line in lines if line)


def _visible(page: PageObject) -> str | None:
    """What a page shows; None where it draws text invisibly."""
    mode = 0
    hides = False

    def look(operator: bytes, operands: list[object], _cm: object, _tm: object) -> None:
        nonlocal mode, hides
        if operator == b"Tr" and operands:
            mode = int(str(operands[0]))
        hides = hides or (mode == _INVISIBLE and operator in _SHOWS)

    text = page.extract_text(visitor_operand_before=look)
    return None if hides else text
