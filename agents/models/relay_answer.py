"""An answer to a command-line agent's own request, read without changing it: pure.

The agent is given the bytes; what is read here is what the ledger needs of them.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from agents.models.anthropic_answer import Heard, OddEventError, Stop, stop_of
from agents.models.fault import Teller, as_object
from agents.models.hosted import hosted_by_anthropic, hosted_by_openai
from agents.models.opaque import ITEM, ITEMS, Item
from agents.models.told_cost import cost_in
from contracts.contract import Json
from contracts.errors import ModelFault
from contracts.model import HostedUse, ModelResponse, Usage

_ENDS = ("response.completed", "response.incomplete", "response.failed")
_OWN = frozenset({"custom_tool_call", "function_call", "local_shell_call", "message", "reasoning"})
"""Items of an answer over Responses that are the model's, or calls that the agent runs itself."""
_GROWING = ("text", "thinking", "partial_json")


def events_in(data: bytes) -> Iterator[Item]:
    """The events of a stream; one that is cut in the middle is none.

    Raises:
        OddEventError: an event is no JSON object.
    """
    for block in data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n\n")[:-1]:
        lines = [line[5:].strip() for line in block.split("\n") if line.startswith("data:")]
        if lines and lines != ["[DONE]"]:
            yield object_in("\n".join(lines).encode())


def object_in(data: bytes) -> Item:
    """A JSON object.

    Raises:
        OddEventError: it is none.
    """
    try:
        return ITEM.validate_json(data)
    except ValidationError:
        raise OddEventError(f"{len(data)} bytes that are no JSON object") from None


def grown(events: tuple[Item, ...]) -> str:
    """What the pieces of a stream add up to, which is what the agent will put together."""
    found: list[str] = []
    for event in events:
        delta = event.get("delta")
        pieces = [delta.get(name) for name in _GROWING] if isinstance(delta, dict) else [delta]
        found += [piece for piece in pieces if isinstance(piece, str)]
    return "".join(found)


def over_messages(events: tuple[Item, ...], teller: Teller, *, is_stream: bool) -> ModelResponse:
    """Read an answer of Anthropic's Messages.

    Raises:
        ModelError: it is not whole, or ended for a reason that is not known.
        OddEventError: it is none of the protocol.
    """
    heard = Heard()
    for event in events if is_stream else _as_events(events[0]):
        heard.hear(event)
    if not heard.is_ended or heard.stop_reason is None:
        raise teller.cut(begun=heard.has_begun)
    said = [heard.text(), *(f"{call.name} {call.arguments}" for call in heard.calls())]
    return ModelResponse(
        model=heard.model,
        text="\n".join(filter(None, said)),
        tool_calls=(),
        stop=stop_of(heard.stop_reason, teller),
        usage=heard.usage(),
        hosted=hosted_by_anthropic(heard.blocks),
    )


def over_responses(events: tuple[Item, ...], teller: Teller, *, is_stream: bool) -> ModelResponse:
    """Read an answer of OpenAI's Responses.

    Raises:
        ModelError: it is not whole, or ended for a reason that is not known.
        OddEventError: it is none of the protocol.
    """
    last = {} if is_stream else events[0]
    for event in events:
        if event.get("type") in _ENDS:
            last = _part(event.get("response"), "response")
    if last.get("status") not in ("completed", "incomplete"):
        raise teller.cut(begun=bool(events) and is_stream)
    output = _parts(last.get("output"), "output")
    said = tuple(_said(output))
    return ModelResponse(
        model=str(last.get("model") or ""),
        text="\n".join(part.text for part in said),
        tool_calls=(),
        stop=_stop(last, said, teller),
        usage=_usage(last.get("usage")),
        hosted=tuple(_hosted(output)),
    )


class _Said(NamedTuple):
    text: str
    kind: Stop
    """What the answer ends with, if it ends with this."""


def _stop(last: Item, said: tuple[_Said, ...], teller: Teller) -> Stop:
    reason = as_object(last.get("incomplete_details")).get("reason")
    kinds = {part.kind for part in said}
    if "refusal" in kinds or reason == "content_filter":
        return "refusal"
    if last.get("status") == "completed":
        return "tool_use" if "tool_use" in kinds else "end"
    if reason in ("max_output_tokens", "max_tokens"):
        return "length"
    what = f"ended its answer as incomplete for {str(reason or 'no reason')[:60]!r}"
    raise teller.error(ModelFault.TRUNCATED, what)


def _said(output: list[Item]) -> Iterator[_Said]:
    """Texts, refusals and calls, in order."""
    for item in output:
        kind = str(item.get("type"))
        if kind.endswith("_call"):
            words = item.get("arguments") or item.get("input") or item.get("action") or ""
            yield _Said(f"{item.get('name') or kind} {words}", "tool_use")
        if kind != "message":
            continue
        for part in _parts(item.get("content"), "content"):
            if isinstance(text := part.get("text"), str):
                yield _Said(text, "end")
            if isinstance(refusal := part.get("refusal"), str):
                yield _Said(refusal, "refusal")


def _hosted(output: list[Item]) -> Iterator[HostedUse]:
    """What the provider ran itself, and the pages that texts cite."""
    for item in output:
        if item.get("type") not in _OWN:
            yield from hosted_by_openai([item])
        elif item.get("type") == "message":
            cited = [
                {"type": "text", "annotations": part.get("annotations")}
                for part in _parts(item.get("content"), "content")
            ]
            yield from hosted_by_openai(cited)


def _usage(value: Json) -> Usage:
    def count(value: object) -> int | None:
        return value if isinstance(value, int) else None

    told: Mapping[str, object] = as_object(value)
    read = as_object(told.get("input_tokens_details"))
    written = as_object(told.get("output_tokens_details"))
    return Usage(
        input_tokens=count(told.get("input_tokens")),
        cached_tokens=count(read.get("cached_tokens")),
        output_tokens=count(told.get("output_tokens")),
        reasoning_tokens=count(written.get("reasoning_tokens")),
        cost=cost_in(told),
    )


def _as_events(document: Item) -> Iterator[Item]:
    """A plain message as the events that would have brought it."""
    if document.get("type") != "message":
        return
    yield {"type": "message_start", "message": document}
    for block in _parts(document.get("content"), "content"):
        yield {"type": "content_block_start", "content_block": block}
    reason = document.get("stop_reason")
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": reason},
        "usage": document.get("usage"),
    }
    yield {"type": "message_stop"}


def _part(value: Json, name: str) -> Item:
    if not isinstance(value, dict):
        raise OddEventError(f"{name} that is no object")
    return value


def _parts(value: Json, name: str) -> list[Item]:
    try:
        return ITEMS.validate_python(value)
    except ValidationError:
        raise OddEventError(f"{name} that is no list of objects") from None
