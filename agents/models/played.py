"""Loading a recording, whole and strictly: nothing missing, nothing unplayed, nothing unpinnable.

<recording>/
├── recording.json        the head: title, families, order of turns, pins
├── turns/<name>.json     one file per turn
└── bodies/<name>         file bodies that tool arguments refer to by `{"$body": "<name>"}`
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from contracts.contract import BodyT, Json, guard, parse_contract
from contracts.errors import ContractError, DriftError, InputError
from contracts.ids import Sha256
from contracts.recording import PlayedTurn, Recording
from contracts.registry import contracts_sha256

SUBMIT = "submit"
"""The tool that ends a turn."""
BODY_KEY = "$body"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
MAX_FILE_BYTES = 5_000_000


class TurnKey(NamedTuple):
    """Names one turn of one role."""

    role: str
    activation: int
    turn: int

    def __str__(self) -> str:
        """Print as `writer 1.2`."""
        return f"{self.role} {self.activation}.{self.turn}"


class Played(NamedTuple):
    """A recording in memory."""

    head: Recording
    turns: Mapping[TurnKey, PlayedTurn]
    bodies: Mapping[str, str]
    changed_prompts: tuple[str, ...]
    """Prompts that are not those of the recording, by name: to be printed, not fatal."""


def load_recording(folder: Path, *, tools_sha256: Sha256, prompts: Mapping[str, Sha256]) -> Played:
    """Read a recording and compare it with today's tools, contracts and prompts.

    Raises:
        InputError: a file is missing, superfluous or not of its contract.
        DriftError: tool schemas or contract versions are not those of the recording.
    """
    head = _parse(folder / "recording.json", Recording)
    _check_hash("tool schemas", head.tools_sha256, tools_sha256, folder)
    _check_hash("contract versions", head.contracts_sha256, contracts_sha256(), folder)
    turns: dict[TurnKey, PlayedTurn] = {}
    for name in head.turns:
        turn = _parse(_inside(folder / "turns", name), PlayedTurn)
        key = TurnKey(turn.role, turn.activation, turn.turn)
        if key in turns:
            raise InputError(f"{folder}/turns/{name}: {key} is played by another file too")
        _check_end(turn, f"{folder}/turns/{name}")
        turns[key] = turn
    _check_listed(folder / "turns", set(head.turns))
    named = {name for turn in turns.values() for name in _bodies_of(turn, folder)}
    bodies = {name: _text(_inside(folder / "bodies", name)) for name in sorted(named)}
    _check_listed(folder / "bodies", named)
    changed = sorted(
        name for name, recorded in head.prompts.items() if prompts.get(name) != recorded
    )
    return Played(head, turns, bodies, tuple(changed))


def _check_hash(what: str, recorded: Sha256, found: Sha256, folder: Path) -> None:
    if recorded != found:
        msg = f"{folder}: {what} have the hash {found}, recorded {recorded}: record it again"
        raise DriftError(msg)


def _check_end(turn: PlayedTurn, where: str) -> None:
    *earlier, last = turn.steps
    if last.calls[-1].tool != SUBMIT:
        raise InputError(f"{where}: the last call of a turn is {SUBMIT}")
    others = [call for step in earlier for call in step.calls] + list(last.calls[:-1])
    if any(call.tool == SUBMIT for call in others):
        raise InputError(f"{where}: {SUBMIT} stands before the end of the turn")
    if any(call.result_sha256 or call.findings is not None for call in last.calls):
        raise InputError(f"{where}: nothing reads the results of the last step; take its pins away")


def _bodies_of(turn: PlayedTurn, folder: Path) -> set[str]:
    where = f"{folder}: {turn.role} {turn.activation}.{turn.turn}"
    found: set[str] = set()
    for step in turn.steps:
        for call in step.calls:
            try:
                document = guard(call.arguments.encode(), f"{where}: arguments of {call.tool}")
            except ContractError:
                continue  # arguments that are no JSON are played as they are: a model's mistake
            found |= _references(document)
    return found


def _references(value: Json) -> set[str]:
    if isinstance(value, dict):
        name = value.get(BODY_KEY)
        if isinstance(name, str) and len(value) == 1:
            return {name}
        return {found for item in value.values() for found in _references(item)}
    if isinstance(value, list):
        return {found for item in value for found in _references(item)}
    return set()


def _check_listed(folder: Path, named: set[str]) -> None:
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set[str]()
    if there - named:
        raise InputError(f"{folder}: played by no turn: {', '.join(sorted(there - named))}")


def _inside(folder: Path, name: str) -> Path:
    if not _NAME.fullmatch(name):
        raise InputError(f"{folder}: {name!r} is not the name of a file of a recording")
    return folder / name


def _text(path: Path) -> str:
    try:
        return _read(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8") from None


def _parse(path: Path, model: type[BodyT]) -> BodyT:
    try:
        return parse_contract(_read(path), model)
    except ContractError as error:
        raise InputError(f"{path}: {error}") from None


def _read(path: Path) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise InputError(f"{path}: no such file of the recording")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise InputError(f"{path}: larger than {MAX_FILE_BYTES} bytes")
    return path.read_bytes()
