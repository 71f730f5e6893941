"""HealthBench's shape: a conversation, and criteria whose points may be below zero."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from benchmarks.adapters.item import Demand, Item
from benchmarks.adapters.reading import Reading
from benchmarks.item_file import Record
from contracts.contract import Contract, Words
from contracts.query import PriorTurn
from contracts.response import ItemName


class _Shape(Contract):
    prompt_id: ItemName


class _Turn(Contract):
    role: Literal["system", "user", "assistant"]
    content: Words


class _Line(Contract):
    criterion: Words
    points: Annotated[Decimal, Field(ge=-1_000, le=1_000)]


def item_of(reading: Reading, record: Record) -> Item:
    """One line; the last message is the question, those before it are earlier turns."""
    place = record.place
    given = reading.fields(record.value, place)
    found = reading.shaped(given, _Shape, place, apart=("prompt", "rubrics"))
    turns = reading.parts(given.get("prompt"), _Turn, place, pointer="/prompt")
    lines = reading.parts(given.get("rubrics"), _Line, place, pointer="/rubrics")
    *earlier, last = turns
    if last.role != "user":
        raise reading.fault(place, "/prompt must end with a message of role user: the question")
    if any(turn.role == "system" for turn in earlier):
        reading.lose("System messages of the prompt are not carried.", place)
    reading.lose("HealthBench clips a mean below zero to zero; here nothing is clipped.", place)
    return Item(
        place=place,
        id=found.prompt_id,
        query=last.content,
        demands=tuple(Demand(line.criterion, line.points) for line in lines),
        prior_turns=tuple(
            PriorTurn(speaker=turn.role, text=turn.content)
            for turn in earlier
            if turn.role != "system"
        ),
    )
