"""Surroundings that are not as they must be end a command with exit code 7, by name."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.environment import SURROUNDINGS, Surroundings
from tests.cli.process import ROOT, called


@pytest.mark.parametrize("case", SURROUNDINGS, ids=[case.name for case in SURROUNDINGS])
def test_it_is_named_and_ends_with_the_code_of_the_environment(
    tmp_path: Path, case: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    case.spoil(data)
    for name, value in case.env:
        monkeypatch.setenv(name, value)
    at = () if "--data" in case.typed else ("--data", str(data))
    before = sorted(tmp_path.rglob("*"))
    result = called(*case.typed, *at)
    assert (result.code, result.out) == (7, ""), result.err
    assert case.words in " ".join(result.err.split())
    assert "our bug" not in result.err
    assert [path for path in tmp_path.rglob("*") if path.suffix == ".md"] == []
    assert {path.name for path in before} <= {path.name for path in tmp_path.rglob("*")}


def test_nothing_is_looked_for_in_a_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/proc/nowhere")
    listed = called("runs", "list", "--data", str(tmp_path / "data"))
    assert (listed.code, listed.err) == (0, "")


def test_sigterm_in_the_first_seconds_is_told() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "cli", "runs", "show", "nobody"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        for line in child.stderr:
            if line.rstrip().endswith("sqlalchemy.exc"):
                child.send_signal(signal.SIGTERM)
                break
        said = child.stderr.read()
    assert child.returncode == 7
    assert "finrubric: stopped by a signal with nothing under way" in said
