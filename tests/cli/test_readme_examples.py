"""The README's runs that wait for a person, line by line as a reader would type them."""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.process import ROOT, Result

pytestmark = pytest.mark.timeout(900)

HEADING = "### Two that wait, to try\n"
_EXIT = re.compile(r"\s+# exit code (\d)$")


class Line(NamedTuple):
    """A command of the README and the exit code said beside it."""

    command: str
    code: int


def _lines() -> list[Line]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split(HEADING, 1)[1].split("\n## ", 1)[0]
    code = "\n".join(re.findall(r"^    (.+)$", section, re.MULTILINE))
    found: list[Line] = []
    for line in re.sub(r"\\\n\s*", "", code).splitlines():
        said = _EXIT.search(line)
        assert said, line
        found.append(Line(line, int(said[1])))
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where the README's words lead to this repository, and runs stay in it."""
    command = tmp_path / ".venv" / "bin" / "finrubric"
    command.parent.mkdir(parents=True)
    start = f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -m cli "$@"'
    command.write_text(f"#!/bin/sh\n{start}\n", encoding="utf-8")
    command.chmod(0o755)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.delenv("FINRUBRIC_DATA", raising=False)
    return tmp_path


def _typed(line: str, home: Path) -> Result:
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=home,
        capture_output=True,
        timeout=400,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_lines_of_the_readme_end_as_it_says(home: Path) -> None:
    lines = _lines()
    assert [line.code for line in lines] == [5, 0, 0, 0, 0, 5]
    done: list[Result] = []
    for line in lines:
        result = _typed(line.command, home)
        assert result.code == line.code, (line.command, result.out, result.err)
        done.append(result)
    stopped, shown, decided, accepted, story, mismatch = (
        " ".join(item.out.split()) for item in done
    )
    assert "10-Q-2025-Q3: published 2025-11-07" in stopped
    assert "Escalation early-a1-validate-3 waits for a person" in stopped
    assert "CUT-period (error) evidence:/observations/0/period" in shown
    assert "finrubric queue decide early-a1-validate-3 retry" in shown
    assert "Go on with: finrubric runs resume early" in decided
    for words in ("12.8 %", "12.653024 %; refused", "Q2 2024; Q3 2024", "Accepted. Acceptance"):
        assert words in accepted
    note = "The newest report was filed after the cutoff."
    assert re.search(rf"Decided: retry by .+ \(obeyed\): {re.escape(note)}", story)
    assert "FAC-cutoff-mismatch (blocker)" in mismatch
    runs = home / ".finrubric" / "runs"
    for name in ("rubric.html", "rubric.md"):
        page = (runs / "early" / "export" / name).read_text(encoding="utf-8")
        assert "What people decided" in page
        assert note in page
    assert not (runs / "mismatch" / "export").exists()
