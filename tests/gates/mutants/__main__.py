"""`python -m tests.gates.mutants run` tries mutants of `gates/`; `page` prints what survived."""

import argparse
import json
import sys
from pathlib import Path

from tests.gates.mutants.page import reasons, table_of_modules, tables_of_survivors, unexplained
from tests.gates.mutants.results import beside, read
from tests.gates.mutants.run import Plan, started


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.gates.mutants", description=__doc__)
    parser.add_argument("results", type=Path, help="file of results, one JSON line per trial")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="try mutants that have no result yet")
    run.add_argument("--mutmut", type=Path, required=True, help="the Python that has mutmut 3.8.1")
    run.add_argument("--module", action="append", default=[], help="only this one (repeatable)")
    run.add_argument("--budget", type=float, default=0.8, help="seconds of tests for a survivor")
    run.add_argument("--sample", action="store_true", help="one of each kind in each function")
    run.add_argument("--again", action="store_true", help="also what survived so far")
    run.add_argument("--tests", nargs="+", default=["tests/gates"], help="where tests stand")
    commands.add_parser("page", help="print the tables of docs/mutation.md")
    return parser.parse_args()


def main() -> int:
    """Run a command; the exit code."""
    given = _arguments()
    if given.command == "page":
        return _print_page(given.results)
    plan = Plan(
        mutmut=given.mutmut,
        results=given.results.resolve(),
        modules=tuple(given.module),
        budget=given.budget,
        sample=given.sample,
        again=given.again,
        tests=tuple(given.tests),
    )
    return started(plan)


def _print_page(file: Path) -> int:
    results, known = list(read(file).values()), reasons()
    without = list(unexplained(results, known))
    for item in without:
        sys.stderr.write(f"no reason: {item.place} | {item.before} | {item.after}\n")
    if without:
        return 1
    made = json.loads(beside(file, "made").read_text("utf-8"))
    lines = [*table_of_modules(results, made), "", *tables_of_survivors(results, known)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
