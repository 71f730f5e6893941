import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli import packages
from contracts.errors import EnvironmentFault
from tests.architecture.source import listed_packages
from tests.cli.process import ROOT, Result, finrubric

OTHER = "somebody-elses-agents"


def test_packages_are_those_of_the_wheel() -> None:
    assert sorted(packages.PACKAGES) == sorted(listed_packages())


def test_our_own_packages_are_not_shadowed() -> None:
    assert packages.shadowed() == ()
    assert packages.claimed() == ()
    packages.require_own_packages()


def shadowing_folder(tmp_path: Path) -> Path:
    """A site folder with another distribution that ships `agents`."""
    site = tmp_path / "site"
    (site / "agents").mkdir(parents=True)
    (site / "agents" / "__init__.py").write_text("")
    info = site / "somebody_elses_agents-9.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {OTHER}\nVersion: 9.0\n")
    (info / "top_level.txt").write_text("agents\n")
    (info / "RECORD").write_text("agents/__init__.py,,\n")
    return site


def run_beside(site: Path, cwd: Path, *arguments: str) -> Result:
    """The command with another folder before ours on the path, as site-packages comes first."""
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from cli.__main__ import main; "
    code += f"sys.argv = ['finrubric', *{list(arguments)!r}]; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=False
    )
    return Result(done.returncode, done.stdout, done.stderr)


def test_doctor_names_the_distribution_that_shadows_ours(tmp_path: Path) -> None:
    result = run_beside(
        shadowing_folder(tmp_path), ROOT, "doctor", "--data", str(tmp_path / "data")
    )
    assert result.code == 7
    assert OTHER in result.out
    assert "environment of its own" in result.out
    assert "Traceback" not in result.err


def test_no_run_starts_with_somebody_elses_package(tmp_path: Path) -> None:
    result = run_beside(shadowing_folder(tmp_path), ROOT, "demo", "--data", str(tmp_path / "data"))
    assert result.code == 7
    assert "'agents' is imported from" in result.err
    assert not (tmp_path / "data").exists()


def test_package_whose_files_were_removed_is_noticed(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in packages.PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(copy / "agents")
    (copy / "agents").mkdir()
    result = finrubric("doctor", "--data", str(tmp_path / "data"), cwd=copy)
    assert result.code == 7
    assert "'agents'" in result.out + result.err
    assert "Traceback" not in result.err


def test_refusal_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "PACKAGES", ("agents", "no_such_package_of_ours"))
    with pytest.raises(EnvironmentFault, match=r"no_such_package_of_ours.*environment of its own"):
        packages.require_own_packages()
