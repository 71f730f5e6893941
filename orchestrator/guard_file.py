"""Guard files, of the package and of a run's own: hashes of evaluation sets, and no text."""

import json
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
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


def load_own_guards(paths: Iterable[str]) -> tuple[GuardFile, ...]:
    """Guard files that a run names, each with a name that no other guard of the run has.

    Raises:
        InputError: one cannot be read, or two have one name; names the file.
    """
    taken = {item.name.casefold() for item in load_guard_files()}
    found: list[GuardFile] = []
    for path in map(Path, paths):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(f"guard {str(path)!r} cannot be read: {error.strerror}") from None
        if path.name.casefold() in taken:
            msg = f"guard {str(path)!r}: the run has a guard {path.name!r} already; rename the file"
            raise InputError(msg)
        taken.add(path.name.casefold())
        found.append(GuardFile(path.name, parse_guard_file(data, str(path)).guard, data))
    return tuple(found)


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
