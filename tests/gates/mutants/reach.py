"""Which tests may tell a mutant from the code, and in which order they are worth a try."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.gates.mutants.mutant import CONSTANTS, Mutant, names_assigned, names_read

Lines: TypeAlias = Mapping[int, Set[str]]


@dataclass(frozen=True, slots=True)
class Reach:
    """What one run of all tests, without a mutant, has told."""

    tests: Mapping[str, Lines]
    """By module, by line: the ids of tests that run it."""
    costs: Mapping[str, float]
    """Seconds of processor time by test."""

    def of_lines(self, module: str, lines: Iterable[int]) -> set[str]:
        found = self.tests.get(module, {})
        return {test for line in lines for test in found.get(line, ())}

    def path(self, test: str, module: str, lines: range) -> frozenset[int]:
        """The lines of a function that a test runs."""
        found = self.tests.get(module, {})
        return frozenset(line for line in lines if test in found.get(line, ()))


@dataclass(frozen=True, slots=True)
class Code:
    """The code of `gates/` as trees: where functions stand and where constants are read."""

    trees: Mapping[str, ast.Module]

    @classmethod
    def of(cls, files: Mapping[str, Path]) -> "Code":
        return cls({name: ast.parse(file.read_text("utf-8")) for name, file in files.items()})

    def function_lines(self, mutant: Mutant) -> range:
        """The lines of the body of the mutant's function; none for a constant."""
        found = next((node for node in self._functions(mutant) if _covers(node, mutant.line)), None)
        return range(found.body[0].lineno, (found.end_lineno or 0) + 1) if found else range(0)

    def _functions(self, mutant: Mutant) -> Iterator[ast.FunctionDef]:
        for node in ast.walk(self.trees[mutant.module]):
            name = mutant.function.rpartition(".")[2]
            if isinstance(node, ast.FunctionDef) and node.name == name:
                yield node

    def reading_lines(self, mutant: Mutant) -> Iterator[tuple[str, int]]:
        """Where functions read the constant, or one computed from it, in any module."""
        body = self.trees[mutant.module].body
        names = names_assigned(next(s for s in body if _covers(s, mutant.line)))
        for statement in body:
            if names_assigned(statement) and names_read(statement) & names:
                names |= names_assigned(statement)
        for module, tree in self.trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and node.id in names:
                    yield module, node.lineno


def _covers(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def reaching(mutant: Mutant, code: Code, reach: Reach) -> set[str]:
    """The tests that run the changed line, or what reads the changed constant."""
    if mutant.function == CONSTANTS:
        places = code.reading_lines(mutant)
        return {test for name, line in places for test in reach.of_lines(name, [line])}
    exact = reach.of_lines(mutant.module, range(mutant.line, mutant.end_line + 1))
    return exact or reach.of_lines(mutant.module, code.function_lines(mutant))


def in_order(mutant: Mutant, code: Code, reach: Reach, killers: Iterable[str]) -> list[str]:
    """Tests that may tell the mutant: what killed its neighbours first, then one for each path
    through the function, then those of the module's own file, then others, the cheapest first.
    """
    tests = reaching(mutant, code, reach)
    own = f"test_{mutant.module}.py::"
    by_cost = sorted(tests, key=lambda test: (own not in test, reach.costs[test], test))
    lines = code.function_lines(mutant)
    paths = {reach.path(test, mutant.module, lines): test for test in reversed(by_cost)}
    first = [test for test in killers if test in tests]
    return list(dict.fromkeys([*first, *sorted(paths.values(), key=by_cost.index), *by_cost]))
