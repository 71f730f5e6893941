"""What both clients send and what they make of whole answers, over real sockets."""

import base64
import json
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import quote

import pytest

from agents.models.hosted import hosted_by_anthropic, unconfigured
from agents.models.opaque import unseal
from agents.models.scrubber import REMOVED
from contracts.contract import Json
from contracts.errors import ModelError, ModelFault
from contracts.model import (
    AssistantMessage,
    HostedUse,
    ModelResponse,
    ToolCall,
    ToolMessage,
    Usage,
    UserMessage,
)
from tests.agents.models.live import KEY, MODEL, PROTOCOLS, client, request
from tests.servers import messages, responses
from tests.servers.provider import Protocol, Provider, serve
from tests.servers.script import Fault, Found, Log, Said, Stop, Tokens, Use, first, in_order

WORKS = Said(
    text="I look it up.",
    thought="The filing has it.",
    uses=(Use("call_1", "open_source", '{"source_id": "é-1"}'), Use("call_2", "read_file", "{}")),
    tokens=Tokens(input=1_000, cached=600, written=100, output=50, reasoning=20),
)
DONE = Said(text="That is all.")

both = pytest.mark.parametrize("protocol", PROTOCOLS)


async def ask(server: Provider, protocol: Protocol, answers: int = 1) -> list[ModelResponse]:
    """Ask as a session does: each answer goes back, with a result for each of its calls."""
    asked = client(server, protocol)
    found = [await asked.complete(request(protocol))]
    for call in range(2, answers + 1):
        found.append(await asked.complete(request(protocol, *said(found), call=call)))
    return found


def said(earlier: list[ModelResponse]) -> list[AssistantMessage | ToolMessage]:
    found: list[AssistantMessage | ToolMessage] = []
    for answer in earlier:
        found.append(
            AssistantMessage(text=answer.text, tool_calls=answer.tool_calls, opaque=answer.opaque)
        )
        found += [
            ToolMessage(
                call_id=call.id, name=call.name, text=f"of {call.id}", failed=call.id[-1] == "2"
            )
            for call in answer.tool_calls
        ]
    return found


def part(body: Mapping[str, Json], name: str) -> list[Any]:
    """A list of a request's body, to be looked into freely."""
    found = body[name]
    assert isinstance(found, list)
    return list[Any](found)


