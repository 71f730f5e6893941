"""What commands print: one JSON document, or tables and lines for people."""

import json
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from contracts.contract import Json
from reports.printable import printable


def print_json(document: Json) -> None:
    """Print one document; the only thing on standard output."""
    print(json.dumps(document, ensure_ascii=False, indent=2))


def print_line(text: str) -> None:
    """Print a line for people; what a terminal would obey is taken out."""
    print(printable(text))


def note(text: str) -> None:
    """Print a remark on standard error, so that standard output stays data."""
    print(printable(text), file=sys.stderr)


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table for people; words are shown, never read as markup."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in head:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 120)
    console.print(table)
