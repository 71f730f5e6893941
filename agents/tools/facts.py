"""Asking a filing for its tagged figures, with the words that quote each of them."""

import asyncio
from datetime import date
from typing import Annotated

from pydantic import Field

from agents.tools.name import ToolName
from agents.tools.tool import BoundTool, Declaration, Tool, refused, shown
from contracts.contract import Contract
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from contracts.ids import SourceId
from records.tool_log import ToolOutcome
from sources.corpus import LoadedCorpus
from sources.fact_search import described, find_facts
from sources.reading import checked_card

SHOWN = 30
"""Most facts of one answer."""


class FindFacts(Contract):
    """What the facts have in common."""

    source_id: SourceId
    words: Annotated[str, Field(min_length=1, max_length=200)]
    """Each must stand in the concept's name or in the row or sentence of the fact."""
    period_end: date | None = None
    """Last day of the interval, or day of the instant."""
    member: Annotated[str, Field(max_length=200)] = ""
    """Must stand in one of the dimensions, axis or member; `none`: only facts without any."""


FIND_FACTS = Declaration(
    ToolName.FIND_FACTS,
    f"List up to {SHOWN} figures that a filing tags (inline XBRL): exact value, unit, period, "
    "dimensions, and the words to quote it by. Refused for a source not known by the cutoff.",
    FindFacts,
)


class FactTools:
    """The tool over one corpus, as of one cutoff."""

    def __init__(self, loaded: LoadedCorpus, cutoff: Cutoff) -> None:
        """Read `loaded` as of `cutoff`."""
        self._loaded = loaded
        self._cutoff = cutoff

    def tools(self) -> tuple[Tool, ...]:
        """The tool, bound."""
        return (BoundTool(FIND_FACTS, self.find),)

    async def find(self, arguments: FindFacts) -> ToolOutcome:
        """The facts that have the words, the period and the member."""
        source = arguments.source_id
        try:
            _ = checked_card(self._loaded, source, self._cutoff)
        except InputError as error:
            return refused(str(error))
        facts = self._loaded.facts.get(source, ())
        if not facts:
            return refused(f"{source} tags no figures: open it and read them")
        found = find_facts(
            facts, arguments.words, period_end=arguments.period_end, member=arguments.member
        )
        if not found:
            return shown(f"none of the {len(facts)} figures that {source} tags fits all of this")
        text = self._loaded.texts[source]
        lines = await asyncio.to_thread(described, found[:SHOWN], text)
        if len(found) > SHOWN:
            more = f"[{len(found) - SHOWN} more: ask for more words, a period or a member]"
            lines = (*lines, more)
        return shown("\n\n".join(lines))
