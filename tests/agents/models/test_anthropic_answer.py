"""Putting an answer of Messages together from its events: pure."""

import pytest

from agents.models.anthropic_answer import Heard, OddEventError
from agents.models.opaque import Item
from contracts.model import Usage


def heard(*events: Item) -> Heard:
    found = Heard()
    for event in events:
        found.hear(event)
    return found


def begun(**usage: int) -> Item:
    return {"type": "message_start", "message": {"model": "m", "usage": {**usage}}}


def ended(**usage: int) -> Item:
    return {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {**usage}}


def test_output_is_what_the_last_count_says() -> None:
    cut = heard(begun(input_tokens=5, output_tokens=1))
    assert cut.usage() == Usage(input_tokens=5)
    assert heard(begun(input_tokens=5, output_tokens=1), ended(output_tokens=9)).usage() == Usage(
        input_tokens=5, output_tokens=9
    )


def test_usage_may_come_at_the_end_alone() -> None:
    found = heard({"type": "message_start", "message": {"model": "m"}}, ended(input_tokens=0))
    assert found.usage() == Usage(input_tokens=0)


def test_cached_input_is_part_of_all_input() -> None:
    counts = {"input_tokens": 5, "cache_read_input_tokens": 70, "cache_creation_input_tokens": 20}
    assert heard(begun(**counts)).usage() == Usage(
        input_tokens=95, cached_tokens=70, cache_write_tokens=20
    )


def test_citations_are_kept_on_their_block() -> None:
    place: Item = {"type": "content_block_start", "index": 0}
    cited: Item = {"type": "content_block_delta", "index": 0}
    found = heard(
        {**place, "content_block": {"type": "text", "text": "", "citations": None}},
        {**cited, "delta": {"type": "citations_delta", "citation": {"url": "a"}}},
        {**cited, "delta": {"type": "text_delta", "text": "It is so."}},
        {**cited, "delta": {"type": "citations_delta", "citation": {"url": "b"}}},
    )
    assert found.blocks == [
        {"type": "text", "text": "It is so.", "citations": [{"url": "a"}, {"url": "b"}]}
    ]


def test_arguments_may_stand_in_the_first_event() -> None:
    call: Item = {"type": "tool_use", "id": "c", "name": "submit", "input": {"summary": "x"}}
    found = heard({"type": "content_block_start", "index": 0, "content_block": call})
    assert found.calls()[0].arguments == '{"summary": "x"}'


@pytest.mark.parametrize(
    "event",
    [
        {"type": "message_start"},
        {"type": "content_block_start", "index": 0},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta"}},
        {"type": "content_block_stop", "index": -1},
        {"type": "message_delta", "delta": None},
    ],
)
def test_event_that_is_none_of_the_protocol_is_named(event: Item) -> None:
    with pytest.raises(OddEventError, match=str(event["type"])):
        _ = heard(event)


def test_piece_of_an_unknown_kind_is_not_dropped() -> None:
    start: Item = {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}}
    piece: Item = {"type": "content_block_delta", "index": 0, "delta": {"type": "image_delta"}}
    with pytest.raises(OddEventError, match="image_delta"):
        _ = heard(start, piece)
