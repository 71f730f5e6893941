"""Room in a conversation: what is old and long is taken out of it, with a mark where it stood.

Trimming goes well below the limit at once, so that what precedes a call stays the same for many
calls and a provider's cache can serve it. It depends on the conversation alone: a resumed run
trims at the same places.
"""

from collections.abc import Sequence

from contracts.model import AssistantMessage, Message, ToolMessage
from contracts.model_setup import USUAL_CONTEXT_TOKENS

CHARACTERS_PER_TOKEN = 4
"""How tokens are estimated: an average over English text and JSON."""
ROOM = USUAL_CONTEXT_TOKENS * CHARACTERS_PER_TOKEN
"""Characters of a conversation, where a setup says nothing else."""
KEPT_SHARE = 0.6
"""Share of the room that is filled after a trimming."""
REFUSED_SHARE = 0.4
"""Share that is left of a conversation that the provider refused for its length."""
SHORT = 1_000
"""Results of at most so many characters stay."""


def within_room(messages: Sequence[Message], room: int = ROOM) -> list[Message]:
    """The conversation, with its oldest long parts taken out where it exceeds the room.

    The newest answer's results stay whatever their size, since the model has not seen them.
    """
    if size_of(messages) <= room:
        return list(messages)
    return _emptied(messages, range(_newest(messages)), left=room * KEPT_SHARE)


def shortened(messages: Sequence[Message]) -> list[Message]:
    """What is left of a conversation that was too long for the provider.

    Results that the model has not seen go last: better it asks for them again than for nothing.
    """
    left = size_of(messages) * REFUSED_SHARE
    found = _emptied(messages, range(_newest(messages)), left=left)
    return _emptied(found, range(_newest(messages), len(messages)), left=left)


def size_of(messages: Sequence[Message]) -> int:
    """Characters of a conversation, reasoning that goes back encrypted among them."""
    return sum(map(_size, messages))


def _newest(messages: Sequence[Message]) -> int:
    """Where the newest answer stands."""
    answers = (i for i, item in enumerate(messages) if isinstance(item, AssistantMessage))
    return max(answers, default=0)


def _emptied(messages: Sequence[Message], places: range, *, left: float) -> list[Message]:
    """Long results go first, then what only the provider can read of old answers."""
    found = list(messages)
    used, newest = size_of(found), _newest(found)
    for change in (_without_result, _without_reasoning):
        for place in places:
            if used <= left:
                return found
            if place == newest:  # its calls rest on its reasoning
                continue
            changed = change(found[place])
            used -= _size(found[place]) - _size(changed)
            found[place] = changed
    return found


def _without_result(item: Message) -> Message:
    if not isinstance(item, ToolMessage) or len(item.text) <= SHORT:
        return item
    text = (
        f"[trimmed: {len(item.text):,} characters of this result of {item.name} were taken out to "
        "make room; call the tool again if you need them]"
    )
    return item.model_copy(update={"text": text})


def _without_reasoning(item: Message) -> Message:
    """An old answer as words and calls, in which any provider can read it."""
    if not isinstance(item, AssistantMessage) or item.opaque is None:
        return item
    return item.model_copy(update={"opaque": None})


def _size(item: Message) -> int:
    if not isinstance(item, AssistantMessage):
        return len(item.text)
    plain = len(item.text) + sum(len(call.arguments) for call in item.tool_calls)
    # The provider's own form holds words and calls as well; base64 makes four of three.
    return max(plain, len(item.opaque or "") * 3 // 4)
