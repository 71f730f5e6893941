"""Streams of a run's events over a real socket: replayed, bounded, ended with run or login."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

import httpx2
import pytest
import uvicorn
from sqlalchemy import delete
from starlette.types import Message

from console import streams
from console.access.roles import Role
from console.access.user import User
from console.errors import TooManyStreams
from console.streams import (
    MOST_PER_USER,
    StreamResponse,
    Streams,
    number_of,
    open_streams,
    run_stream,
)
from contracts.event import EventKind
from escalations.standing import Standing, standings
from records.access_tables import CONSOLE_SESSION
from records.runs import RunStatus, set_status
from tests.console.conftest import Console
from tests.records.material import TickingClock

RUN = "stopped"


class Frame(NamedTuple):
    """One message of a stream."""

    id: int
    event: str
    data: dict[str, str]


@asynccontextmanager
async def serving(console: Console) -> AsyncGenerator[tuple[uvicorn.Server, str]]:
    """The console on a socket of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        config = uvicorn.Config(
            console.app, log_level="warning", lifespan="off", timeout_graceful_shutdown=2
        )
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[sock]))
        try:
            yield server, f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = open_streams(console.app).is_ending = True
            await task


async def client_of(
    console: Console, stack: AsyncExitStack, user: User, url: str
) -> httpx2.AsyncClient:
    browser = await console.logged_in(user)
    client = httpx2.AsyncClient(base_url=url, cookies=browser.client.cookies, timeout=20)
    return await stack.enter_async_context(client)


async def frames(answer: httpx2.Response) -> AsyncIterator[Frame]:
    """The messages of a stream, comments and waiting times left out."""
    fields: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "event" in fields:
            yield Frame(int(fields.get("id", 0)), fields["event"], json.loads(fields["data"]))
            fields = {}


async def until(found: AsyncIterator[Frame], event: str) -> list[Frame]:
    """All messages up to the first of a kind."""
    seen: list[Frame] = []
    async for frame in found:
        seen.append(frame)
        if frame.event == event:
            return seen
    pytest.fail(f"the stream ended without {event}: {seen}")


async def test_a_reader_that_comes_back_gets_what_it_missed_until_the_run_ends(
    runs: Console,
) -> None:
    parts, url = runs.parts, f"/runs/{RUN}/events"
    known = [event.seq for event in await parts.events.since(RUN, 0)]
    async with AsyncExitStack() as stack:
        _, base = await stack.enter_async_context(serving(runs))
        viewer = await runs.add_user("Vi", Role.VIEWER)
        client = await client_of(runs, stack, viewer, base)
        async with client.stream("GET", url) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["x-accel-buffering"] == "no"
            assert answer.headers["cache-control"] == "no-store"
            seen = await until(frames(answer), "state")
        assert [frame.id for frame in seen[:-1]] == known
        assert seen[-1].data == {"word": "stopped: environment"}
        assert seen[-2].data["words"] == "stopped: environment: the disk is full"
        missed = await parts.events.add(RUN, EventKind.RUN_RESUMED)
        async with client.stream("GET", url, headers={"Last-Event-ID": str(known[-1])}) as answer:
            found = frames(answer)
            assert [frame.id for frame in await until(found, "state")] == [missed.seq, 0]
            async with parts.database.unit() as uow:
                await set_status(uow, RUN, RunStatus.CANCELLED)
            last = [frame async for frame in found]
        assert [(frame.event, frame.data) for frame in last] == [
            ("state", {"word": "cancelled"}),
            ("end", {}),
        ]
        assert open_streams(runs.app).total == 0


async def followed(client: httpx2.AsyncClient, stack: AsyncExitStack) -> AsyncIterator[Frame]:
    """A stream that is open and has said where the run stands; it lasts as long as its messages."""
    answer = await stack.enter_async_context(client.stream("GET", f"/runs/{RUN}/events"))
    found = frames(answer)
    _ = await until(found, "state")
    return found


