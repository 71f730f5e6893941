"""Where a pointer of a finding leads: into a file that the gate was given, to a place of it."""

from collections.abc import Mapping
from typing import TypeAlias

from contracts.contract import Contract, Json
from gates.composition import CompositionInput
from gates.review import ReviewInput
from gates.validation_input import ValidationInput

Given: TypeAlias = ValidationInput | CompositionInput | ReviewInput


def leads_somewhere(given: Given, pointer: str) -> bool:
    """Whether the pointer names a file of the input and a place that this file has."""
    return leads_into(_files(given), pointer)


def leads_into(files: Mapping[str, Contract], pointer: str) -> bool:
    """Whether the pointer names one of the files, by its word, and a place that it has."""
    word, _, path = pointer.partition(":")
    file = files.get(word)
    if file is None:
        return False
    place: Json = file.model_dump(mode="json")
    try:
        for step in path.split("/")[1:]:
            place = _below(place, step)
    except LookupError:
        return False
    return True


def _below(place: Json, step: str) -> Json:
    if isinstance(place, list) and step.isdigit():
        return place[int(step)]
    if isinstance(place, dict):
        return place[step]
    raise LookupError(step)


def _files(given: Given) -> dict[str, Contract]:
    if isinstance(given, CompositionInput):
        return {"composition": given.composition}
    if isinstance(given, ReviewInput):
        return {"review": given.review, "evidence": given.evidence}
    return {
        "query": given.query,
        "factorization": given.factorization,
        "budget": given.budget,
        "evidence": given.evidence,
        "rows": given.rows,
        "scripts": given.scripts,
    }
