"""A provider behind the relay: requests that a command-line agent made, sent on as they are.

A request is one `RawMessage`: the agent's own body. The answer's bytes are kept whole, base64, as
the response's `opaque`, so that the agent can be given the same ones after a resume; only a key
that they repeat is taken out.
"""

import base64
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

import httpx2

from agents.models.anthropic_answer import OddEventError
from agents.models.fault import OK, Teller, as_object, read_told
from agents.models.model import Family
from agents.models.opaque import Item
from agents.models.relay_answer import events_in, grown, object_in, over_messages, over_responses
from agents.models.route import Route
from agents.models.screening import screened
from agents.models.scrubber import scrubber_of
from agents.models.transport import document_fault, limits_of, trusted, within
from contracts.errors import ModelError, ModelFault
from contracts.model import ModelRequest, ModelResponse, RawMessage

STREAM = "text/event-stream"
_OWN = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}
_AFTER_BASE = {"openai": "/responses", "anthropic": "/v1/messages"}


class _Came(NamedTuple):
    """What came with status 200."""

    data: bytes
    headers: Mapping[str, str]

    @property
    def kind(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


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
            came = await self._sent(raw.text)
        is_stream = as_object(_json(raw.text.encode())).get("stream") is True
        try:
            response = self._read(came, is_stream=is_stream)
        except OddEventError as error:
            what = f"answered with what is no answer of the protocol: {error}"
            raise self._teller.error(ModelFault.MALFORMED, what) from None
        return screened(response, self.route, self._teller)

    async def _sent(self, body: str) -> _Came:
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
            raise self._refused(response.status_code, _json(data), response.headers)
        return _Came(data, response.headers)

    def _headers(self) -> dict[str, str]:
        headers = {"content-type": "application/json"}
        if self.route.protocol == "openai":
            return headers | {"authorization": f"Bearer {self.route.key}"}
        return headers | {"x-api-key": self.route.key, "anthropic-version": "2023-06-01"}

    def _refused(self, status: int, body: object, headers: Mapping[str, str]) -> ModelError:
        return self._teller.refused(read_told(status, body), headers, datetime.now(UTC))

    def _read(self, came: _Came, *, is_stream: bool) -> ModelResponse:
        if is_stream and came.kind != STREAM:
            raise document_fault(self._teller, came.data, came.kind, came.headers)
        scrubber = scrubber_of(self.route.key)
        text = came.data.decode("utf-8", "surrogateescape")
        data = scrubber.text(text).encode("utf-8", "surrogateescape")
        events = tuple(events_in(data)) if is_stream else (object_in(data),)
        self._require_no_error(events, came.headers)
        read = over_messages if self.route.protocol == "anthropic" else over_responses
        response = read(events, self._teller, is_stream=is_stream)
        told = f"{grown(events)}\n{response.text}"
        if scrubber.text(told) != told:
            # What is cut over events cannot be taken out without making up other events.
            raise self._teller.error(
                ModelFault.OTHER, "repeated the key that it was sent in pieces"
            )
        return response.model_copy(update={"opaque": base64.b64encode(data).decode()})

    def _require_no_error(self, events: tuple[Item, ...], headers: Mapping[str, str]) -> None:
        for event in events:
            within_it = as_object(event.get("response")).get("error")
            if event.get("error") or event.get("type") == "error":
                raise self._refused(OK, event, headers)
            if within_it:
                raise self._refused(OK, {"error": within_it}, headers)


def _json(data: bytes) -> object:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