@both
async def test_a_key_that_an_answer_repeats_is_taken_out(protocol: Protocol) -> None:
    forms = (KEY, quote(KEY), base64.b64encode(KEY.encode()).decode(), KEY.encode().hex())
    hidden = "".join(f"\\u{ord(char):04x}" for char in KEY)
    arguments = f'{{"path": "out/{hidden}", "content": "{" ".join(forms)}"}}'
    told = Said(f"You sent {' '.join(forms)}.", thought=KEY, uses=(Use("c1", "write", arguments),))
    async with serve(in_order(told), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    assert answer.text.startswith(f"You sent {REMOVED} {REMOVED} {REMOVED[:-1]}")
    (call,) = answer.tool_calls
    written = json.loads(call.arguments)
    assert written["path"] == f"out/{REMOVED}"
    assert written["content"].startswith(f"{REMOVED} {REMOVED} {REMOVED[:-1]}")
    kept = json.dumps(unseal(protocol, answer.opaque))
    assert REMOVED in kept
    for form in forms:
        assert form not in f"{answer.text}{call.arguments}{kept}"


@both
async def test_answer_is_read_whole(protocol: Protocol) -> None:
    async with serve(in_order(WORKS), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    written = 100 if protocol == "anthropic" else None
    assert answer.model == MODEL[protocol]
    assert answer.text == "I look it up."
    assert answer.stop == "tool_use"
    assert answer.tool_calls == (
        ToolCall(id="call_1", name="open_source", arguments='{"source_id": "é-1"}'),
        ToolCall(id="call_2", name="read_file", arguments="{}"),
    )
    assert answer.usage == Usage(
        input_tokens=1_000,
        cached_tokens=600,
        cache_write_tokens=written,
        output_tokens=50,
        reasoning_tokens=20,
    )
    assert answer.hosted == ()


@both
async def test_reasoning_goes_back_byte_for_byte(protocol: Protocol) -> None:
    async with serve(in_order(WORKS, DONE), protocol=protocol) as server:
        _ = await ask(server, protocol, answers=2)
        sent = server.log.lines[1].received.body
    if protocol == "openai":
        reasoning, message, one, two, *results = part(sent, "input")[2:]
        assert reasoning == responses.items(WORKS, 1)[0]
        assert message["content"][0]["text"] == "I look it up."
        assert (one["call_id"], two["call_id"]) == ("call_1", "call_2")
        assert one["arguments"] == '{"source_id": "é-1"}'
        assert results == [
            {"type": "function_call_output", "call_id": "call_1", "output": "of call_1"},
            {"type": "function_call_output", "call_id": "call_2", "output": "of call_2"},
        ]
    else:
        earlier, results = part(sent, "messages")[1:]
        assert earlier == {
            "role": "assistant",
            "content": messages.message(WORKS, 1, MODEL[protocol])["content"],
        }
        assert [item["is_error"] for item in results["content"]] == [False, True]
        assert results["content"][0]["tool_use_id"] == "call_1"


async def test_openai_request_stores_nothing_and_keeps_its_beginning() -> None:
    async with serve(in_order(WORKS, DONE)) as server:
        asked = client(server, "openai", effort="high", extra_body={"provider": {"only": ["a"]}})
        begun = await asked.complete(request("openai"))
        _ = await asked.complete(request("openai", *said([begun]), call=2))
        one, two = (line.received for line in server.log.lines)
    assert one.path == "/v1/responses"
    assert one.headers["authorization"] == f"Bearer {KEY}"
    body = one.body
    assert (body["store"], body["stream"], body["model"]) == (False, True, "gpt-test-1")
    assert body["include"] == ["reasoning.encrypted_content"]
    assert body["reasoning"] == {"effort": "high"}
    assert body["provider"] == {"only": ["a"]}
    assert body["max_output_tokens"] == 32_768
    assert body["prompt_cache_key"] == two.body["prompt_cache_key"]
    assert [(tool["name"], tool["strict"]) for tool in part(body, "tools")] == [
        ("open_source", True),
        ("read_file", False),
    ]
    assert part(body, "input") == part(two.body, "input")[:2]
    assert part(body, "input")[0] == {"content": "You write.", "role": "system", "type": "message"}


async def test_anthropic_request_marks_what_the_cache_may_keep() -> None:
    async with serve(in_order(WORKS, WORKS, DONE), protocol="anthropic") as server:
        asked = client(server, "anthropic", effort="high", extra_body={"thinking": {"type": "x"}})
        earlier: list[ModelResponse] = []
        for call in (1, 2, 3):
            more = said(earlier)
            earlier.append(await asked.complete(request("anthropic", *more, call=call)))
        received = [line.received for line in server.log.lines]
    assert received[0].path == "/v1/messages"
    assert received[0].headers["authorization"] == f"Bearer {KEY}"
    body = received[2].body
    assert part(body, "system") == [
        {"type": "text", "text": "You write.", "cache_control": {"type": "ephemeral"}}
    ]
    assert body["output_config"] == {"effort": "high"}
    assert body["thinking"] == {"type": "x"}
    assert body["max_tokens"] == 32_768
    marks = [
        (place, index)
        for place, message in enumerate(part(body, "messages"))
        for index, block in enumerate(message["content"])
        if "cache_control" in block
    ]
    assert marks == [(2, 1), (4, 1)]
    assert [(tool["name"], tool.get("strict")) for tool in part(body, "tools")] == [
        ("open_source", True),
        ("read_file", None),
    ]


@pytest.mark.parametrize(
    ("protocol", "stop"),
    [
        *((protocol, stop) for protocol in PROTOCOLS for stop in ("end", "length", "refusal")),
        ("anthropic", "pause"),
    ],
)
async def test_why_an_answer_stopped_is_told(protocol: Protocol, stop: Stop) -> None:
    spoken = Said(text="No more.", thought="Hm.", stop=stop)
    async with serve(in_order(spoken), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    assert answer.stop == stop
    assert answer.text == "No more."
    assert answer.usage.output_tokens == 50
    assert (answer.opaque is None) == (stop == "length")


@both
async def test_answer_that_was_cut_goes_back_as_words(protocol: Protocol) -> None:
    cut = Said(text="Half", thought="Hm.", stop="length")
    async with serve(in_order(cut, DONE), protocol=protocol) as server:
        asked = client(server, protocol)
        begun = await asked.complete(request(protocol))
        again = (AssistantMessage(text=begun.text, tool_calls=()), UserMessage(text="Go on."))
        answer = await asked.complete(request(protocol, *again, call=2))
        sent = json.dumps(server.log.lines[1].received.body)
    assert answer.text == "That is all."
    assert '"Half"' in sent
    assert "Hm." not in sent


@both
async def test_empty_answer_is_not_sent_back(protocol: Protocol) -> None:
    async with serve(in_order(DONE), protocol=protocol) as server:
        asked = client(server, protocol)
        nothing = AssistantMessage(text="", tool_calls=())
        _ = await asked.complete(request(protocol, nothing, UserMessage(text="Go on.")))
        body = server.log.lines[0].received.body
    sides = [item["role"] for item in part(body, "input" if protocol == "openai" else "messages")]
    assert sides == (["system", "user", "user"] if protocol == "openai" else ["user"])


@both
async def test_conversation_goes_on_with_another_provider(protocol: Protocol) -> None:
    other: Protocol = "anthropic" if protocol == "openai" else "openai"
    async with serve(in_order(WORKS), protocol=other) as server:
        (begun,) = await ask(server, other)
    async with serve(in_order(DONE), protocol=protocol) as server:
        _ = await client(server, protocol).complete(request(protocol, *said([begun]), call=2))
        sent = json.dumps(server.log.lines[0].received.body)
    assert "call_1" in sent
    assert "I look it up." in sent
    assert responses.sealed(WORKS.thought) not in sent
    assert messages.signed(WORKS.thought) not in sent


@both
async def test_missing_usage_is_not_zero(protocol: Protocol) -> None:
    async with serve(in_order(Said(text="x", tokens=None)), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    assert answer.usage == Usage()


@both
async def test_count_below_nothing_is_no_count(protocol: Protocol) -> None:
    odd = Said(text="x", tokens=Tokens(input=-5, output=7, reasoning=-1))
    async with serve(in_order(odd), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    found = answer.usage
    assert (found.input_tokens, found.output_tokens, found.reasoning_tokens) == (None, 7, None)


@both
async def test_cost_that_a_router_names_is_read(protocol: Protocol) -> None:
    async with serve(in_order(Said(text='"cost"', cost=0.00123456)), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    assert answer.usage == Usage(
        input_tokens=1_000,
        cached_tokens=600,
        cache_write_tokens=0 if protocol == "anthropic" else None,
        output_tokens=50,
        reasoning_tokens=20,
        cost=1_235,
    )


@both
async def test_dated_name_is_the_model_that_was_asked(protocol: Protocol) -> None:
    dated = f"{MODEL[protocol]}-2026-10-01"
    async with serve(in_order(Said(text="x", model=dated)), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    assert answer.model == dated


@both
async def test_arguments_that_are_no_json_come_as_they_are(protocol: Protocol) -> None:
    broken = Said(uses=(Use("c1", "open_source", '{"source_id": oops'),))
    async with serve(in_order(broken, DONE), protocol=protocol) as server:
        begun, _ = await ask(server, protocol, answers=2)
    assert begun.tool_calls[0].arguments == '{"source_id": oops'


@both
@pytest.mark.parametrize("then", ["break", "stall"])
async def test_last_event_ends_an_answer_whatever_becomes_of_the_connection(
    protocol: Protocol, then: Literal["break", "stall"]
) -> None:
    odd = first(Fault("after the end", then=then))
    async with serve(in_order(DONE), odd, protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    assert answer.text == "That is all."
    assert len(server.log.whole) == 1


@both
async def test_half_a_character_is_no_answer(protocol: Protocol) -> None:
    async with serve(in_order(Said(text="x\ud800")), protocol=protocol) as server:
        with pytest.raises(ModelError) as caught:
            _ = await ask(server, protocol)
    assert caught.value.fault is ModelFault.MALFORMED


SEARCHED = Said(text="Found.", found=(Found("roadhouse sales", ("https://leaks.example/a",)),))


@both
async def test_hosted_tools_are_off_unless_configured(protocol: Protocol) -> None:
    async with serve(in_order(SEARCHED), protocol=protocol) as server:
        asked = client(server, protocol)
        with pytest.raises(ModelError, match="not configured") as caught:
            _ = await asked.complete(request(protocol))
        names = [tool["name"] for tool in part(server.log.lines[0].received.body, "tools")]
    assert caught.value.fault is ModelFault.OTHER
    assert names == ["open_source", "read_file"]


@both
async def test_another_hosted_tool_than_the_configured_one_is_no_answer(protocol: Protocol) -> None:
    other = "code_interpreter" if protocol == "openai" else "code_execution_20260521"
    async with serve(in_order(SEARCHED), protocol=protocol) as server:
        asked = client(server, protocol, hosted_tools=(other,))
        with pytest.raises(ModelError, match="not configured: web_search") as caught:
            _ = await asked.complete(request(protocol))
    assert caught.value.fault is ModelFault.OTHER


@pytest.mark.parametrize(
    ("configured", "left"),
    [
        ((), ("bash_code_execution", "citation", "mcp", "web_search")),
        (("web_search",), ("bash_code_execution", "mcp")),
        (("web_search_preview_2025_03_11",), ("bash_code_execution", "mcp")),
        (("web_search_20260318", "code_execution_20260521"), ("mcp",)),
        (("search",), ("bash_code_execution", "mcp")),
        (("web", "code"), ("bash_code_execution", "mcp")),
    ],
)
def test_uses_are_held_against_the_configured_names(
    configured: tuple[str, ...], left: tuple[str, ...]
) -> None:
    names = ("web_search", "citation", "bash_code_execution", "mcp")
    uses = [HostedUse(name=name, asked="", found="") for name in names]
    assert unconfigured(uses, configured) == left


def test_a_foreign_tool_is_named_by_its_kind_and_not_by_itself() -> None:
    block: dict[str, Json] = {"type": "mcp_tool_use", "name": "web_search", "input": {}}
    (use,) = hosted_by_anthropic([block])
    assert unconfigured([use], ("web_search_20260318",)) == ("mcp",)
    assert "web_search" in use.asked


@both
async def test_what_hosted_tools_did_is_kept(protocol: Protocol) -> None:
    tool = "web_search" if protocol == "openai" else "web_search_20260318"
    async with serve(in_order(SEARCHED), protocol=protocol) as server:
        asked = client(server, protocol, hosted_tools=(tool,))
        answer = await asked.complete(request(protocol))
        sent = part(server.log.lines[0].received.body, "tools")
    assert sent[-1]["type"] == tool
    assert {use.name for use in answer.hosted} >= {"web_search"}
    told = "".join(use.asked + use.found for use in answer.hosted)
    assert "roadhouse sales" in told
    assert "https://leaks.example/a" in told


@both
async def test_opaque_bytes_hold_reasoning_and_no_key(protocol: Protocol) -> None:
    async with serve(in_order(WORKS), protocol=protocol) as server:
        (answer,) = await ask(server, protocol)
    kept = base64.b64decode(answer.opaque or "").decode()
    sealed = responses.sealed if protocol == "openai" else messages.signed
    assert sealed(WORKS.thought) in kept
    assert KEY not in answer.model_dump_json() + kept


def test_client_does_not_print_its_key() -> None:
    for protocol in PROTOCOLS:
        made = client(Provider("http://127.0.0.1:9/v1", "", Log()), protocol)
        assert KEY not in repr(made) + repr(vars(made))
