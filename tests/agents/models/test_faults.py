"""Every fault a provider can have, through asker, ledger and real clients, over real sockets.

The relay that command-line agents ask through is a client like the others.

The server's own log is the truth: the ledger has as many requests sent as arrived, and the tokens
of the answers that were served whole.
"""

import socket
import uuid
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import NamedTuple

import pytest
import pytest_asyncio

from agents.asking import RESENT
from agents.jitter import MOST
from contracts.contract import Json
from contracts.errors import ModelError, ModelFault
from contracts.model import ModelResponse
from records.ledger import Totals
from tests.agents.bench import Bench, open_bench
from tests.agents.models.live import (
    KEY,
    MODEL,
    PROTOCOLS,
    Waits,
    agents_request,
    asker,
    client,
    request,
    written,
)
from tests.servers import messages, responses
from tests.servers.provider import NO_FAULTS, Protocol, Provider, serve
from tests.servers.script import Fault, Faults, Log, Said, Tokens, Use, first, in_order

ANSWER = Said(
    text="It is 11.8 %.",
    thought="Sales rose.",
    uses=(Use("c1", "open_source", '{"source_id": "a"}'),),
    tokens=Tokens(input=900, cached=500, output=70, reasoning=30),
)
JSON = {"Content-Type": "application/json"}


class Row(NamedTuple):
    """One kind of failure, in both protocols."""

    name: str
    fault: ModelFault
    make: Callable[[Protocol], Fault]
    waits: float | None = None
    """The wait that the provider asks for, where it does."""
    is_charged: bool = False
    """Whether the ledger must count that an answer may have been charged that nobody has."""
    timeout_s: float = 20.0


def refused(
    status: int,
    codes: Mapping[str, str],
    message: str = "",
    headers: Mapping[str, str] = {},
) -> Callable[[Protocol], Fault]:
    """An error as each protocol words it."""

    def make(protocol: Protocol) -> Fault:
        code = codes[protocol]
        body = (
            responses.error_body(code, "error", message)
            if protocol == "openai"
            else messages.error_body(code, message)
        )
        return Fault(f"{status} {code}", status=status, headers=headers, body=body)

    return make


def same(**fields: object) -> Callable[[Protocol], Fault]:
    """A failure below the protocol."""
    return lambda _: Fault("broken", **fields)  # pyright: ignore[reportArgumentType]


def event(openai: Mapping[str, Json], anthropic: Mapping[str, Json]) -> Callable[[Protocol], Fault]:
    """A failure told in the middle of the stream, which then ends in order."""
    return lambda protocol: Fault(
        "event", events=5, event=openai if protocol == "openai" else anthropic
    )


def failed(code: str) -> dict[str, Json]:
    response = {**responses.response(ANSWER, 1, MODEL["openai"]), "status": "failed"}
    error: Json = {"code": code, "message": "It failed."}
    return {"type": "response.failed", "response": {**response, "error": error}}


def error(kind: str) -> dict[str, Json]:
    return {"type": "error", "error": {"type": kind, "message": "It failed."}}


SLOW = {"openai": "rate_limit_exceeded", "anthropic": "rate_limit_error"}
BUSY = {"openai": "server_is_overloaded", "anthropic": "overloaded_error"}
BROKEN = {"openai": "server_error", "anthropic": "api_error"}
BAD = {"openai": "invalid_request_error", "anthropic": "invalid_request_error"}


def at_a_date(protocol: Protocol) -> Fault:
    """Asks to wait for a minute, by the clock."""
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    return refused(429, SLOW, headers={"Retry-After": then})(protocol)


