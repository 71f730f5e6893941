"""Fetching from the outside: every hop through one policy, every name looked up once.

The address that was judged is the one that is connected to; the name goes on as `Host` and in the
TLS handshake, so certificates are checked against it. Redirects are followed here, hop by hop.
Each hop, allowed or refused, is told to a recorder, for the audit.
"""

import asyncio
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from urllib.parse import urljoin

import httpx2

from contracts.errors import FetchFailed, FetchRefused
from contracts.fetching import FetchRule, Hop
from contracts.guard import BlockedHost
from sources.web.address import Address, read_address
from sources.web.network import Internet, Network, is_public

MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OK = 200
_GZIP = 31
"""zlib's word for a gzip frame."""

Recorder = Callable[[Hop], None]


class Bounds(NamedTuple):
    """What one fetch may take."""

    max_bytes: int = 50_000_000
    """Of the body, after its compression is undone."""
    connect_s: float = 10.0
    total_s: float = 60.0
    """For all hops together, however slowly an answer drips in."""


USUAL = Bounds()


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. Headers may hold a key, so a request with any follows no redirect."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    body: bytes = b""

    @property
    def redirects(self) -> int:
        """How many redirects are followed."""
        return 0 if self.headers or self.method == "POST" else MAX_REDIRECTS


class Fetched(NamedTuple):
    """A whole answer with the status 200."""

    url: str
    """Where it came from at last."""
    body: bytes
    content_type: str
    hops: tuple[Hop, ...]
    memento: str = ""
    """The header `Memento-Datetime`: when an archive took the copy that it gives out."""


class _Answer(NamedTuple):
    status: int
    location: str | None
    content_type: str
    body: bytes
    memento: str = ""


class Fetcher:
    """Fetches under one list of blocked hosts."""

    def __init__(
        self,
        blocked: Sequence[BlockedHost],
        *,
        user_agent: str,
        agents: Mapping[str, str] | None = None,
        network: Network | None = None,
        bounds: Bounds = USUAL,
        record: Recorder | None = None,
    ) -> None:
        """Fetch as `user_agent`; `record` is told of every hop when it is over.

        Args:
            blocked: hosts that no hop may reach.
            user_agent: how every host is addressed, but those of `agents`.
            agents: how some hosts and all below them are, hop by hop.
            network: the Internet if none is given.
            bounds: what one fetch may take.
            record: takes each hop.
        """
        self._blocked = tuple(blocked)
        self._user_agent = user_agent
        self._agents = agents or {}
        self._network = network or Internet()
        self._bounds = bounds
        self._record = record

    async def fetch(self, ask: Ask) -> Fetched:
        """Ask, following redirects, each through the same policy.

        Raises:
            FetchRefused: the policy refuses a hop; names its rule.
            FetchFailed: no name, no connection, too late, too large, or another status than 200.
        """
        hops: list[Hop] = []
        try:
            async with asyncio.timeout(self._bounds.total_s):
                return await self._follow(ask, hops)
        except TimeoutError:
            msg = f"{ask.url[:200]!r} gave no whole answer within {self._bounds.total_s:g} s"
            raise FetchFailed(msg) from None

    async def _follow(self, ask: Ask, hops: list[Hop]) -> Fetched:
        url = ask.url
        for left in range(ask.redirects, -1, -1):
            answer, address = await self._hop(ask, url, hops)
            if answer.status not in _REDIRECTS or answer.location is None:
                return _whole(answer, address, hops)
            if left:
                url = _joined(address.url, answer.location)
        rule = FetchRule.TOO_MANY_REDIRECTS
        msg = f"{ask.url[:200]!r} is not fetched: more than {ask.redirects} redirects"
        self._tell(hops, Hop(url=url[:2_000], host="", addresses=(), rule=rule, reason=msg))
        raise FetchRefused(msg, rule)

    async def _hop(self, ask: Ask, url: str, hops: list[Hop]) -> tuple[_Answer, Address]:
        addresses: tuple[str, ...] = ()
        host, status, rule, reason = "", 0, FetchRule.ALLOWED, ""
        try:
            address = read_address(url, self._blocked)
            host = address.host
            addresses = await self._network.resolve(host, address.port)
            _require_public(url, addresses)
            answer = await self._send(ask, address, addresses[0])
            status = answer.status
        except FetchRefused as error:
            rule, reason = FetchRule(error.rule), str(error)
            raise
        except FetchFailed as error:
            reason = str(error)
            raise
        finally:
            shown = url[:2_000].encode("ascii", "backslashreplace").decode()
            shown = "".join(mark if mark.isprintable() else "?" for mark in shown)
            hop = Hop(
                url=shown, host=host, addresses=addresses, rule=rule, reason=reason, status=status
            )
            self._tell(hops, hop)
        return answer, address

    def _tell(self, hops: list[Hop], hop: Hop) -> None:
        hops.append(hop)
        if self._record is not None:
            self._record(hop)

    async def _send(self, ask: Ask, address: Address, pinned: str) -> _Answer:
        request = httpx2.Request(
            ask.method,
            httpx2.URL(
                scheme=address.scheme,
                host=pinned,
                port=address.port,
                raw_path=address.target.encode("ascii"),
            ),
            headers={**self._headers(address), **ask.headers},
            content=ask.body or None,
            extensions={
                "sni_hostname": address.host,
                "timeout": {
                    "connect": self._bounds.connect_s,
                    "read": self._bounds.total_s,
                    "write": self._bounds.total_s,
                    "pool": self._bounds.connect_s,
                },
            },
        )
        try:
            async with self._network.line() as line:
                response = await line.handle_async_request(request)
                try:
                    return await self._read(response, address)
                finally:
                    await response.aclose()
        except httpx2.TransportError as error:
            msg = f"{address.host} did not answer: {type(error).__name__} {error}"
            raise FetchFailed(msg) from None

    def _headers(self, address: Address) -> Mapping[str, str]:
        usual = 443 if address.scheme == "https" else 80
        host = address.host if address.port == usual else f"{address.host}:{address.port}"
        return {
            "Host": host,
            "User-Agent": self._agent(address.host),
            "Accept": "*/*",
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }

    def _agent(self, asked: str) -> str:
        for host, agent in self._agents.items():
            if asked == host or asked.endswith(f".{host}"):
                return agent
        return self._user_agent

    async def _read(self, response: httpx2.Response, address: Address) -> _Answer:
        location = response.headers.get("location")
        kind = response.headers.get("content-type", "")
        status = response.status_code
        if status != _OK:
            return _Answer(status, location, kind, b"")
        coding = response.headers.get("content-encoding", "identity").strip().lower()
        if coding not in ("gzip", "identity", ""):
            raise FetchFailed(f"{address.host} answered in the coding {coding[:40]!r}, not asked")
        body = await _body(response, address.host, coding == "gzip", self._bounds.max_bytes)
        return _Answer(status, location, kind, body, response.headers.get("memento-datetime", ""))


