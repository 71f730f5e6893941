"""The product's code as syntax trees: what the architecture tests look at."""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = ("bench", "docs", "examples", "tests")
"""Folders that an editable install makes importable and product code must not import."""


def listed_packages() -> tuple[str, ...]:
    """The packages that pyproject.toml puts into the wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return tuple(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"])


@dataclass(frozen=True, slots=True)
class Module:
    """One file of product code."""

    path: str
    """Below the root, with slashes."""
    text: str
    tree: ast.Module

    @classmethod
    def of(cls, path: str, text: str) -> "Module":
        return cls(path, text, ast.parse(text, path))

    @property
    def package(self) -> str:
        """The dotted package the module stands in (itself, if it is an `__init__`)."""
        return str(Path(self.path).parent).replace("/", ".")


class Import(NamedTuple):
    """A name as far as an import statement spells it out."""

    target: str
    line: int


@cache
def product_modules() -> tuple[Module, ...]:
    """Every module of every listed package."""
    files = (file for name in listed_packages() for file in sorted((ROOT / name).rglob("*.py")))
    return tuple(Module.of(file.relative_to(ROOT).as_posix(), file.read_text()) for file in files)


def imports(module: Module) -> Iterator[Import]:
    """All imports, wherever they stand: in functions, under TYPE_CHECKING, relative, by name."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(module, node)
            yield from (Import(f"{origin}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and (target := _imported_by_call(node)):
            yield Import(target, node.lineno)


def _origin(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.package.split(".")
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _imported_by_call(node: ast.Call) -> str | None:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name not in {"import_module", "__import__"} or not node.args:
        return None
    first = node.args[0]
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None


def dotted_names(module: Module) -> Iterator[Import]:
    """Every `a.b.c` in the code, and every name that `from a.b import c` brings in."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute):
            yield Import(ast.unparse(node), node.lineno)
    yield from imports(module)