SENT_AGAIN = (
    Row("429 seconds", ModelFault.RATE_LIMIT, refused(429, SLOW, headers={"Retry-After": "7"}), 7),
    Row(
        "429 milliseconds",
        ModelFault.RATE_LIMIT,
        refused(429, SLOW, headers={"Retry-After-Ms": "250", "Retry-After": "7"}),
        0.25,
    ),
    Row(
        "429 date",
        ModelFault.RATE_LIMIT,
        at_a_date,
        60,
    ),
    Row("429 silent", ModelFault.RATE_LIMIT, refused(429, SLOW)),
    Row("500", ModelFault.SERVER, refused(500, BROKEN)),
    Row("502 page", ModelFault.SERVER, same(status=502, body=b"<html>Bad gateway</html>")),
    Row("503", ModelFault.SERVER, refused(503, BROKEN, headers={"Retry-After": "3"}), 3),
    Row("529", ModelFault.OVERLOADED, refused(529, BUSY)),
    Row("500 that says overloaded", ModelFault.OVERLOADED, refused(500, BROKEN, "Overloaded")),
    Row("overload in a 200", ModelFault.OVERLOADED, refused(200, BUSY)),
    Row(
        "502 behind a router, in a 200",
        ModelFault.SERVER,
        same(body=b'{"error": {"code": 502, "message": "upstream"}}'),
    ),
    Row(
        "overload in the stream",
        ModelFault.OVERLOADED,
        event(failed("server_is_overloaded"), error("overloaded_error")),
    ),
    Row(
        "error event",
        ModelFault.OVERLOADED,
        event(
            {"type": "error", "code": "server_is_overloaded", "message": "x", "param": None},
            error("overloaded_error"),
        ),
    ),
    Row(
        "failure in the stream",
        ModelFault.SERVER,
        event(failed("server_error"), error("api_error")),
    ),
    Row(
        "malformed json",
        ModelFault.MALFORMED,
        same(body=b'{"id": "x", "outp', headers=JSON),
        None,
        True,
    ),
    Row("whole json", ModelFault.MALFORMED, same(body=b'{"id": "x"}'), None, True),
    Row(
        "page in a 200",
        ModelFault.MALFORMED,
        same(body=b"<html>", headers={"Content-Type": "text/html"}),
        None,
        True,
    ),
    Row("empty body", ModelFault.MALFORMED, same(body=b""), None, True),
    Row(
        "malformed event",
        ModelFault.MALFORMED,
        same(
            body=b'event: message_start\ndata: {"type": "mess\n\n',
            headers={"Content-Type": "text/event-stream"},
        ),
        None,
        True,
    ),
    Row("empty stream", ModelFault.MALFORMED, same(events=0), None, True),
    Row("ends in the middle", ModelFault.TRUNCATED, same(events=7), None, True),
    Row("ends before its last event", ModelFault.TRUNCATED, same(events=-1), None, True),
    Row("breaks in the middle", ModelFault.TRUNCATED, same(events=7, then="break"), None, True),
    Row("reset in the middle", ModelFault.TRUNCATED, same(events=7, then="reset"), None, True),
    Row("reset at once", ModelFault.CONNECTION, same(events=0, then="reset"), None, True),
    Row("slow drip", ModelFault.TIMEOUT, same(pause_s=0.1), None, True, 0.5),
    Row("silence in the middle", ModelFault.TIMEOUT, same(events=7, then="stall"), None, True, 0.5),
    Row("silence", ModelFault.TIMEOUT, same(events=0, then="stall"), None, True, 0.5),
)

NOT_SENT_AGAIN = (
    Row(
        "429 quota",
        ModelFault.QUOTA,
        refused(
            429,
            {"openai": "insufficient_quota", "anthropic": "rate_limit_error"},
            "You exceeded your current quota, please check your plan and billing details.",
        ),
    ),
    Row(
        "400 credit",
        ModelFault.QUOTA,
        refused(400, BAD, "Your credit balance is too low to access the API."),
    ),
    Row("402", ModelFault.QUOTA, refused(402, {"openai": "billing", "anthropic": "billing_error"})),
    Row("400", ModelFault.REQUEST, refused(400, BAD)),
    Row(
        "401",
        ModelFault.AUTH,
        refused(
            401,
            {"openai": "invalid_api_key", "anthropic": "authentication_error"},
            f"Incorrect API key provided: {KEY}",
        ),
    ),
    Row(
        "403", ModelFault.AUTH, refused(403, {"openai": "denied", "anthropic": "permission_error"})
    ),
    Row(
        "404",
        ModelFault.REQUEST,
        refused(404, {"openai": "model_not_found", "anthropic": "not_found_error"}),
    ),
    Row(
        "context length",
        ModelFault.CONTEXT,
        refused(
            400,
            {"openai": "context_length_exceeded", "anthropic": "invalid_request_error"},
            "prompt is too long: 250000 tokens > 200000 maximum",
        ),
    ),
    Row("moved", ModelFault.REQUEST, same(status=307, body=b"", headers={"Location": "/v2"})),
    Row(
        "429 tomorrow", ModelFault.RATE_LIMIT, refused(429, SLOW, headers={"Retry-After": "86400"})
    ),
    Row("a key in the words", ModelFault.REQUEST, refused(400, BAD, f"Odd header {KEY}")),
)

every = pytest.mark.parametrize(
    ("protocol", "is_relayed"),
    [
        *(pytest.param(name, False, id=name) for name in PROTOCOLS),
        pytest.param("openai", True, id="relay-openai"),
        # It reads streams as the client of the protocol does.
        pytest.param("anthropic", True, id="relay-anthropic", marks=pytest.mark.slow),
    ],
)
one_loop = pytest.mark.asyncio(loop_scope="module")


