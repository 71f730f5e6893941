"""Taking secrets out of texts by value, however they are encoded."""

import base64
import html
import json
import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from urllib.parse import quote

from contracts.contract import Json

REMOVED = "[secret removed]"
SHORTEST_SECRET = 8
"""Characters; a shorter value stands in ordinary words and is no secret."""


class Scrubber:
    """Takes values out of texts, however they are encoded."""

    def __init__(self, secrets: Collection[str]) -> None:
        """Remove these values; those shorter than eight characters are left alone."""
        forms = {form for secret in secrets for form in _forms(secret.strip())}
        longest_first = sorted(forms, key=len, reverse=True)
        pattern = "|".join(re.escape(form) for form in longest_first)
        self._secret = re.compile(pattern, re.IGNORECASE) if pattern else None

    def text(self, text: str) -> str:
        """The text without any of the values."""
        return text if self._secret is None else self._secret.sub(REMOVED, text)

    def json(self, text: str) -> str:
        """JSON without any of the values, also where escapes hide one; other text as `text`."""
        cleaned = self.text(text)
        try:
            document: Json = json.loads(cleaned)
        except (ValueError, RecursionError):
            return cleaned
        plain = json.dumps(document, ensure_ascii=False)
        scrubbed = self.text(plain)
        return cleaned if scrubbed == plain else scrubbed


@lru_cache(maxsize=64)
def scrubber_of(key: str) -> Scrubber:
    """The scrubber of one key, made once."""
    return Scrubber([key])


def _forms(secret: str) -> Iterator[str]:
    """A value as it is, in JSON, HTML and URLs, in hexadecimal, and inside any base64 text."""
    if len(secret) < SHORTEST_SECRET:
        return
    data = secret.encode()
    yield from (secret, json.dumps(secret)[1:-1], quote(secret, safe=""), data.hex())
    yield from (secret.replace("/", "\\/"), html.escape(secret), _escaped(secret))
    for offset in range(3):
        # Digits that also depend on what stands before or after the value are left out.
        inside = slice((0, 2, 3)[offset], (offset + len(data)) * 8 // 6)
        yield base64.b64encode(bytes(offset) + data).decode()[inside]
        yield base64.urlsafe_b64encode(bytes(offset) + data).decode()[inside]


def _escaped(secret: str) -> str:
    """As JSON that is safe in a page has it."""
    return "".join(f"\\u{ord(char):04x}" if char in "&<>" else char for char in secret)
