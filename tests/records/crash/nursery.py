"""A process that has imported everything and forks one child per case: a child costs little.

It reads one JSON case a line and answers with one JSON line: how the child ended, what it said.
Started by `tests.records.crash.conftest`; it runs no thread when it forks.
"""

import asyncio
import gc
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import NamedTuple

from contracts.errors import FinrubricError
from tests.records.crash.points import Kind, Points
from tests.records.crash.story import SCENARIOS


class Case(NamedTuple):
    """What one child does."""

    scenario: str
    data: str
    kind: Kind = "kill"
    n: int = 0
    """Place at which the fault strikes; 0 for none."""


class Ended(NamedTuple):
    """How a child ended."""

    status: int
    """0 done, 1 a typed error, negative a signal."""
    said: object
    error: str
    passed: list[str]


def child(case: Case, answer: int) -> None:
    """Play a case and write down how it went; a killed child writes nothing."""
    write = os.write
    points = Points(case.kind, case.n)
    points.install()
    said, error = None, ""
    try:
        said = asyncio.run(play(case))
    except FinrubricError as caught:
        error = f"{type(caught).__name__}: {caught}"
    write(answer, json.dumps([said, error, points.passed]).encode())
    os._exit(1 if error else 0)


async def play(case: Case) -> object:
    return await SCENARIOS[case.scenario](Path(case.data))


def run(case: Case) -> Ended:
    """Fork a child for a case and wait for its end."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            child(case, writer)
        finally:
            traceback.print_exc()
            os._exit(99)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        told = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    said, error, passed = json.loads(told) if told else (None, "", [])
    return Ended(status, said, error, passed)


def warm_up() -> None:
    """Let everything that is imported or cached at its first use be there before a fork."""
    with tempfile.TemporaryDirectory() as folder:
        for scenario in ("prepare", "accepted"):
            asyncio.run(play(Case(scenario, f"{folder}/data")))
    gc.collect()
    gc.freeze()


def main() -> None:
    warm_up()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(run(Case(*json.loads(line)))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
