"""Words looked for in any case, in the letters of all scripts on either database.

Columns are compared byte by byte, so that both put rows in the same order; PostgreSQL then knows
no case beyond ASCII, and SQLite knows none anyway but for the function that is given to it.
"""

from sqlalchemy import ColumnElement, Text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction


class _AnyCase(GenericFunction[str]):
    type = Text()
    name = "lower"
    identifier = "finrubric_any_case"
    inherit_cache = True


@compiles(_AnyCase, "postgresql")
def _in_the_servers_language(element: _AnyCase, compiler: SQLCompiler, **_: object) -> str:
    return f'lower({compiler.process(element.clause_expr)} COLLATE "default")'


def has_words(column: ColumnElement[str], words: str) -> ColumnElement[bool]:
    """Whether some words stand anywhere in a text; the words are bound, never pasted."""
    return _AnyCase(column).contains(words.lower(), autoescape=True)
