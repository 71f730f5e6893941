"""The interchange form rubric-spec (auraone-rubric-v1): weights above zero, scales with anchors."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from benchmarks.adapters.item import Demand, Item
from benchmarks.adapters.reading import Reading
from benchmarks.item_file import Record
from contracts.contract import Contract, Json, Text, Words
from contracts.response import ItemName

_HUNDRED = Decimal(100)


class _Shape(Contract):
    version: Literal["auraone-rubric-v1"]
    rubric_id: ItemName
    label: Text = ""
    description: Text = ""


class _Line(Contract):
    criterion_id: ItemName
    label: Words
    description: Text = ""
    scale_type: Literal["binary", "ordinal", "likert", "continuous"]
    weight: Annotated[Decimal, Field(gt=0, le=1_000_000)]


class _Anchor(Contract):
    value: Decimal
    label: Words
    description: Text = ""


_APART = ("judge_prompt_contract", "tie_break_rule", "criteria")


def item_of(reading: Reading, record: Record) -> Item:
    """One rubric; a criterion on a scale is met at the scale's highest anchor only."""
    place = record.place
    given = reading.fields(record.value, place)
    found = reading.shaped(given, _Shape, place, apart=_APART)
    for name in sorted(given.keys() & {"judge_prompt_contract", "tie_break_rule"}):
        reading.lose(f"{name} is not carried: judges and ties follow docs/scoring.md.", place)
    reading.lose(
        "The form has no question: the rubric's description, else its label, stands for it.", place
    )
    criteria = given.get("criteria")
    lines = reading.parts(
        criteria, _Line, place, pointer="/criteria", apart=("anchors", "tie_break_rule")
    )
    assert isinstance(criteria, list)
    return Item(
        place=place,
        id=found.rubric_id,
        query=found.description.strip() or found.label.strip() or found.rubric_id,
        demands=tuple(
            _demand(reading, line, raw, f"/criteria/{index}", place)
            for index, (line, raw) in enumerate(zip(lines, criteria, strict=True))
        ),
    )


def _demand(reading: Reading, line: _Line, raw: Json, pointer: str, place: str) -> Demand:
    text = line.description.strip() or line.label
    if line.scale_type != "binary":
        anchors = reading.parts(
            reading.fields(raw, place).get("anchors"), _Anchor, place, pointer=f"{pointer}/anchors"
        )
        best = max(anchors, key=lambda anchor: anchor.value)
        words = f"{best.label}. {best.description}".strip()
        text = f"{text} Met only at the highest level of its scale: {words}"
        reading.lose("A scale is carried as met or not: at its highest anchor only.", place)
    return Demand(text, line.weight * _HUNDRED, id=line.criterion_id)
