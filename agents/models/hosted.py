"""What a provider's own tools did inside an answer, in one form for the audit."""

import json
import re
from collections.abc import Iterable

from agents.models.opaque import Item
from contracts.contract import Json
from contracts.model import HostedUse

CITATION = "citation"
_VERSION = re.compile(r"(_preview)?(_20\d{2}_?\d{2}_?\d{2})?$")
_OURS = frozenset({"function_call", "text", "refusal", "reasoning"})
"""Items of an answer over Responses that are the model's own."""
_FOREIGN = "mcp_tool_use"
_ASKED_BY = frozenset({"server_tool_use", _FOREIGN})
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
            found.append(HostedUse(name=CITATION, asked="", found=cited))
    return tuple(found)


def hosted_by_anthropic(blocks: Iterable[Item]) -> tuple[HostedUse, ...]:
    """Uses of hosted tools among content blocks, with their results, and cited pages."""
    found: list[HostedUse] = []
    for block in blocks:
        kind = str(block.get("type"))
        if kind in _ASKED_BY:
            # A server of tools chooses their names, so that of a use says nothing of whose it is.
            name = "mcp" if kind == _FOREIGN else str(block.get("name"))
            asked = _shown(block if kind == _FOREIGN else block.get("input"))
            found.append(HostedUse(name=name, asked=asked, found=""))
        elif kind.endswith("_tool_result"):
            name = kind.removesuffix("_tool_result")
            found.append(HostedUse(name=name, asked="", found=_shown(block.get("content"))))
        elif block.get("citations"):
            cited = _shown(block["citations"])
            found.append(HostedUse(name=CITATION, asked="", found=cited))
    return tuple(found)


def unconfigured(uses: Iterable[HostedUse], configured: Iterable[str]) -> tuple[str, ...]:
    """Names of uses that no configured tool explains, sorted.

    A tool is configured by its type, such as `web_search_20260318`, and its uses are named after
    what the type says without date: `web_search`, or a part of it such as `bash_code_execution`.
    """
    stems = {_VERSION.sub("", name) for name in configured}
    names = {use.name for use in uses if not (use.name == CITATION and stems)}
    return tuple(sorted(name for name in names if not any(_is_of(name, stem) for stem in stems)))


def _is_of(name: str, stem: str) -> bool:
    return name == stem or name.startswith(f"{stem}_") or name.endswith(f"_{stem}")


def _shown(value: Json) -> str:
    """JSON as text, with the letters themselves, so that an audit finds what a page says."""
    return json.dumps(value, ensure_ascii=False)
