"""A mutant: one small change of a module of `gates/`, and how it is put into running code."""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

MAKING = Path(__file__).with_name("making.py")
CONSTANTS = "constants"
FIELDS = "fields"
SHOWN = 14
"""Characters of the code that are shown on either side of a change."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change, as `making.py` prints it."""

    module: str
    function: str
    """`function`, `Class.method`, `Class.fields`, or `constants` for what a module assigns."""
    operator: str
    line: int
    end_line: int
    offset: int
    before: str
    after: str

    @property
    def place(self) -> str:
        return f"{self.module}.{self.function}"

    @property
    def is_field(self) -> bool:
        """Whether it stands in the fields of a class, which are evaluated once, when it is made."""
        return self.function.endswith(f".{FIELDS}")

    def applied(self, text: str) -> str:
        """The module's text with the change."""
        end = self.offset + len(self.before)
        assert text[self.offset : end] == self.before, self
        return text[: self.offset] + self.after + text[end:]

    def change(self, text: str) -> tuple[str, str]:
        """The change between a few characters of its surroundings, on one line each."""
        end = self.offset + len(self.before)
        left, right = text[max(0, self.offset - SHOWN) : self.offset], text[end : end + SHOWN]
        return _shown(left + self.before + right), _shown(left + self.after + right)


def _shown(text: str) -> str:
    return " ".join(text.split())


def identity(mutant: Mutant, text: str) -> str:
    """What a mutant is found by again after the code around it has changed."""
    before, after = mutant.change(text)
    nth = text[: mutant.offset].count(mutant.before)
    key = f"{mutant.place}|{mutant.operator}|{before}|{after}|{nth}"
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def made(python: Path, files: Iterable[Path]) -> Iterator[Mutant]:
    """All mutants of the files, made under the Python that mutmut is installed for."""
    command = [python, MAKING, *files]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in printed.splitlines():
        yield Mutant(**json.loads(line))


class NotApplicableError(Exception):
    """The change stands where running code cannot be changed: in the fields of a class."""


def put_in(mutant: Mutant, module: ModuleType, text: str) -> None:
    """Change the running module as the mutant says.

    Functions keep their identity and get other code; a constant is assigned anew, with the
    constants computed from it, wherever a module holds it under its name.

    Raises:
        NotApplicableError: Fields of classes are evaluated once, when the class is made.
        SyntaxError: The change makes no code.
    """
    owner, _, name = mutant.function.rpartition(".")
    if mutant.is_field:
        raise NotApplicableError(mutant.place)
    tree = ast.parse(mutant.applied(text))
    if mutant.function == CONSTANTS:
        _assign(module, tree, mutant.line)
        return
    body = tree.body
    if owner:
        body = next(s for s in body if isinstance(s, ast.ClassDef) and s.name == owner).body
    found = next(s for s in body if isinstance(s, ast.FunctionDef) and s.name == name)
    _replace(_running(module, owner, name), _executed(found, module))


def _running(module: ModuleType, owner: str, name: str) -> FunctionType:
    held: Mapping[str, object] = vars(vars(module)[owner]) if owner else vars(module)
    found = held[name]
    if isinstance(found, property):
        found = found.fget
    elif isinstance(found, classmethod | staticmethod):
        found = found.__func__
    assert isinstance(found, FunctionType), found
    return found


def _executed(found: ast.FunctionDef, module: ModuleType) -> FunctionType:
    found.decorator_list = []
    names = dict(vars(module))
    exec(compile(ast.Module([found], []), str(module.__file__), "exec"), names)
    function = names[found.name]
    assert isinstance(function, FunctionType)
    return function


def _replace(old: FunctionType, new: FunctionType) -> None:
    old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__
    old.__kwdefaults__ = new.__kwdefaults__


def _assign(module: ModuleType, tree: ast.Module, line: int) -> None:
    first = next(s for s in tree.body if s.lineno <= line <= (s.end_lineno or s.lineno))
    changed = names_assigned(first)
    for statement in tree.body:
        names = names_assigned(statement)
        if statement is first or (names and names_read(statement) & changed):
            changed |= names
            held = {name: vars(module).get(name) for name in names}
            exec(compile(ast.Module([statement], []), str(module.__file__), "exec"), vars(module))
            for name, old in held.items():
                _hand_on(name, old, vars(module)[name])


def _hand_on(name: str, old: object, new: object) -> None:
    """Give the new value to every module that imported the old one."""
    for module in list(sys.modules.values()):
        held = getattr(module, "__dict__", {})
        if name in held and held[name] is old:
            held[name] = new


def names_assigned(statement: ast.stmt) -> set[str]:
    """Names that a statement of a module assigns."""
    if isinstance(statement, ast.Assign):
        return {t.id for t in statement.targets if isinstance(t, ast.Name)}
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return {statement.target.id}
    return set()


def names_read(node: ast.AST) -> set[str]:
    """Names that are read anywhere in the node."""
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}
