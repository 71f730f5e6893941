"""Just enough HTTP/1.1 on asyncio streams: one request a connection, chunked answers."""

import asyncio
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from contracts.contract import Json

REASONS = {200: "OK", 429: "Too Many Requests", 529: "Overloaded"}


class RawRequest(NamedTuple):
    """A request before anything is made of it."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


async def read_request(reader: asyncio.StreamReader) -> RawRequest | None:
    """The next request; None where the peer left."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, path, _ = first.split(" ")
    pairs = (line.split(":", 1) for line in lines)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    if headers.get("transfer-encoding") == "chunked":
        return RawRequest(method, path, headers, await _chunks(reader))
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return RawRequest(method, path, headers, body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    found = b""
    while size := int((await reader.readline()).split(b";")[0], 16):
        found += await reader.readexactly(size)
        _ = await reader.readline()
    _ = await reader.readline()
    return found


def head(status: int, headers: Mapping[str, str]) -> bytes:
    """Status line and headers."""
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def whole(status: int, body: bytes, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """A complete answer with its length; JSON unless the headers say otherwise."""
    usual = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    return head(status, {**usual, **headers}) + body


STREAM_HEAD = head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
LAST_CHUNK = b"0\r\n\r\n"


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def event(fields: Mapping[str, Json]) -> bytes:
    """One server-sent event, named after its type."""
    data = json.dumps(fields)
    return f"event: {fields['type']}\ndata: {data}\n\n".encode()
