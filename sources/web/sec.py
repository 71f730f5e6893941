"""What the SEC asks of programs that open its pages: to say who runs them, and to keep a pace."""

from collections.abc import Sequence
from dataclasses import dataclass

from contracts.errors import FetchRefused
from contracts.guard import BlockedHost
from sandboxes.sandbox import Labels
from sources.browser.page import Page
from sources.pace import Pace
from sources.web.address import read_address
from sources.web.opener import SEC, Errand, OpenerOf, PageOpener


@dataclass(frozen=True, slots=True)
class PacedPages:
    """An opener that takes a turn of the SEC's pace for each page of the SEC."""

    opener: PageOpener
    pace: Pace

    async def open(self, url: str, errand: Errand) -> Page:
        """Open the page; see `PageOpener.open`."""
        try:
            host = read_address(url, ()).host
        except FetchRefused:
            # The opener refuses it in its own words, and tells.
            host = ""
        if host == SEC or host.endswith(f".{SEC}"):
            await self.pace.turn()
        return await self.opener.open(url, errand)


@dataclass(frozen=True, slots=True)
class Paced:
    """Makes such openers out of those of another maker, as `OpenerOf` asks it."""

    openers: OpenerOf
    pace: Pace

    def __call__(self, blocked: Sequence[BlockedHost], labels: Labels) -> PacedPages:
        """The opener of an activation."""
        return PacedPages(self.openers(blocked, labels), self.pace)
