"""The exported module without inspect-ai: its data and its plain functions, run as they stand."""

import ast
from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from contracts.contract import Json


class Module(NamedTuple):
    """What of the module needs no inspect-ai."""

    rubric: Json
    read: Callable[[str, str, str], tuple[dict[str, Json], str]]
    prompt: Callable[[str, str], str]
    work_of: Callable[[list[tuple[str, str]]], str]
    without_pleas: Callable[[str], str]


def part_of(data: bytes) -> Module:
    """Everything but what inspect-ai's decorators and imports are needed for."""
    tree = ast.parse(data)
    kept = [node for node in tree.body if not _needs_inspect(node)]
    module = ModuleType("exported")
    exec(compile(ast.Module(kept, []), "exported", "exec"), module.__dict__)
    return Module(module.RUBRIC, module.read, module.prompt, module.work_of, module.without_pleas)


def _needs_inspect(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").startswith("inspect_ai")
    return isinstance(node, ast.FunctionDef) and bool(node.decorator_list)
