"""Finding addresses: what is listed as of the cutoff, what is not named, what is never asked."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

from agents.tools.finding import FindFilings, FindingTools, SearchWeb, search_in
from agents.tools.name import ToolName
from contracts.cutoff import Cutoff
from contracts.fetching import Hop
from records.files import Blobs
from sandboxes.egress import load_egress
from sources.edgar.client import Edgar
from sources.finding import Finder, nothing
from sources.pace import Pace
from sources.web.search_port import WebSearch
from sources.web.services import BRAVE_KEY, configured
from tests.servers import edgar as served
from tests.servers.network import OTHER, PUBLIC, Server, StubNetwork, serve_raw
from tests.servers.search import KEY, brave

BLOCKED = load_egress().hosts
CUTOFF = Cutoff(day=date(2025, 12, 31), zone="America/New_York")
HITS = (
    ("https://news.test/in-time", "Spending", "2025-06-30T10:00:00"),
    ("https://news.test/late", "Spending", "2026-01-01"),
    ("https://huggingface.co/datasets/a", "Answers", None),
    ("https://news.test/other", "As huggingface.co has it", "2025-06-30"),
    ("https://news.test/undated", "Spending was 57 billion", None),
    ("https://news.test/unread", "Spending was 57 billion", "2 days ago"),
)


async def anything(words: str) -> str:
    del words
    return ""


async def nothing_at_all(words: str) -> str:
    return f"{words!r} may not be sent"


@asynccontextmanager
async def finding(folder: Path) -> AsyncGenerator[tuple[Finder, Server, Server]]:
    async with serve_raw(served.edgar()) as sec, serve_raw(brave(HITS)) as web:
        names = dict.fromkeys(served.HOSTS, ((PUBLIC,),)) | {"api.search.brave.com": ((OTHER,),)}
        network = StubNetwork(1, {PUBLIC: sec.port, OTHER: web.port}, names)
        hops: list[Hop] = []
        edgar = Edgar(
            BLOCKED,
            contact="analyst@firm.example",
            folder=folder,
            network=network,
            pace=Pace(folder / "pace", 10_000),
            record=hops.append,
        )
        (brave_search,) = configured({BRAVE_KEY: KEY}, BLOCKED, network=network, record=hops.append)
        yield Finder(edgar, [WebSearch(brave_search, BLOCKED)], BLOCKED, CUTOFF, hops), sec, web


async def test_filings_are_listed_as_of_the_cutoff_by_what_proves_their_date(
    tmp_path: Path,
) -> None:
    async with finding(tmp_path) as (finder, _, _):
        tools = FindingTools(finder, anything, Blobs(tmp_path))
        found = await tools.filings(FindFilings(who="sml", forms=("10-K",)))
        missing = await tools.filings(FindFilings(who="none"))
    number = served.ACCESSIONS["25-000001"]
    folder = f"https://www.sec.gov/Archives/edgar/data/{served.CIK}/{number.replace('-', '')}"
    assert f"{folder}/{number}.txt  10-K {number}" in found.text
    assert served.ACCESSIONS["26-000001"] not in found.text
    assert "(1 more left out" in found.text
    assert missing.failed
    assert "no ticker" in missing.text


async def test_a_search_lists_what_may_be_opened_and_names_nothing_else(tmp_path: Path) -> None:
    async with finding(tmp_path) as (finder, _, _):
        found = await FindingTools(finder, anything, Blobs(tmp_path)).search(
            SearchWeb(words="capital spending")
        )
    assert not found.failed, found.text
    assert "# EDGAR\n" in found.text
    assert "# brave\nhttps://news.test/in-time  Spending\n(5 more left out" in found.text
    # A page without a date that can be read may be of after the cutoff, and so its title.
    assert "57 billion" not in found.text
    assert "/un" not in found.text
    # A host that the audit looks for is not put into the trace by us.
    assert "huggingface" not in found.text


async def test_each_call_keeps_what_it_asked_of_the_outside(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    async with finding(tmp_path) as (finder, _, _):
        tools = FindingTools(finder, anything, blobs)
        outcomes = [
            await tools.search(SearchWeb(words="capital")),
            await tools.filings(FindFilings(who="none")),
            await tools.filings(FindFilings(who="none")),
        ]
    searches = [search_in(outcome.text, blobs) for outcome in outcomes]
    asked = [[hop.host for hop in search.hops] if search else None for search in searches]
    # The last one reads what the one before it was answered.
    assert asked == [["efts.sec.gov", "api.search.brave.com"], ["www.sec.gov"], []]
    assert outcomes[1].failed


async def test_words_that_may_not_be_sent_reach_nobody(tmp_path: Path) -> None:
    async with finding(tmp_path) as (finder, sec, web):
        tools = FindingTools(finder, nothing_at_all, Blobs(tmp_path))
        refusals = (
            await tools.search(SearchWeb(words="guarded words")),
            await tools.filings(FindFilings(who="SML", forms=("guarded",))),
        )
        assert (sec.requests, web.requests) == ([], [])
    assert all(outcome.failed for outcome in refusals)
    assert [search_in(outcome.text, Blobs(tmp_path)) for outcome in refusals] == [None, None]
    assert "'guarded words' may not be sent" in refusals[0].text


async def test_only_what_is_configured_is_offered(tmp_path: Path) -> None:
    assert FindingTools(nothing(BLOCKED, CUTOFF), anything, Blobs(tmp_path)).configured() == ()
    async with finding(tmp_path) as (finder, _, _):
        both = (ToolName.FIND_FILINGS, ToolName.SEARCH_WEB)
        assert FindingTools(finder, anything, Blobs(tmp_path)).configured() == both
