"""The `finrubric` command; `python -m cli` is the same."""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from typer.main import get_command

from cli.app import make_app
from cli.failure import install_hook, report
from contracts.errors import EnvironmentFault, FinrubricError


class _TerminatedError(BaseException):
    """SIGTERM came while no work was under way; no `except Exception` of an import catches it."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise _TerminatedError


@contextmanager
def _terminable() -> Generator[None]:
    """Let SIGTERM end the command with a message in the seconds before its work has begun.

    The event loop has a handler of its own (`cli/loop.py`).
    """
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        _ = signal.signal(signal.SIGTERM, before)


def main() -> int:
    """Run one command; gives its exit code, or leaves by `SystemExit` where Typer does."""
    install_hook(is_debugging=False)
    try:
        with _terminable():
            get_command(make_app())(prog_name="finrubric")
    except FinrubricError as error:
        return report(error)
    except _TerminatedError:
        return report(EnvironmentFault("stopped by a signal with nothing under way; type it again"))
    except BrokenPipeError:
        # The reader of our output has left (`| head`): no fault, but nothing more can be printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
