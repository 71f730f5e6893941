"""Opening a page of the web, in runs that were started with it; what it says is data.

Every call leaves a `PageVisit` under its hash, which the first line of the result names: from tool
rows alone the audit knows each address on the way, and a resumed run its new sources.
"""

import asyncio
import re
from typing import Annotated

from pydantic import Field

from agents.tools.name import ToolName
from agents.tools.tool import RESULT_CAP, BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract, canonical, parse_contract
from contracts.cutoff import Cutoff, Known
from contracts.errors import FetchFailed, FetchRefused, InputError
from contracts.left_out import reason_left_out
from contracts.page_visit import PageVisit
from records.files import Blobs
from records.tool_log import ToolOutcome
from sources.browser.page import keep_page
from sources.web.opener import Errand, PageOpener
from sources.web.page_source import PageSource, page_source, printable

_VISIT = re.compile(r"visit: ([0-9a-f]{64})(?:\n|\Z)")
_HEAD_ROOM = 2_000


class OpenPage(Contract):
    """An address, and what is hoped to be found there."""

    url: Annotated[str, Field(min_length=1, max_length=8_000)]
    why: Annotated[str, Field(min_length=1, max_length=400)]
    """What the page is to prove; kept for the audit."""


OPEN_PAGE = Declaration(
    ToolName.OPEN_PAGE,
    "Open a page of the web by its address; scripts stay without a network. One whose date and "
    "version are proved to be of the cutoff or before becomes a source of the run, to be cited by "
    "the id that is shown; any other is not shown. Captures in the Internet Archive and whole "
    "submissions at EDGAR have such a proof. Asking for a blocked host or for a page of after the "
    "cutoff ends the run.",
    OpenPage,
)


class PageTools:
    """The tool over one opener, as of a cutoff."""

    def __init__(self, opener: PageOpener, cutoff: Cutoff, blobs: Blobs) -> None:
        """Open with `opener`; keep pages and visits in `blobs`."""
        self._opener = opener
        self._cutoff = cutoff
        self._blobs = blobs

    def tools(self) -> tuple[Tool, ...]:
        """The tool, bound."""
        return (BoundTool(OPEN_PAGE, self.open),)

    async def open(self, arguments: OpenPage) -> ToolOutcome:
        """The page's text, if it may be shown."""
        errand = Errand()
        record, found = None, None
        try:
            page = await self._opener.open(arguments.url, errand)
            record = await asyncio.to_thread(
                keep_page, page, errand.egress, errand.image, self._blobs
            )
            found = await asyncio.to_thread(page_source, record, page.body)
            left_out = reason_left_out(found.item.card.times, self._cutoff)
            reason = f"the page is not shown: {left_out}" if left_out else ""
        except (FetchRefused, FetchFailed, InputError) as error:
            reason = str(error)
        visit = PageVisit(
            url=printable(arguments.url),
            hops=tuple(errand.hops),
            item=found.item if found else None,
            record=self._blobs.put(canonical(record)) if record else None,
            egress=self._blobs.put(canonical(errand.egress)) if errand.egress else None,
            reason=reason,
        )
        named = f"visit: {self._blobs.put(canonical(visit))}"
        if found is None or reason:
            return refused(f"{named}\n{reason}")
        return shown(f"{named}\n{_head(found, self._cutoff)}\n\n{_beginning(found.visible)}")


def visit_in(result: str, blobs: Blobs) -> PageVisit | None:
    """The visit that a tool's result names; none where no page was asked for.

    Raises:
        CorruptRun: it is missing or other bytes.
    """
    named = _VISIT.match(result)
    return parse_contract(blobs.get(named[1]), PageVisit) if named else None


def _head(found: PageSource, cutoff: Cutoff) -> str:
    card = found.item.card
    known = card.times.known_by(cutoff)
    lines = [
        f"source: {card.id}",
        f"address: {card.url}",
        f"snapshot: {found.item.snapshot}",
        f"version proof: {card.times.version_proof}",
        f"known by the cutoff: {known.value}",
    ]
    if known is Known.UNVERIFIED:
        lines.append("nobody has verified its date")
    if found.hides_text:
        lines.append("warning: this page holds characters that a reader would not see")
    return "\n".join(lines)


def _beginning(visible: str) -> str:
    most = RESULT_CAP - _HEAD_ROOM
    if len(visible) <= most:
        return visible
    left = len(visible) - most
    return (
        f"{visible[:most]}\n[{left} more characters: of a page that a writer opened, `open_source` "
        "has them once a candidate was taken]"
    )
