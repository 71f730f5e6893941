"""Brave's and Tavily's answers in their documented shapes.

Brave: api-dashboard.search.brave.com/app/documentation/web-search (GET, `X-Subscription-Token`,
`web.results[]` with `title`, `url`, `description`, `page_age`). Tavily:
docs.tavily.com/documentation/api-reference/endpoint/search (POST, `Authorization: Bearer`,
`results[]` with `title`, `url`, `content`, `score`, and `published_date` where it has one).
"""

import json
from collections.abc import Mapping, Sequence

from contracts.contract import Json
from tests.servers import wire
from tests.servers.network import Answering

KEY = "sk-canary-0123456789"
Hits = Sequence[tuple[str, str, str | None]]


def brave(hits: Hits) -> Answering:
    """Answers as Brave does, to who shows the key."""
    results: list[Json] = [
        _hit(url, title, {"description": "quoted words"}, {"page_age": day, "age": day})
        for url, title, day in hits
    ]
    document: Json = {"type": "search", "query": {"original": "a"}, "web": {"results": results}}

    def answer(request: wire.RawRequest) -> bytes:
        if request.headers.get("x-subscription-token") != KEY:
            return wire.whole(422, b'{"error": {"code": "SUBSCRIPTION_TOKEN_INVALID"}}')
        return wire.whole(200, json.dumps(document).encode())

    return answer


def tavily(hits: Hits) -> Answering:
    """Answers as Tavily does, to who shows the key."""
    results: list[Json] = [
        _hit(url, title, {"content": "quoted words", "score": 0.9}, {"published_date": day})
        for url, title, day in hits
    ]
    document: Json = {"query": "a", "answer": None, "results": results, "response_time": 1.1}

    def answer(request: wire.RawRequest) -> bytes:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return wire.whole(401, b'{"detail": {"error": "Unauthorized"}}')
        return wire.whole(200, json.dumps(document).encode())

    return answer


def _hit(
    url: str, title: str, more: Mapping[str, Json], dated: Mapping[str, str | None]
) -> dict[str, Json]:
    found: dict[str, Json] = {"title": title, "url": url, **more}
    return found | {name: day for name, day in dated.items() if day is not None}
