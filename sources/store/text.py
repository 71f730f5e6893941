"""The text of a source: what quotes are located in."""

import unicodedata

from contracts.errors import InputError


def text_of(data: bytes) -> str:
    """Decode a text source to NFC text with line feeds as line ends.

    Raises:
        InputError: the bytes are not UTF-8 or hold a NUL, as other encodings and binary files do;
            names the offset.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"byte {error.start} is not UTF-8: save the source as UTF-8 text"
        raise InputError(msg) from None
    if (nul := data.find(0)) >= 0:
        raise InputError(f"byte {nul} is NUL, so this is no text: save the source as UTF-8 text")
    return composed(text)


def composed(text: str) -> str:
    """The same text in NFC with line feeds as line ends."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def is_pdf(data: bytes) -> bool:
    """Whether bytes begin as a PDF document does."""
    return data.startswith(b"%PDF-")
