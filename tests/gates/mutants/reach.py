"""Which tests may tell a mutant from the code, and in which order they are worth a try."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.gates.mutants.mutant import CONSTANTS, Mutant, names_assigned, names_read

_CODE = re.compile(r"[A-Z]{3}-[a-z-]+")
_WORD = re.compile(r"[a-z]{4,}")
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
        """The lines of the body of the mutant's function; the whole module for a constant."""
        found = next((node for node in self._functions(mutant) if _covers(node, mutant.line)), None)
        body = found.body if found else self.trees[mutant.module].body
        return range(body[0].lineno, (body[-1].end_lineno or 0) + 1)

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
            shared = {n for n in names if module == mutant.module or not n.startswith("_")}
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and node.id in shared:
                    yield module, node.lineno

    def words(self, mutant: Mutant) -> set[str]:
        """Words of names and messages in the mutant's function; of its module for a constant."""
        found = next(self._functions(mutant), self.trees[mutant.module])
        return _words(ast.unparse(found))

    def codes(self, mutant: Mutant) -> set[str]:
        """Codes of findings that the mutant's function gives; its module's, if it gives none."""
        for node in (*self._functions(mutant), self.trees[mutant.module]):
            texts = (found.value for found in ast.walk(node) if isinstance(found, ast.Constant))
            codes = {text for text in texts if isinstance(text, str) and _CODE.fullmatch(text)}
            if codes:
                return codes
        return set()


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


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
    """Tests that may tell the mutant, the likeliest first.

    What killed its neighbours, what is named after a code of its function, one test for each path
    through the function, those of the module's own file, then others, the cheapest first.
    """
    tests = reaching(mutant, code, reach)
    own = f"test_{mutant.module}.py::"
    by_cost = sorted(tests, key=lambda test: (own not in test, reach.costs[test], test))
    lines, codes = code.function_lines(mutant), code.codes(mutant)
    paths = {reach.path(test, mutant.module, lines): test for test in reversed(by_cost)}
    killed = [test for test in killers if test in tests]
    named = [test for test in by_cost if any(f"[{word}]" in test for word in codes)]
    first = (*killed, *named, *sorted(paths.values(), key=by_cost.index))
    return list(dict.fromkeys([*first, *by_cost]))


def named_alike(mutant: Mutant, code: Code, reach: Reach) -> list[str]:
    """Tests whose name shares words with the mutant's function, rare words counting more."""
    wanted = code.words(mutant)
    shared = {
        test: _words(test.partition("::")[2]) & wanted for test in reaching(mutant, code, reach)
    }
    counts = Counter(word for words in shared.values() for word in words)
    weights = {test: sum(1 / counts[word] for word in words) for test, words in shared.items()}
    return sorted(
        (test for test in weights if weights[test]), key=weights.__getitem__, reverse=True
    )
