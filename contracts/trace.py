"""What a research agent did: its messages, tool calls, tool results and its final answer.

A trace is data by others: it may be torn, out of order or hostile. What a reader found odd or took
away stands beside it, in the response's remarks; here only the shape is law.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from contracts.contract import Contract, LongText, Text
from contracts.cutoff import Instant

MAX_STEPS = 5_000
CallId = Annotated[str, StringConstraints(max_length=200)]
"""Id that the agent's model gave a tool call; not unique in traces of others."""
ToolName = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Said(Contract):
    """A message of the conversation."""

    kind: Literal["message"] = "message"
    speaker: Literal["system", "user", "assistant"]
    text: LongText
    at: Instant | None = None


class Reasoned(Contract):
    """Reasoning that the agent showed: no part of its answer."""

    kind: Literal["reasoning"] = "reasoning"
    text: Text
    at: Instant | None = None


class Called(Contract):
    """A call of a tool."""

    kind: Literal["call"] = "call"
    id: CallId
    name: ToolName
    arguments: Text
    """JSON as text; never parsed for a judge."""
    at: Instant | None = None


class Returned(Contract):
    """What a tool gave back."""

    kind: Literal["result"] = "result"
    call_id: CallId
    text: Text
    failed: bool = False
    at: Instant | None = None


Step: TypeAlias = Annotated[Said | Reasoned | Called | Returned, Field(discriminator="kind")]


class Trace(Contract):
    """All steps in the order of the file, and what the agent answered in the end."""

    contract_name = "trace"

    steps: Annotated[tuple[Step, ...], Field(max_length=MAX_STEPS)]
    final_answer: LongText | None
    """`None` when the agent ended without one; it then has not answered."""
