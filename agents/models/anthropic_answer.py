"""An answer of Anthropic's Messages, put together from the events of its stream: pure.

The SDK's own reading parses arguments again with every piece, fails where they are no JSON, and
where usage is missing; here they stay text, as the model wrote them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from agents.models.anthropic_body import arguments_in
from agents.models.fault import Teller
from agents.models.opaque import Item
from agents.models.told_cost import cost_in
from contracts.contract import Json
from contracts.errors import ModelFault
from contracts.model import ToolCall, Usage

_GROWING = ("text", "thinking", "signature")
Stop: TypeAlias = Literal["tool_use", "end", "length", "refusal", "pause"]
_STOPS: Mapping[str, Stop] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tool_use",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "pause_turn": "pause",
}
_COUNTS = (
    "input_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "output_tokens",
)


class OddEventError(ValueError):
    """An event that the protocol has not, or not there; the message names it."""


def stop_of(reason: str, teller: Teller) -> Stop:
    """What a stop reason means.

    Raises:
        ModelError: it is not known.
    """
    stop = _STOPS.get(reason)
    if stop is None:
        what = f"ended its answer for a reason that is not known here: {reason[:60]!r}"
        raise teller.error(ModelFault.OTHER, what)
    return stop


@dataclass(slots=True)
class Heard:
    """What was heard of an answer so far."""

    model: str = ""
    stop_reason: str | None = None
    is_ended: bool = False
    blocks: list[Item] = field(default_factory=list[Item])
    arguments: dict[int, str] = field(default_factory=dict[int, str])
    counts: dict[str, int] = field(default_factory=dict[str, int])
    cost: int | None = None
    """As a router names it, in millionths of a dollar."""

    @property
    def has_begun(self) -> bool:
        """Whether the answer's first event came."""
        return bool(self.model) or bool(self.blocks)

    def hear(self, event: Item) -> None:
        """Take in the next event.

        Raises:
            OddEventError: it is none of the protocol.
        """
        kind = event.get("type")
        if kind == "message_start":
            begun = _part(event, "message")
            self.model = str(begun.get("model") or "")
            self._count(begun.get("usage"))
            # What was written by then is not what will have been written at the end.
            _ = self.counts.pop("output_tokens", None)
        elif kind == "content_block_start":
            self.blocks.append(dict(_part(event, "content_block")))
        elif kind == "content_block_delta":
            self._grow(_place(event, len(self.blocks)), _part(event, "delta"))
        elif kind == "content_block_stop":
            self._close(_place(event, len(self.blocks)))
        elif kind == "message_delta":
            reason = _part(event, "delta").get("stop_reason")
            self.stop_reason = reason if isinstance(reason, str) else self.stop_reason
            self._count(event.get("usage"))
        elif kind == "message_stop":
            self.is_ended = True

    def calls(self) -> tuple[ToolCall, ...]:
        """Calls of our tools, their arguments as the model wrote them."""
        return tuple(
            ToolCall(
                id=str(block.get("id") or ""),
                name=str(block.get("name") or ""),
                arguments=self.arguments.get(place) or json.dumps(block.get("input") or {}),
            )
            for place, block in enumerate(self.blocks)
            if block.get("type") == "tool_use"
        )

    def text(self) -> str:
        """The model's words."""
        texts = (block.get("text") for block in self.blocks if block.get("type") == "text")
        return "".join(text for text in texts if isinstance(text, str))

    def usage(self) -> Usage:
        """Tokens; here the provider counts input without what its cache read or wrote."""
        read = self.counts.get("cache_read_input_tokens")
        written = self.counts.get("cache_creation_input_tokens")
        plain = self.counts.get("input_tokens")
        return Usage(
            input_tokens=None if plain is None else plain + (read or 0) + (written or 0),
            cached_tokens=read,
            cache_write_tokens=written,
            output_tokens=self.counts.get("output_tokens"),
            reasoning_tokens=self.counts.get("thinking_tokens"),
            cost=self.cost,
        )

    def _count(self, usage: Json) -> None:
        if not isinstance(usage, dict):
            return
        details = usage.get("output_tokens_details")
        thought = details.get("thinking_tokens") if isinstance(details, dict) else None
        told = {**{name: usage.get(name) for name in _COUNTS}, "thinking_tokens": thought}
        told_cost = cost_in(usage)
        self.cost = self.cost if told_cost is None else told_cost
        self.counts.update({name: found for name, found in told.items() if isinstance(found, int)})

    def _grow(self, place: int, delta: Mapping[str, Json]) -> None:
        block, kind = self.blocks[place], str(delta.get("type"))
        if kind == "input_json_delta":
            piece = str(delta.get("partial_json") or "")
            self.arguments[place] = self.arguments.get(place, "") + piece
        elif kind == "citations_delta":
            earlier = block.get("citations")
            cited = earlier if isinstance(earlier, list) else []
            block["citations"] = [*cited, delta.get("citation")]
        elif (name := kind.removesuffix("_delta")) in _GROWING:
            block[name] = str(block.get(name) or "") + str(delta.get(name) or "")
        else:
            raise OddEventError(f"a piece of kind {kind[:60]!r}")

    def _close(self, place: int) -> None:
        text = self.arguments.get(place)
        if text:
            self.blocks[place]["input"] = arguments_in(text)


def _part(event: Mapping[str, Json], name: str) -> dict[str, Json]:
    found = event.get(name)
    if not isinstance(found, dict):
        raise OddEventError(f"{str(event.get('type'))[:60]!r} without {name}")
    return found


def _place(event: Mapping[str, Json], count: int) -> int:
    found = event.get("index")
    if not isinstance(found, int) or not 0 <= found < count:
        raise OddEventError(f"{str(event.get('type'))[:60]!r} of a block that never began")
    return found
