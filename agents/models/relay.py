"""A provider behind the relay: requests that a command-line agent made, sent on as they are.

A request is one `RawMessage`: the agent's own body. The answer's bytes are kept whole, base64, as
the response's `opaque`, so that the agent can be given the same ones after a resume.
"""

import base64
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

import httpx2
from pydantic import TypeAdapter, ValidationError

from agents.models.anthropic_answer import Heard, OddEventError
from agents.models.fault import OK, Teller, as_object, read_told
from agents.models.model import Family
from agents.models.model_name import is_same_model
from agents.models.route import Route
from agents.models.transport import limits_of, trusted, within
from contracts.contract import Json
from contracts.errors import ModelError, ModelFault
from contracts.model import ModelRequest, ModelResponse, RawMessage, Usage

STREAM = "text/event-stream"
_OWN = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
_AFTER_BASE = {"openai": "/responses", "anthropic": "/v1/messages"}
_LIST = TypeAdapter(list[dict[str, object]])
Stop = Literal["tool_use", "end", "length", "refusal", "pause"]
_STOPS: Mapping[str, Stop] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tool_use",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "pause_turn": "pause",
}


class RelayClient:
    """Sends an agent's requests over one route, with the real key."""

    def __init__(self, route: Route) -> None:
        """Take where the provider is; nothing is sent yet."""
        self._route = route
        self._teller = Teller(route.provider, route.model, route.key, route.host)
        self._url = (route.base_url or _OWN[route.protocol]).rstrip("/")
        self._url += _AFTER_BASE[route.protocol]

    @property
    def route(self) -> Route:
        """Where requests go."""
        return self._route

    @property
    def provider(self) -> str:
        """The provider's name in the configuration."""
        return self.route.provider

    @property
    def model(self) -> str:
        """The one model that may be asked."""
        return self.route.model

    @property
    def family(self) -> Family:
        """The side it serves."""
        return self.route.family

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Send one request on, once.

        Raises:
            ModelError: the provider failed, or gave no whole answer of the protocol.
        """
        (raw,) = request.messages
        if not isinstance(raw, RawMessage) or raw.protocol != self.route.protocol:
            raise self._teller.error(ModelFault.REQUEST, "was asked over another protocol")
        async with within(self.route, self._teller):
            data, kind = await self._sent(raw.text)
        return self._read(data, kind)

    async def _sent(self, body: str) -> tuple[bytes, str]:
        begun = False
        try:
            async with (
                httpx2.AsyncClient(
                    verify=trusted(), timeout=limits_of(self.route), follow_redirects=False
                ) as line,
                line.stream(
                    "POST", self._url, content=body.encode(), headers=self._headers()
                ) as response,
            ):
                begun = response.status_code == OK
                data = await response.aread()
        except httpx2.TimeoutException:
            raise self._teller.error(ModelFault.TIMEOUT, "gave no answer in time") from None
        except httpx2.HTTPError:
            raise self._teller.broken(begun=begun) from None
        if response.status_code != OK:
            raise self._refused(response.status_code, data, response.headers)
        return data, response.headers.get("content-type", "").partition(";")[0].strip()

    def _headers(self) -> dict[str, str]:
        headers = {"content-type": "application/json"}
        if self.route.protocol == "openai":
            return headers | {"authorization": f"Bearer {self.route.key}"}
        return headers | {"x-api-key": self.route.key, "anthropic-version": "2023-06-01"}

    def _refused(self, status: int, data: bytes, headers: Mapping[str, str]) -> ModelError:
        return self._teller.refused(read_told(status, _json(data)), headers, datetime.now(UTC))

    def _read(self, data: bytes, kind: str) -> ModelResponse:
        events = tuple(_events(data)) if kind == STREAM else (as_object(_json(data)),)
        for event in events:
            if event.get("error"):
                raise self._refused(OK, json.dumps(event).encode(), {})
        opaque = base64.b64encode(data).decode()
        if self.route.protocol == "anthropic":
            response = self._anthropic(events, is_stream=kind == STREAM)
        else:
            response = self._openai(events, is_stream=kind == STREAM)
        if not is_same_model(self.model, response.model):
            what = f"had {response.model[:80]!r} answer"
            raise self._teller.error(ModelFault.OTHER_MODEL, what)
        return response.model_copy(update={"opaque": opaque})

    def _anthropic(
        self, events: tuple[dict[str, object], ...], *, is_stream: bool
    ) -> ModelResponse:
        heard = Heard()
        try:
            for event in events if is_stream else _as_events(events[0]):
                heard.hear(_plain(event))
        except (OddEventError, IndexError) as error:
            raise self._teller.error(ModelFault.MALFORMED, f"sent {error}") from None
        stop = _STOPS.get(heard.stop_reason or "")
        if not heard.is_ended or stop is None:
            raise self._teller.cut(begun=heard.has_begun)
        said = [heard.text(), *(f"{call.name} {call.arguments}" for call in heard.calls())]
        return ModelResponse(
            model=heard.model,
            text="\n".join(filter(None, said)),
            tool_calls=(),
            stop=stop,
            usage=heard.usage(),
        )

    def _openai(self, events: tuple[dict[str, object], ...], *, is_stream: bool) -> ModelResponse:
        ends = ("response.completed", "response.incomplete", "response.failed")
        last = events[0] if not is_stream else {}
        for event in events:
            if event.get("type") in ends:
                last = as_object(event.get("response"))
        if error := last.get("error"):
            raise self._refused(OK, json.dumps({"error": error}).encode(), {})
        if last.get("status") not in ("completed", "incomplete"):
            raise self._teller.cut(begun=bool(events) and is_stream)
        said = tuple(_said(last.get("output")))
        stop: Stop = "tool_use" if any(part.is_call for part in said) else "end"
        return ModelResponse(
            model=str(last.get("model") or ""),
            text="\n".join(part.text for part in said),
            tool_calls=(),
            stop="length" if last.get("status") == "incomplete" else stop,
            usage=_usage(as_object(last.get("usage"))),
        )


class _Said(NamedTuple):
    text: str
    is_call: bool


def _said(output: object) -> Iterator[_Said]:
    """Texts and calls of an answer of OpenAI's Responses, in order."""
    for part in _objects(output):
        kind = str(part.get("type"))
        if kind.endswith("_call"):
            yield _Said(f"{part.get('name') or kind} {part.get('arguments') or ''}", is_call=True)
        for piece in _objects(part.get("content")):
            if isinstance(text := piece.get("text"), str):
                yield _Said(text, is_call=False)


