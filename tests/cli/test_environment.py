"""Surroundings that are not as they must be end a command with exit code 7, by name."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from contracts.settings import VARIABLES
from tests.cli.environment import FAULT, GENERATE, SURROUNDINGS, Surroundings
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
    assert (result.code, result.out, result.error) == (7, "", FAULT), result.err
    assert case.words in " ".join(result.err.split())
    assert "our bug" not in result.err
    assert "horse" not in result.err, "no password is told"
    assert [path for path in tmp_path.rglob("*") if path.suffix == ".md"] == []
    assert {path.name for path in before} <= {path.name for path in tmp_path.rglob("*")}


def test_doctor_names_the_database_that_fails_and_not_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINRUBRIC_DATABASE", "postgresql://u:horse-staple@/db?host=/nowhere")
    result = called("doctor", "--data", str(tmp_path))
    assert result.code == 7
    assert "FAILS database" in result.out
    assert "PostgreSQL database 'db' at /nowhere does not answer" in " ".join(result.out.split())
    assert "horse" not in result.out + result.err


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


def test_what_the_environment_sets_is_named_and_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere.sock")
    monkeypatch.setenv("FINRUBRIC_AUDIT_KEY", "5ec2e7" * 12)
    monkeypatch.setenv("FINRUBRIC_DOCKER_TIMEOUT", "9")
    result = called(*GENERATE, "--sandbox", "docker", "--data", str(tmp_path / "data"))
    told = "finrubric: taken from the environment: FINRUBRIC_DOCKER_TIMEOUT, FINRUBRIC_AUDIT_KEY"
    assert told in result.err
    assert "5ec2e7" not in result.err


def test_the_named_variables_are_those_that_are_read(repository: Path) -> None:
    text = (repository / "contracts" / "settings.py").read_text(encoding="utf-8")
    assert set(VARIABLES) == set(re.findall(r'"(FINRUBRIC_[A-Z_]+)"', text))
