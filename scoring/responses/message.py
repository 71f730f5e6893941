"""Messages of OpenAI, Anthropic, inspect and LangChain, read into the steps of a trace.

One reader for all: their fields do not contradict each other, and agents mix them. What a message
says is data; no object is made from it, whatever its `lc` or `type` asks for.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from contracts.contract import Json
from contracts.trace import Called, Reasoned, Returned, Said, Step
from scoring.responses.cleaning import Cleaner

_SPEAKERS = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "AIMessage": "assistant",
    "HumanMessage": "user",
    "SystemMessage": "system",
    "tool": "tool",
    "function": "tool",
    "ToolMessage": "tool",
}
_ITEMS = ("function_call", "function_call_output", "reasoning")
"""Kinds of items of OpenAI's Responses that have no speaker."""
_TEXT = ("text", "output_text", "input_text")
_THOUGHT = ("thinking", "reasoning", "redacted_thinking")


class MessageFault(ValueError):
    """A message that has none of the known shapes."""


def steps_of(message: Json, cleaner: Cleaner) -> Iterator[Step]:
    """The steps of one message, in order.

    Raises:
        MessageFault: it is no message of any known shape.
    """
    fields = _fields(message)
    item = _text(fields.get("type"))
    at = _instant(fields)
    if item in ("function_call", "function_call_output"):
        yield _item(fields, item, cleaner, at)
        return
    if item == "reasoning" and "role" not in fields:
        yield Reasoned(text=cleaner.step(_plain(fields.get("summary"))), at=at)
        return
    name = _text(fields.get("role")) or item
    speaker = _SPEAKERS.get(name.removesuffix("Chunk"))
    if speaker is None:
        msg = f"role or type {name[:40]!r} is not known"
        raise MessageFault(msg)
    if speaker == "tool":
        yield _result(fields, cleaner, at)
        return
    for key in ("reasoning_content", "reasoning"):
        if thought := _text(fields.get(key)):
            yield Reasoned(text=cleaner.step(thought), at=at)
    yield from _blocks(fields.get("content"), speaker, cleaner, at)
    for call in _list(fields.get("tool_calls")):
        yield _call(_fields(call), cleaner, at)


def is_message(body: dict[str, Json]) -> bool:
    """Whether an object is one message of a conversation, and not an answer that holds some."""
    if any(key in body for key in ("answer", "messages", "output", "query_id")):
        return _text(body.get("type")) in _ITEMS
    fields = _fields(body)
    name = _text(fields.get("role")) or _text(fields.get("type"))
    return name.removesuffix("Chunk") in _SPEAKERS or name in _ITEMS


def _fields(message: Json) -> dict[str, Json]:
    """The fields of a message; LangChain's stand in `data` or `kwargs`."""
    if not isinstance(message, dict):
        msg = "is no JSON object"
        raise MessageFault(msg)
    inner, path = message.get("kwargs"), message.get("id")
    if "lc" in message and isinstance(inner, dict) and isinstance(path, list):
        return {**inner, "role": _text(path[-1]) if path else ""}
    inner = message.get("data")
    if isinstance(inner, dict) and "role" not in message:
        return {**inner, "role": message.get("type")}
    return message


def _blocks(content: Json, speaker: str, cleaner: Cleaner, at: datetime | None) -> Iterator[Step]:
    if content is None:
        return
    for block in content if isinstance(content, list) else [content]:
        fields: dict[str, Json] = (
            {"type": "text", "text": block} if isinstance(block, str) else _fields(block)
        )
        kind = _text(fields.get("type"))
        if kind in _THOUGHT:
            text = next(
                (_plain(fields[key]) for key in ("thinking", "reasoning", "text") if key in fields),
                "",
            )
            yield Reasoned(text=cleaner.step(text), at=at)
        elif kind == "tool_use":
            yield _call(fields, cleaner, at)
        elif kind == "tool_result":
            yield _result(fields, cleaner, at)
        else:
            clean = cleaner.answer if speaker == "assistant" else cleaner.step
            text = clean(_shown(fields, kind, cleaner))
            if text:
                yield _said(speaker, text, at)


def _said(speaker: str, text: str, at: datetime | None) -> Said:
    if speaker == "system":
        return Said(speaker="system", text=text, at=at)
    return Said(speaker="user" if speaker == "user" else "assistant", text=text, at=at)


def _shown(fields: dict[str, Json], kind: str, cleaner: Cleaner) -> str:
    if kind in _TEXT:
        return _text(fields.get("text"))
    if kind in ("image", "image_url", "input_image"):
        source = fields.get("source")
        if isinstance(source, dict) and "data" in source:
            return cleaner.image(_text(source.get("media_type")), _text(source.get("data")))
        return _plain(fields.get("image_url") or fields.get("image") or fields.get("source"))
    msg = f"content of type {kind[:40]!r} is not known"
    raise MessageFault(msg)


def _call(fields: dict[str, Json], cleaner: Cleaner, at: datetime | None) -> Called:
    function = fields.get("function")
    inner = function if isinstance(function, dict) else fields
    name = _text(inner.get("name")) or _text(function)
    given = next((inner[key] for key in ("arguments", "args", "input") if key in inner), None)
    number = _text(fields.get("call_id")) or _text(fields.get("id"))
    return Called(
        id=cleaner.step(number)[:200],
        name=cleaner.step(name)[:200] or "unnamed",
        arguments=cleaner.step(_plain(given)),
        at=at,
    )


def _result(fields: dict[str, Json], cleaner: Cleaner, at: datetime | None) -> Returned:
    keys = ("tool_call_id", "tool_use_id", "call_id")
    number = next((_text(fields[key]) for key in keys if key in fields), "")
    failed = bool(fields.get("is_error") or fields.get("error")) or fields.get("status") == "error"
    content = fields.get("content")
    blocks = content if isinstance(content, list) else [content]
    text = "\n".join(_part(block, cleaner) for block in blocks)
    return Returned(
        call_id=cleaner.step(number)[:200], text=cleaner.step(text), failed=failed, at=at
    )


def _part(block: Json, cleaner: Cleaner) -> str:
    if isinstance(block, dict) and isinstance(block.get("type"), str):
        return _shown(block, _text(block["type"]), cleaner)
    return _plain(block)


def _item(fields: dict[str, Json], kind: str, cleaner: Cleaner, at: datetime | None) -> Step:
    if kind == "function_call":
        return _call(fields, cleaner, at)
    return _result({**fields, "content": fields.get("output")}, cleaner, at)


def _plain(value: Json) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _instant(fields: dict[str, Json]) -> datetime | None:
    for key in ("at", "timestamp", "created_at"):
        if isinstance(found := fields.get(key), str):
            return instant_of(found)
    return None


def instant_of(text: str) -> datetime | None:
    """A moment with its zone, in UTC; `None` for text that names none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo and 1800 < found.year < 2200 else None
