"""Change one thing of a contract and read it again: what tests do to the good candidate."""

import json
from enum import Enum
from typing import Final, TypeAlias, TypeVar

from contracts.contract import Contract, Json

ContractT = TypeVar("ContractT", bound=Contract)


class Removed(Enum):
    """The one value that stands for no value."""

    REMOVED = "removed"


REMOVED: Final = Removed.REMOVED
"""As the value of `with_body`: take the place out."""


NewValue: TypeAlias = "Json | Removed"
"""What `with_body` puts at a place."""


def replaced(model: ContractT, **changes: object) -> ContractT:
    """The same contract with other fields, validated again."""
    fields = {name: getattr(model, name) for name in type(model).model_fields}
    return type(model).model_validate({**fields, **changes})


def with_body(model: ContractT, path: str, value: NewValue) -> ContractT:
    """The same contract with another JSON value at a JSON pointer, read again from its JSON.

    A last step `-` appends to a list; `REMOVED` takes the place out.
    """
    document: Json = json.loads(model.model_dump_json())
    *steps, last = path.removeprefix("/").split("/")
    place = document
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else _object(place)[step]
    if isinstance(place, list):
        _change_list(place, last, value)
    else:
        _change_object(_object(place), last, value)
    return type(model).model_validate_json(json.dumps(document))


def _object(place: Json) -> dict[str, Json]:
    assert isinstance(place, dict), place
    return place


def _change_list(place: list[Json], step: str, value: NewValue) -> None:
    if isinstance(value, Removed):
        del place[int(step)]
    elif step == "-":
        place.append(value)
    else:
        place[int(step)] = value


def _change_object(place: dict[str, Json], step: str, value: NewValue) -> None:
    assert step in place, step
    if isinstance(value, Removed):
        del place[step]
    else:
        place[step] = value
