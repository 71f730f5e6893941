from pathlib import Path

from agents.roles import CONFIRMER
from agents.room import KEPT_SHARE, REFUSED_SHARE, SHORT, shortened, size_of, within_room
from contracts.model import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from tests.agents.bench import open_bench
from tests.agents.scripted import SUBMIT, WRITE, Scripted, answer, call

ROOM = 10_000


def opened(number: int, size: int) -> list[Message]:
    call = ToolCall(id=f"c{number}", name="open_source", arguments="{}")
    result = ToolMessage(call_id=call.id, name=call.name, text="x" * size)
    return [AssistantMessage(text="", tool_calls=(call,)), result]


def conversation(*sizes: int) -> list[Message]:
    found: list[Message] = [SystemMessage(text="s" * 500), UserMessage(text="brief")]
    for number, size in enumerate(sizes):
        found += opened(number, size)
    return found


def sizes(messages: list[Message]) -> list[int]:
    return [len(item.text) for item in messages if isinstance(item, ToolMessage)]


def test_a_conversation_that_has_room_is_left_as_it_is() -> None:
    given = conversation(3_000, 3_000, 3_000)
    assert within_room(given, ROOM) == given


def test_the_oldest_long_results_go_first_and_say_so() -> None:
    given = conversation(3_000, SHORT, 3_000, 2_000, 2_000)
    found = within_room(given, ROOM)
    marked = found[3]
    assert isinstance(marked, ToolMessage)
    assert marked.text.startswith("[trimmed: 3,000 characters of this result of open_source")
    assert marked.call_id == "c0"
    assert sizes(found)[1] == SHORT
    assert sizes(found)[3:] == [2_000, 2_000]
    assert sum(len(item.text) for item in found) <= ROOM * KEPT_SHARE


def test_the_newest_results_stay_whatever_their_size() -> None:
    found = within_room(conversation(3_000, 30_000), ROOM)
    assert sizes(found)[1] == 30_000
    assert sizes(found)[0] < SHORT


def test_what_was_trimmed_stays_the_same_until_the_room_is_full_again() -> None:
    trimmed = within_room(conversation(4_000, 4_000, 4_000), ROOM)
    grown = [*trimmed, *opened(9, 1_500)]
    assert within_room(grown, ROOM) == grown


def thoughtful(number: int, *, thought: int, result: int) -> list[Message]:
    """An answer with reasoning of some length, and one result."""
    answer, told = opened(number, result)
    return [answer.model_copy(update={"opaque": "A" * (thought * 4 // 3)}), told]


def test_reasoning_that_goes_back_is_counted_and_goes_after_results() -> None:
    given = conversation()
    for number in range(4):
        given += thoughtful(number, thought=3_000, result=1_500)
    assert size_of(given) == size_of(conversation()) + 4 * 4_500
    found = within_room(given, ROOM)
    kept = [item.opaque is not None for item in found if isinstance(item, AssistantMessage)]
    assert sizes(found)[-1] == 1_500
    assert max(sizes(found)[:-1]) < SHORT
    assert kept == [False, False, False, True]
    assert within_room([*given[:2], *given[-2:]], ROOM) == [*given[:2], *given[-2:]]


def test_what_a_provider_refused_is_cut_further_and_the_newest_results_last() -> None:
    found = shortened(conversation(3_000, 3_000, 6_000))
    assert max(sizes(found)) < SHORT
    assert size_of(found) <= size_of(conversation(3_000, 3_000, 6_000)) * REFUSED_SHARE
    spared = shortened(conversation(6_000, 6_000, 2_000))
    assert sizes(spared)[2] == 2_000
    assert max(sizes(spared)[:2]) < SHORT


async def test_a_session_sends_no_more_than_there_is_room_for(tmp_path: Path) -> None:
    name, room = CONFIRMER.inputs[0].name, 120_000
    given = {name: b"0123456789" * 1_490}
    reads = tuple(answer(call("read_file", f"r{n}", path=f"inputs/{name}")) for n in range(14))
    client = Scripted({1: (*reads, WRITE, SUBMIT)})
    async with open_bench(tmp_path) as bench:
        for _ in range(2):
            _ = await bench.session(client, given=given, room=room).run_turn(1, "Confirm.")
    asked = [size_of(request.messages) for request in client.asked]
    assert len(asked) == 16, "a turn that is walked again asks for nothing"
    assert room * KEPT_SHARE < max(asked) <= room
    last = [item.text for item in client.asked[-1].messages if isinstance(item, ToolMessage)]
    assert last[0].startswith("[trimmed: 1")
    assert last[-1].startswith("<data ")
