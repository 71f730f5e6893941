"""A page that was opened, as a source: its bytes kept by hash, with the card that dates it."""

from typing import NamedTuple
from urllib.parse import urlsplit

from contracts.ids import Sha256
from contracts.source import CorpusItem, SourceCard
from sources.store.document import document_of
from sources.store.snapshots import KeptBytes
from sources.store.view import has_invisible, model_view
from sources.web.opener import Opened

_MAX_URL = 2_000
_MAX_TITLE = 300


class PageSource(NamedTuple):
    """A page under its hash."""

    item: CorpusItem
    visible: str
    """Its text as a reader sees it."""
    hides_text: bool
    """True when controls that a reader would not see were taken out."""
    screenshot: Sha256 | None


def page_source(page: Opened, kept: KeptBytes) -> PageSource:
    """Keep a page; its id follows from its bytes.

    Raises:
        InputError: its bytes are none that can be read.
    """
    text = document_of(page.body).text
    snapshot = kept.put(page.body)
    card = SourceCard(
        id=f"web-{snapshot[:16]}",
        title=printable(page.url)[:_MAX_TITLE],
        publisher=urlsplit(page.url).hostname or "unknown",
        form="web page",
        accession=page.accession,
        url=printable(page.url),
        supplied_by="fetch",
        times=page.times,
    )
    shot = None if page.screenshot is None else kept.put(page.screenshot)
    item = CorpusItem(card=card, snapshot=snapshot)
    return PageSource(item, model_view(text), has_invisible(text), shot)


def printable(url: str) -> str:
    """An address as it can be kept and shown, cut after 2,000 characters."""
    text = url[:_MAX_URL].encode("ascii", "backslashreplace").decode()[:_MAX_URL]
    return "".join(mark if mark.isprintable() else "?" for mark in text).strip() or "?"
