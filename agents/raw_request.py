"""What a command-line agent may send to a model: pure checks of one request."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from agents.models.fault import as_object
from agents.models.route import Protocol, Route
from contracts.model import RawMessage

PATHS: Mapping[str, Protocol] = {"/v1/responses": "openai", "/v1/messages": "anthropic"}
"""Where agents send requests, and the protocol that is spoken there."""
OUTPUT_TOKENS = 32_768
"""Output limit of a request that names none."""
_LIMIT: Mapping[Protocol, str] = {"openai": "max_output_tokens", "anthropic": "max_tokens"}
_ANY = TypeAdapter(list[object])
_LIST = TypeAdapter(list[dict[str, object]])
_OWN_TOOLS = ("function", "custom", "local_shell", "bash_", "text_editor_", "memory_")
"""Kinds of tools that the agent runs itself; all others run at the provider and see the network."""
_FIELDS: Mapping[Protocol, frozenset[str]] = {
    "openai": frozenset({
        "include", "input", "instructions", "max_output_tokens", "max_tool_calls", "metadata",
        "model", "parallel_tool_calls", "prompt_cache_key", "reasoning", "safety_identifier",
        "store", "stream", "stream_options", "temperature", "text", "tool_choice", "tools",
        "top_logprobs", "top_p", "truncation", "user",
    }),
    "anthropic": frozenset({
        "cache_control", "max_tokens", "messages", "metadata", "model", "output_config",
        "stop_sequences", "stream", "system", "temperature", "thinking", "tool_choice", "tools",
        "top_k", "top_p",
    }),
}  # fmt: skip
"""Fields that leave. Others use what is kept or runs at the provider, choose who answers, or change
the price; what is new is refused until somebody has read what it does."""
_CONTENT: Mapping[Protocol, tuple[str, ...]] = {
    "openai": ("input",),
    "anthropic": ("messages", "system"),
}
_FETCHED = frozenset({"file_id", "file_url", "image_url"})
"""Names under which content points to what the provider would fetch or has kept."""


class Refused(Exception):
    """A request that does not leave; the message is meant for the agent."""

    def __init__(self, status: int, message: str) -> None:
        """Refuse with an HTTP status."""
        super().__init__(message)
        self.status = status


class Checked(NamedTuple):
    """A request that may leave."""

    message: RawMessage
    is_streamed: bool
    max_output_tokens: int


def checked_request(method: str, path: str, body: bytes, *, route: Route) -> Checked:
    """Check one request, and fill in what the route asks for.

    Raises:
        Refused: another method or path, no JSON object, another model, or something that would
            run at the provider.
    """
    protocol = PATHS.get(path.partition("?")[0])
    if method != "POST" or protocol is None:
        raise Refused(404, f"{method[:20]} {path[:200]}: only POST {' and '.join(PATHS)} leave")
    if protocol != route.protocol:
        raise Refused(404, f"{path[:200]}: the model is reached over another protocol")
    document = _object(body)
    if document.get("model") != route.model:
        raise Refused(403, f"only the model {route.model!r} may be asked here")
    _require_own(document, protocol)
    limit = document.get(_LIMIT[protocol])
    tokens = limit if isinstance(limit, int) and limit > 0 else OUTPUT_TOKENS
    kept = {name: value for name, value in document.items() if name in _FIELDS[protocol]}
    whole = {**kept, **_ours(kept, route), **route.extra_body, _LIMIT[protocol]: tokens}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    if not text.isascii() and text.encode("utf-8", "replace").decode() != text:
        raise Refused(400, "the body holds a lone surrogate")
    return Checked(RawMessage(protocol=protocol, text=text), document.get("stream") is True, tokens)


def _ours(document: Mapping[str, object], route: Route) -> dict[str, object]:
    """What the route decides, whatever the agent asks: effort, and that nothing is kept."""
    found: dict[str, object] = {"store": False} if route.protocol == "openai" else {}
    if route.effort is not None:
        name = "reasoning" if route.protocol == "openai" else "output_config"
        found[name] = {**as_object(document.get(name)), "effort": route.effort}
    return found


def _require_own(document: Mapping[str, object], protocol: Protocol) -> None:
    for name, value in document.items():
        if value and name not in _FIELDS[protocol]:
            raise Refused(403, f"/{name[:80]}: not allowed here")
    for name in _CONTENT[protocol]:
        _require_whole(document.get(name), f"/{name}")
    for place, tool in enumerate(_objects(document.get("tools"))):
        kind = str(tool.get("type") or "custom")
        if not kind.startswith(_OWN_TOOLS):
            raise Refused(403, f"/tools/{place}: tools of the provider ({kind[:60]!r}) are off")


def _require_whole(value: object, pointer: str) -> None:
    """Let content hold what it shows: a provider that fetches an address reaches any host."""
    if isinstance(value, list):
        for place, item in enumerate(_ANY.validate_python(value)):
            _require_whole(item, f"{pointer}/{place}")
        return
    block = as_object(value)
    for name, inner in block.items():
        is_address = name in _FETCHED and not str(inner or "data:").startswith("data:")
        is_elsewhere = name == "source" and as_object(inner).get("type") in ("url", "file")
        if is_address or is_elsewhere:
            raise Refused(403, f"{pointer}/{name}: content is sent whole, never as an address")
        if name != "input":  # what the agent's own tool was given is no content
            _require_whole(inner, f"{pointer}/{name}")


def _object(body: bytes) -> dict[str, object]:
    try:
        found: object = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "the body is no JSON") from None
    document = as_object(found)
    if not document:
        raise Refused(400, "the body is no JSON object")
    return document


def _objects(value: object) -> list[dict[str, object]]:
    try:
        return _LIST.validate_python(value or [])
    except ValidationError:
        raise Refused(400, "/tools: no list of objects") from None
