"""A page that was opened, as a source: its bytes kept by hash, with the card that dates it."""

from typing import NamedTuple
from urllib.parse import urlsplit

from contracts.page import PageRecord
from contracts.source import CorpusItem, SourceCard
from sources.store.document import document_of
from sources.store.view import has_invisible, model_view
from sources.web.proof import proved

_MAX_URL = 2_000
_MAX_TITLE = 300


class PageSource(NamedTuple):
    """A page as a source."""

    item: CorpusItem
    visible: str
    """Its text as a reader sees it."""
    hides_text: bool
    """True when controls that a reader would not see were taken out."""


def page_source(record: PageRecord, body: bytes) -> PageSource:
    """The source that a kept page is; its id follows from its bytes.

    Raises:
        InputError: its bytes are none that can be read.
    """
    text = document_of(body).text
    url = printable(record.final_url)
    times, accession = proved(record.final_url, body, record.times(), memento=record.memento)
    card = SourceCard(
        id=f"web-{record.body[:16]}",
        title=url[:_MAX_TITLE],
        publisher=urlsplit(url).hostname or "unknown",
        form="web page",
        accession=accession,
        url=url,
        supplied_by="fetch",
        times=times,
    )
    item = CorpusItem(card=card, snapshot=record.body)
    return PageSource(item, model_view(text), has_invisible(text))


def printable(url: str) -> str:
    """An address as it can be kept and shown, cut after 2,000 characters."""
    text = url[:_MAX_URL].encode("ascii", "backslashreplace").decode()[:_MAX_URL]
    return "".join(mark if mark.isprintable() else "?" for mark in text).strip() or "?"
