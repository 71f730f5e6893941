"""The `finrubric` command; `python -m cli` is the same."""

import os
import sys

from typer.main import get_command

from cli.app import make_app
from cli.failure import install_hook, report
from contracts.errors import FinrubricError


def main() -> int:
    """Run one command; gives its exit code, or leaves by `SystemExit` where Typer does."""
    install_hook(is_debugging=False)
    try:
        get_command(make_app())(prog_name="finrubric")
    except FinrubricError as error:
        return report(error)
    except BrokenPipeError:
        # The reader of our output has left (`| head`): no fault, but nothing more can be printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
