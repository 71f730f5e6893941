"""Prints docs/refusals.md from the tables that the tests themselves are parametrised over."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from contracts.errors import (
    DriftError,
    EnvironmentFault,
    FinrubricError,
    InputError,
    LockChanged,
    RunHeld,
)
from contracts.finding import Severity
from gates.codes import CODES
from tests.cli.bad_input import BAD_INPUT, FOLDER
from tests.cli.batch_cases import BAD_FILES, BAD_ITEMS, REFUSED_BY
from tests.cli.environment import FAULT, SURROUNDINGS
from tests.cli.process import USAGE
from tests.cli.queue_cases import REFUSED, USED_WRONGLY
from tests.escalations.refused import REFUSED as REFUSED_DECISIONS
from tests.gates.hard.case import Case
from tests.gates.hard.tables import CASES
from tests.orchestrator.blocks import BLOCKS, Block
from tests.orchestrator.drifts import BEFORE_ANY_TURN, DRIFTS
from tests.orchestrator.ends import ENDS, OTHERWISE, End
from tests.orchestrator.tamper import LOCKED
from tests.records.held import HELD

_HEAD = """\
# What is refused, and who decides

Printed from the tables of the tests by `make docs`; a test fails while the two differ, and every
line is a test: most run in `make test`, the longest played runs with `ARGS="-m slow"`.
[validator.md](validator.md) explains the codes. `InputError` stands for its kinds, too, such as
`ContractError`; a `UsageError` is the command line's own, which prints the usage.

| who decides | what that means |
|---|---|
| caller | Refused before anything is written, with exit code 2 unless one stands there, by name. |
| code | The candidate is held back and its writer told what to mend, or the process is held off. |
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
_ENDS = """\
## Questions in words, without a value and about the future

Each is played from its beginning, too; the finding says why.
"""
_DRIFTS = """\
## Recordings that no longer fit

A replay stops at the first difference, and the run has no word; a human puts back what was changed,
or records again.
"""
_DECIDED = """\
## Decisions and claims

Made on an item that waits; nothing is decided by what is refused.
"""
_QUEUE = """\
## Decisions as they are typed

Typed as `finrubric queue …`; exit code 2, and nothing is written.
"""
_HELD = """\
## Runs that another process has

Tried by a process whose lease was taken over. It changes nothing and pays for nothing.
"""
_SURROUNDINGS = """\
## Surroundings that are not as they must be

Each is made, and a command typed in it, which ends with exit code 7. What was begun can be resumed.
"""
_ITEMS = """\
## Batches: items

Second of two items of a `.jsonl` file, the first of which is good; nothing is written.
"""
_BATCHES = """\
## Batches: files

Given with `--skip-bad`, which puts items aside, not files.
"""
_CODES = """\
## Gates: every code

What brings each code about, family by family; tests hold an example to every code of a family.
"""
_CASES = "## Candidates and compositions: {}\n"
_INPUT = """\
## Input that is not usable: {}

Typed as `finrubric generate` over a copy of the worked example.
"""


_TYPED_HEAD = ("case", "code", "words of the message", "who decides")
WHO_DECIDES: Mapping[Severity | None, str] = {
    Severity.BLOCKER: "human",
    Severity.ERROR: "code",
    Severity.WARNING: "reader",
    None: "reviewer",
}
"""By the severity of a code; one without any is a question."""


def refusals_document() -> str:
    """The whole page: runs, people, other processes, hard cases by theme, input by kind."""
    runs = (*_runs(), *_ends(), *_locked(), *_drifts())
    gates = (*_codes(), *_cases())
    around = (*_held(), *_surroundings())
    return "\n".join((_HEAD, *runs, *_decided(), *around, *gates, *_inputs(), *_typed()))


def _runs() -> Iterator[str]:
    listed: tuple[Block | End, ...] = (*BLOCKS, *OTHERWISE)
    rows = [(item.name, f"`{item.reason.value}`", item.stage, "human") for item in listed]
    yield _RUNS
    yield _table(("case", "code", "stage", "who decides"), rows)


def _ends() -> Iterator[str]:
    rows = [(e.name, f"`{e.reason.value}`", f"`{e.code}`", e.stage, "human") for e in ENDS]
    yield _ENDS
    yield _table(("case", "code", "finding", "stage", "who decides"), rows)


def _drifts() -> Iterator[str]:
    rows = [(e.name, _error(DriftError), e.place, "human") for e in (*DRIFTS, BEFORE_ANY_TURN)]
    yield _DRIFTS
    yield _table(("what has changed", "code", "where the replay stops", "who decides"), rows)


def _decided() -> Iterator[str]:
    rows = [(e.name, _error(e.error), e.words, _refuser(e.error)) for e in REFUSED_DECISIONS]
    yield _DECIDED
    yield _table(("case", "code", "words of the message", "who decides"), rows)
    yield _QUEUE
    rows = [
        (name, _exit_2(USAGE if name in USED_WRONGLY else InputError.__name__), said, "caller")
        for name, (_, said) in REFUSED.items()
    ]
    yield _table(_TYPED_HEAD, rows)


def _held() -> Iterator[str]:
    rows = [(case.name, _error(RunHeld), "code") for case in HELD]
    yield _HELD
    yield _table(("what another process tries", "code", "who decides"), rows)


def _surroundings() -> Iterator[str]:
    code = f"`{FAULT}`, exit code {EnvironmentFault.exit_code}"
    yield _SURROUNDINGS
    yield _table(_TYPED_HEAD, [(case.name, code, case.words, "human") for case in SURROUNDINGS])


def _typed() -> Iterator[str]:
    yield _ITEMS
    rows = [(name, _exit_2(REFUSED_BY), said, "caller") for name, (_, said) in BAD_ITEMS.items()]
    yield _table(_TYPED_HEAD, rows)
    yield _BATCHES
    rows = [(name, _exit_2(REFUSED_BY), said, "caller") for name, (_, _, said) in BAD_FILES.items()]
    yield _table(_TYPED_HEAD, rows)


def _refuser(error: type[FinrubricError]) -> str:
    """Whoever gave the input, or code where nobody gave any."""
    return "caller" if issubclass(error, InputError | RunHeld) else "code"


def _error(error: type[FinrubricError]) -> str:
    return f"`{error.__name__}`, exit code {error.exit_code}"


def _exit_2(error: str) -> str:
    return f"`{error}`, exit code {InputError.exit_code}"


def _locked() -> Iterator[str]:
    rows = [(f"`{path}`", f"`{LockChanged.__name__}`", "human") for path in LOCKED]
    yield _LOCKED
    yield _table(("changed file", "code", "who decides"), rows)


def _codes() -> Iterator[str]:
    rows = [(code.bad, f"`{code.code}`", WHO_DECIDES[code.severity]) for code in CODES]
    yield _CODES
    yield _table(("case", "code", "who decides"), rows)


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
            (case.name, _exit_2(case.error), " … ".join(case.said).replace(FOLDER, "DIR"), "caller")
            for case in cases
        ]
        yield _INPUT.format(theme)
        yield _table(_TYPED_HEAD, rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in ruled) + "\n"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
