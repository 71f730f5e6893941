"""What a command may send on: two paths, one model, nothing that runs at the provider."""

import json

import pytest

from agents.models.route import Route
from agents.raw_request import Refused, checked_request

ROUTE = Route("stub", "openai", "m-1", "writer", "key", extra_body={"provider": {"only": ["a"]}})


def body(**changes: object) -> bytes:
    return json.dumps({"model": "m-1", "input": "What is it?", **changes}).encode()


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
    ],
)
def test_anything_else_is_refused(method: str, path: str, sent: bytes, status: int) -> None:
    with pytest.raises(Refused) as caught:
        _ = checked_request(method, path, sent, route=ROUTE)
    assert caught.value.status == status
