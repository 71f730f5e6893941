"""One byte of a locked file, or of the frozen budget, is named at resume and at acceptance."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from orchestrator.lock import changes, find_all, lock_of
from tests.architecture.source import listed_packages
from tests.orchestrator.tamper import LOCKED

ROOT = Path(__file__).parents[2]


def test_changed_bytes_are_named_at_resume_and_at_acceptance(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for name in (*listed_packages(), "tests", "examples"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-m", "tests.orchestrator.tamper", str(tmp_path / "data")],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said: dict[str, list[str]] = json.loads(done.stdout)
    for path in map(Path, LOCKED):
        _check(said[path.name], "LockChanged: ", "lock: ", _named(path))
    _check(said["zz-added.md"], "LockChanged: ", "lock: ", "zz-added.md: was not there")
    assert said["mtime only"] == ["nothing"]
    (budget,) = [name for name in said if name.startswith("budget-")]
    _check(said[budget], "CorruptRun: ", "records: ", budget)


def _check(said: list[str], error: str, stop: str, words: str) -> None:
    """Resume and acceptance name the file, and the run's last event keeps why the resume ended."""
    resumed, accepted, event = said
    assert resumed.startswith(error)
    assert accepted.startswith(error)
    assert event == stop + resumed.removeprefix(error)[: 2000 - len(stop)]
    for text in said:
        assert words in text


def _named(path: Path) -> str:
    """How the lock names a file: code by its package, the profile by its name."""
    if path.suffix == ".py":
        return f"{path.parent} {path.parent}: other bytes"
    return "profile default: other" if path.name == "profile.toml" else f"{path.name}: other"


def test_a_changed_model_is_a_change_of_the_lock() -> None:
    then = lock_of(find_all("default", {"writer": "a/one", "reviewer": "b/two"}))
    now = find_all("default", {"writer": "a/one", "reviewer": "b/three"})
    assert changes(then, find_all("default", {"writer": "a/one", "reviewer": "b/two"})) == ()
    assert changes(then, now) == (
        "models reviewer: b/three: was not there at the start",
        "models reviewer: b/two: is gone",
    )
