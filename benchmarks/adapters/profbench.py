"""ProfBench: tasks with criteria of four weights, answers of three models, and human rulings.

Only the shape is ours, taken from the set's public scripts; the set itself is NVIDIA's and is not
in this repository. Whose answers a line has is read from its fields: `o3_response` and, in each
criterion, `o3_fulfilment`.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal, TypeAlias

from benchmarks.adapters.item import Demand, GivenAnswer, Item
from benchmarks.adapters.reading import Reading
from benchmarks.item_file import Record
from contracts.contract import Contract, Json, Words
from contracts.response import ItemName

_Weight: TypeAlias = Literal["Critical", "Major", "Minor", "Additional"]
POINTS: Mapping[_Weight, Decimal] = {
    "Critical": Decimal(4),
    "Major": Decimal(3),
    "Minor": Decimal(2),
    "Additional": Decimal(1),
}
"""The weights as the set's own scripts count them."""
_ANSWER = "_response"
_RULING = "_fulfilment"


class _Shape(Contract):
    task_id: ItemName
    domain: Words
    prompt: Words


class _Line(Contract):
    criterion_description: Words
    criterion_weight: _Weight


def item_of(reading: Reading, record: Record) -> Item:
    """One task of the set with its answers."""
    place = record.place
    given = reading.fields(record.value, place)
    solvers = [name.removesuffix(_ANSWER) for name in given if name.endswith(_ANSWER)]
    apart = ("rubrics", *(f"{solver}{_ANSWER}" for solver in solvers))
    found = reading.shaped(given, _Shape, place, apart=apart)
    rulings = [f"{solver}{_RULING}" for solver in solvers]
    lines = reading.parts(given.get("rubrics"), _Line, place, pointer="/rubrics", apart=rulings)
    return Item(
        place=place,
        id=found.task_id,
        query=found.prompt,
        demands=tuple(
            Demand(line.criterion_description, POINTS[line.criterion_weight]) for line in lines
        ),
        category=found.domain,
        answers=tuple(_answer(reading, given, solver, place) for solver in solvers),
    )


def _answer(reading: Reading, given: Mapping[str, Json], solver: str, place: str) -> GivenAnswer:
    text = given[f"{solver}{_ANSWER}"]
    if not isinstance(text, str):
        raise reading.fault(place, f"/{solver}{_ANSWER} must be text")
    lines = given["rubrics"]
    assert isinstance(lines, list)
    met = tuple(_ruling(reading, line, solver, (place, index)) for index, line in enumerate(lines))
    return GivenAnswer(solver, text, met)


def _ruling(reading: Reading, line: Json, solver: str, where: tuple[str, int]) -> bool:
    place, index = where
    name = f"{solver}{_RULING}"
    ruling = reading.fields(line, place).get(name)
    if not isinstance(ruling, bool):
        words = f"/rubrics/{index}/{name} must be true or false: a person's ruling"
        raise reading.fault(place, words)
    return ruling
