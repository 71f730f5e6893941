"""A network for fetches: names answer from a table, addresses lead to servers on the loopback.

Below the product everything is real: its requests go over real sockets. An address that no server
was given for leads to the canary, so whatever passes the policy by mistake is counted.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache

import httpx2

from contracts.errors import FetchFailed
from tests.servers import wire

PUBLIC = "93.184.216.34"
"""An address of the public Internet; here it leads to the origin."""
OTHER = "151.101.1.69"
"""Another one."""

Answering = Callable[[wire.RawRequest], bytes]


@dataclass
class Server:
    """A running server: its port, and all requests it got."""

    port: int
    requests: list[wire.RawRequest] = field(default_factory=list[wire.RawRequest])


@asynccontextmanager
async def serve_raw(answer: Answering, *, holds: bool = False) -> AsyncGenerator[Server]:
    """Serve answers until the block ends; one that `holds` leaves the connection open after it."""
    made = Server(0)
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raw = await wire.read_request(reader)
        if raw is not None:
            made.requests.append(raw)
            writer.write(answer(raw))
            await writer.drain()
        if holds:
            _ = await reader.read()
        writer.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(connected(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    made.port = int(server.sockets[0].getsockname()[1])
    async with server:
        yield made
    _ = await asyncio.gather(*tasks, return_exceptions=True)


def page(text: str = "hello", **headers: str) -> bytes:
    """A small page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return wire.whole(200, text.encode(), {"Content-Type": "text/html", **named})


def moved(to: str, status: int = 302) -> bytes:
    """A redirect."""
    return wire.whole(status, b"", {"Location": to})


@cache
def _without_tls() -> ssl.SSLContext:
    """Never used, but a transport reads the machine's certificates where none is given."""
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class _Line(httpx2.AsyncBaseTransport):
    """A real transport whose requests are led to the loopback, without TLS."""

    def __init__(self, network: "StubNetwork") -> None:
        self._network = network
        self._real = httpx2.AsyncHTTPTransport(verify=_without_tls(), trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host
        self._network.dialled.append(host)
        self._network.names.append(str(request.extensions.get("sni_hostname")))
        port = self._network.servers.get(host, self._network.canary)
        url = request.url.copy_with(scheme="http", host="127.0.0.1", port=port)
        led = httpx2.Request(
            request.method, url, headers=request.headers, content=await request.aread()
        )
        return await self._real.handle_async_request(led)

    async def aclose(self) -> None:
        await self._real.aclose()


@dataclass
class StubNetwork:
    """Names from a table: one list of addresses per look-up, the last one for all later ones."""

    canary: int
    servers: Mapping[str, int] = field(default_factory=dict[str, int])
    answers: Mapping[str, Sequence[Sequence[str]]] = field(
        default_factory=dict[str, Sequence[Sequence[str]]]
    )
    lookups: list[str] = field(default_factory=list[str])
    dialled: list[str] = field(default_factory=list[str])
    names: list[str] = field(default_factory=list[str])

    async def resolve(self, host: str, port: int) -> tuple[str, ...]:
        """From the table, else from the real resolver, which knows all spellings of numbers."""
        self.lookups.append(host)
        if host in self.answers:
            told = self.answers[host]
            return tuple(told[min(self.lookups.count(host), len(told)) - 1])
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise FetchFailed(f"the name {host!r} is not found: {error}") from None
        return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))

    def line(self) -> httpx2.AsyncBaseTransport:
        """A line to the loopback."""
        return _Line(self)
