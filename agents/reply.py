"""What a model's answer asks for: tool calls, or a word of ours about the turn protocol."""

from typing import NamedTuple

from agents.tools.name import ToolName
from contracts.errors import ModelRefused
from contracts.model import AssistantMessage, CallKey, ModelResponse, ToolCall

MAX_CALLS_AT_ONCE = 32
"""Most tool calls of one answer."""

CUT_OFF = (
    "Your answer was cut at the output limit and none of it was used. Do the same in smaller "
    "steps: one file or one tool call at a time."
)
NO_CALL = (
    "A turn goes on only through tool calls and ends only with `submit`. Work with the tools, "
    "write your files, then call `submit`."
)
SAME_ID = "Two of your tool calls have the same id or none, so none was run. Call them again."
TOO_MANY = f"More than {MAX_CALLS_AT_ONCE} tool calls at once; none was run. Call fewer."


class Reply(NamedTuple):
    """One answer, read: either calls to run or a note to send back."""

    said: AssistantMessage
    calls: tuple[ToolCall, ...]
    note: str | None
    """What the model did against the protocol; None when nothing."""

    @property
    def cut(self) -> bool:
        """True when the answer ran into the output limit."""
        return self.note == CUT_OFF


def read_reply(response: ModelResponse, key: CallKey) -> Reply:
    """Decide what one answer means for the turn.

    Raises:
        ModelRefused: the model declined; its words are in the message.
    """
    if response.stop == "refusal":
        where = f"{key.role} {key.activation}.{key.turn} call {key.call}"
        raise ModelRefused(f"{where}: {response.model} declined to answer: {response.text[:2000]}")
    note = _note(response)
    if note is not None and response.tool_calls:
        said = AssistantMessage(text=response.text, tool_calls=())
        return Reply(said, (), note)
    said = AssistantMessage(
        text=response.text, tool_calls=response.tool_calls, opaque=response.opaque
    )
    return Reply(said, response.tool_calls, note)


def _note(response: ModelResponse) -> str | None:
    calls = response.tool_calls
    if response.stop == "length":
        return CUT_OFF
    if not calls:
        return None if response.stop == "pause" else NO_CALL
    ids = {call.id for call in calls}
    if len(ids) < len(calls) or "" in ids:
        return SAME_ID
    return TOO_MANY if len(calls) > MAX_CALLS_AT_ONCE else None


def misplaced_submit(calls: tuple[ToolCall, ...], index: int) -> bool:
    """True for a `submit` that is not the last call of its answer; `index` counts from 0."""
    return calls[index].name == ToolName.SUBMIT and index + 1 < len(calls)
