"""How a command fails: one clear message on standard error, and the exit code of the design."""

import sys
import traceback
from types import TracebackType

from contracts.errors import FinrubricError
from reports.printable import printable

BUG = 1
BAD_INPUT = 2
INCOMPLETE = 4
ESCALATED = 5
FAILED = 6
ENVIRONMENT = 7


def report(error: FinrubricError) -> int:
    """Print an error we raised on purpose, and give its exit code."""
    # Bad surrogates in file names would break the stream itself.
    print(f"finrubric: {printable(str(error))}", file=sys.stderr)
    if error.way_on:
        print(f"finrubric: {printable(error.way_on)}", file=sys.stderr)
    return error.exit_code


def install_hook(*, is_debugging: bool) -> None:
    """Say that an exception nobody expected is our bug; Python itself then exits with 1."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if is_debugging:
            traceback.print_exception(kind, error, trace)
        first = printable(str(error)).split("\n", 1)[0][:300]
        print(f"finrubric: this is our bug: {kind.__name__}: {first}", file=sys.stderr)
        if not is_debugging:
            print(
                "finrubric: please report it with what `finrubric --debug …` prints; a run that "
                "was under way can be resumed",
                file=sys.stderr,
            )

    sys.excepthook = hook
