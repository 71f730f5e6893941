"""What the head of an HTML page says of it: its `meta` values and blocks of linked data."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

_MOST = 500
_MOST_BYTES = 2_000_000
"""How far a page is read for them."""
_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)


class _Head(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.metas: list[tuple[str, str]] = []
        self.blocks: list[str] = []
        self._is_data = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "meta" and len(self.metas) < _MOST:
            name = said.get("property") or said.get("name") or said.get("itemprop")
            if name and said.get("content"):
                self.metas.append((name, said["content"]))
        self._is_data = tag == "script" and said.get("type", "").lower() == "application/ld+json"

    def handle_data(self, data: str) -> None:
        if self._is_data and len(self.blocks) < _MOST:
            self.blocks.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._is_data = False


def meta_values(body: bytes) -> Iterator[tuple[str, str]]:
    """Name and content of each `meta` element, in document order."""
    yield from _head(body).metas


def data_blocks(body: bytes) -> Iterator[str]:
    """The text of each `application/ld+json` script."""
    yield from _head(body).blocks


def _head(body: bytes) -> _Head:
    body = body[:_MOST_BYTES]
    found = _CHARSET.search(body[:4096])
    try:
        text = body.decode(found[1].decode() if found else "utf-8", errors="replace")
    except LookupError:
        text = body.decode("utf-8", errors="replace")
    head = _Head()
    head.feed(text)
    return head
