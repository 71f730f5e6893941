"""Changing a copy of the example's recording: other bodies, other turns, looser pins."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from contracts.contract import Json

Edit: TypeAlias = Callable[[dict[str, "Json"]], None]


def part(document: Json, *steps: str | int) -> dict[str, Json]:
    """The object at a place deep inside a JSON document."""
    found = document
    for step in steps:
        found = _list(found)[step] if isinstance(step, int) else _object(found)[step]
    return _object(found)


def _object(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict), f"{value!r} is no object"
    return value


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list), f"{value!r} is no list"
    return value


class Altered:
    """A copy of the example whose recording a test changes before it is played."""

    def __init__(self, example: Path) -> None:
        self.example = example
        self._recording = example / "recording"

    def edit_body(self, name: str, edit: Edit, *, to: str | None = None) -> str:
        """Change a JSON body, or write the changed one under another name."""
        document = _read(self._recording / "bodies" / name)
        edit(document)
        _write(self._recording / "bodies" / (to or name), document)
        return to or name

    def loosen(self, *files: str) -> None:
        """Take the pins out of turns, so that they play whatever stands before them."""
        head = _read(self._recording / "recording.json")
        _ = head.pop("query", None)
        _write(self._recording / "recording.json", head)
        for name in files or self.turns():
            turn = _read(self._recording / "turns" / name)
            turn["inputs"] = []
            for step in _list(turn["steps"]):
                for call in map(_object, _list(_object(step)["calls"])):
                    call["result_sha256"] = None
                    call["findings"] = None
            _write(self._recording / "turns" / name, turn)

    def title(self, words: str) -> None:
        """Give the recording another title."""
        head = _read(self._recording / "recording.json")
        head["title"] = words
        _write(self._recording / "recording.json", head)

    def leave_rationales_out(self) -> None:
        """A writer whose every turn leaves a rationale out."""
        self.loosen()
        self.edit_body("rows.json", lambda body: part(body, "rows", 0).update(rationale=""))
        for turn in (2, 3):
            self.add_turn("writer", turn, {"out/rows.json": "rows.json"})

    def turns(self) -> list[str]:
        """File names of the turns, in order."""
        head = _read(self._recording / "recording.json")
        return [str(name) for name in _list(head["turns"])]

    def add_turn(
        self,
        role: str,
        turn: int,
        writes: dict[str, str],
        *,
        activation: int = 1,
        summary: str = "",
        looks: Iterable[tuple[str, str, str]] = (),
    ) -> None:
        """Play a turn that writes bodies (`out/` path to body name) and submits.

        What it `looks` at before are calls of a tool with one argument and its value.
        """
        calls = [
            _call("write_file", {"path": path, "content": {"$body": body}})
            for path, body in writes.items()
        ]
        steps: list[Json] = [
            {"text": "", "calls": [*calls]},
            {"text": "", "calls": [_call("submit", {"summary": summary})]},
        ]
        seen: list[Json] = [_call(tool, {name: value}) for tool, name, value in looks]
        before: list[Json] = [{"text": "", "calls": seen}] if seen else []
        name = f"x-{role}-{activation}-{turn}.json"
        document: dict[str, Json] = {
            "role": role,
            "activation": activation,
            "turn": turn,
            "inputs": [],
            "steps": [*before, *(steps if calls else steps[1:])],
        }
        _write(self._recording / "turns" / name, document)
        head = _read(self._recording / "recording.json")
        head["turns"] = [*self.turns(), name]
        _write(self._recording / "recording.json", head)

    def begin_with(self, turn: str, tool: str, *calls: dict[str, Json]) -> None:
        """Let a turn be calls of a tool, all in one answer, then what it writes and submits."""
        path = self._recording / "turns" / turn
        document = _read(path)
        before: list[Json] = [_call(tool, arguments) for arguments in calls]
        steps: list[Json] = []
        if before:
            steps.append({"text": "", "calls": before})
        for step in _list(document["steps"]):
            recorded = _list(_object(step)["calls"])
            kept: list[Json] = [call for call in recorded if _object(call)["tool"] in _WORK]
            if kept:
                steps.append({"text": "", "calls": kept})
        document["steps"] = steps
        _write(path, document)

    def drop_turn(self, role: str, *, activation: int) -> None:
        """Take a role's turns of an activation away, and the bodies that nothing else writes."""
        self.drop_files(*(name for name in self.turns() if self._is_of(name, role, activation)))

    def drop_files(self, *gone: str) -> None:
        """Take turns away by the names of their files, and the bodies that nothing else writes."""
        head = _read(self._recording / "recording.json")
        head["turns"] = [name for name in self.turns() if name not in gone]
        _write(self._recording / "recording.json", head)
        for name in gone:
            (self._recording / "turns" / name).unlink()
        left = "".join(path.read_text("utf-8") for path in (self._recording / "turns").iterdir())
        for body in (self._recording / "bodies").iterdir():
            if body.name not in left:
                body.unlink()

    def _is_of(self, name: str, role: str, activation: int) -> bool:
        turn = _read(self._recording / "turns" / name)
        return (turn["role"], turn["activation"]) == (role, activation)

    def replace_body(self, turn: str, old: str, new: str) -> None:
        """Let a turn write another body; its last writing of it only."""
        path = self._recording / "turns" / turn
        before, found, after = path.read_text(encoding="utf-8").rpartition(json.dumps(old)[1:-1])
        assert found, f"{turn} writes no {old}"
        path.write_text(before + new + after, encoding="utf-8")

    def open_with(self, turn: str, tool: str, *, times: int) -> None:
        """Let a turn begin with answers that call a tool with nothing."""
        path = self._recording / "turns" / turn
        document = _read(path)
        calls: list[Json] = [{"text": "", "calls": [_call(tool, {})]} for _ in range(times)]
        document["steps"] = [*calls, *_list(document["steps"])]
        _write(path, document)

    def copy_turn(self, name: str, *, activation: int) -> None:
        """Play a recorded turn once more as another activation."""
        document = _read(self._recording / "turns" / name)
        document["activation"] = activation
        new = f"y-{activation}-{name}"
        _write(self._recording / "turns" / new, document)
        head = _read(self._recording / "recording.json")
        head["turns"] = [*self.turns(), new]
        _write(self._recording / "recording.json", head)


_WORK = frozenset({"write_file", "submit"})


def _call(tool: str, arguments: Json) -> dict[str, Json]:
    return {"tool": tool, "arguments": json.dumps(arguments)}


def _read(path: Path) -> dict[str, Json]:
    return json.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, document: dict[str, Json]) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
