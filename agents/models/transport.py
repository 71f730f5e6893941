"""The HTTP below both SDKs: one connection a call, and no document taken for an answer.

The SDKs see a body that is no event stream as a stream without events, so an overload that is
reported inside a 200 would be lost. It is read here, and raised as what it is.
"""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache

import httpx2

from agents.models.fault import OK, Teller, fault_of, read_told
from agents.models.route import Route
from agents.models.told_cost import LISTENING, Overheard
from contracts.errors import ModelError, ModelFault

CONNECT_S = 30.0


def open_line(route: Route, teller: Teller) -> httpx2.AsyncClient:
    """The HTTP client of one route.

    No connection is kept for a later call: calls take seconds, and nothing is left to close.
    Redirects are not followed, since a key would go where they lead.
    """

    async def read_documents(response: httpx2.Response) -> None:
        kind = response.headers.get("content-type", "").lower()
        if response.status_code != OK:
            return
        if kind.startswith("text/event-stream"):
            _let_overhear(response)
            return
        data = await response.aread()
        raise document_fault(teller, data, kind, response.headers)

    return httpx2.AsyncClient(
        headers={"Accept-Encoding": "identity"},  # events are small, and are listened to
        verify=trusted(),
        timeout=limits_of(route),
        limits=httpx2.Limits(max_keepalive_connections=0),
        follow_redirects=False,
        event_hooks={"response": [read_documents]},
    )


def _let_overhear(response: httpx2.Response) -> None:
    listener, stream = LISTENING.get(), response.stream
    if listener is not None and isinstance(stream, httpx2.AsyncByteStream):
        response.stream = Overheard(stream, listener)


@cache
def trusted() -> ssl.SSLContext:
    """The machine's certificates, read once for all routes."""
    return httpx2.create_ssl_context()


def limits_of(route: Route) -> httpx2.Timeout:
    """Bounds of single steps; `within` bounds the whole."""
    return httpx2.Timeout(route.timeout_s, connect=min(CONNECT_S, route.timeout_s))


def document_fault(
    teller: Teller, data: bytes, kind: str, headers: Mapping[str, str]
) -> ModelError:
    """What a document means that came with status 200 where a stream was asked for."""
    try:
        told = read_told(OK, json.loads(data))
    except (ValueError, RecursionError):
        told = None
    if told is not None and fault_of(told) is not ModelFault.OTHER:
        return teller.refused(told, headers, datetime.now(UTC))
    what = f"answered with {len(data)} bytes of {kind[:80] or 'no type'}, not with an event stream"
    return teller.error(ModelFault.MALFORMED, what)


def raised_below(error: BaseException) -> ModelError | None:
    """The error of ours that an SDK wrapped into one of its own, if there is one."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, ModelError):
        found = found.__cause__
    return found


@asynccontextmanager
async def within(route: Route, teller: Teller) -> AsyncGenerator[None]:
    """Bounds one whole answer, however slowly it drips in.

    Raises:
        ModelError: the time of the route is over.
    """
    try:
        async with asyncio.timeout(route.timeout_s):
            yield
    except TimeoutError:
        what = f"gave no whole answer within {route.timeout_s:g} s"
        raise teller.error(ModelFault.TIMEOUT, what) from None
