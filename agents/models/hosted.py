"""What a provider's own tools did inside an answer, in one form for the audit."""

import json
from collections.abc import Iterable

from agents.models.opaque import Item
from contracts.contract import Json
from contracts.model import HostedUse

_OURS = frozenset({"function_call", "text", "refusal", "reasoning"})
"""Items of an answer over Responses that are the model's own."""
_ASKED_BY = frozenset({"server_tool_use", "mcp_tool_use"})
"""Blocks of an answer over Messages in which the model asks a tool of the provider."""


def hosted_by_openai(items: Iterable[Item]) -> tuple[HostedUse, ...]:
    """Uses of hosted tools among output items, and the pages that the text cites."""
    found: list[HostedUse] = []
    for item in items:
        kind = str(item.get("type"))
        if kind not in _OURS:
            asked = item.get("action", item.get("queries", item.get("code", item.get("arguments"))))
            name = kind.removesuffix("_call")
            found.append(HostedUse(name=name, asked=_shown(asked), found=_shown(item)))
        elif item.get("annotations"):
            cited = _shown(item["annotations"])
            found.append(HostedUse(name="citation", asked="", found=cited))
    return tuple(found)


def hosted_by_anthropic(blocks: Iterable[Item]) -> tuple[HostedUse, ...]:
    """Uses of hosted tools among content blocks, with their results, and cited pages."""
    found: list[HostedUse] = []
    for block in blocks:
        kind = str(block.get("type"))
        if kind in _ASKED_BY:
            name = str(block.get("name"))
            found.append(HostedUse(name=name, asked=_shown(block.get("input")), found=""))
        elif kind.endswith("_tool_result"):
            name = kind.removesuffix("_tool_result")
            found.append(HostedUse(name=name, asked="", found=_shown(block.get("content"))))
        elif block.get("citations"):
            cited = _shown(block["citations"])
            found.append(HostedUse(name="citation", asked="", found=cited))
    return tuple(found)


def _shown(value: Json) -> str:
    """JSON as text, with the letters themselves, so that an audit finds what a page says."""
    return json.dumps(value, ensure_ascii=False)
