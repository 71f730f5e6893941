"""What a script says apart from its look: a copy under other names and spaces is still a copy."""

import ast
import warnings
from collections.abc import Iterator, Mapping, Sequence
from types import EllipsisType
from typing import TypeAlias

_UNFELT = frozenset({"annotation", "returns", "type_comment", "type_ignores", "kind", "ctx"})
"""Fields of the syntax tree that change nothing in what a run prints."""
_Item: TypeAlias = ast.AST | str | None
_Value: TypeAlias = (
    list[_Item] | ast.AST | str | bytes | int | float | complex | EllipsisType | None
)
"""What a field of the syntax tree holds."""
_NAMES = frozenset({"id", "arg", "asname", "name"})


def script_form(text: str) -> str:
    """The program without comments, docstrings, annotations, layout and the names it chose.

    Names that the script binds itself are numbered in the order of their binding; what it takes
    from elsewhere (modules, built-ins, keys of its inputs) keeps its name. Text that is no Python
    is taken without its spaces.
    """
    try:
        tree = _parsed(text)
        names = {name: f"name{n}" for n, name in enumerate(dict.fromkeys(_bound(tree)))}
        return _form(tree, names)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # So the parser refuses text that is no program, and nesting that it cannot follow.
        return "".join(text.split())


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        # An odd escape in a foreign script is no concern of whoever runs this gate.
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _bound(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(id=str(name), ctx=ast.Store())
                | ast.arg(arg=str(name))
                | ast.alias(asname=str(name))
                | ast.FunctionDef(name=str(name))
                | ast.AsyncFunctionDef(name=str(name))
                | ast.ClassDef(name=str(name))
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                yield name
            case _:
                continue


def _form(node: ast.AST, names: Mapping[str, str]) -> str:
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return _form(ast.Assign(targets=[node.target], value=node.value), names)
    parts = (
        f"{field}={_value(node, field, value, names)}"
        for field, value in ast.iter_fields(node)
        if field not in _UNFELT
    )
    return f"{type(node).__name__}({', '.join(parts)})"


def _value(node: ast.AST, field: str, value: _Value, names: Mapping[str, str]) -> str:
    if isinstance(value, ast.AST):
        return _form(value, names)
    if isinstance(value, list):
        return _several([item for item in value if not _is_remark(item)], names)
    if isinstance(value, str) and field in _NAMES and not _is_module(node, field):
        return names.get(value, value)
    return repr(value)


def _several(items: Sequence[_Item], names: Mapping[str, str]) -> str:
    forms = (_form(i, names) if isinstance(i, ast.AST) else repr(i) for i in items)
    return f"[{', '.join(forms)}]"


def _is_module(node: ast.AST, field: str) -> bool:
    return isinstance(node, ast.alias) and field == "name"


def _is_remark(item: _Item) -> bool:
    """A docstring, another text that nobody takes, or a name declared with a type and no value."""
    if isinstance(item, ast.AnnAssign):
        return item.value is None
    return (
        isinstance(item, ast.Expr)
        and isinstance(item.value, ast.Constant)
        and isinstance(item.value.value, str)
    )
