"""Prints the code table for people: docs/validator.md."""

from collections.abc import Iterator

from gates.code import FAMILY_TITLES, Code, Family
from gates.codes import CODES

_HEAD = """\
# What the gates check

Printed from the code table in `gates/code_tables/` by `make docs`; a test fails while the two
differ.

Every finding carries one of these codes, a JSON pointer and words that say what to do. A
`blocker` needs a human, an `error` must be mended before acceptance, a `warning` is printed on the
rubric, and a `question` is handed to the content reviewer, because code cannot decide it. All
gates are pure functions and report everything at once.
"""


def markdown(codes: tuple[Code, ...] = CODES) -> str:
    """The whole document: one table per family, families in the order of the stages."""
    return "\n".join([_HEAD, *_sections(codes)])


def _sections(codes: tuple[Code, ...]) -> Iterator[str]:
    for family in Family:
        mine = [code for code in codes if code.family is family]
        if mine:
            yield f"## {family}: {FAMILY_TITLES[family]}\n"
            yield "| code | severity | what is wrong | threshold | bad | good |"
            yield "|---|---|---|---|---|---|"
            yield from (_line(code) for code in mine)
            yield ""


def _line(code: Code) -> str:
    severity = code.severity.value if code.severity else "question"
    cells = (code.meaning, code.threshold or "–", code.bad, code.good)
    shown = " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells)
    return f"| `{code.code}` | {severity} | {shown} |"
