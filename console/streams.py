"""Server-sent events of one run, replayed from the table of events; any process can serve them."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Generator
from contextlib import contextmanager

from fastapi import FastAPI
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from starlette.types import Receive, Scope, Send

from console.errors import TooManyStreams
from console.views.run_words import is_over
from contracts.event import Event
from contracts.ids import RunId
from escalations.standing import Standing
from records.clock import Clock
from records.events import Events
from reports.event_words import event_text
from reports.printable import one_line

MOST_PER_USER = 6
"""Streams one user may hold open: a browser has no more connections to a host anyway."""
RETRY_MS = 2000
"""After which a browser that lost a stream asks again."""
POLL_S = 0.7
"""Seconds between two looks at the table."""
PING_S = 15.0
"""Seconds after which a silent stream says that it lives, and its reader's login is looked at."""


class Streams:
    """How many streams each user holds open in this process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._open: Counter[str] = Counter()
        self.is_ending = False
        """Set when the server is to end: streams then end by themselves, within a look."""

    @property
    def total(self) -> int:
        """All that are open."""
        return self._open.total()

    @contextmanager
    def held(self, user: str) -> Generator[None]:
        """Count one more stream of a user while the body runs.

        Raises:
            TooManyStreams: the user has as many as one may have.
        """
        if self._open[user] >= MOST_PER_USER:
            raise TooManyStreams(f"{MOST_PER_USER} pages are followed live already; close one")
        self._open[user] += 1
        try:
            yield
        finally:
            self._open[user] -= 1


class StreamResponse(EventSourceResponse):
    """A stream that counts while it is sent; one too many is refused before its first byte."""

    def __init__(self, content: AsyncIterable[bytes], *, streams: Streams, user: str) -> None:
        """Send `content` to a user."""
        super().__init__(content, headers={"X-Accel-Buffering": "no"})
        self._streams = streams
        self._user = user

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it.

        Raises:
            TooManyStreams: the user has as many as one may have.
        """
        with self._streams.held(self._user):
            await super().__call__(scope, receive, send)


def open_streams(app: FastAPI) -> Streams:
    """The streams that are open in this process."""
    found = app.state.streams
    assert isinstance(found, Streams)
    return found


async def run_stream(
    events: Events,
    clock: Clock,
    run: RunId,
    *,
    after: int,
    stands: Callable[[], Awaitable[Standing]],
    may_read: Callable[[], Awaitable[bool]],
    is_ending: Callable[[], bool] = lambda: False,
) -> AsyncGenerator[bytes]:
    """The events of a run behind number `after`, then those that come; ends with the run.

    Args:
        events: the table.
        clock: times the pings.
        run: which run.
        after: the number of the last event that the reader has.
        stands: where the run stands; what people decide changes it without an event.
        may_read: whether who asked is still let in; asked at every ping, however much happens.
        is_ending: whether the server is to end; a browser then asks again by itself.
    """
    yield format_sse_event(retry=RETRY_MS)
    spoke, word = clock.monotonic(), ""
    while not is_ending():
        standing = await stands()
        for event in await events.since(run, after):
            after = event.seq
            yield frame(event)
        if word != (word := standing.word):
            yield _said("state", word=word)
        if is_over(standing):
            yield _said("end")
            return
        if clock.monotonic() - spoke >= PING_S:
            spoke = clock.monotonic()
            if not await may_read():
                yield _said("login")
                return
            yield KEEPALIVE_COMMENT
        await asyncio.sleep(POLL_S)


def _said(event: str, **words: str) -> bytes:
    return format_sse_event(event=event, data_str=json.dumps(words))


def frame(event: Event) -> bytes:
    """One event as a frame: its number, and words that a page shows as text only."""
    words = one_line(event_text(event.kind, event.detail))[:300]
    data = json.dumps(
        {"kind": event.kind.value, "stage": event.stage, "words": words}, ensure_ascii=True
    )
    return format_sse_event(id=str(event.seq), event="run", data_str=data)


def number_of(last_event_id: str | None, otherwise: int) -> int:
    """The number that a reader has seen last: its header's, where that is a number."""
    given = last_event_id or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else otherwise
