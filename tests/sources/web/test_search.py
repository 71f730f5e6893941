"""Search services find addresses; nothing that they say of a page makes it known by a cutoff."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import date

import pytest

from contracts.contract import Json
from contracts.cutoff import Cutoff
from contracts.errors import FinrubricError
from contracts.fetching import Hop
from sandboxes.egress import load_egress
from sources.web.search_port import SearchService, WebHit, WebSearch
from sources.web.services import BRAVE_KEY, KEYS, TAVILY_KEY, configured
from tests.servers import wire
from tests.servers.network import PUBLIC, Answering, Server, StubNetwork, serve_raw
from tests.servers.search import KEY, Hits, brave, tavily

BLOCKED = load_egress().hosts
CUTOFF = Cutoff(day=date(2025, 12, 31), zone="America/New_York")


@asynccontextmanager
async def service(
    variable: str, answer: Answering, hops: list[Hop] | None = None
) -> AsyncGenerator[tuple[SearchService, Server]]:
    async with serve_raw(answer) as server:
        hosts = ("api.search.brave.com", "api.tavily.com")
        network = StubNetwork(
            server.port, {PUBLIC: server.port}, dict.fromkeys(hosts, ((PUBLIC,),))
        )
        record = None if hops is None else hops.append
        (made,) = configured({variable: KEY}, BLOCKED, network=network, record=record)
        yield made, server


HITS: tuple[tuple[str, str, str | None], ...] = (
    ("https://www.sec.gov/a", "In time", "2025-06-30T10:00:00"),
    ("https://www.sec.gov/b", "Without a date", None),
    ("https://www.sec.gov/c", "Late", "2026-01-01"),
    ("https://www.sec.gov/d", "Late, as mail writes it", "Thu, 01 Jan 2026 10:00:00 GMT"),
    ("https://huggingface.co/datasets/a", "Blocked", None),
    ("https://cc.bingj.com/cache?u=https://github.com/a", "A copy", None),
    ("http://127.0.0.1/", "Inside", None),
    ("https://www.sec.gov/e", "Title\x1b]0;x\u202e", "last week"),
)


@pytest.mark.parametrize(("variable", "serve"), [(BRAVE_KEY, brave), (TAVILY_KEY, tavily)])
async def test_hits_are_filtered_by_us_and_named(
    variable: str, serve: Callable[[Hits], Answering]
) -> None:
    hops: list[Hop] = []
    async with service(variable, serve(HITS), hops) as (asked, server):
        found = await WebSearch(asked, BLOCKED).search("capital spending", CUTOFF)
        assert [hit.url[-1] for hit in found.hits] == ["a", "b", "e"]
        assert found.hits[2].title == "Title]0;x"
        reasons = {item.name: item.reason for item in found.left_out}
        assert reasons["https://www.sec.gov/c"] == (
            f"dated 2026-01-01 by {found.service}, after the cutoff 2025-12-31"
        )
        assert "https://www.sec.gov/d" in reasons
        assert (
            "blocked as huggingface.co: hub of datasets"
            in (reasons["https://huggingface.co/datasets/a"])
        )
        assert "leads to github.com" in reasons["https://cc.bingj.com/cache?u=https://github.com/a"]
        assert "has a number for a host" in reasons["http://127.0.0.1/"]
        assert KEY not in repr((found, hops, asked.name))
        assert KEY not in server.requests[0].path
        # The words that a service quotes from a page are not even read.
        assert "quoted words" not in repr(found)


async def test_brave_is_asked_as_it_documents() -> None:
    async with service(BRAVE_KEY, brave(HITS)) as (asked, server):
        _ = await asked.find("a b", until=CUTOFF.day, limit=5)
        request = server.requests[0]
        assert request.method == "GET"
        assert request.headers["host"] == "api.search.brave.com"
        assert request.path.startswith("/res/v1/web/search?q=a+b&count=5&")
        assert "freshness=1990-01-01to2025-12-31" in request.path
    async with service(BRAVE_KEY, lambda _: wire.whole(200, b'{"type": "search"}')) as (asked, _):
        assert await asked.find("a", until=CUTOFF.day, limit=5) == ()


async def test_tavily_is_asked_as_it_documents() -> None:
    async with service(TAVILY_KEY, tavily(HITS)) as (asked, server):
        _ = await asked.find("a b", until=CUTOFF.day, limit=5)
        request = server.requests[0]
        body: dict[str, Json] = json.loads(request.body)
        assert (request.method, request.path) == ("POST", "/search")
        assert (body["query"], body["max_results"], body["end_date"]) == ("a b", 5, "2025-12-31")
        excluded = body["exclude_domains"]
        assert isinstance(excluded, list)
        assert "huggingface.co" in excluded


@pytest.mark.parametrize("variable", KEYS)
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (wire.whole(401, b'{"detail": "' + KEY.encode() + b'"}'), "refuses the key in"),
        (wire.whole(429, b""), "allows no more searches for now"),
        (wire.whole(500, KEY.encode()), "answered 500"),
        (wire.whole(200, b'{"web": 1, "results": 1}'), "another shape"),
        (wire.whole(302, b"", {"Location": "https://evil.test/"}), "more than 0 redirects"),
    ],
)
async def test_a_failure_never_shows_the_key(variable: str, body: bytes, words: str) -> None:
    async with service(variable, lambda _: body) as (asked, _):
        with pytest.raises(FinrubricError, match=words) as caught:
            _ = await WebSearch(asked, BLOCKED).search("a", CUTOFF)
        assert KEY not in str(caught.value)


async def test_a_service_that_tells_more_than_asked_is_cut() -> None:
    class Endless:
        name = "endless"

        async def find(self, words: str, *, until: date, limit: int) -> tuple[WebHit, ...]:
            return (WebHit("https://a.test/", words, ""),) * 100

    found = await WebSearch(Endless(), ()).search("a", CUTOFF, limit=500)
    assert len(found.hits) == 20


def test_no_key_no_service() -> None:
    assert configured({}, BLOCKED) == ()
    both = configured({BRAVE_KEY: KEY, TAVILY_KEY: KEY}, BLOCKED)
    assert [made.name for made in both] == ["brave", "tavily"]