async def _body(response: httpx2.Response, host: str, is_gzip: bool, most: int) -> bytes:
    undo = zlib.decompressobj(_GZIP)
    found = bytearray()
    try:
        async for raw in response.aiter_raw():
            # Room for one byte too many, never for a bomb.
            found += undo.decompress(raw, most + 1 - len(found)) if is_gzip else raw
            if len(found) > most:
                raise FetchFailed(f"{host} answered with more than {most} bytes", _OK)
    except zlib.error as error:
        raise FetchFailed(f"{host} answered with broken gzip: {error}", _OK) from None
    if is_gzip and not undo.eof:
        raise FetchFailed(f"{host} answered with gzip that ends early", _OK)
    return bytes(found)


def _joined(base: str, location: str) -> str:
    """Where a redirect leads; what cannot be joined is left for the policy to refuse."""
    # Joining would drop tabs and line ends silently; the policy must see them.
    if not location.isprintable() or "\\" in location:
        return location
    try:
        return urljoin(base, location)
    except ValueError:
        return location


def _require_public(url: str, addresses: tuple[str, ...]) -> None:
    inside = [text for text in addresses if not is_public(text)]
    if not addresses or inside:
        shown = ", ".join(inside) or "nothing"
        msg = f"{url[:200]!r} is not fetched: its name leads to {shown}, not to the public Internet"
        raise FetchRefused(msg, FetchRule.PRIVATE_ADDRESS)


def _whole(answer: _Answer, address: Address, hops: Sequence[Hop]) -> Fetched:
    if answer.status != _OK:
        msg = f"{address.host} answered {answer.status} for {address.target[:200]!r}"
        raise FetchFailed(msg, answer.status)
    return Fetched(address.url, answer.body, answer.content_type, tuple(hops), answer.memento)