def _usage(told: Mapping[str, object]) -> Usage:
    def count(value: object) -> int | None:
        return value if isinstance(value, int) and value >= 0 else None

    read = as_object(told.get("input_tokens_details"))
    written = as_object(told.get("output_tokens_details"))
    return Usage(
        input_tokens=count(told.get("input_tokens")),
        cached_tokens=count(read.get("cached_tokens")),
        output_tokens=count(told.get("output_tokens")),
        reasoning_tokens=count(written.get("reasoning_tokens")),
    )


def _events(data: bytes) -> Iterator[dict[str, object]]:
    """The events of a stream; one that is cut in the middle is none."""
    for block in data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n\n")[:-1]:
        lines = [line[5:].strip() for line in block.split("\n") if line.startswith("data:")]
        if lines and lines != ["[DONE]"]:
            yield as_object(_json("\n".join(lines).encode()))


def _as_events(document: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """A plain message as the events that would have brought it."""
    if document.get("type") != "message":
        return
    yield {"type": "message_start", "message": dict(document)}
    for block in _objects(document.get("content")):
        yield {"type": "content_block_start", "content_block": block}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": document.get("stop_reason")},
        "usage": document.get("usage"),
    }
    yield {"type": "message_stop"}


def _objects(value: object) -> list[dict[str, object]]:
    try:
        return _LIST.validate_python(value)
    except ValidationError:
        return []


def _json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _plain(event: Mapping[str, object]) -> dict[str, Json]:
    found: Json = json.loads(json.dumps(event))
    return found if isinstance(found, dict) else {}
