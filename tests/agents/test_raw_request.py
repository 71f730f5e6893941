"""What a command may send on: two paths, one model, nothing that runs at the provider."""

import json
from dataclasses import replace

import pytest

from agents.models.route import Route
from agents.raw_request import Refused, checked_request

MESSAGES = Route("stub", "anthropic", "m-1", "writer", "key", effort="high")
ROUTE = Route("stub", "openai", "m-1", "writer", "key", extra_body={"provider": {"only": ["a"]}})


def body(**changes: object) -> bytes:
    return json.dumps({"model": "m-1", "input": "What is it?", **changes}).encode()


def said(part: dict[str, str]) -> list[object]:
    return [{"role": "user", "content": [{"type": "input_image", **part}]}]


@pytest.mark.parametrize(
    "source", [{"type": "url", "url": "https://a.example/x"}, {"type": "file", "file_id": "f"}]
)
def test_no_message_points_to_what_the_provider_would_fetch(source: dict[str, str]) -> None:
    blocks = [{"type": "document", "source": source}]
    result = {"type": "tool_result", "tool_use_id": "t", "content": blocks}
    for content in (blocks, [result]):
        sent = {"model": "m-1", "messages": [{"role": "user", "content": content}]}
        with pytest.raises(Refused, match="never as an address") as caught:
            _ = checked_request("POST", "/v1/messages", json.dumps(sent).encode(), route=MESSAGES)
        assert caught.value.status == 403


def test_what_an_own_tool_was_given_is_no_address() -> None:
    use = {"type": "tool_use", "id": "t", "name": "look", "input": {"file_id": "mine"}}
    shown = {"type": "image", "source": {"type": "base64", "data": "eA=="}}
    messages = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [shown]}]
    sent = {"model": "m-1", "messages": messages, "speed": ""}
    checked = checked_request("POST", "/v1/messages", json.dumps(sent).encode(), route=MESSAGES)
    document = json.loads(checked.message.text)
    assert document["messages"] == messages
    assert document["output_config"] == {"effort": "high"}
    assert "speed" not in document


def test_nothing_is_kept_and_the_effort_is_the_routes() -> None:
    route = replace(ROUTE, effort="low")
    sent = body(store=True, reasoning={"effort": "xhigh", "summary": "auto"})
    document = json.loads(checked_request("POST", "/v1/responses", sent, route=route).message.text)
    assert document["store"] is False
    assert document["reasoning"] == {"effort": "low", "summary": "auto"}


def test_a_sound_request_leaves_with_what_the_route_adds_and_a_limit() -> None:
    tools = [{"type": "function", "name": "look"}]
    checked = checked_request("POST", "/v1/responses", body(stream=True, tools=tools), route=ROUTE)
    sent = json.loads(checked.message.text)
    assert checked.is_streamed
    assert sent["max_output_tokens"] == checked.max_output_tokens == 32_768
    assert sent["provider"] == {"only": ["a"]}
    assert (sent["input"], sent["tools"]) == ("What is it?", tools)


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("GET", "/v1/responses", body(), 404),
        ("POST", "/v1/responses/../files", body(), 404),
        ("POST", "/v1/messages", body(), 404),
        ("POST", "/v1/responses", b"[1]", 400),
        ("POST", "/v1/responses", b"{", 400),
        ("POST", "/v1/responses", body(input="\ud800"), 400),
        ("POST", "/v1/responses", body(tools={"a": 1}), 400),
        ("POST", "/v1/responses", body(model="m-2"), 403),
        ("POST", "/v1/responses", body(tools=[{"type": "web_search"}]), 403),
        ("POST", "/v1/responses", body(tools=[{"type": "mcp"}]), 403),
        ("POST", "/v1/responses", body(previous_response_id="r"), 403),
        ("POST", "/v1/responses", body(background=True), 403),
        ("POST", "/v1/responses", body(plugins=[{"id": "web"}]), 403),
        ("POST", "/v1/responses", body(provider={"only": ["b"]}), 403),
        ("POST", "/v1/responses", body(input=said({"image_url": "https://a.example/x"})), 403),
        ("POST", "/v1/responses", body(input=said({"file_url": "https://a.example/x"})), 403),
        ("POST", "/v1/responses", body(input=said({"file_id": "file-1"})), 403),
    ],
)
def test_anything_else_is_refused(method: str, path: str, sent: bytes, status: int) -> None:
    with pytest.raises(Refused) as caught:
        _ = checked_request(method, path, sent, route=ROUTE)
    assert caught.value.status == status
