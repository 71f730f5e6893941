"""Addresses that may be fetched, judged on their spelling alone, before any name is looked up.

An address that programs read in different ways is refused, not interpreted: the parser that judges
and the one that connects must never disagree. Hosts are names of the public Internet; a number in
place of a name is refused in every spelling, since resolvers take `127.1`, `0x7f000001` and
`①②⑦.⓪.⓪.①` for addresses.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from contracts.errors import FetchRefused
from contracts.fetching import FetchRule
from contracts.guard import BlockedHost
from contracts.host_names import blocked_by, hosts_in

MAX_URL = 8_000
PORTS = frozenset({80, 443})
_ODD = re.compile(r"[\s\\\x00-\x20\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_PARTS = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<rest>[^#]*)", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?P<host>[^:]+)(?::(?P<port>[0-9]{1,5}))?")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_NOT_IN_TARGET = re.compile(r"[^!-~]")
_LOCAL = frozenset(
    {"example", "home", "internal", "invalid", "lan", "local", "localdomain", "localhost", "onion"}
)
"""Last labels that are no part of the public Internet."""


class Address(NamedTuple):
    """An address in the one spelling that is judged and connected to."""

    scheme: Literal["http", "https"]
    host: str
    """ASCII, lower case, without a final dot."""
    port: int
    target: str
    """Path and query, as they are sent."""

    @property
    def url(self) -> str:
        """The whole address."""
        usual = 443 if self.scheme == "https" else 80
        port = "" if self.port == usual else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}{self.target}"


def read_address(url: str, blocked: Sequence[BlockedHost]) -> Address:
    """Judge one address.

    Raises:
        FetchRefused: with the rule that it breaks.
    """
    if len(url) > MAX_URL or _ODD.search(url):
        raise _refused(
            FetchRule.SPELLING, url, "is too long or holds blanks, controls, backslashes"
        )
    scheme = _SCHEME.match(url)
    if scheme is None or scheme[1].lower() not in ("http", "https"):
        raise _refused(FetchRule.SCHEME, url, "is no http or https address")
    parts = _PARTS.fullmatch(url.partition("#")[0])
    if parts is None or not parts["authority"]:
        raise _refused(FetchRule.SPELLING, url, "names no host")
    kind: Literal["http", "https"] = "https" if scheme[1].lower() == "https" else "http"
    host, port = _host_and_port(url, parts["authority"], 443 if kind == "https" else 80)
    _require_open(url, host, parts["rest"], blocked)
    target = _NOT_IN_TARGET.sub(_escaped, parts["rest"])
    return Address(kind, host, port, target if target.startswith("/") else f"/{target}")


def _host_and_port(url: str, authority: str, usual: int) -> tuple[str, int]:
    if "@" in authority:
        raise _refused(FetchRule.USERINFO, url, "names a user before its host")
    if "[" in authority or authority.count(":") > 1:
        raise _refused(FetchRule.IP_LITERAL, url, "has a number for a host; name the host")
    found = _AUTHORITY.fullmatch(authority)
    if found is None or "%" in authority:
        raise _refused(FetchRule.SPELLING, url, "has no readable host and port")
    host = _host(url, found["host"])
    port = int(found["port"]) if found["port"] else usual
    if port not in PORTS:
        raise _refused(FetchRule.PORT, url, f"asks port {port}; only 80 and 443 are open")
    return host, port


def _host(url: str, written: str) -> str:
    try:
        name = written.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        raise _refused(FetchRule.SPELLING, url, "has a host that is no name") from None
    labels = name.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        raise _refused(FetchRule.IP_LITERAL, url, "has a number for a host; name the host")
    if not all(_LABEL.fullmatch(label) for label in labels):
        raise _refused(FetchRule.SPELLING, url, "has a host that is no name")
    if len(labels) == 1 or labels[-1] in _LOCAL:
        raise _refused(FetchRule.HOST_NAME, url, "has a host that is not of the public Internet")
    return name


def _require_open(url: str, host: str, rest: str, blocked: Sequence[BlockedHost]) -> None:
    if (entry := blocked_by(host, blocked)) is not None:
        raise _refused(FetchRule.BLOCKED_HOST, url, f"is blocked as {entry.host}: {entry.reason}")
    for name in sorted(hosts_in(rest, blocked)):
        if (entry := blocked_by(name, blocked)) is not None:
            why = f"leads to {name}, blocked as {entry.host}: {entry.reason}"
            raise _refused(FetchRule.NESTED_HOST, url, why)


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))


def _refused(rule: FetchRule, url: str, why: str) -> FetchRefused:
    return FetchRefused(f"{url[:200]!r} is not fetched: it {why}", rule)
