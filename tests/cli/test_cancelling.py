"""A run that a process of its own has is ended by another: at its next step, with exit code 6."""

import subprocess
import sys
from pathlib import Path

import pytest

from contracts.contract import Json
from tests.cli.process import ROOT, finrubric
from tests.orchestrator.altered import part
from tests.orchestrator.story import told
from tests.orchestrator.test_no_value import NEXT_YEAR

DOOR = """import time
from pathlib import Path

for _ in range(500):
    if Path({door!r}).exists():
        break
    time.sleep(0.1)
"""
"""What a script waits for: the test opens the door when the other process has spoken."""
WAITS = 4
"""Derivations with that script, one after the other, each shorter than a script may take."""


def waiting(body: dict[str, Json]) -> None:
    """As many derivations as there are waits."""
    first = part(body, "derivations", 0)
    body["derivations"] = [{**first, "id": f"DRV{number}"} for number in range(1, WAITS + 1)]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_run_that_another_process_has_ends_at_its_next_step(tmp_path: Path) -> None:
    altered = told(NEXT_YEAR, tmp_path)
    altered.edit_body("evidence.json", waiting)
    door, data = tmp_path / "open", tmp_path / "data"
    script = altered.example / "recording" / "bodies" / "sum_up.py"
    _ = script.write_text(DOOR.format(door=str(door)) + script.read_text(encoding="utf-8"))
    run = subprocess.Popen(
        [
            *(sys.executable, "-m", "cli", "generate", f"@{altered.example / 'query.txt'}"),
            *("--cutoff", NEXT_YEAR.cutoff.isoformat(), "--run", "slow", "--data", str(data)),
            *("--sources", str(altered.example / "sources"), "--sandbox", "local"),
            *("--models", f"replay:{altered.example / 'recording'}"),
        ],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with run:
        assert run.stderr is not None
        said: list[str] = []
        for line in run.stderr:
            said.append(line)
            if line.startswith("write "):
                break
        held = finrubric("runs", "resume", "slow", "--data", str(data))
        asked = finrubric("runs", "cancel", "slow", "--as", "Ada", "--data", str(data))
        door.touch()
        rest = run.stderr.read()
    assert held.code == 3, (held.err, said)
    assert asked.code == 0, asked.err
    assert run.returncode == 6, "".join(said) + rest
    reproduced, ended = rest.splitlines()
    assert reproduced.split()[:2] == ["reproduce", "done"]
    assert ended.split() == ["validate", "cancelled"]
    shown = finrubric("runs", "show", "slow", "--data", str(data))
    assert "Run slow: cancelled" in shown.out
    assert finrubric("audit", "verify", "--data", str(data)).code == 0
