"""What is question, rubric and reference in benchmark items, by the names of their fields."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os.path import commonpath, normpath
from pathlib import Path
from typing import NamedTuple

from benchmarks.item_file import ItemFile, Record, json_at, read_item_file
from contracts.contract import Json
from contracts.errors import InputError
from contracts.guard import TextKind
from contracts.ids import Sha256

FIELDS: Mapping[TextKind, frozenset[str]] = {
    "question": frozenset({"question", "query", "prompt", "problem", "task", "instruction"}),
    "rubric": frozenset({"rubric", "rubrics", "criteria", "criterion", "checklist"}),
    "reference": frozenset(
        {
            "answer",
            "reference",
            "reference_answer",
            "ground_truth",
            "gold_answer",
            "expected",
            "expected_answer",
            "solution",
        }
    ),
}
"""Names that are known for each kind: case is ignored, and a space or dash is an underscore."""
TEXT_FIELDS = frozenset(
    {"text", "rubric_text", "criteria", "criterion", "description", "statement", "requirement"}
)
"""Names of the text in an object inside such a field, where points and types stand beside it."""
MAX_FAULTS = 100
_JSON_IN_A_CELL = re.compile(r'\s*(?:\{\s*"|\[\s*[{"])')


class ItemTexts(NamedTuple):
    """The texts of one file by kind, and the fields that were left out."""

    name: str
    """The file's name, with the folders that tell it from other files read with it."""
    sha256: Sha256
    texts: Mapping[TextKind, tuple[str, ...]]
    unused: tuple[str, ...]


class Fields(NamedTuple):
    """What a caller says about fields beside the known names."""

    named: Mapping[TextKind, frozenset[str]]
    """Further names per kind, normal as in `FIELDS`."""
    otherwise: TextKind | None
    """Kind of text that stands in no field: lines of a text file, strings in a JSON list."""


class _Place(NamedTuple):
    where: str
    field: str
    fields: Fields
    kind: TextKind


class _NoItem(ValueError):
    """A record that cannot be read; its file and line are told where it is caught."""


def field_name(name: str) -> str:
    """A field's name as it is compared."""
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def read_item_texts(paths: Sequence[Path], fields: Fields) -> tuple[ItemTexts, ...]:
    """Read files of items and take their texts out, all files or none.

    Raises:
        InputError: every fault of every file, each with its file and place.
    """
    whole = [Path(normpath(path.expanduser().absolute())) for path in paths]
    faults = [f"{path}: named twice" for path in sorted(set(whole)) if whole.count(path) > 1]
    found: list[ItemTexts] = []
    for path, name in zip(paths, _names(whole), strict=True):
        try:
            found.append(_item_texts(read_item_file(path.expanduser()), name, fields))
        except InputError as error:
            faults.append(str(error))
    if faults:
        more = f"; and {len(faults) - MAX_FAULTS} more" if len(faults) > MAX_FAULTS else ""
        raise InputError("; ".join(faults[:MAX_FAULTS]) + more)
    return tuple(found)


def _names(paths: Sequence[Path]) -> list[str]:
    """Names below the folder that all files share: nothing of the machine they were read on."""
    shared = Path(commonpath([path.parent for path in paths]))
    return [path.relative_to(shared).as_posix() for path in paths]


def _item_texts(file: ItemFile, name: str, fields: Fields) -> ItemTexts:
    found: dict[TextKind, list[str]] = {}
    unused: set[str] = set()
    faults: list[str] = []
    for record in file.records:
        try:
            for kind, text in _texts(record, fields, unused):
                found.setdefault(kind, []).append(text)
        except ValueError as error:
            faults.append(f"{file.path}:{record.place}: {error}")
    if faults:
        more = f"; and {len(faults) - MAX_FAULTS} more" if len(faults) > MAX_FAULTS else ""
        raise InputError("; ".join(faults[:MAX_FAULTS]) + more)
    texts: dict[TextKind, tuple[str, ...]] = {kind: tuple(own) for kind, own in found.items()}
    return ItemTexts(name, file.sha256, texts, tuple(sorted(unused)))


def _texts(record: Record, fields: Fields, unused: set[str]) -> Iterator[tuple[TextKind, str]]:
    value = record.value
    if isinstance(value, str):
        if fields.otherwise is None:
            raise _NoItem("text outside any field; say what it is with --kind")
        yield fields.otherwise, value
    elif isinstance(value, dict):
        known = list(_known(value, fields))
        unused |= value.keys() - {name for name, _ in known}
        if not known:
            raise _NoItem(_unknown(value))
        for name, kind in known:
            for text in _leaves(value[name], _Place(record.place, name, fields, kind)):
                yield kind, text
    else:
        raise _NoItem("is no object and no text; an item is one of them")


def _known(value: Mapping[str, Json], fields: Fields) -> Iterator[tuple[str, TextKind]]:
    for name in value:
        for kind, names in FIELDS.items():
            if field_name(name) in names | fields.named.get(kind, frozenset()):
                yield name, kind
                break


def _unknown(value: Mapping[str, Json]) -> str:
    return (
        f"no field is known among {', '.join(map(repr, sorted(value))) or 'none'}; say which is "
        "which, such as --field rubric=NAME"
    )


def _leaves(value: Json, place: _Place) -> Iterator[str]:
    """The texts below one field; a cell that holds JSON is read as such."""
    if isinstance(value, str) and _JSON_IN_A_CELL.match(value):
        value = json_at(place.where, value)
    if isinstance(value, str):
        yield from [value] if value.strip() else []
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, place)
    elif isinstance(value, dict):
        for key in _inside(value, place):
            yield from _leaves(value[key], place)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _inside(value: Mapping[str, Json], place: _Place) -> list[str]:
    """Names of the texts in an object inside a field."""
    named = place.fields.named.get(place.kind, frozenset[str]())
    inside = [key for key in value if field_name(key) in TEXT_FIELDS | named]
    if not inside:
        raise _NoItem(f"field {place.field!r}: {_unknown(value)}")
    return inside


def fields_of(named: Iterable[str], otherwise: TextKind | None) -> Fields:
    """What `--field KIND=NAME` options and `--kind` say together.

    Raises:
        InputError: an option is not of that form.
    """
    found: dict[TextKind, set[str]] = {}
    for option in named:
        kind, _, name = option.partition("=")
        known: TextKind | None = next((item for item in FIELDS if item == kind.strip()), None)
        if known is None or not name.strip():
            msg = f"--field {option!r}: write question=NAME, rubric=NAME or reference=NAME"
            raise InputError(msg)
        found.setdefault(known, set()).add(field_name(name))
    return Fields({kind: frozenset(names) for kind, names in found.items()}, otherwise)
