"""Room in a conversation: old tool results are taken out of it, with a mark where they stood.

Trimming goes well below the limit at once, so that what precedes a call stays the same for many
calls and a provider's cache can serve it. It depends on the conversation alone: a resumed run
trims at the same places.
"""

from collections.abc import Sequence

from contracts.model import AssistantMessage, Message, ToolMessage

ROOM = 480_000
"""Characters of a conversation, about 120,000 tokens: room enough for windows of 200,000."""
KEPT_SHARE = 0.6
"""Share of the room that is filled after a trimming."""
SHORT = 1_000
"""Results of at most so many characters stay."""


def within_room(messages: Sequence[Message], room: int = ROOM) -> list[Message]:
    """The conversation, with its oldest long tool results taken out where it exceeds the room.

    The newest answer's results stay whatever their size, since the model has not seen them.
    """
    found = list(messages)
    used = sum(map(_size, found))
    if used <= room:
        return found
    newest = max(
        (i for i, item in enumerate(found) if isinstance(item, AssistantMessage)), default=0
    )
    for place, item in enumerate(found[:newest]):
        if used <= room * KEPT_SHARE:
            break
        if isinstance(item, ToolMessage) and len(item.text) > SHORT:
            found[place] = _marked(item)
            used -= _size(item) - _size(found[place])
    return found


def _marked(item: ToolMessage) -> ToolMessage:
    text = (
        f"[trimmed: {len(item.text):,} characters of this result of {item.name} were taken out to "
        "make room; call the tool again if you need them]"
    )
    return item.model_copy(update={"text": text})


def _size(item: Message) -> int:
    if isinstance(item, AssistantMessage):
        return len(item.text) + sum(len(call.arguments) for call in item.tool_calls)
    return len(item.text)
