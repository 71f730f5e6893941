"""A request in the form of Anthropic's Messages: pure.

Two things of the conversation are marked for the provider's cache beside the system prompt: the
end of what this request adds, and the end of what the one before had added, where the longest
stored beginning ends.
"""

import json
import re
from collections.abc import Iterator

from agents.models.opaque import Item, unseal
from agents.models.route import Route
from agents.models.strict_schema import fits_strict
from contracts.contract import Json
from contracts.model import (
    AssistantMessage,
    ModelRequest,
    SystemMessage,
    ToolMessage,
    ToolSchema,
    UserMessage,
)

PROTOCOL = "anthropic"
_CACHED: Item = {"type": "ephemeral"}
_MARKED = 2
"""Of the four marks that a request may have, one is the system prompt's."""
_VERSION = re.compile(r"_20\d{6}$")


def body_of(request: ModelRequest, route: Route) -> Item:
    """The request's JSON, streamed."""
    body: Item = {
        "model": route.model,
        "max_tokens": request.max_output_tokens,
        "messages": list[Json](_messages(request)),
        "stream": True,
    }
    system = _system(request)
    if system:
        body["system"] = list[Json](system)
    tools = [*map(_tool, request.tools), *map(_hosted, route.hosted_tools)]
    if tools:
        body["tools"] = list[Json](tools)
    if route.effort is not None:
        body["output_config"] = {"effort": route.effort}
    return {**body, **route.extra_body}


def arguments_in(text: str) -> Item:
    """Arguments as the object that the protocol wants; empty for what is none."""
    try:
        found: Json = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _system(request: ModelRequest) -> list[Item]:
    texts = [item.text for item in request.messages if isinstance(item, SystemMessage)]
    blocks: list[Item] = [{"type": "text", "text": text} for text in texts]
    if blocks:
        blocks[-1]["cache_control"] = _CACHED
    return blocks


def _tool(tool: ToolSchema) -> Item:
    schema: Json = json.loads(tool.parameters)
    declared: Item = {
        "name": tool.name,
        "description": tool.description,
        "input_schema": schema,
    }
    return {**declared, "strict": True} if fits_strict(schema) else declared


def _hosted(name: str) -> Item:
    """A tool of the provider's own, by its dated type; its name is the type without the date."""
    return {"type": name, "name": _VERSION.sub("", name)}


def _messages(request: ModelRequest) -> list[Item]:
    """Roles take turns: what stands beside each other on one side is one message."""
    found: list[tuple[str, list[Item]]] = []
    for role, blocks in _sides(request):
        if found and found[-1][0] == role:
            found[-1][1].extend(blocks)
        elif blocks:
            found.append((role, blocks))
    ours = [blocks for role, blocks in found if role == "user"]
    for blocks in ours[-_MARKED:]:
        blocks[-1]["cache_control"] = _CACHED
    return [{"role": role, "content": list[Json](blocks)} for role, blocks in found]


def _sides(request: ModelRequest) -> Iterator[tuple[str, list[Item]]]:
    for item in request.messages:
        if isinstance(item, AssistantMessage):
            yield "assistant", _said(item)
        elif isinstance(item, ToolMessage):
            result: Item = {
                "type": "tool_result",
                "tool_use_id": item.call_id,
                "content": item.text,
                "is_error": item.failed,
            }
            yield "user", [result]
        elif isinstance(item, UserMessage):
            yield "user", [{"type": "text", "text": item.text}]


def _said(item: AssistantMessage) -> list[Item]:
    """An earlier answer: as the provider gave it, else rebuilt from words and calls."""
    kept = unseal(PROTOCOL, item.opaque)
    if kept is not None:
        return kept
    words: list[Item] = [{"type": "text", "text": item.text}] if item.text.strip() else []
    calls: list[Item] = [
        {
            "type": "tool_use",
            "id": call.id,
            "name": call.name,
            "input": arguments_in(call.arguments),
        }
        for call in item.tool_calls
    ]
    return [*words, *calls]
