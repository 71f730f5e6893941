"""The guard files that come with finrubric: hashes of public evaluation sets, and no text."""

import json
from importlib.resources import files
from typing import NamedTuple

from contracts.contract import parse_contract
from contracts.errors import ContractError, InputError
from contracts.guard import Guard


class GuardFile(NamedTuple):
    """A guard with the bytes it was read from; those go into the lock."""

    name: str
    guard: Guard
    data: bytes


def load_guard_files() -> tuple[GuardFile, ...]:
    """Every guard file of the package, sorted by name.

    Raises:
        InputError: one cannot be read.
    """
    folder = files("orchestrator").joinpath("guards")
    return tuple(
        parse_guard_file(entry.read_bytes(), entry.name)
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".json")
    )


def parse_guard_file(data: bytes, name: str) -> GuardFile:
    """Read one guard file.

    Raises:
        InputError: names the file and each faulty place.
    """
    try:
        return GuardFile(name, parse_contract(data, Guard), data)
    except ContractError as error:
        raise InputError(f"{name}: {error}") from None


def guard_bytes(guard: Guard) -> bytes:
    """A guard as the bytes of its file, equal for equal guards."""
    return (json.dumps(guard.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n").encode()
