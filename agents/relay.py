"""The relay: the one thing that a command-line agent in a container can talk to.

An HTTP server of ours on a Unix socket. It takes POSTs to two paths, with the activation's own
token, for the one configured model; everything else is refused and never leaves. What it lets pass
is asked through the ledger like any other call; the key is added outside.
"""

import asyncio
import base64
import hmac
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from agents.models.route import Route
from agents.raw_request import Refused, checked_request
from contracts.errors import FinrubricError, LedgerConflict, ModelError, ModelFault
from contracts.model import CallKey, ModelRequest, ModelResponse, RawMessage

MAX_HEAD = 64_000
MAX_BODY = 20_000_000
READ_S = 60.0
STREAM_TYPE, JSON_TYPE = "text/event-stream", "application/json"


class Reply(NamedTuple):
    """What an agent is answered."""

    status: int
    body: bytes
    kind: str = JSON_TYPE


class _Request(NamedTuple):
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class Relay:
    """Serves one run of a command in one turn."""

    route: Route
    ask: Callable[[ModelRequest], Awaitable[ModelResponse]]
    key_of: Callable[[int], CallKey]
    """The key of the turn's `n`-th call."""
    token: str = field(repr=False)
    asked_s: float = 0.0
    """Seconds spent in calls: their rows hold what of it is active time."""
    failed: "asyncio.Future[FinrubricError]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    """What ended the turn from outside: a provider, the purse or the records."""
    _call: int = 0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @asynccontextmanager
    async def serving(self, socket: Path) -> AsyncGenerator[None]:
        """Listen on a socket until the block ends."""
        open_now: set[asyncio.Task[None]] = set()

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._connected(reader, writer))
            open_now.add(task)
            task.add_done_callback(open_now.discard)

        server = await asyncio.start_unix_server(accept, str(socket), limit=MAX_HEAD)
        try:
            yield
        finally:
            server.close()
            for task in tuple(open_now):
                _ = task.cancel()
            _ = await asyncio.gather(*open_now, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(READ_S):
                request = await _read(reader, writer)
            reply = await self._answer(request)
            writer.write(_head(reply) + reply.body)
            await writer.drain()
        except Refused as refused:
            reply = _error(refused.status, str(refused))
            writer.write(_head(reply) + reply.body)
        except (ConnectionError, TimeoutError, asyncio.IncompleteReadError):
            pass  # the agent went away, or never finished its request
        finally:
            with suppress(ConnectionError):
                writer.close()

    async def _answer(self, request: _Request) -> Reply:
        self._require_token(request.headers)
        checked = checked_request(request.method, request.path, request.body, route=self.route)
        async with self._turn:  # one after another, so that calls have an order
            if self.failed.done():
                raise Refused(503, "this turn has ended")
            begun = time.monotonic()
            try:
                response = await self._asked(checked.message, checked.max_output_tokens)
            except ModelError as error:
                is_theirs = error.fault in (ModelFault.REQUEST, ModelFault.CONTEXT)
                if not is_theirs:
                    self.failed.set_result(error)
                raise Refused(400 if is_theirs else 503, str(error)) from None
            except FinrubricError as error:
                self.failed.set_result(error)
                raise Refused(503, "this turn was ended by finrubric") from None
            finally:
                self.asked_s += time.monotonic() - begun
        data = base64.b64decode(response.opaque or "")
        return Reply(200, data, STREAM_TYPE if checked.is_streamed else JSON_TYPE)

    async def _asked(self, message: RawMessage, max_output_tokens: int) -> ModelResponse:
        """Ask under the next number; numbers that a run before a crash used otherwise are passed.

        A command that begins again is given the answers it had, as long as it asks the same.
        """
        while True:
            self._call += 1
            request = ModelRequest(
                key=self.key_of(self._call),
                model=self.route.model,
                messages=(message,),
                tools=(),
                max_output_tokens=max_output_tokens,
            )
            with suppress(LedgerConflict):
                return await self.ask(request)

    def _require_token(self, headers: Mapping[str, str]) -> None:
        given = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), self.token.encode()):
            raise Refused(401, "this is not the token of this activation")


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> _Request:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.LimitOverrunError:
        raise Refused(431, f"the head is longer than {MAX_HEAD} bytes") from None
    first, *lines = head.rstrip("\r\n").split("\r\n")
    method, _, rest = first.partition(" ")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = await _body(reader, headers)
    return _Request(method, rest.partition(" ")[0], headers, body)


async def _body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return await _chunks(reader)
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY:
        raise Refused(413, f"a body has at most {MAX_BODY} bytes")
    return await reader.readexactly(int(length))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = bytearray()
    while True:
        try:
            size = int((await reader.readline()).partition(b";")[0], 16)
        except ValueError:
            raise Refused(400, "a chunk without its length") from None
        if size < 0 or len(body) + size > MAX_BODY:
            raise Refused(413, f"a body has at most {MAX_BODY} bytes")
        body += (await reader.readexactly(size + 2))[:-2]
        if not size:
            return bytes(body)


def _error(status: int, message: str) -> Reply:
    error = {"type": "relay_refused", "message": message}
    return Reply(status, json.dumps({"type": "error", "error": error}).encode())


def _head(reply: Reply) -> bytes:
    # Agents must not send again by themselves: the ledger's own loop has done that.
    retry = "" if reply.status == 200 else "x-should-retry: false\r\n"
    return (
        f"HTTP/1.1 {reply.status} Relay\r\ncontent-type: {reply.kind}\r\n"
        f"content-length: {len(reply.body)}\r\n{retry}connection: close\r\n\r\n"
    ).encode()
