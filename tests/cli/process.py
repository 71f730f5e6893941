"""The command line as a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from contracts.contract import Json

ROOT = Path(__file__).resolve().parents[2]


class Result(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Json:
        document: Json = json.loads(self.out)
        return document


def finrubric(
    *arguments: str, cwd: Path = ROOT, stdin: bytes = b"", env: dict[str, str] | None = None
) -> Result:
    """Run `python -m cli` from the repository (or what lies in `cwd`)."""
    done = subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=cwd,
        env=env,
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())
