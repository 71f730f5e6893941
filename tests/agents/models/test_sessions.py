"""Sessions of real clients over real sockets: what models do wrong is told to them and counted."""

import json

import pytest

from agents.role import Role
from agents.roles import CONFIRMER
from contracts.errors import AgentProtocolError, ModelError, ModelFault, ModelRefused
from tests.agents.bench import SCOPE, Bench
from tests.agents.models.live import PROTOCOLS, client
from tests.servers import messages, responses
from tests.servers.provider import Protocol, Provider, serve
from tests.servers.script import Fault, Faults, Said, Tokens, Use, in_order

WRITE = Use("w1", "write_file", '{"path": "out/confirmation.json", "content": "{}"}')
SUBMIT = Use("s1", "submit")
WORKS = Said(text="Done.", thought="Easy.", uses=(WRITE, SUBMIT))
TOKENS = Tokens(input=500, cached=100, output=40, reasoning=10)


def said(*uses: Use, **more: object) -> Said:
    return Said(uses=uses, thought="Hm.", tokens=TOKENS, **more)  # pyright: ignore[reportArgumentType]


async def run(bench: Bench, protocol: Protocol, server: Provider, role: Role = CONFIRMER) -> None:
    submission = await bench.session(client(server, protocol), role).run_turn(1, "Do it.")
    assert submission.files == {"confirmation.json": b"{}"}


async def agrees(bench: Bench, server: Provider) -> None:
    totals, truth = await bench.records.ledger.totals(SCOPE), server.log.tokens
    assert (totals.sent, totals.unknown) == (server.log.sent, 0)
    assert (totals.input_tokens, totals.output_tokens) == (truth.input, truth.output)


def last_input(server: Provider) -> str:
    """What the last request showed beyond the first."""
    body = server.log.lines[-1].received.body
    shown = body["input"] if "input" in body else body["messages"]
    return json.dumps(shown, ensure_ascii=False)


both = pytest.mark.parametrize("protocol", PROTOCOLS)


@both
@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (said(Use("c1", "delete_all", "{}")), "there is no tool 'delete_all' here"),
        (said(Use("c1", "list\x00files", "{}")), "there is no tool"),
        (said(Use("c\x001", "write_file", '{"path": "a\\u0000b"}')), "write_file"),
        (said(Use("c1", "write_file", '{"path": 3}')), "arguments of write_file"),
        (said(Use("c1", "write_file", '{"path": oops')), "arguments of write_file"),
        (said(Use("c1", "list_files"), Use("c1", "list_files")), "have the same id or none"),
        (said(Use("", "list_files"), Use("c2", "list_files")), "have the same id or none"),
        (said(text="I am done."), "ends only with `submit`"),
        (said(text="", stop="end"), "ends only with `submit`"),
        (said(WRITE, stop="length"), "cut at the output limit"),
        (said(*(Use(f"c{i}", "list_files") for i in range(33))), "More than 32 tool calls"),
        (said(SUBMIT, WRITE), "must be the last call"),
    ],
    ids=[
        "no such tool",
        "NUL in a name",
        "NUL in an id and a path",
        "wrong arguments",
        "arguments no JSON",
        "same id",
        "no id",
        "no call",
        "only reasoning",
        "cut",
        "too many",
        "submit too early",
    ],
)
async def test_model_is_told_what_it_did_wrong(
    bench: Bench, protocol: Protocol, odd: Said, told: str
) -> None:
    async with serve(in_order(odd, WORKS), protocol=protocol) as server:
        await run(bench, protocol, server)
        await agrees(bench, server)
    assert server.log.sent == 2
    assert told in last_input(server)


async def test_paused_answer_is_gone_on_with(bench: Bench) -> None:
    paused = said(text="Searching.", stop="pause")
    async with serve(in_order(paused, WORKS), protocol="anthropic") as server:
        await run(bench, "anthropic", server)
        await agrees(bench, server)
    sides = server.log.lines[1].received.body["messages"]
    assert isinstance(sides, list)
    last = sides[-1]
    assert isinstance(last, dict)
    assert last["role"] == "assistant"
    assert "Searching." in json.dumps(last)


@both
async def test_refusal_ends_the_turn_with_the_models_words(
    bench: Bench, protocol: Protocol
) -> None:
    no = said(text="I will not do that.", stop="refusal")
    async with serve(in_order(no), protocol=protocol) as server:
        with pytest.raises(ModelRefused, match="I will not do that"):
            await run(bench, protocol, server)
        await agrees(bench, server)
    assert server.log.sent == 1


@both
async def test_model_that_never_learns_is_stopped(bench: Bench, protocol: Protocol) -> None:
    lost = said(Use("c1", "delete_all"))
    async with serve(lambda _: lost, protocol=protocol) as server:
        with pytest.raises(AgentProtocolError, match="faulty answers in a row"):
            await run(bench, protocol, server)
        await agrees(bench, server)


@both
async def test_resumed_turn_asks_nothing_twice(bench: Bench, protocol: Protocol) -> None:
    async with serve(in_order(said(Use("c1", "list_files")), WORKS), protocol=protocol) as server:
        await run(bench, protocol, server)
        await run(bench, protocol, server)
        await agrees(bench, server)
    assert server.log.sent == 2


NAME = CONFIRMER.inputs[0].name
READS = tuple(said(Use(f"r{n}", "read_file", f'{{"path": "inputs/{NAME}"}}')) for n in range(3))
LONG = {NAME: b"0123456789" * 2_000}


def too_long(protocol: Protocol, *numbers: int) -> Faults:
    """Refuses some requests for their length."""
    words = "prompt is too long: 250000 tokens > 200000 maximum"
    body = (
        responses.error_body("context_length_exceeded", message=words)
        if protocol == "openai"
        else messages.error_body("invalid_request_error", words)
    )
    fault = Fault("too long", 400, body=body)
    return lambda received: fault if received.number in numbers else None


@both
async def test_conversation_that_is_too_long_is_shortened_and_asked_again(
    bench: Bench, protocol: Protocol
) -> None:
    async with serve(in_order(*READS, WORKS), too_long(protocol, 4), protocol=protocol) as server:
        for _ in range(2):  # the second time as a resumed process does
            session = bench.session(client(server, protocol), CONFIRMER, given=LONG)
            _ = await session.run_turn(1, "Do it.")
        await agrees(bench, server)
    totals = await bench.records.ledger.totals(SCOPE)
    sizes = [len(json.dumps(line.received.body)) for line in server.log.lines]
    assert (totals.calls, server.log.sent) == (5, 5)
    assert sizes[4] < sizes[3] / 2
    assert last_input(server).count("[trimmed: ") >= 2


@both
@pytest.mark.parametrize(("refused", "sent"), [((4, 5), 5), ((1,), 1)], ids=["twice", "at once"])
async def test_conversation_that_stays_too_long_is_a_fault_of_its_own(
    bench: Bench, protocol: Protocol, refused: tuple[int, ...], sent: int
) -> None:
    faults = too_long(protocol, *refused)
    async with serve(in_order(*READS, WORKS), faults, protocol=protocol) as server:
        session = bench.session(client(server, protocol), CONFIRMER, given=LONG)
        with pytest.raises(ModelError, match="a lower context_tokens") as caught:
            _ = await session.run_turn(1, "Do it.")
        await agrees(bench, server)
    assert caught.value.fault is ModelFault.CONTEXT
    assert server.log.sent == sent
