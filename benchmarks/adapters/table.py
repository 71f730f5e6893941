"""An own table of criteria, CSV or TSV: one criterion per row, rows of a question by its id."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

from benchmarks.adapters.item import Demand, Item
from benchmarks.adapters.reading import Reading
from benchmarks.item_file import Record
from contracts.contract import Json
from contracts.cutoff import parse_cutoff_date
from contracts.errors import InputError
from contracts.quantity import decimal_from_text

NEEDED = ("query_id", "query", "criterion", "points")
OPTIONAL = ("criterion_id", "must_pass", "cutoff", "category")
_YES_NO: Mapping[str, bool] = {"yes": True, "no": False, "true": True, "false": False, "": False}


def items_of(reading: Reading) -> tuple[Item, ...]:
    """All questions of a table in the order of their first rows.

    Raises:
        InputError: every faulty row, by file, line and column.
    """
    found: dict[str, Item] = {}
    faults: list[str] = []
    for record in reading.file.records:
        try:
            _add(found, _row(reading, record), reading)
        except InputError as error:
            faults.append(str(error))
    if faults:
        raise InputError("; ".join(faults))
    return tuple(found.values())


def _add(found: dict[str, Item], row: Item, reading: Reading) -> None:
    first = found.get(row.id)
    if first is None:
        found[row.id] = row
        return
    for name in ("query", "asked_on", "category"):
        if getattr(first, name) != getattr(row, name):
            words = f"{name} differs from that of query_id {row.id!r} on line {first.place}"
            raise reading.fault(row.place, f"{words}; write the same, or another id")
    found[row.id] = replace(first, demands=(*first.demands, *row.demands))


def _row(reading: Reading, record: Record) -> Item:
    place = record.place
    cells = _cells(reading, record.value, place)
    for name in sorted(cells.keys() - {*NEEDED, *OPTIONAL}):
        reading.lose(f"The column {name!r} is not read.", place)
    for name in NEEDED:
        if not cells.get(name, "").strip():
            words = f"column {name!r} is missing or empty; a row needs {', '.join(NEEDED)}"
            raise reading.fault(place, words)
    return Item(
        place=place,
        id=cells["query_id"].strip(),
        query=cells["query"],
        demands=(
            Demand(
                cells["criterion"],
                _points(reading, cells["points"], place),
                id=cells.get("criterion_id", "").strip(),
                must_pass=_flag(reading, cells.get("must_pass", ""), place),
            ),
        ),
        asked_on=_day(reading, cells.get("cutoff", ""), place),
        category=cells.get("category", "").strip(),
    )


def _cells(reading: Reading, value: Json, place: str) -> dict[str, str]:
    cells: dict[str, str] = {}
    for name, cell in reading.fields(value, place).items():
        if not isinstance(cell, str):
            raise reading.fault(place, f"/{name} must be text; give the table as .csv or .tsv")
        cells[name] = cell
    return cells


def _points(reading: Reading, cell: str, place: str) -> Decimal:
    try:
        return decimal_from_text(cell.strip())
    except ValueError as error:
        raise reading.fault(place, f"column 'points' {cell[:40]!r} {error}") from None


def _flag(reading: Reading, cell: str, place: str) -> bool:
    flag = _YES_NO.get(cell.strip().casefold())
    if flag is None:
        raise reading.fault(place, f"column 'must_pass' {cell[:40]!r} must be yes or no")
    return flag


def _day(reading: Reading, cell: str, place: str) -> date | None:
    if not cell.strip():
        return None
    try:
        return parse_cutoff_date(cell.strip())
    except InputError as error:
        raise reading.fault(place, f"column 'cutoff': {error}") from None
