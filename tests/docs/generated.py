"""Every generated document in one list: a test compares, `make docs` writes.

A document is printed whole, or has blocks between `<!-- printed: NAME -->` and `<!-- end -->` that
are printed while the rest is written by people.
"""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from contracts.document import contracts_document
from contracts.schemas import schema_files
from gates.codes_table import markdown as validator_document
from principles.document import principles_document
from principles.kinds import load_kinds
from principles.library import load_library, load_preamble
from task_bank.bank import load_bank
from task_bank.document import task_bank_document
from tests.docs.blocks import BLOCKS
from tests.docs.refusals import refusals_document

ROOT = Path(__file__).resolve().parents[2]
WITH_BLOCKS = ("docs/architecture.md",)
SCHEMAS = "docs/schemas"
_BLOCK = re.compile(r"(<!-- printed: (?P<name>[a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Printer = Callable[[], str]


def _whole() -> dict[str, Printer]:
    return {
        "docs/contracts.md": contracts_document,
        "docs/validator.md": validator_document,
        "docs/principles.md": lambda: principles_document(
            load_preamble(), load_library(), load_kinds().catalogue
        ),
        "docs/refusals.md": refusals_document,
        "docs/task-bank.md": lambda: task_bank_document(load_bank()),
    }


def documents(root: Path = ROOT) -> Mapping[str, str]:
    """Path to the text that should stand there."""
    whole = {path: print_() for path, print_ in _whole().items()}
    blocks = {path: with_blocks((root / path).read_text(encoding="utf-8")) for path in WITH_BLOCKS}
    schemas = {f"{SCHEMAS}/{name}": text for name, text in schema_files().items()}
    return {**whole, **blocks, **schemas}


def with_blocks(text: str) -> str:
    """The same text with every printed block as it should be."""
    return _BLOCK.sub(lambda found: f"{found[1]}{BLOCKS[found['name']]()}{found[3]}", text)


def write(root: Path = ROOT) -> list[str]:
    """Write what is stale and remove schemas of contracts that are gone; what was changed."""
    wanted = documents(root)
    changed: list[str] = []
    for name, text in wanted.items():
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            _ = path.write_text(text, encoding="utf-8")
            changed.append(name)
    for path in (root / SCHEMAS).iterdir():
        name = path.relative_to(root).as_posix()
        if name not in wanted:
            path.unlink()
            changed.append(name)
    return changed


if __name__ == "__main__":
    _ = sys.stdout.write("".join(f"wrote {name}\n" for name in write()))
