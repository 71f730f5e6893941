"""What a call cost as its provider says it, which routers do beside the tokens.

The library that reads Responses drops it, so the stream is listened to as it passes.
"""

import json
from collections.abc import AsyncIterator, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

import httpx2

from agents.models.fault import as_object

_MILLIONTHS = Decimal(1_000_000)
_MOST = 2**31 - 1
"""What the ledger can hold, 2,147 dollars: more is no cost of one call."""


def cost_in(usage: Mapping[str, object]) -> int | None:
    """Millionths of a dollar; None where usage names no cost, or one that cannot be meant.

    With a key of one's own at the router's provider, the router's cost is its fee alone.
    """
    parts = [usage.get("cost")]
    if usage.get("is_byok") is True:
        parts.append(as_object(usage.get("cost_details")).get("upstream_inference_cost"))
    amounts = [_dollars(part) for part in parts]
    if any(amount is None for amount in amounts):
        return None
    total = sum((amount for amount in amounts if amount is not None), Decimal(0)) * _MILLIONTHS
    if not 0 <= total <= _MOST:
        return None
    return int(total.to_integral_value(rounding=ROUND_HALF_UP))


def _dollars(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


class Listener:
    """Hears the lines of a stream of events; keeps the last one that speaks of a cost."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._kept = b""

    def hear(self, data: bytes) -> None:
        """Take in the next bytes."""
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._line += line
            if b'"cost"' in self._line and self._line.startswith(b"data:"):
                self._kept = bytes(self._line)
            self._line.clear()
        self._line += rest

    def cost(self) -> int | None:
        """The cost that the answer's last event names."""
        try:
            event = as_object(json.loads(self._kept.removeprefix(b"data:"), parse_float=Decimal))
        except (ValueError, RecursionError):
            return None
        return cost_in(as_object(as_object(event.get("response")).get("usage")))


LISTENING: ContextVar[Listener | None] = ContextVar("listening", default=None)
"""Who listens to the streams of the call that is made in this context."""


@contextmanager
def listened(listener: Listener) -> Generator[None]:
    """Let `listener` hear the streams of the calls made inside."""
    token = LISTENING.set(listener)
    try:
        yield
    finally:
        LISTENING.reset(token)


class Overheard(httpx2.AsyncByteStream):
    """A stream that somebody listens to; what passes is not changed."""

    def __init__(self, stream: httpx2.AsyncByteStream, listener: Listener) -> None:
        self._stream = stream
        self._listener = listener

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Pass on what comes."""
        async for data in self._stream:
            self._listener.hear(data)
            yield data

    async def aclose(self) -> None:
        """Close the stream below."""
        await self._stream.aclose()
