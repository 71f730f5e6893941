"""A source's bytes as they are read: the text that is quoted, and the facts that it tags."""

from typing import NamedTuple

from sources.store.facts import Fact, facts_of
from sources.store.filing import is_html, rendered
from sources.store.text import composed, is_pdf, text_of


class Document(NamedTuple):
    """What is read of one source; the same for the same bytes."""

    text: str
    """In which quotes are located."""
    facts: tuple[Fact, ...]
    """Numeric facts of an inline XBRL filing, in document order; empty for other sources."""


def document_of(data: bytes) -> Document:
    """Read bytes: HTML is rendered and its facts are listed, of a PDF the text is taken out.

    Raises:
        InputError: the bytes are no readable HTML or PDF and not UTF-8, or a fact breaks the rules
            of inline XBRL.
    """
    if is_html(data):
        return Document(composed(rendered(data)), facts_of(data))
    if is_pdf(data):
        # The reader takes most of a second to load, and most runs have no PDF.
        from sources.store.pdf import pdf_text

        return Document(composed(pdf_text(data)), ())
    return Document(text_of(data), ())
