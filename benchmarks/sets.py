"""The sets that can be imported, by name, each with the adapter that reads its files."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from benchmarks.adapters import (
    bigfinancebench,
    frontierfinance,
    healthbench,
    profbench,
    rubric_spec,
    table,
    vals,
)
from benchmarks.adapters.item import Item
from benchmarks.adapters.reading import Reading
from benchmarks.imported import Imported, imported
from benchmarks.selection import Counted, Selection, select
from contracts.ids import Sha256


class BenchmarkSet(StrEnum):
    """Sets and forms that can be imported."""

    BIGFINANCEBENCH = "bigfinancebench"
    VALS_V1 = "vals-v1"
    VALS_V2 = "vals-v2"
    FRONTIERFINANCE = "frontierfinance"
    PROFBENCH = "profbench"
    HEALTHBENCH = "healthbench"
    RUBRIC_SPEC = "rubric-spec"
    TABLE = "table"


_ADAPTERS: Mapping[BenchmarkSet, Callable[[Reading], tuple[Item, ...]]] = {
    BenchmarkSet.BIGFINANCEBENCH: lambda reading: reading.items(bigfinancebench.item_of),
    BenchmarkSet.VALS_V1: lambda reading: reading.items(vals.first_item_of),
    BenchmarkSet.VALS_V2: lambda reading: reading.items(vals.second_item_of),
    BenchmarkSet.FRONTIERFINANCE: lambda reading: reading.items(frontierfinance.item_of),
    BenchmarkSet.PROFBENCH: lambda reading: reading.items(profbench.item_of),
    BenchmarkSet.HEALTHBENCH: lambda reading: reading.items(healthbench.item_of),
    BenchmarkSet.RUBRIC_SPEC: lambda reading: reading.items(rubric_spec.item_of),
    BenchmarkSet.TABLE: table.items_of,
}


@dataclass(frozen=True, slots=True)
class ReadSet:
    """A file of a set, read whole."""

    name: BenchmarkSet
    sha256: Sha256
    """Of the file's bytes."""
    items: tuple[Imported, ...]
    losses: Mapping[str, tuple[str, ...]]
    """What is not carried over, to the places where it stands."""
    selection: Selection | None
    """`None` where every item is taken."""


def read_set(name: BenchmarkSet, path: Path, *, count: int | None = None) -> ReadSet:
    """Read a file of a set; with a count, only as many items as the rule of selection takes.

    Raises:
        InputError: every fault by file, line or row, and JSON pointer or column.
    """
    reading = Reading(path)
    items = _ADAPTERS[name](reading)
    selection = None
    if count is not None:
        selection = select([Counted(item.id, len(item.demands)) for item in items], count)
        taken = frozenset(selection.taken)
        items = tuple(item for item in items if item.id in taken)
    found = imported(items, reading)
    return ReadSet(name, reading.file.sha256, found, reading.losses, selection)
