"""Command lines of a README, typed as a reader would type them."""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.cli.process import ROOT, Result

_EXIT = re.compile(r"\s+# exit code (\d)$")


class Line(NamedTuple):
    """A command and the exit code said beside it."""

    command: str
    code: int


def lines_after(text: str, readme: Path) -> list[Line]:
    """The commands between some words of a README and its next heading."""
    section = re.split(r"\n##+ ", readme.read_text(encoding="utf-8").split(text, 1)[1], maxsplit=1)
    code = "\n".join(re.findall(r"^    (.+)$", section[0], re.MULTILINE))
    found: list[Line] = []
    for line in re.sub(r"\\\n\s*", "", code).splitlines():
        said = _EXIT.search(line)
        assert said, line
        found.append(Line(line, int(said[1])))
    assert found, readme
    return found


NO_ENGINE = "unix:///nowhere.sock"


def make_home(folder: Path, *, docker_host: str = "") -> Path:
    """A folder where the README's words lead to this repository, and runs stay in it.

    Where no engine answers at `docker_host`, commands run in the local sandbox by themselves.
    """
    engine = f"export DOCKER_HOST={docker_host}\n" if docker_host else ""
    home = folder / "repository"
    for name, arguments in (("finrubric", '-m cli "$@"'), ("python", '"$@"')):
        command = home / ".venv" / "bin" / name
        command.parent.mkdir(parents=True, exist_ok=True)
        start = f'{engine}PYTHONPATH="{ROOT}" exec "{sys.executable}" {arguments}'
        command.write_text(f"#!/bin/sh\n{start}\n", encoding="utf-8")
        command.chmod(0o755)
    (home / "examples").symlink_to(ROOT / "examples")
    return home


def typed(line: str, home: Path) -> Result:
    """How a line ends that is typed at home."""
    done = subprocess.run(
        ["/bin/sh", "-c", f"unset FINRUBRIC_DATA\n{line}"],
        cwd=home,
        capture_output=True,
        timeout=400,
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def printed(lines: list[Line], home: Path) -> list[str]:
    """What each line prints, once it has ended as the README says."""
    said: list[str] = []
    for line in lines:
        result = typed(line.command, home)
        assert result.code == line.code, (line.command, result.out, result.err)
        said.append(" ".join(result.out.split()))
    return said
