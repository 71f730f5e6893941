"""Every place of a contract, and one or more other values for it."""

import json
from collections.abc import Iterator
from typing import TypeVar

from pydantic import ValidationError

from contracts.contract import Contract, Json, pointer_token
from tests.contract_edit import REMOVED, NewValue, with_body

ContractT = TypeVar("ContractT", bound=Contract)


def places(value: Json, pointer: str = "") -> Iterator[tuple[str, Json]]:
    """Every place below the root with its value, parents first."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield f"{pointer}/{index}", item
            yield from places(item, f"{pointer}/{index}")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{pointer}/{pointer_token(key)}", item
            yield from places(item, f"{pointer}/{pointer_token(key)}")


def leaves_of(model: Contract) -> list[tuple[str, Json]]:
    """Places that hold no other places."""
    document: Json = json.loads(model.model_dump_json())
    return [
        (place, value) for place, value in places(document) if not isinstance(value, dict | list)
    ]


def elements_of(model: Contract) -> list[str]:
    """Places that are elements of a list, so that they can be taken out."""
    document: Json = json.loads(model.model_dump_json())
    return [place for place, _ in places(document) if place.rsplit("/", 1)[1].isdigit()]


def other(value: Json) -> NewValue:
    """Another value of the same JSON type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return _other_text(value)
    return "OBS1"


def _other_text(text: str) -> str:
    """The last digit or letter changed, so that ids, dates and figures keep their form."""
    if not text:
        return "x"
    last = text[-1]
    if last.isdigit():
        return text[:-1] + str((int(last) + 1) % 10)
    return text + "x"


def changed(model: ContractT, place: str, value: NewValue) -> ContractT | None:
    """The contract with that change; None where the change breaks the contract itself."""
    try:
        return with_body(model, place.replace("~1", "/"), value)
    except ValidationError:
        return None


def shortened(model: ContractT, place: str) -> ContractT | None:
    """The contract without one element of a list; None where it needs it."""
    return changed(model, place, REMOVED)
