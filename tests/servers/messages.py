"""An answer as Anthropic's Messages API streams it."""

import base64
import json
from collections.abc import Iterator

from contracts.contract import Json
from tests.servers.script import Said, Tokens

PATH = "/v1/messages"
Item = dict[str, Json]
_STOPS = {
    "tool_use": "tool_use",
    "end": "end_turn",
    "length": "max_tokens",
    "refusal": "refusal",
    "pause": "pause_turn",
}


def signed(thought: str) -> str:
    """The provider's signature of a thinking block: opaque to us."""
    return base64.b64encode(b"signed:" + thought.encode()).decode()


def blocks(said: Said, number: int) -> list[tuple[Item, list[Item]]]:
    """Each content block as it starts, and the deltas that fill it."""
    found: list[tuple[Item, list[Item]]] = []
    if said.thought:
        deltas: list[Item] = [
            {"type": "thinking_delta", "thinking": said.thought},
            {"type": "signature_delta", "signature": signed(said.thought)},
        ]
        found.append(({"type": "thinking", "thinking": "", "signature": ""}, deltas))
    for index, search in enumerate(said.found):
        place = f"srvtoolu_{number}_{index}"
        asked: Item = {"type": "server_tool_use", "id": place, "name": "web_search", "input": {}}
        found.append((asked, _json_deltas(json.dumps({"query": search.query}))))
        results: list[Json] = [
            {
                "type": "web_search_result",
                "url": url,
                "title": search.title,
                "encrypted_content": "c2VhbGVk",
                "page_age": None,
            }
            for url in search.urls
        ]
        found.append(
            ({"type": "web_search_tool_result", "tool_use_id": place, "content": results}, [])
        )
    if said.text:
        half = len(said.text) // 2
        pieces = (said.text[:half], said.text[half:])
        found.append(
            ({"type": "text", "text": ""}, [{"type": "text_delta", "text": p} for p in pieces])
        )
    for use in said.uses:
        start: Item = {"type": "tool_use", "id": use.id, "name": use.name, "input": {}}
        found.append((start, _json_deltas(use.arguments)))
    return found


def _json_deltas(text: str) -> list[Item]:
    half = len(text) // 2
    return [
        {"type": "input_json_delta", "partial_json": piece}
        for piece in ("", text[:half], text[half:])
    ]


def usage(tokens: Tokens) -> Item:
    return {
        "input_tokens": tokens.input - tokens.cached - tokens.written,
        "cache_read_input_tokens": tokens.cached,
        "cache_creation_input_tokens": tokens.written,
        "output_tokens": tokens.output,
        "output_tokens_details": {"thinking_tokens": tokens.reasoning},
    }


def message(said: Said, number: int, model: str) -> Item:
    """The finished message."""
    content: list[Json] = []
    for start, deltas in blocks(said, number):
        block = dict(start)
        for delta in deltas:
            _fill(block, delta)
        content.append(block)
    body: Item = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": said.model or model,
        "content": content,
        "stop_reason": _STOPS[said.stops],
        "stop_sequence": None,
    }
    if said.tokens is not None:
        body["usage"] = usage(said.tokens)
    return body


def _fill(block: Item, delta: Item) -> None:
    for key in ("text", "thinking", "signature"):
        if key in delta:
            block[key] = f"{block[key]}{delta[key]}"
    if delta["type"] == "input_json_delta":
        text = f"{block.pop('partial', '')}{delta['partial_json']}"
        block["partial"] = text
        try:
            block["input"] = json.loads(text)
        except json.JSONDecodeError:
            return
        del block["partial"]


def events(said: Said, number: int, model: str) -> list[Item]:
    """Every event of the stream, `message_stop` last."""
    done = message(said, number, model)
    begun: Item = {**done, "content": [], "stop_reason": None}
    if said.tokens is not None:
        begun["usage"] = {**usage(said.tokens), "output_tokens": 1}
    found: list[Item] = [{"type": "message_start", "message": begun}, {"type": "ping"}]
    for index, (start, deltas) in enumerate(blocks(said, number)):
        found += _of_block(start, deltas, index)
    last: Item = {
        "type": "message_delta",
        "delta": {"stop_reason": done["stop_reason"], "stop_sequence": None},
    }
    if said.tokens is not None:
        told: Item = {} if said.cost is None else {"cost": said.cost}
        last["usage"] = {**usage(said.tokens), **told}
    return [*found, last, {"type": "message_stop"}]


def _of_block(start: Item, deltas: list[Item], index: int) -> Iterator[Item]:
    yield {"type": "content_block_start", "index": index, "content_block": start}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def error_body(kind: str, message: str = "") -> bytes:
    """What the provider answers beside 200."""
    error = {"type": "error", "error": {"type": kind, "message": message or kind}}
    return json.dumps({**error, "request_id": "req_1"}).encode()
