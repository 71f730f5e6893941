"""What counts as an answer to a command-line agent's request: the same as for our own requests."""

import base64
import json
from collections.abc import Iterable
from urllib.parse import quote

import pytest

from agents.models.scrubber import REMOVED
from contracts.contract import Json
from contracts.errors import ModelError, ModelFault
from contracts.model import ModelResponse
from tests.agents.models.live import KEY, MODEL, agents_request, client
from tests.servers import messages, responses, wire
from tests.servers.provider import Protocol, serve
from tests.servers.script import Fault, Found, Said, Use, first, in_order

SAID = Said("It is so.", uses=(Use("c1", "open_source", '{"source_id": "a"}'),))
Events = list[dict[str, Json]]


def events(protocol: Protocol, said: Said = SAID) -> Events:
    speak = responses if protocol == "openai" else messages
    return speak.events(said, 1, MODEL[protocol])


def streamed(given: Iterable[dict[str, Json]], *, before_last: bytes = b"") -> Fault:
    """A stream of these events, and what stands before its last one."""
    *earlier, last = (wire.event(event) for event in given)
    body = b"".join(earlier) + before_last + last
    return Fault("as told", body=body, headers={"Content-Type": "text/event-stream"})


async def asked(
    protocol: Protocol, said: Said = SAID, fault: Fault | None = None, *, is_streamed: bool = True
) -> ModelResponse:
    async with serve(in_order(said), first(fault), protocol=protocol) as server:
        relay = client(server, protocol, is_relayed=True)
        return await relay.complete(agents_request(protocol, is_streamed=is_streamed))


async def refused(protocol: Protocol, said: Said = SAID, fault: Fault | None = None) -> ModelError:
    with pytest.raises(ModelError) as caught:
        _ = await asked(protocol, said, fault)
    return caught.value


def incomplete(reason: str) -> Fault:
    """A stream over Responses that ends incomplete."""
    *earlier, last = events("openai", Said("It is", stop="length"))
    response = last["response"]
    assert isinstance(response, dict)
    told: Json = {**response, "incomplete_details": {"reason": reason}}
    return streamed([*earlier, {**last, "response": told}])


async def test_how_an_answer_ended_is_told_apart() -> None:
    assert (await asked("openai", fault=incomplete("max_output_tokens"))).stop == "length"
    assert (await asked("openai", fault=incomplete("content_filter"))).stop == "refusal"
    odd = await refused("openai", fault=incomplete("the moon"))
    assert (odd.fault, "'the moon'" in str(odd)) == (ModelFault.TRUNCATED, True)
    for protocol in ("openai", "anthropic"):
        declined = await asked(protocol, Said("I will not.", stop="refusal"))
        assert (declined.stop, declined.text) == ("refusal", "I will not.")
        assert (await asked(protocol)).stop == "tool_use"
        assert (await asked(protocol, Said("So."), is_streamed=False)).stop == "end"


async def test_an_unknown_end_is_no_answer() -> None:
    *earlier, delta, last = events("anthropic")
    told: dict[str, Json] = {**delta, "delta": {"stop_reason": "the_moon"}}
    error = await refused("anthropic", fault=streamed([*earlier, told, last]))
    assert (error.fault, "the_moon" in str(error)) == (ModelFault.OTHER, True)


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
async def test_tools_of_the_provider_are_seen(protocol: Protocol) -> None:
    said = Said("Found.", found=(Found("a query", ("https://x.example",)),))
    error = await refused(protocol, said)
    assert error.fault is ModelFault.OTHER
    assert "used tools of its own that are not configured" in str(error)


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
@pytest.mark.parametrize("odd", [b'data: {"type": \n\n', b"data: 7\n\n", b"data: [{}]\n\n"])
async def test_an_event_that_is_none_is_a_fault(protocol: Protocol, odd: bytes) -> None:
    error = await refused(protocol, fault=streamed(events(protocol), before_last=odd))
    assert error.fault is ModelFault.MALFORMED
    assert (await asked(protocol, fault=streamed(events(protocol)))).stop == "tool_use"


@pytest.mark.parametrize("content", [None, "It is so.", ["It is so."]])
async def test_content_that_is_none_is_a_fault(content: Json) -> None:
    message = {**messages.message(SAID, 1, MODEL["anthropic"]), "content": content}
    response = {**responses.response(SAID, 1, MODEL["openai"]), "output": content}
    bodies: dict[Protocol, Json] = {"anthropic": message, "openai": response}
    for protocol, body in bodies.items():
        fault = Fault("odd", body=json.dumps(body).encode())
        with pytest.raises(ModelError, match="no list of objects") as caught:
            _ = await asked(protocol, fault=fault, is_streamed=False)
        assert caught.value.fault is ModelFault.MALFORMED


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
async def test_a_key_that_is_repeated_is_taken_out_or_nothing_is_kept(protocol: Protocol) -> None:
    forms = (KEY, quote(KEY), base64.b64encode(KEY.encode()).decode())
    for form in forms:
        answer = await asked(protocol, Said(f"You sent {form}."), is_streamed=False)
        assert answer.text.startswith(f"You sent {REMOVED}")
        assert KEY not in base64.b64decode(answer.opaque or "").decode()
    split = await refused(protocol, Said(f"You sent {KEY}."))
    assert split.fault is ModelFault.OTHER
    assert "repeated the key that it was sent in pieces" in str(split)
