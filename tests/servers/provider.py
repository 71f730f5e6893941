"""A provider that speaks the real protocols over a real socket; only its address is not theirs."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from contracts.contract import Json
from tests.servers import messages, responses, wire
from tests.servers.script import Fault, Faults, Log, Received, Said, Script, Served, first

Protocol: TypeAlias = Literal["openai", "anthropic"]
NO_FAULTS = first()


@dataclass
class Provider:
    """A running server: where it is, and what it saw."""

    base_url: str
    """What a client of the protocol takes as its base address."""
    root_url: str
    """The same without the protocol's own prefix; this server speaks both."""
    log: Log


@dataclass
class _Server:
    script: Script
    faults: Faults
    log: Log = field(default_factory=Log)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            raw = await wire.read_request(reader)
            if raw is not None:
                await self._answer(raw, writer)
        except ConnectionError:
            return  # the client left in the middle: its line in the log is not whole
        finally:
            writer.close()

    async def _answer(self, raw: wire.RawRequest, writer: asyncio.StreamWriter) -> None:
        protocol = _protocol_of(raw.path)
        if protocol is None or raw.method != "POST":
            self.log.strays.append(f"{raw.method} {raw.path}")
            await _put(writer, wire.whole(404, b'{"error": {"message": "no such path"}}'))
            return
        received = Received(
            number=len(self.log.lines) + 1,
            path=raw.path,
            headers=raw.headers,
            body=json.loads(raw.body),
            whole_before=len(self.log.whole),
        )
        line = Served(received)
        self.log.lines.append(line)
        fault = self.faults(received)
        line.fault = fault.name if fault else None
        if fault is not None and fault.body is not None:
            await _put(writer, wire.whole(fault.status, fault.body, fault.headers))
            return
        line.said = self.script(received)
        await _say(line, protocol, fault, writer)


def _protocol_of(path: str) -> Protocol | None:
    if path.endswith(messages.PATH):
        return "anthropic"
    return "openai" if path.endswith(responses.PATH) else None


async def _say(
    line: Served, protocol: Protocol, fault: Fault | None, writer: asyncio.StreamWriter
) -> None:
    said, received = line.said, line.received
    assert said is not None
    model = str(received.body["model"])
    if received.body.get("stream") is not True:
        await _put(writer, wire.whole(200, _document(protocol, said, received.number, model)))
        line.whole = True
        return
    number = received.number if said.answer_id is None else said.answer_id
    speak = responses if protocol == "openai" else messages
    await _stream(line, speak.events(said, number, model), fault, writer)


def _document(protocol: Protocol, said: Said, number: int, model: str) -> bytes:
    if protocol == "openai":
        return json.dumps(responses.response(said, number, model)).encode()
    return json.dumps(messages.message(said, number, model)).encode()


async def _stream(
    line: Served,
    events: Sequence[dict[str, Json]],
    fault: Fault | None,
    writer: asyncio.StreamWriter,
) -> None:
    """An answer is whole with its last event, however the connection ends after it."""
    failing = fault or Fault("none")
    if failing.then == "reset" and failing.events == 0:
        writer.transport.abort()
        return
    await _put(writer, wire.STREAM_HEAD)
    sent = events[: failing.events]
    for item in sent:
        await _put(writer, wire.chunk(wire.event(item)))
        await asyncio.sleep(failing.pause_s)
    line.whole = len(sent) == len(events) and failing.then != "reset"
    if failing.event is not None:
        await _put(writer, wire.chunk(wire.event(failing.event)))
    if failing.then == "stall":
        _ = await asyncio.Event().wait()
    if failing.then == "reset":
        writer.transport.abort()
    elif failing.then == "end":
        await _put(writer, wire.LAST_CHUNK)


async def _put(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


@asynccontextmanager
async def serve(
    script: Script, faults: Faults = NO_FAULTS, *, protocol: Protocol = "openai"
) -> AsyncGenerator[Provider]:
    """Serve answers until the block ends; no connection outlives it."""
    made = _Server(script, faults)
    open_connections: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(made.connected(reader, writer))
        open_connections.add(task)
        task.add_done_callback(open_connections.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0, limit=2**24, backlog=1_000)
    host, port = server.sockets[0].getsockname()[:2]
    root = f"http://{host}:{port}"
    try:
        async with server:
            base = f"{root}/v1" if protocol == "openai" else root
            yield Provider(base, root, made.log)
    finally:
        for task in tuple(open_connections):
            _ = task.cancel()
        _ = await asyncio.gather(*open_connections, return_exceptions=True)
