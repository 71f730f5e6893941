"""Prints every mutant that mutmut's operators make of the files it is given, as JSON lines.

This runs under the Python of the environment that mutmut stands in, and imports nothing of ours:
`DIR/bin/python tests/gates/mutants/making.py gates/points.py ...`.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol

cst = import_module("libcst")
metadata = import_module("libcst.metadata")
mutators = import_module("mutmut.mutation.mutators")

OPERATORS = getattr(mutators, "MUTATION_OPERATORS", None) or mutators.mutation_operators
LEFT_ALONE = ("len", "isinstance")
"""Calls that mutmut never mutates: what is left of them seldom makes sense."""


class Node(Protocol):
    """What is used of a node of libcst."""

    @property
    def children(self) -> "Sequence[Node]": ...

    def __getattr__(self, name: str, /) -> "Node": ...


class Span(NamedTuple):
    """Where a node stands, white space around it included."""

    start: int
    end: int
    line: int
    end_line: int


class Part(NamedTuple):
    """A function, a method, the fields of a class, or a statement of the module."""

    name: str
    node: Node


def is_left_alone(node: Node) -> bool:
    """Annotations, decorators, imports and names of types: no test runs them."""
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
        return True
    if isinstance(node, cst.Call):
        return isinstance(node.func, cst.Name) and str(node.func.value) in LEFT_ALONE
    if isinstance(node, cst.AnnAssign):
        annotation = node.annotation.annotation
        return isinstance(annotation, cst.Name) and str(annotation.value) == "TypeAlias"
    return False


def visited(node: Node) -> Iterator[Node]:
    if not is_left_alone(node):
        yield node
        for child in node.children:
            yield from visited(child)


def parts_of(body: Iterable[Node], prefix: str = "") -> Iterator[Part]:
    for statement in body:
        if isinstance(statement, cst.FunctionDef):
            yield Part(prefix + str(statement.name.value), statement)
        elif isinstance(statement, cst.ClassDef):
            yield from parts_of(statement.body.children, f"{statement.name.value}.")
        else:
            yield Part(f"{prefix}fields" if prefix else "constants", statement)


class Source:
    """A file, its tree, and the place of each node in its text."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        wrapper = metadata.MetadataWrapper(cst.parse_module(self.text), unsafe_skip_copy=True)
        self.module = wrapper.module
        self._exact = wrapper.resolve(metadata.WhitespaceInclusivePositionProvider)
        self._lines = wrapper.resolve(metadata.PositionProvider)
        self._starts = [0]
        for line in self.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: Node) -> Span | None:
        found, lines = self._exact.get(node), self._lines.get(node)
        if found is None or lines is None:
            return None
        start = self._starts[found.start.line - 1] + found.start.column
        end = self._starts[found.end.line - 1] + found.end.column
        return Span(start, end, lines.start.line, lines.end.line)

    def changed(self, old: Node, new: Node, span: Span) -> str:
        """The text with one node in place of another."""
        if self.text[span.start : span.end] == self.module.code_for_node(old):
            middle: str = self.module.code_for_node(new)
            return self.text[: span.start] + middle + self.text[span.end :]
        whole: str = self.module.deep_replace(old, new).code
        return whole


def edit(old: str, new: str) -> tuple[int, str, str]:
    """Where two texts begin to differ, and what stands there in each, in whole words."""
    limit = min(len(old), len(new))
    start = next((i for i in range(limit) if old[i] != new[i]), limit)
    while start and (old[start - 1].isalnum() or old[start - 1] == "_"):
        start -= 1
    limit -= start
    tail = next((i for i in range(limit) if old[-1 - i] != new[-1 - i]), limit)
    while tail and (old[len(old) - tail].isalnum() or old[len(old) - tail] == "_"):
        tail -= 1
    return start, old[start : len(old) - tail], new[start : len(new) - tail]


def mutants(path: Path) -> Iterator[dict[str, str | int]]:
    source = Source(path)
    for part in parts_of(source.module.body):
        place = source.span(part.node)
        for node in visited(part.node):
            place = source.span(node) or place
            assert place is not None
            for kind, operator in OPERATORS:
                for new in operator(node) if isinstance(node, kind) else ():
                    text = source.changed(node, new, place)
                    if text == source.text:
                        continue
                    offset, before, after = edit(source.text, text)
                    yield {
                        "module": path.stem,
                        "function": part.name,
                        "operator": operator.__name__.removeprefix("operator_"),
                        "line": place.line,
                        "end_line": place.end_line,
                        "offset": offset,
                        "before": before,
                        "after": after,
                    }


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for found in mutants(Path(name)):
            sys.stdout.write(json.dumps(found) + "\n")
