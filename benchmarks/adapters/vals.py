"""Vals AI's Finance Agent benchmark, first and second version: a CSV with JSON in one column.

Only the shape is ours. The sets are Vals AI's, MIT licence.
"""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from benchmarks.adapters.item import Demand, Item
from benchmarks.adapters.reading import Reading, named_by
from benchmarks.item_file import Record
from contracts.contract import Contract, Json, Words

_RUBRIC = "Rubric"
_CONTRADICTS = "The answer contradicts this reference answer: "


class _FirstRow(Contract):
    question: Annotated[Words, Field(alias="Question")]
    answer: Annotated[Words, Field(alias="Answer")]
    kind: Annotated[Words, Field(alias="Question Type")]


class _FirstCheck(Contract):
    operator: Literal["correctness", "contradiction"]
    criteria: Words


class _SecondRow(Contract):
    question: Annotated[Words, Field(alias="Question")]
    kind: Annotated[Words, Field(alias="Question Type")]


class _Modifiers(Contract):
    severity: Annotated[Decimal, Field(gt=0, le=100)]
    category: Literal["must_pass"] | None = None


class _SecondCheck(Contract):
    operator: Literal["finance_agent_v2_operator"]
    criteria: Words
    modifiers: _Modifiers


def first_item_of(reading: Reading, record: Record) -> Item:
    """One row of version 1: checks of equal weight, and one that looks for contradictions."""
    place = record.place
    row = reading.shaped(record.value, _FirstRow, place, apart=(_RUBRIC,))
    checks = reading.parts(_rubric_cell(reading, record), _FirstCheck, place, pointer=f"/{_RUBRIC}")
    reading.lose("The answer of the set is not carried: the criteria alone are judged.", place)
    if any(check.operator == "contradiction" for check in checks):
        reading.lose(
            "An answer that does not contradict the reference earns one check at Vals; here a "
            "contradiction takes the points of one check away, so that it needs a quote.",
            place,
        )
    return Item(
        place=place,
        id=named_by(row.question, "vals-v1"),
        query=row.question,
        demands=tuple(_first_demand(check) for check in checks),
        category=row.kind,
    )


def _first_demand(check: _FirstCheck) -> Demand:
    if check.operator == "contradiction":
        return Demand(f"{_CONTRADICTS}{check.criteria}", Decimal(-1))
    return Demand(check.criteria, Decimal(1))


def second_item_of(reading: Reading, record: Record) -> Item:
    """One row of version 2: severity is the weight, and some checks must pass."""
    place = record.place
    row = reading.shaped(record.value, _SecondRow, place, apart=(_RUBRIC,))
    checks = reading.parts(
        _rubric_cell(reading, record), _SecondCheck, place, pointer=f"/{_RUBRIC}"
    )
    return Item(
        place=place,
        id=named_by(row.question, "vals-v2"),
        query=row.question,
        demands=tuple(
            Demand(
                check.criteria,
                check.modifiers.severity,
                must_pass=check.modifiers.category == "must_pass",
            )
            for check in checks
        ),
        category=row.kind,
    )


def _rubric_cell(reading: Reading, record: Record) -> Json:
    cell = reading.fields(record.value, record.place).get(_RUBRIC)
    pointer = f"/{_RUBRIC}"
    if isinstance(cell, str):
        return reading.cell(cell, record.place, pointer=pointer)
    return cell
