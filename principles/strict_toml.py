"""TOML files that people write, read as strictly as any contract: one way in for all of them.

tomllib refuses a key written twice; the contract refuses unknown keys and wrong types. What TOML
has and JSON lacks (dates, times) and what no contract here takes (floats) is refused by its key.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import date, time
from typing import TypeAlias, TypeVar

from contracts.contract import Contract, parse_contract
from contracts.errors import ContractError, InputError

MAX_BYTES = 200_000
"""Largest file, in bytes; people write these by hand."""

TomlValue: TypeAlias = (
    "bool | int | float | str | date | time | list[TomlValue] | dict[str, TomlValue]"
)
ContractT = TypeVar("ContractT", bound=Contract)

_AT_LINE = re.compile(r"at line (\d+)")


def read_toml(data: bytes, file: str, model: type[ContractT]) -> ContractT:
    """Read the bytes of a TOML file as a contract; `file` is the name that messages give.

    Raises:
        InputError: not TOML, a key twice, an unknown key or a wrong type; names file and key.
    """
    document = _document(data, file)
    for key, problem in _unfit(document, ""):
        msg = f"{file}: key {key}: {problem}"
        raise InputError(msg)
    try:
        return parse_contract(json.dumps(document).encode(), model)
    except ContractError as error:
        shown = "; ".join(f"key {_dotted(f.pointer)}: {f.message}" for f in error.faults)
        msg = f"{file}: {shown}"
        raise InputError(msg) from None


def _document(data: bytes, file: str) -> dict[str, TomlValue]:
    if len(data) > MAX_BYTES:
        msg = f"{file}: {len(data)} bytes, at most {MAX_BYTES}"
        raise InputError(msg)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        msg = f"{file}: byte {error.start} is not UTF-8"
        raise InputError(msg) from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        msg = f"{file}: {error}{_line_of(text, str(error))}"
        raise InputError(msg) from None
    except RecursionError:
        msg = f"{file}: nested too deep"
        raise InputError(msg) from None


def _line_of(text: str, message: str) -> str:
    """The key on the line that tomllib names, since its message gives only the place."""
    lines = text.splitlines()
    found = _AT_LINE.search(message)
    if found is not None:
        lines = lines[: int(found.group(1))]
    key = lines[-1].split("=")[0].strip() if lines else ""
    return f", key {key[:80]}" if key else ""


def _unfit(value: TomlValue, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _unfit(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unfit(inner, f"{key}.{index}")
    elif isinstance(value, date | time):
        yield key, "a bare date or time; write it in quotation marks"
    elif isinstance(value, float):
        yield key, "a number with a fraction; write it in quotation marks"


def _dotted(pointer: str) -> str:
    steps = pointer.strip("/").split("/")
    return ".".join(step.replace("~1", "/").replace("~0", "~") for step in steps) or "(whole file)"
