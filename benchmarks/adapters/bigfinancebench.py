"""BigFinanceBench: one JSON object per line, criteria worth whole points.

Only the shape is ours. The set is Rogo Technologies' and the Big Finance authors', CC BY 4.0.
"""

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from benchmarks.adapters.item import Demand, Item
from benchmarks.adapters.reading import Reading
from benchmarks.item_file import Record
from contracts.contract import Contract, Words
from contracts.response import ItemName


class _Line(Contract):
    text: Words
    points: Annotated[int, Field(ge=1, le=1_000)]


class _Shape(Contract):
    id: ItemName
    query: Words
    reference_answer: Words


def item_of(reading: Reading, record: Record) -> Item:
    """One line of the set."""
    place = record.place
    found = reading.shaped(record.value, _Shape, place, apart=("rubric",))
    given = reading.fields(record.value, place)
    lines = reading.parts(given.get("rubric"), _Line, place, pointer="/rubric")
    reading.lose("The reference answer is not carried: the criteria alone are judged.", place)
    return Item(
        place=place,
        id=found.id,
        query=found.query,
        demands=tuple(Demand(line.text, Decimal(line.points)) for line in lines),
    )
