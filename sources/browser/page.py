"""One page as it was seen, and how it is kept: every part under its hash, with what dates it."""

from datetime import datetime
from typing import NamedTuple

from contracts.contract import canonical
from contracts.egress import EgressLog
from contracts.page import PageRecord, Redirect
from sources.browser.dates import dates_of
from sources.store.snapshots import KeptBytes


class Page(NamedTuple):
    """One page as it was seen."""

    url: str
    final_url: str
    redirects: tuple[Redirect, ...]
    status: int
    media_type: str
    title: str
    opened_at: datetime
    body: bytes
    text: str
    screenshot: bytes | None
    last_modified: str = ""
    """As the host's header says; proves nothing."""
    memento: str = ""
    """When the host took this copy, by its header `Memento-Datetime`; only archives send it."""
    asked: tuple[str, ...] = ()
    """Every address that the browser's window was led to, by redirects or by the page's scripts."""


def keep_page(page: Page, log: EgressLog | None, browser_image: str, kept: KeptBytes) -> PageRecord:
    """Put a page's bytes under their hashes and say what was seen.

    Args:
        page: what came.
        log: what was asked of the proxy meanwhile; None where there was none.
        browser_image: digest of what the browser ran from; empty where there was none.
        kept: where the bytes go.

    Raises:
        EnvironmentFault: they cannot be written.
    """
    shot = None if page.screenshot is None else kept.put(page.screenshot)
    return PageRecord(
        url=page.url,
        final_url=page.final_url,
        redirects=page.redirects,
        status=page.status,
        media_type=page.media_type,
        memento=page.memento,
        title=page.title,
        opened_at=page.opened_at,
        body=kept.put(page.body),
        text=kept.put(page.text.encode()),
        screenshot=shot,
        dates=dates_of(page.body, page.final_url, page.last_modified),
        browser_image=browser_image,
        egress=None if log is None else kept.put(canonical(log)),
    )