def rows(table: tuple[Row, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", table, ids=[row.name for row in table])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bench(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Bench]:
    """One data folder for all: each test has a scope of its own."""
    async with open_bench(tmp_path_factory.mktemp("faults") / "data") as made:
        yield made


@dataclass
class Trial:
    """One call that is asked for, and what came of it."""

    bench: Bench
    protocol: Protocol
    is_relayed: bool
    scope: str = field(default_factory=lambda: f"run:{uuid.uuid4().hex}")
    waits: Waits = field(default_factory=Waits)

    async def ask(self, server: Provider, *, timeout_s: float = 20.0) -> ModelResponse:
        asked = client(server, self.protocol, timeout_s=timeout_s, is_relayed=self.is_relayed)
        made = asker(self.bench, asked, self.waits, scope=self.scope)
        ask = agents_request if self.is_relayed else request
        return await made.ask(ask(self.protocol, scope=self.scope))

    async def totals(self) -> Totals:
        return await self.bench.records.ledger.totals(self.scope)

    async def check(self, server: Provider, *, lost: int) -> None:
        """The ledger says what the server's log says."""
        totals, truth = await self.totals(), server.log.tokens
        assert (totals.sent, totals.unknown) == (server.log.sent, lost)
        assert (totals.input_tokens, totals.cached_tokens) == (truth.input, truth.cached)
        assert (totals.output_tokens, totals.reasoning_tokens) == (truth.output, truth.reasoning)


async def failing(
    trial: Trial, row: Row, faults: Faults, *, lost: int
) -> tuple[Provider, ModelError]:
    """Ask where it must fail."""
    async with serve(in_order(ANSWER), faults, protocol=trial.protocol) as server:
        with pytest.raises(ModelError) as caught:
            _ = await trial.ask(server, timeout_s=row.timeout_s)
        await trial.check(server, lost=lost)
    return server, caught.value


@one_loop
@every
@rows(SENT_AGAIN)
async def test_call_is_sent_again_until_it_is_answered(
    bench: Bench, protocol: Protocol, is_relayed: bool, row: Row
) -> None:
    trial, made = Trial(bench, protocol, is_relayed), row.make(protocol)
    async with serve(in_order(ANSWER), first(made), protocol=protocol) as server:
        answer = await trial.ask(server, timeout_s=row.timeout_s)
        await trial.check(server, lost=int(row.is_charged))
    assert answer.text.partition("\n")[0] == ANSWER.text  # the relay tells calls, too
    assert [line.whole for line in server.log.lines] == [False, True]
    (waited,) = trial.waits.seconds
    if row.waits is not None:
        # A little more than was asked; what a date asks for is less by the time it is read.
        assert row.waits - (10 if row.make is at_a_date else 0) <= waited <= row.waits * (1 + MOST)


LAST_OF_ITS_KIND = tuple({row.fault: row for row in SENT_AGAIN}.values())


@one_loop
@every
@rows(LAST_OF_ITS_KIND)
async def test_call_is_given_up_with_its_fault(
    bench: Bench, protocol: Protocol, is_relayed: bool, row: Row
) -> None:
    trial, made, tries = (
        Trial(bench, protocol, is_relayed),
        row.make(protocol),
        1 + RESENT[row.fault],
    )
    lost = tries if row.is_charged else 0
    server, error = await failing(trial, row, lambda _: made, lost=lost)
    assert error.fault is row.fault
    assert server.log.sent == tries
    assert server.log.whole == []
    assert ANSWER.text not in str(error)


def test_every_fault_that_is_sent_again_has_a_row() -> None:
    assert {row.fault for row in SENT_AGAIN} == set(RESENT)


@one_loop
@every
@rows(NOT_SENT_AGAIN)
async def test_call_is_not_sent_again(
    bench: Bench, protocol: Protocol, is_relayed: bool, row: Row
) -> None:
    trial, made = Trial(bench, protocol, is_relayed), row.make(protocol)
    server, error = await failing(trial, row, lambda _: made, lost=0)
    assert error.fault is row.fault
    assert server.log.sent == 1
    assert trial.waits.seconds == []
    assert KEY not in str(error)
    assert KEY.encode() not in written(bench.data)


@one_loop
@every
async def test_another_model_is_no_answer(
    bench: Bench, protocol: Protocol, is_relayed: bool
) -> None:
    other = Said(text="Hello.", model="cheap-model-2")
    trial = Trial(bench, protocol, is_relayed)
    async with serve(in_order(other), protocol=protocol) as server:
        with pytest.raises(ModelError, match="cheap-model-2") as caught:
            _ = await trial.ask(server)
    totals = await trial.totals()
    assert caught.value.fault is ModelFault.OTHER_MODEL
    # It was charged, and what for is not ours: counted as unknown.
    assert (totals.sent, totals.unknown, totals.input_tokens) == (1, 1, 0)


@one_loop
@every
async def test_answer_without_usage_has_none(
    bench: Bench, protocol: Protocol, is_relayed: bool
) -> None:
    trial = Trial(bench, protocol, is_relayed)
    async with serve(in_order(Said(text="x", tokens=None)), NO_FAULTS, protocol=protocol) as server:
        answer = await trial.ask(server)
        await trial.check(server, lost=0)
    assert answer.usage.input_tokens is None


@one_loop
@every
async def test_cost_that_a_router_names_stands_in_the_ledger(
    bench: Bench, protocol: Protocol, is_relayed: bool
) -> None:
    trial = Trial(bench, protocol, is_relayed)
    async with serve(in_order(Said(text="x", cost=0.5)), NO_FAULTS, protocol=protocol) as server:
        _ = await trial.ask(server)
        await trial.check(server, lost=0)
    assert (await trial.totals()).cost == 500_000


@one_loop
@every
async def test_answer_with_nul_bytes_is_kept_as_it_came(
    bench: Bench, protocol: Protocol, is_relayed: bool
) -> None:
    await kept(Trial(bench, protocol, is_relayed), "a\x00b")


@one_loop
@pytest.mark.parametrize("protocol", PROTOCOLS)
async def test_answer_of_5_mb_is_kept_as_it_came(bench: Bench, protocol: Protocol) -> None:
    await kept(Trial(bench, protocol, is_relayed=False), "x" * 5_000_000)


async def kept(trial: Trial, text: str) -> None:
    """The answer and what the ledger gives back are what was said."""
    protocol = trial.protocol
    async with serve(in_order(Said(text=text)), NO_FAULTS, protocol=protocol) as server:
        answer = await trial.ask(server)
        again = await trial.ask(server)
        await trial.check(server, lost=0)
    assert answer.text == again.text == text
    assert server.log.sent == 1


@one_loop
@every
async def test_answer_with_the_id_of_an_earlier_one_is_one_of_its_own(
    bench: Bench, protocol: Protocol, is_relayed: bool
) -> None:
    said = (Said(text="One.", answer_id=7), Said(text="Two.", answer_id=7))
    one, two = Trial(bench, protocol, is_relayed), Trial(bench, protocol, is_relayed)
    async with serve(in_order(*said), NO_FAULTS, protocol=protocol) as server:
        answers = [await one.ask(server), await two.ask(server), await one.ask(server)]
    assert [answer.text for answer in answers] == ["One.", "Two.", "One."]
    assert server.log.sent == 2


@pytest.fixture
def unanswered() -> Iterator[str]:
    """An address that takes no connection: whoever listens there lets nobody in any more."""
    with closing(socket.socket()) as listening, ExitStack() as waiting:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        for _ in range(4):
            one = waiting.enter_context(closing(socket.socket()))
            one.setblocking(False)
            _ = one.connect_ex(listening.getsockname())
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@one_loop
@every
async def test_connection_that_is_not_taken_in_time_is_a_timeout(
    bench: Bench, protocol: Protocol, is_relayed: bool, unanswered: str
) -> None:
    trial = Trial(bench, protocol, is_relayed)
    with pytest.raises(ModelError) as caught:
        _ = await trial.ask(Provider(unanswered, unanswered, Log()), timeout_s=0.2)
    totals, sent = await trial.totals(), 1 + RESENT[ModelFault.TIMEOUT]
    assert caught.value.fault is ModelFault.TIMEOUT
    assert (totals.sent, totals.unknown) == (sent, sent)


@one_loop
@every
async def test_nobody_is_there(bench: Bench, protocol: Protocol, is_relayed: bool) -> None:
    trial = Trial(bench, protocol, is_relayed)
    async with serve(in_order(ANSWER), protocol=protocol) as server:
        pass
    with pytest.raises(ModelError) as caught:
        _ = await trial.ask(server)
    assert caught.value.fault is ModelFault.CONNECTION
    host = server.root_url.removeprefix("http://")
    assert f"could not be reached at {host}, or closed" in str(caught.value)
    assert (await trial.totals()).sent == 1 + RESENT[ModelFault.CONNECTION]
