"""Host names in text, through the disguises that URLs allow: case, width, escapes, punycode."""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from contracts.guard import BlockedHost

_DOTS = str.maketrans(dict.fromkeys("\u3002\uff0e\uff61\u2024", "."))
_DEFANGED = re.compile(r"\s?[\[({]\s?(?:\.|dot)\s?[\])}]\s?", re.IGNORECASE)
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})", re.IGNORECASE)
_URL_HOST = re.compile(r":[/\\]{2}(?:[^/\\\s?#@]*+@)?([\w.-]+)")
_NAME = re.compile(r"(?<![\w-])[\w-]++(?:\.[\w-]++)+")
_MAX_UNQUOTING = 8
"""Deepest nesting of one URL in the query of another that is followed."""


def hosts_in(text: str, blocked: Sequence[BlockedHost]) -> frozenset[str]:
    """Hosts that a text names, in ASCII lower case without a final dot.

    Hosts of URLs, wherever they stand, and dotted words that are blocked; other dotted words
    (`inputs.json`) are not taken for hosts.
    """
    found: set[str] = set()
    for layer in _layers(text):
        found |= {_ascii(match) for match in set(_URL_HOST.findall(layer))}
        names = (_ascii(match) for match in set(_NAME.findall(layer)))
        found |= {name for name in names if blocked_by(name, blocked)}
    return frozenset(found - {""})


def blocked_by(host: str, blocked: Sequence[BlockedHost]) -> BlockedHost | None:
    """The entry that blocks a host: the host itself or one it is a sub-domain of."""
    return next(
        (entry for entry in blocked if host == entry.host or host.endswith(f".{entry.host}")),
        None,
    )


def _layers(text: str) -> Iterator[str]:
    """The text with its string and HTML escapes undone, then its percent escapes layer by layer."""
    layer = html.unescape(_ESCAPE.sub(lambda m: chr(int(m[1] or m[2], 16)), text))
    for _ in range(_MAX_UNQUOTING):
        plain = unicodedata.normalize("NFKC", layer.translate(_DOTS)).casefold()
        yield _DEFANGED.sub(".", _shown(plain))
        undone = unquote(layer)
        if undone == layer:
            return
        layer = undone


def _shown(text: str) -> str:
    """The text without invisible format characters, of which ASCII has none."""
    if text.isascii():
        return text
    return "".join(mark for mark in text if unicodedata.category(mark) != "Cf")


def _ascii(host: str) -> str:
    name = host.strip(".-_")
    try:
        return name.encode("idna").decode("ascii").casefold()
    except UnicodeError:
        return name
