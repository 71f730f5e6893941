"""A browser without scripts: gets pages, and sends forms as they stand on them."""

from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import TypeAlias

import httpx2

ORIGIN = "http://127.0.0.1:8321"
Fields: TypeAlias = Mapping[str, str | list[str]]
Upload: TypeAlias = tuple[str, bytes, str]


def joined(*parts: Mapping[str, str | list[str]] | Mapping[str, str]) -> Fields:
    """The fields of a form, the later ones in the place of earlier ones."""
    found: Fields = {}
    for part in parts:
        found.update(part)
    return found


@dataclass
class Browser:
    """One person's browser."""

    client: httpx2.AsyncClient
    csrf: str = ""
    """What its forms carry; a login gives it."""

    def keep(self, name: str, value: str) -> None:
        """Hold a cookie as if the console had set it."""
        self.client.cookies.set(name, value, domain="127.0.0.1")

    async def get(self, url: str, **headers: str) -> httpx2.Response:
        """Open a page; redirects are not followed."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.get(url, headers=sent)

    async def post(
        self,
        url: str,
        fields: Fields | None = None,
        *,
        files: dict[str, Upload] | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx2.Response:
        """Send a form with the value that this login's forms carry."""
        return await self.client.post(
            url, data={"csrf": self.csrf, **(fields or {})}, files=files, headers=headers
        )


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"script", "style", "title"}

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"script", "style", "title"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)


def text_of(html: str) -> str:
    """What a reader of a page sees, on one line."""
    parser = _Text()
    parser.feed(html)
    return " ".join(" ".join(parser.words).split())
