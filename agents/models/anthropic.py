"""Anthropic's Messages, or a server that speaks them, through the anthropic SDK.

Thinking blocks come back signed and are sent again as they came. An answer counts only with its
terminal event; what comes without one is a fault.
"""

from datetime import UTC, datetime

import anthropic
import httpx2
from anthropic import AsyncAnthropic, AsyncStream
from anthropic.types import RawMessageStreamEvent

from agents.models.anthropic_answer import Heard, OddEventError, stop_of
from agents.models.anthropic_body import PROTOCOL, body_of
from agents.models.fault import OK, Teller, read_told
from agents.models.hosted import hosted_by_anthropic
from agents.models.model import Family
from agents.models.opaque import ITEM, seal
from agents.models.route import Route
from agents.models.screening import screened
from agents.models.transport import limits_of, open_line, raised_below, within
from contracts.errors import ModelError, ModelFault
from contracts.model import ModelRequest, ModelResponse

OWN_ADDRESS = "https://api.anthropic.com"
PATH = "/v1/messages"


class AnthropicClient:
    """Answers over one route."""

    def __init__(self, route: Route) -> None:
        """Take where and how the model is asked; nothing is sent yet."""
        self._route = route
        self._teller = Teller(route.provider, route.model, route.key, route.host)
        self._sdk = AsyncAnthropic(
            api_key=route.key,
            base_url=route.base_url or OWN_ADDRESS,
            max_retries=0,
            timeout=limits_of(route),
            http_client=open_line(route, self._teller),
        )

    @property
    def provider(self) -> str:
        """The provider's name in the configuration."""
        return self._route.provider

    @property
    def model(self) -> str:
        """Model name as sent in requests."""
        return self._route.model

    @property
    def family(self) -> Family:
        """The side it serves."""
        return self._route.family

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Send one request and read its answer to the terminal event.

        Raises:
            ModelError: no whole answer of the model that was asked came back.
        """
        async with within(self._route, self._teller):
            heard = await self._stream(request)
        if not heard.is_ended or heard.stop_reason is None:
            raise self._teller.cut(begun=heard.has_begun)
        response = self._response(heard, heard.stop_reason)
        return screened(response, self._route, self._teller)

    async def _stream(self, request: ModelRequest) -> Heard:
        heard = Heard()
        try:
            stream = await self._sdk.post(
                PATH,
                body=body_of(request, self._route),
                cast_to=anthropic.types.Message,
                stream=True,
                stream_cls=AsyncStream[RawMessageStreamEvent],
            )
            async with stream:
                async for event in stream:
                    heard.hear(ITEM.validate_python(event.to_dict(mode="json")))
                    if heard.is_ended:
                        break  # whether the connection ends as well is of no interest
        except anthropic.APIError as error:
            begun = heard.has_begun
            raise raised_below(error) or self._refused(error, begun=begun) from None
        except httpx2.TimeoutException:
            raise self._late() from None
        except httpx2.HTTPError:
            raise self._teller.broken(begun=heard.has_begun) from None
        except OddEventError as error:
            what = f"answered with what is no answer of the protocol: {error}"
            raise self._teller.error(ModelFault.MALFORMED, what) from None
        except (ValueError, AttributeError) as error:
            what = f"answered with what is no answer of the protocol ({type(error).__name__})"
            raise self._teller.error(ModelFault.MALFORMED, what) from None
        return heard

    def _refused(self, error: anthropic.APIError, *, begun: bool) -> ModelError:
        if isinstance(error, anthropic.APITimeoutError):
            return self._late()
        if isinstance(error, anthropic.APIConnectionError):
            return self._teller.broken(begun=begun)
        now = datetime.now(UTC)
        if isinstance(error, anthropic.APIStatusError):
            told = read_told(error.status_code, error.body)
            return self._teller.refused(told, error.response.headers, now)
        return self._teller.refused(read_told(OK, error.body), {}, now)

    def _late(self) -> ModelError:
        return self._teller.error(ModelFault.TIMEOUT, "did not go on in time")

    def _response(self, heard: Heard, reason: str) -> ModelResponse:
        stop = stop_of(reason, self._teller)
        return ModelResponse(
            model=heard.model,
            text=heard.text(),
            tool_calls=heard.calls(),
            stop=stop,
            usage=heard.usage(),
            # What was cut is not sent back: half a block has no signature.
            opaque=None if stop == "length" else seal(PROTOCOL, heard.blocks),
            hosted=hosted_by_anthropic(heard.blocks),
        )
