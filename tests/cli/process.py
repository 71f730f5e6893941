"""The command line: as a process of its own, or in this one where only its answers matter."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from cli.__main__ import main
from contracts.contract import Json
from contracts.errors import FinrubricError

ROOT = Path(__file__).resolve().parents[2]
ERRORS = FinrubricError.__module__
USAGE = "UsageError"
"""Class of an error that Typer raises for words which a command does not take."""
WITHOUT_WALLS = (
    *("unshare", "--user", "--map-root-user", "sh", "-c"),
    *('echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"),
)
"""What a command is started by as on a machine whose kernel gives ordinary users no namespaces."""


class Result(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Json:
        document: Json = json.loads(self.out)
        return document

    @property
    def error(self) -> str:
        """The class that refused: Typer's, which prints the usage, or ours of this exit code."""
        if self.err.startswith("Usage: "):
            return USAGE
        assert self.err.startswith("finrubric: "), self.err
        # The console has errors of its own beside them, which a worker may have loaded by now.
        named = [one for one in FinrubricError.__subclasses__() if one.__module__ == ERRORS]
        (ours,) = {one for one in named if one.exit_code == self.code}
        return ours.__name__


def finrubric(
    *arguments: str,
    cwd: Path = ROOT,
    stdin: bytes = b"",
    env: dict[str, str] | None = None,
    started_by: tuple[str, ...] = (),
) -> Result:
    """Run `python -m cli` from the repository (or what lies in `cwd`)."""
    done = subprocess.run(
        [*started_by, sys.executable, "-m", "cli", *arguments],
        cwd=cwd,
        env=env,
        input=stdin,
        capture_output=True,
        timeout=240,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def called(*arguments: str) -> Result:
    """Run a command in this process: quicker, and its modules are loaded once."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    argv, hook = sys.argv, sys.excepthook
    sys.argv = ["finrubric", *arguments]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = _exit_code()
    finally:
        sys.argv, sys.excepthook = argv, hook
    return Result(code, _text(out), _text(err))


def _exit_code() -> int:
    try:
        return main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
