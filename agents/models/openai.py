"""OpenAI's Responses, or a server that speaks them, through langchain-openai.

Nothing is stored on the provider's side: reasoning comes back encrypted and is sent again as it
came. An answer counts only with its terminal event; what comes without one is a fault.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

import httpx2
import openai
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
)
from langchain_core.messages import ToolMessage as ToolResult
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from agents.models.fault import OK, Teller, Told, as_object, read_told
from agents.models.hosted import hosted_by_openai
from agents.models.model import Family
from agents.models.opaque import ITEMS, Item, seal, unseal
from agents.models.route import Route
from agents.models.screening import screened
from agents.models.strict_schema import fits_strict
from agents.models.told_cost import Listener, listened
from agents.models.transport import limits_of, open_line, raised_below, within
from agents.models.untraced import untraced
from contracts.contract import Json, sha256_of
from contracts.errors import ModelError, ModelFault
from contracts.model import (
    AssistantMessage,
    CallKey,
    Message,
    ModelRequest,
    ModelResponse,
    ToolCall,
    ToolMessage,
    ToolSchema,
    Usage,
    UserMessage,
)

OWN_ADDRESS = "https://api.openai.com/v1"
PROTOCOL = "openai"
_ODD_ANSWER = (ValueError, AttributeError, KeyError, TypeError, IndexError)
"""What the libraries raise where an event is no event of the protocol."""
_NAMED = re.compile(r"code='(?P<code>[a-z0-9_]+)'|^(?P<plain>[a-z0-9_]+): ")
"""How langchain-openai words an error that came as an event of the stream."""
_SEARCH_SOURCES = "web_search_call.action.sources"


class Ended(NamedTuple):
    """What the terminal event says of an answer."""

    model: str
    status: str
    reason: str
    """Why it is incomplete, if it is."""
    usage: Usage


class OpenAIClient:
    """Answers over one route."""

    def __init__(self, route: Route) -> None:
        """Take where and how the model is asked; nothing is sent yet."""
        self._route = route
        self._teller = Teller(route.provider, route.model, route.key, route.host)
        self._chat = ChatOpenAI(
            model=route.model,
            base_url=route.base_url or OWN_ADDRESS,
            api_key=SecretStr(route.key),
            use_responses_api=True,
            output_version="responses/v1",
            store=False,
            include=["reasoning.encrypted_content", *_sources(route)],
            reasoning=None if route.effort is None else {"effort": route.effort},
            extra_body=dict(route.extra_body) or None,
            max_retries=0,
            timeout=limits_of(route),
            stream_chunk_timeout=None,
            http_async_client=open_line(route, self._teller),
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
        listener = Listener()
        with listened(listener):
            async with within(self._route, self._teller):
                chunks = await self._stream(request)
        ended = _ended(chunks[-1]) if chunks else None
        if ended is None:
            raise self._teller.cut(begun=bool(chunks))
        items = ITEMS.validate_python((chunks[0] + chunks[1:]).content)
        usage = ended.usage.model_copy(update={"cost": listener.cost()})
        ended = ended._replace(usage=usage)
        return screened(self._response(items, ended), self._route, self._teller)

    async def _stream(self, request: ModelRequest) -> list[AIMessageChunk]:
        chunks: list[AIMessageChunk] = []
        answer = self._chat.astream(
            [_message(item) for item in request.messages],
            max_output_tokens=request.max_output_tokens,
            prompt_cache_key=_cache_key(request.key),
            tools=[*map(_tool, request.tools), *({"type": n} for n in self._route.hosted_tools)],
        )
        try:
            with untraced():
                async for chunk in answer:
                    chunks.append(chunk)
                    if _ended(chunk) is not None:
                        break  # whether the connection ends as well is of no interest
        except openai.APIError as error:
            raise raised_below(error) or self._refused(error, begun=bool(chunks)) from None
        except httpx2.HTTPError:
            raise self._teller.broken(begun=bool(chunks)) from None
        except _ODD_ANSWER as error:
            raise self._odd(error, begun=bool(chunks)) from None
        return chunks

    def _refused(self, error: openai.APIError, *, begun: bool) -> ModelError:
        if isinstance(error, openai.APITimeoutError):
            return self._teller.error(ModelFault.TIMEOUT, "did not go on in time")
        if isinstance(error, openai.APIConnectionError):
            return self._teller.broken(begun=begun)
        now = datetime.now(UTC)
        if isinstance(error, openai.APIStatusError):
            told = read_told(error.status_code, error.body)
            return self._teller.refused(told, error.response.headers, now)
        return self._teller.refused(read_told(OK, error.body), {}, now)

    def _odd(self, error: Exception, *, begun: bool) -> ModelError:
        """An event that reports a failure, which comes as bare ValueError; or nonsense."""
        named = _NAMED.search(str(error)) if type(error) is ValueError else None
        if named is not None:
            told = Told(OK, (named["code"] or named["plain"],), str(error))
            return self._teller.refused(told, {}, datetime.now(UTC))
        if type(error) is ValueError:
            return self._teller.cut(begun=begun)
        what = f"answered with what is no answer of the protocol ({type(error).__name__})"
        return self._teller.error(ModelFault.MALFORMED, what)

    def _response(self, items: list[Item], ended: Ended) -> ModelResponse:
        calls = tuple(
            ToolCall(
                id=_text(item, "call_id"),
                name=_text(item, "name"),
                arguments=_text(item, "arguments"),
            )
            for item in items
            if item.get("type") == "function_call"
        )
        refusal = "".join(_text(item, "refusal") for item in items)
        stop = self._stop(ended, is_refused=bool(refusal), calls=calls)
        return ModelResponse(
            model=ended.model,
            text=refusal or "".join(_text(item, "text") for item in items),
            tool_calls=calls,
            stop=stop,
            usage=ended.usage,
            # What was cut is not sent back: half an item is no item.
            opaque=None if stop == "length" else seal(PROTOCOL, items),
            hosted=hosted_by_openai(items),
        )

    def _stop(
        self, ended: Ended, *, is_refused: bool, calls: tuple[ToolCall, ...]
    ) -> Literal["tool_use", "end", "length", "refusal"]:
        if is_refused or ended.reason == "content_filter":
            return "refusal"
        if ended.status == "completed":
            return "tool_use" if calls else "end"
        if ended.reason in ("max_output_tokens", "max_tokens"):
            return "length"
        what = f"ended its answer as {ended.status} for {ended.reason or 'no reason'!r}"
        raise self._teller.error(ModelFault.TRUNCATED, what)


def _sources(route: Route) -> tuple[str, ...]:
    return (_SEARCH_SOURCES,) if "web_search" in route.hosted_tools else ()


def _cache_key(key: CallKey) -> str:
    """The same for all calls of an activation, whose requests share their beginning."""
    return sha256_of(f"{key.scope}/{key.role}/{key.activation}".encode())[:32]


def _tool(tool: ToolSchema) -> dict[str, Json]:
    parameters: Json = json.loads(tool.parameters)
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": parameters,
        "strict": fits_strict(parameters),
    }


def _message(item: Message) -> BaseMessage:
    if isinstance(item, AssistantMessage):
        return AIMessage(_said(item))
    if isinstance(item, ToolMessage):
        status = "error" if item.failed else "success"
        return ToolResult(item.text, tool_call_id=item.call_id, status=status)
    return HumanMessage(item.text) if isinstance(item, UserMessage) else SystemMessage(item.text)


def _said(item: AssistantMessage) -> list[str | dict[str, Json]]:
    """An earlier answer: as the provider gave it, else rebuilt from words and calls."""
    kept = unseal(PROTOCOL, item.opaque)
    if kept is not None:
        return [*kept]
    words: list[Item] = [{"type": "text", "text": item.text}] if item.text else []
    calls: list[Item] = [
        {
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": call.arguments,
        }
        for call in item.tool_calls
    ]
    return [*words, *calls]


def _text(item: Mapping[str, Json], key: str) -> str:
    found = item.get(key)
    return found if isinstance(found, str) else ""


def _ended(chunk: AIMessageChunk) -> Ended | None:
    told: Mapping[str, object] = chunk.response_metadata
    status = told.get("status")
    if not isinstance(status, str):
        return None
    details = as_object(told.get("incomplete_details"))
    return Ended(
        model=str(told.get("model_name") or ""),
        status=status,
        reason=str(details.get("reason") or ""),
        usage=_usage(chunk),
    )


def _usage(chunk: AIMessageChunk) -> Usage:
    told = chunk.usage_metadata
    if told is None:
        return Usage()
    read, written = told.get("input_token_details", {}), told.get("output_token_details", {})
    return Usage(
        # The library has 0 for what is missing; an answer without any token there is none.
        input_tokens=told["input_tokens"] or None,
        cached_tokens=read.get("cache_read"),
        cache_write_tokens=read.get("cache_creation"),
        output_tokens=told["output_tokens"] or None,
        reasoning_tokens=written.get("reasoning"),
    )
