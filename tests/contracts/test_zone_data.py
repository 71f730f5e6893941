"""A cutoff has its zone on a machine that brings no time zone database."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import zoneinfo
from contracts.cutoff import Cutoff
assert zoneinfo.TZPATH == ()
cutoff = Cutoff.model_validate_json('{"day": "2026-01-09", "zone": "America/New_York"}')
print(cutoff.end_instant())
"""


def test_zones_are_known_without_the_machines_own(repository: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=repository,
        env={"PYTHONTZPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "2026-01-10 05:00:00+00:00"
