"""An answer as OpenAI's Responses API streams it."""

import base64
import json
from collections.abc import Iterator

from contracts.contract import Json
from tests.servers.script import Found, Said, Tokens, Use

PATH = "/responses"
Item = dict[str, Json]


def sealed(thought: str) -> str:
    """Reasoning as the provider encrypts it: opaque to us."""
    return "gAAAA" + base64.b64encode(thought.encode()[::-1]).decode()


def items(said: Said, number: int) -> list[Item]:
    """The output items of an answer."""
    found: list[Item] = []
    if said.thought:
        found.append(
            {
                "id": f"rs_{number}",
                "type": "reasoning",
                "summary": [],
                "encrypted_content": sealed(said.thought),
            }
        )
    found += [_search(search, f"ws_{number}_{i}") for i, search in enumerate(said.found)]
    if said.text:
        found.append(_message(said, number))
    found += [_call(use, f"fc_{number}_{i}") for i, use in enumerate(said.uses)]
    return found


def _search(search: Found, place: str) -> Item:
    sources: list[Json] = [{"type": "url", "url": url} for url in search.urls]
    action: Item = {"type": "search", "query": search.query, "sources": sources}
    return {"id": place, "type": "web_search_call", "status": "completed", "action": action}


def _call(use: Use, place: str) -> Item:
    return {
        "id": place,
        "type": "function_call",
        "status": "completed",
        "call_id": use.id,
        "name": use.name,
        "arguments": use.arguments,
    }


def _message(said: Said, number: int) -> Item:
    part: Item
    if said.stop == "refusal":
        part = {"type": "refusal", "refusal": said.text}
    else:
        part = {
            "type": "output_text",
            "text": said.text,
            "logprobs": [],
            "annotations": [
                {
                    "type": "url_citation",
                    "url": url,
                    "title": search.title,
                    "start_index": 0,
                    "end_index": len(said.text),
                }
                for search in said.found
                for url in search.urls
            ],
        }
    return {
        "id": f"msg_{number}",
        "type": "message",
        "status": "completed",
        "role": "assistant",
        "content": [part],
    }


def usage(tokens: Tokens) -> Item:
    return {
        "input_tokens": tokens.input,
        "input_tokens_details": {"cached_tokens": tokens.cached},
        "output_tokens": tokens.output,
        "output_tokens_details": {"reasoning_tokens": tokens.reasoning},
        "total_tokens": tokens.input + tokens.output,
    }


def response(said: Said, number: int, model: str) -> Item:
    """The finished response object."""
    cut = said.stop == "length"
    body: Item = {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1_767_950_000,
        "status": "incomplete" if cut else "completed",
        "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
        "instructions": None,
        "metadata": {},
        "model": said.model or model,
        "output": list[Json](items(said, number)),
        "parallel_tool_calls": True,
        "temperature": None,
        "tool_choice": "auto",
        "tools": [],
        "top_p": None,
    }
    if said.tokens is not None:
        told: Item = {} if said.cost is None else {"cost": said.cost}
        body["usage"] = {**usage(said.tokens), **told}
    return body


def events(said: Said, number: int, model: str) -> list[Item]:
    """Every event of the stream, the terminal one last."""
    done = response(said, number, model)
    begun: Item = {**done, "status": "in_progress", "output": [], "incomplete_details": None}
    _ = begun.pop("usage", None)
    found: list[Item] = [
        {"type": "response.created", "response": begun},
        {"type": "response.in_progress", "response": begun},
    ]
    for index, item in enumerate(items(said, number)):
        found += _of_item(item, index)
    found.append({"type": f"response.{done['status']}", "response": done})
    return [{**event, "sequence_number": place} for place, event in enumerate(found)]


def _of_item(item: Item, index: int) -> Iterator[Item]:
    place: Item = {"output_index": index}
    kind = item["type"]
    started = {**item, "status": "in_progress"} if "status" in item else dict(item)
    if kind == "message":
        started["content"] = []
    elif kind == "function_call":
        started["arguments"] = ""
    yield {"type": "response.output_item.added", **place, "item": started}
    if kind == "message":
        yield from _of_message(item, {**place, "item_id": item["id"], "content_index": 0})
    elif kind == "function_call":
        yield from _of_call(item, {**place, "item_id": item["id"]})
    yield {"type": "response.output_item.done", **place, "item": item}


def _of_message(item: Item, place: Item) -> Iterator[Item]:
    parts = item["content"]
    assert isinstance(parts, list)
    part = parts[0]
    assert isinstance(part, dict)
    is_refusal = part["type"] == "refusal"
    key, name = ("refusal", "refusal") if is_refusal else ("text", "output_text")
    text = part[key]
    assert isinstance(text, str)
    empty: Item = {**part, key: ""} if is_refusal else {**part, key: "", "annotations": []}
    yield {"type": "response.content_part.added", **place, "part": empty}
    half = len(text) // 2
    for piece in (text[:half], text[half:]):
        yield {"type": f"response.{name}.delta", **place, "delta": piece, "logprobs": []}
    yield {"type": f"response.{name}.done", **place, key: text, "logprobs": []}
    yield {"type": "response.content_part.done", **place, "part": part}


def _of_call(item: Item, place: Item) -> Iterator[Item]:
    arguments = item["arguments"]
    assert isinstance(arguments, str)
    half = len(arguments) // 2
    for piece in (arguments[:half], arguments[half:]):
        yield {"type": "response.function_call_arguments.delta", **place, "delta": piece}
    yield {"type": "response.function_call_arguments.done", **place, "arguments": arguments}


def error_body(code: str, kind: str = "invalid_request_error", message: str = "") -> bytes:
    """What the provider answers beside 200."""
    error = {"message": message or code, "type": kind, "param": None, "code": code}
    return json.dumps({"error": error}).encode()
