"""Finding addresses to open, in runs that have the web and where a service is configured.

Every call that was sent leaves an `AddressSearch` under its hash, which the first line of the
result names: from tool rows alone the audit knows what was asked of the outside.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated

from pydantic import Field

from agents.tools.name import ToolName
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.address_search import AddressSearch
from contracts.contract import Contract, canonical, parse_contract
from contracts.errors import FetchFailed, FetchRefused, InputError
from records.files import Blobs
from records.tool_log import ToolOutcome
from sources.finding import Finder, Found

_ASKED = re.compile(r"asked: ([0-9a-f]{64})(?:\n|\Z)")

Screen = Callable[[str], Awaitable[str]]
"""Why words may not leave this machine; empty where they may."""


class FindFilings(Contract):
    """Whose filings."""

    who: Annotated[str, Field(min_length=1, max_length=20)]
    """The number that the SEC gives (CIK), or a ticker of today."""
    forms: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=20)], ...], Field(max_length=10)
    ] = ()
    """Such as `10-K`; an amendment (`10-K/A`) is a form of its own; none: all."""


class SearchWeb(Contract):
    """What is looked for."""

    words: Annotated[str, Field(min_length=1, max_length=300)]


FIND_FILINGS = Declaration(
    ToolName.FIND_FILINGS,
    "List an entity's filings at the SEC that were public by the cutoff, newest first, each with "
    "the address of its whole submission for `open_page`.",
    FindFilings,
)
SEARCH_WEB = Declaration(
    ToolName.SEARCH_WEB,
    "Search the SEC's filings and the web by words. Shows addresses for `open_page` and no text; "
    "most pages prove no date, and an address counts for nothing until it is opened.",
    SearchWeb,
)


class FindingTools:
    """Both tools over one finder."""

    def __init__(self, finder: Finder, screen: Screen, blobs: Blobs) -> None:
        """Ask `finder` only with words that `screen` lets through; keep hops in `blobs`."""
        self._finder = finder
        self._screen = screen
        self._blobs = blobs

    def tools(self) -> tuple[Tool, ...]:
        """The tools, bound."""
        return BoundTool(FIND_FILINGS, self.filings), BoundTool(SEARCH_WEB, self.search)

    def configured(self) -> tuple[ToolName, ...]:
        """Which of them have a service to ask."""
        tools = {
            ToolName.FIND_FILINGS: self._finder.has_filings,
            ToolName.SEARCH_WEB: self._finder.has_search,
        }
        return tuple(name for name, is_there in tools.items() if is_there)

    async def filings(self, arguments: FindFilings) -> ToolOutcome:
        """An entity's filings."""
        asked = " ".join((arguments.who, *arguments.forms))
        return await self._asked(asked, lambda: self._filings(arguments))

    async def search(self, arguments: SearchWeb) -> ToolOutcome:
        """What each service finds."""
        return await self._asked(arguments.words, lambda: self._finder.search(arguments.words))

    async def _filings(self, arguments: FindFilings) -> tuple[Found, ...]:
        return (await self._finder.filings(arguments.who, arguments.forms),)

    async def _asked(
        self, words: str, ask: Callable[[], Awaitable[tuple[Found, ...]]]
    ) -> ToolOutcome:
        if reason := await self._screen(words):
            return refused(f"not asked: {reason}")
        before = len(self._finder.hops)
        try:
            found = await ask()
        except (FetchFailed, FetchRefused, InputError) as error:
            return refused(f"{self._named(before)}\n{error}")
        return shown("\n\n".join((self._named(before), *map(_listed, found))))

    def _named(self, before: int) -> str:
        hops = tuple(self._finder.hops[before:])
        return f"asked: {self._blobs.put(canonical(AddressSearch(hops=hops)))}"


def search_in(result: str, blobs: Blobs) -> AddressSearch | None:
    """The search that a tool's result names; none where nothing was sent.

    Raises:
        CorruptRun: it is missing or other bytes.
    """
    named = _ASKED.match(result)
    return parse_contract(blobs.get(named[1]), AddressSearch) if named else None


def _listed(found: Found) -> str:
    lines: Iterable[str] = found.lines or ("nothing",)
    left = f"\n({found.left_out} more left out: not known by the cutoff, or not to be opened)"
    return f"# {found.service}\n" + "\n".join(lines) + (left if found.left_out else "")
