"""One model call: what is asked and what came back, in no provider's dialect.

Responses keep the provider's opaque bytes, so that encrypted reasoning and cache handles survive.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from contracts.contract import Contract
from contracts.ids import Sha256

JsonText = str
"""A JSON document as text; parsed only by the tool that takes it."""


class ToolSchema(Contract):
    """A tool as models see it."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,63}$")]
    description: str
    parameters: JsonText
    """JSON Schema of the arguments."""


class ToolCall(Contract):
    """A model's wish to use a tool."""

    id: str
    name: str
    arguments: JsonText


class SystemMessage(Contract):
    """The role's prompt."""

    kind: Literal["system"] = "system"
    text: str


class UserMessage(Contract):
    """A message of ours: the brief, violations or findings."""

    kind: Literal["user"] = "user"
    text: str


class AssistantMessage(Contract):
    """What the model said and called."""

    kind: Literal["assistant"] = "assistant"
    text: str
    tool_calls: tuple[ToolCall, ...]
    opaque: str | None = None
    """Provider bytes that must be sent back, base64."""


class ToolMessage(Contract):
    """A tool's result, recorded before the model sees it."""

    kind: Literal["tool"] = "tool"
    call_id: str
    name: str
    text: str
    failed: bool = False


class RawMessage(Contract):
    """The whole body of a request, as a command-line agent sent it through the relay."""

    kind: Literal["raw"] = "raw"
    protocol: Literal["openai", "anthropic"]
    text: JsonText


Message: TypeAlias = Annotated[
    SystemMessage | UserMessage | AssistantMessage | ToolMessage | RawMessage,
    Field(discriminator="kind"),
]


class CallKey(Contract):
    """Names a call logically; never derived from the bytes sent."""

    scope: str
    """`run:<id>`, `scoring:<id>` or `bank:<id>`."""
    role: str
    activation: int
    turn: int
    call: int


class ModelRequest(Contract):
    """Everything sent for one call."""

    contract_name = "model-request"

    key: CallKey
    model: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSchema, ...]
    max_output_tokens: Annotated[int, Field(ge=1)] = 32_768
    inputs: tuple[Sha256, ...] = ()
    """Fingerprints of the stage inputs of the turn; a replay compares them, providers never do."""


class Usage(Contract):
    """Tokens and cost as the provider counts them; None where it did not say."""

    input_tokens: int | None = None
    """All that was read, cached parts among them, whatever the provider's own counting."""
    cached_tokens: int | None = None
    """The part of the input that came from the provider's cache."""
    cache_write_tokens: int | None = None
    """The part of the input that was written to the cache, where that is priced apart."""
    output_tokens: int | None = None
    """All that was written, reasoning among it."""
    reasoning_tokens: int | None = None
    cost: int | None = None
    """Millionths of a US dollar: what the provider charged, else what the price table gives."""


class HostedUse(Contract):
    """What a tool of the provider's own did inside an answer, for the audit of the trace."""

    name: str
    """Its name, or `citation` for pages that the answer names."""
    asked: JsonText
    """What the model asked of it; empty where that stands in another use."""
    found: JsonText
    """What came back, as far as the provider shows it; some of it may be encrypted."""


class ModelResponse(Contract):
    """A complete answer: a stream without its terminal event is an error, never a response."""

    contract_name = "model-response"

    model: str
    text: str
    tool_calls: tuple[ToolCall, ...]
    stop: Literal["tool_use", "end", "length", "refusal", "pause"]
    usage: Usage = Usage()
    cost_basis: Literal["provider", "prices"] | None = None
    """Whether the provider named the cost or a dated price gave it; None where none is known."""
    opaque: str | None = None
    hosted: tuple[HostedUse, ...] = ()
    """Uses of the provider's own tools, which no tool row has."""
