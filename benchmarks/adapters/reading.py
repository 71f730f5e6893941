"""A file under import: its records in a strict shape, and the list of what is lost on the way."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from benchmarks.adapters.item import Item
from benchmarks.item_file import ItemFile, Record, read_item_file
from contracts.contract import Contract, Json, guard, parse_contract
from contracts.errors import ContractError, InputError

ShapeT = TypeVar("ShapeT", bound=Contract)
MAX_FAULTS = 100
"""Most faults that one refusal names."""


class Reading:
    """Reads one file and remembers every place where something is not carried over."""

    def __init__(self, path: Path) -> None:
        """Read the file's records; what is in them is read by `items`.

        Raises:
            InputError: names the file, the line and what to do.
        """
        self.file: ItemFile = read_item_file(path)
        self._lost: dict[str, list[str]] = {}

    def lose(self, what: str, place: str) -> None:
        """Remember that something is not carried over, and where it stands."""
        self._lost.setdefault(what, []).append(place)

    @property
    def losses(self) -> Mapping[str, tuple[str, ...]]:
        """What is lost, a sentence each, to the lines or rows where it stands."""
        return {what: tuple(places) for what, places in self._lost.items()}

    def items(self, item_of: "Callable[[Reading, Record], Item]") -> tuple[Item, ...]:
        """Every item of the file, or none.

        Raises:
            InputError: every faulty record by file, line and JSON pointer.
        """
        found: list[Item] = []
        faults: list[str] = []
        for record in self.file.records:
            try:
                found.append(item_of(self, record))
            except InputError as error:
                faults.append(str(error))
        faults.extend(self._repeated(found))
        if faults:
            more = f"; and {len(faults) - MAX_FAULTS} more" if len(faults) > MAX_FAULTS else ""
            raise InputError("; ".join(faults[:MAX_FAULTS]) + more)
        return tuple(found)

    def _repeated(self, items: Iterable[Item]) -> list[str]:
        seen: dict[str, str] = {}
        faults: list[str] = []
        for item in items:
            if item.id in seen:
                words = f"item {item.id!r} stands at {seen[item.id]} already; keep one of them"
                faults.append(str(self.fault(item.place, words)))
            seen.setdefault(item.id, item.place)
        return faults

    def fault(self, place: str, words: str) -> InputError:
        """An error that names file and place."""
        return InputError(f"{self.file.path}:{place}: {words}")

    def fields(self, value: Json, place: str, *, pointer: str = "") -> dict[str, Json]:
        """The fields of an object.

        Raises:
            InputError: there is another thing than an object.
        """
        if not isinstance(value, dict):
            raise self.fault(place, f"{pointer or '/'} must be an object")
        return value

    def shaped(
        self,
        value: Json,
        shape: type[ShapeT],
        place: str,
        *,
        pointer: str = "",
        apart: Collection[str] = (),
    ) -> ShapeT:
        """An object of the set in a strict shape; fields that nobody names are told as lost.

        Args:
            value: what should be the object.
            shape: the fields that are read here.
            place: line or row of the file.
            pointer: where the object stands in its record.
            apart: fields that the caller reads for itself.

        Raises:
            InputError: by file, line and JSON pointer.
        """
        given = self.fields(value, place, pointer=pointer)
        known = {field.alias or name for name, field in shape.model_fields.items()}
        for name in sorted(given.keys() - known - set(apart)):
            self.lose(f"The field {_general(pointer)}{name} is not read.", place)
        kept = {name: part for name, part in given.items() if name in known}
        try:
            return parse_contract(json.dumps(kept).encode(), shape)
        except ContractError as error:
            faults = "; ".join(
                f"{pointer}{fault.pointer} [{fault.code}] {fault.message}" for fault in error.faults
            )
            raise self.fault(place, f"{faults}; mend the item or leave it out") from None

    def parts(
        self,
        value: Json,
        shape: type[ShapeT],
        place: str,
        *,
        pointer: str,
        apart: Collection[str] = (),
    ) -> tuple[ShapeT, ...]:
        """A list of objects in one shape, at least one of them.

        Raises:
            InputError: by file, line and JSON pointer.
        """
        if not isinstance(value, list) or not value:
            raise self.fault(place, f"{pointer} must be a list of at least one criterion")
        return tuple(
            self.shaped(one, shape, place, pointer=f"{pointer}/{index}", apart=apart)
            for index, one in enumerate(value)
        )

    def cell(self, text: str, place: str, *, pointer: str) -> Json:
        """The JSON that a cell of a table holds.

        Raises:
            InputError: the cell holds something else.
        """
        try:
            return guard(text.encode("utf-8", "surrogatepass"), "the cell's JSON")
        except ContractError as error:
            raise self.fault(place, f"{pointer}: {error}") from None


def _general(pointer: str) -> str:
    """What a pointer means in general: `/rubrics/3` is `rubrics[].`, so that losses gather."""
    words = [word for word in pointer.split("/") if word and not word.isdigit()]
    return "".join(f"{word}[]." for word in words)


def named_by(question: str, prefix: str) -> str:
    """An id for a question of a set without ids, the same in every subset of the set."""
    return f"{prefix}-{sha256(question.encode()).hexdigest()[:12]}"
