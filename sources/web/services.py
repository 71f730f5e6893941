"""Two search services: Brave and Tavily. Keys come from the environment and stand in headers only.

Brave: `api-dashboard.search.brave.com/app/documentation/web-search` (request, headers, answers).
Tavily: `docs.tavily.com/documentation/api-reference/endpoint/search`.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from urllib.parse import urlencode

from contracts.errors import FetchFailed
from contracts.guard import BlockedHost
from sources.foreign import Foreign, read_foreign
from sources.web.fetch import Ask, Bounds, Fetcher, Recorder
from sources.web.network import Network
from sources.web.search_port import SearchService, WebHit

BRAVE_KEY = "BRAVE_SEARCH_API_KEY"
TAVILY_KEY = "TAVILY_API_KEY"
KEYS = (BRAVE_KEY, TAVILY_KEY)
"""Variables of the environment; the first one that is set decides who is asked."""
BRAVE_URL = "https://api.search.brave.com/res/v1/web/search"
TAVILY_URL = "https://api.tavily.com/search"
_BOUNDS = Bounds(max_bytes=5_000_000, total_s=30.0)
_MOST_EXCLUDED = 150
"""What Tavily takes; the others are taken out here, as all are."""
_MAX_WORDS = 400
_FIRST_DAY = date(1990, 1, 1)


class _BraveHit(Foreign):
    title: str
    url: str
    page_age: str | None = None


class _BraveWeb(Foreign):
    results: tuple[_BraveHit, ...] = ()


class _BraveAnswer(Foreign):
    web: _BraveWeb = _BraveWeb()
    """Missing where nothing was found."""


class _TavilyHit(Foreign):
    title: str
    url: str
    published_date: str | None = None


class _TavilyAnswer(Foreign):
    results: tuple[_TavilyHit, ...]


class Brave:
    """Brave's index of the web."""

    name = "brave"

    def __init__(self, key: str, fetcher: Fetcher) -> None:
        """Ask with `key`."""
        self._key = key
        self._fetcher = fetcher

    async def find(self, words: str, *, until: date, limit: int) -> tuple[WebHit, ...]:
        """Pages for some words, best first.

        Raises:
            FetchFailed: no usable answer.
        """
        asked = {
            "q": words[:_MAX_WORDS],
            "count": limit,
            "result_filter": "web",
            "freshness": f"{_FIRST_DAY}to{until}",
        }
        headers = {"Accept": "application/json", "X-Subscription-Token": self._key}
        ask = Ask(f"{BRAVE_URL}?{urlencode(asked)}", headers=headers)
        data = await _body(self._fetcher, ask, BRAVE_KEY)
        found = read_foreign(data, _BraveAnswer, "Brave").web.results
        return tuple(WebHit(hit.url, hit.title, hit.page_age or "") for hit in found)


class Tavily:
    """Tavily's search for agents."""

    name = "tavily"

    def __init__(self, key: str, fetcher: Fetcher, blocked: Sequence[BlockedHost]) -> None:
        """Ask with `key`, and ask to leave out blocked hosts."""
        self._key = key
        self._fetcher = fetcher
        self._excluded = [entry.host for entry in blocked][:_MOST_EXCLUDED]

    async def find(self, words: str, *, until: date, limit: int) -> tuple[WebHit, ...]:
        """Pages for some words, best first.

        Raises:
            FetchFailed: no usable answer.
        """
        asked = {
            "query": words[:_MAX_WORDS],
            "max_results": limit,
            "end_date": until.isoformat(),
            "exclude_domains": self._excluded,
            "include_answer": False,
        }
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        ask = Ask(TAVILY_URL, "POST", headers, json.dumps(asked).encode())
        data = await _body(self._fetcher, ask, TAVILY_KEY)
        found = read_foreign(data, _TavilyAnswer, "Tavily").results
        return tuple(WebHit(hit.url, hit.title, hit.published_date or "") for hit in found)


def configured(
    variables: Mapping[str, str],
    blocked: Sequence[BlockedHost],
    *,
    network: Network | None = None,
    record: Recorder | None = None,
) -> tuple[SearchService, ...]:
    """The services whose key is set, in the order of `KEYS`."""
    fetcher = Fetcher((), user_agent="finrubric", network=network, bounds=_BOUNDS, record=record)
    made: list[SearchService] = []
    if key := variables.get(BRAVE_KEY):
        made.append(Brave(key, fetcher))
    if key := variables.get(TAVILY_KEY):
        made.append(Tavily(key, fetcher, blocked))
    return tuple(made)


async def _body(fetcher: Fetcher, ask: Ask, variable: str) -> bytes:
    try:
        return (await fetcher.fetch(ask)).body
    except FetchFailed as error:
        match error.status:
            case 401 | 403:
                msg = f"the service refuses the key in {variable} ({error.status})"
            case 402 | 429 | 432 | 433:
                msg = f"the plan behind {variable} allows no more searches for now ({error.status})"
            case _:
                msg = str(error)
        raise FetchFailed(msg, error.status) from None
