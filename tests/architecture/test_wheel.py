"""The wheel holds the listed packages with their data, and nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, listed_packages

MADE_BY_RUNNING = {"__pycache__"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The names in a wheel built from the tree as it stands, with what is installed already."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = out.glob("finrubric-*.whl")
    with zipfile.ZipFile(file) as archive:
        return frozenset(archive.namelist())


def files_of(package: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not MADE_BY_RUNNING & set(path.parts)
    }


def test_wheel_holds_exactly_the_listed_packages(wheel: frozenset[str]) -> None:
    top = {name.split("/")[0] for name in wheel}
    assert {name for name in top if not name.endswith(".dist-info")} == set(listed_packages())


def test_wheel_holds_every_file_of_every_package(wheel: frozenset[str]) -> None:
    expected = {name for package in listed_packages() for name in files_of(package)}
    packed = {name for name in wheel if ".dist-info/" not in name}
    assert packed == expected


def test_wheel_says_that_the_public_package_is_typed(wheel: frozenset[str]) -> None:
    assert "finrubric/py.typed" in wheel


def test_wheel_names_the_command_and_the_licence(wheel: frozenset[str]) -> None:
    (info,) = {Path(name).parts[0] for name in wheel if ".dist-info/" in name}
    assert f"{info}/entry_points.txt" in wheel
    assert f"{info}/licenses/LICENSE" in wheel
