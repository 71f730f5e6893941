"""Prints docs/refusals.md from the tables that the tests themselves are parametrised over."""

from collections.abc import Iterable, Iterator, Sequence

from contracts.errors import LockChanged
from tests.cli.bad_input import BAD_INPUT, FOLDER
from tests.gates.hard.case import Case
from tests.gates.hard.tables import CASES
from tests.orchestrator.blocks import BLOCKS
from tests.orchestrator.tamper import LOCKED

_HEAD = """\
# What is refused, and who decides

Printed from the tables of the tests by `make docs`; a test fails while the two differ, and every
line is a test that runs. [validator.md](validator.md) explains the codes.

| who decides | what that means |
|---|---|
| caller | Exit code 2 before anything is written; the message names the place. |
| code | The candidate is held back, and its writer is told what to mend. |
| reviewer | Code cannot tell; the content reviewer is asked. |
| reader | It passes, and the rubric carries the warning. |
| human | The run waits in the queue, exit code 5, or stops until somebody decides. |
| nobody | A near miss that is rightly let through. |
"""
_RUNS = """\
## Runs that wait for a human

Each is played from its beginning. The code is the reason on the item of the queue.
"""
_LOCKED = """\
## Runs whose locked bytes have changed

One byte of each file is changed under a run, which is then resumed, and accepted, in vain. A human
puts the bytes back or decides `relock`.
"""
_CASES = "## Candidates and compositions: {}\n"
_INPUT = """\
## Input that is not usable: {}

Typed as `finrubric generate` over a copy of the worked example.
"""


def refusals_document() -> str:
    """The whole page: runs, locked bytes, hard cases by theme, input by kind."""
    return "\n".join((_HEAD, *_runs(), *_locked(), *_cases(), *_inputs()))


def _runs() -> Iterator[str]:
    rows = [(item.name, f"`{item.reason.value}`", item.stage, "human") for item in BLOCKS]
    yield _RUNS
    yield _table(("case", "code", "stage", "who decides"), rows)


def _locked() -> Iterator[str]:
    rows = [(f"`{path}`", f"`{LockChanged.__name__}`", "human") for path in LOCKED]
    yield _LOCKED
    yield _table(("changed file", "code", "who decides"), rows)


def _cases() -> Iterator[str]:
    for theme in dict.fromkeys(case.theme for case in CASES):
        mine = [case for case in CASES if case.theme == theme]
        yield _CASES.format(theme)
        yield _table(("case", "codes", "who decides"), [_case(case) for case in mine])


def _case(case: Case) -> Sequence[str]:
    codes = ", ".join(f"`{code}`" for code in sorted(case.codes))
    return (case.name, codes or "–", case.decided_by)


def _inputs() -> Iterator[str]:
    for theme, cases in BAD_INPUT.items():
        rows = [
            (case.name, " … ".join(case.said).replace(FOLDER, "DIR"), "caller") for case in cases
        ]
        yield _INPUT.format(theme)
        yield _table(("case", "words of the message", "who decides"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in ruled) + "\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