async def test_one_user_follows_so_many_runs_and_others_as_well(runs: Console) -> None:
    async with AsyncExitStack() as stack:
        _, base = await stack.enter_async_context(serving(runs))
        one = await client_of(runs, stack, await runs.add_user("One", Role.VIEWER), base)
        held = [await followed(one, stack) for _ in range(MOST_PER_USER)]
        assert open_streams(runs.app).total == len(held)
        refused = await one.get(f"/runs/{RUN}/events")
        assert refused.status_code == 429
        assert "followed live already" in refused.text
        two = await client_of(runs, stack, await runs.add_user("Two", Role.VIEWER), base)
        async with two.stream("GET", f"/runs/{RUN}/events") as answer:
            assert answer.status_code == 200


async def test_streams_that_are_asked_for_at_once_are_counted_as_well() -> None:
    """All are made before the first of them is sent."""
    held, ending = Streams(), asyncio.Event()

    async def body() -> AsyncGenerator[bytes]:
        _ = await ending.wait()
        yield b""

    async def receive() -> Message:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(_: Message) -> None:
        ending.set()

    made = [StreamResponse(body(), streams=held, user="One") for _ in range(MOST_PER_USER + 1)]
    sent = await asyncio.gather(
        *(one({"type": "http"}, receive, send) for one in made), return_exceptions=True
    )
    assert [type(one) for one in sent] == [*[type(None)] * MOST_PER_USER, TooManyStreams]
    assert held.total == 0


async def test_twenty_open_streams_end_with_the_server(runs: Console) -> None:
    async with AsyncExitStack() as stack:
        _, base = await stack.enter_async_context(serving(runs))
        held: list[AsyncIterator[Frame]] = []
        for number in range(4):
            user = await runs.add_user(f"Reader {number}", Role.VIEWER)
            client = await client_of(runs, stack, user, base)
            held += [await followed(client, stack) for _ in range(5)]
        assert open_streams(runs.app).total == 20
        begun = time.monotonic()
        open_streams(runs.app).is_ending = True
        for found in held:
            assert [frame async for frame in found] == []
        assert time.monotonic() - begun < 5
        assert open_streams(runs.app).total == 0


async def test_a_login_that_ends_ends_its_streams_at_the_next_ping(
    runs: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PING_S", 0.0)
    monkeypatch.setattr(streams, "POLL_S", 0.01)
    async with AsyncExitStack() as stack:
        _, base = await stack.enter_async_context(serving(runs))
        client = await client_of(runs, stack, await runs.add_user("Vi", Role.VIEWER), base)
        async with client.stream("GET", f"/runs/{RUN}/events") as answer:
            found = frames(answer)
            _ = await until(found, "state")
            async with runs.parts.database.unit() as uow:
                _ = await uow.execute(delete(CONSOLE_SESSION))
            assert [frame.event async for frame in found] == ["login"]
        assert (await client.get(f"/runs/{RUN}/events")).status_code == 401


async def test_a_silent_stream_says_that_it_lives(
    runs: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock of which each look takes a second."""
    monkeypatch.setattr(streams, "POLL_S", 0.0)
    asked: list[int] = []

    async def may_read() -> bool:
        asked.append(1)
        return len(asked) < 2

    async def stands() -> Standing:
        row = await runs.parts.runs.get(RUN)
        async with runs.parts.database.reading() as reading:
            (found,) = await standings(reading, [row], runs.parts.clock.now())
        return found

    sent = run_stream(
        runs.parts.events, TickingClock(), RUN, after=99, stands=stands, may_read=may_read
    )
    said = b"".join([frame async for frame in sent]).decode()
    assert said.count(": ping") == 1
    assert said.endswith("event: login\ndata: {}\n\n")


@pytest.mark.parametrize(
    ("given", "number"),
    [(None, 7), ("", 7), ("12", 12), ("-1", 7), ("1e3", 7), ("٣", 7), ("9" * 30, 7)],
)
def test_a_number_that_is_none_is_not_believed(given: str | None, number: int) -> None:
    assert number_of(given, 7) == number
