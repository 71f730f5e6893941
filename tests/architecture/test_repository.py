"""What the repository keeps: pinned requirements, reasons, and no address of a machine."""

import hashlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

REQUIREMENTS = ("requirements/core.txt", "requirements/live.txt", "requirements/dev.txt")
_PIN = re.compile(r"^([a-z0-9][a-z0-9-]*)==\S+")
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_PAIR = re.compile(r"(?=\b([a-z0-9-]+\.[a-z0-9-]+))")
HOSTS = frozenset(
    {
        "a4aa2ac280bb8d1a0ce7a1be5a7bfb10",
        "8b5bb5eb9d758455b8635855cf8aaf05",
        "954ad027ab968ca3b0960d76a425c827",
        "8743857e3ea00fd1c64bbc68b8af2419",
    }
)
"""The two labels that tell a package registry's host, as the first half of their SHA-256."""
BINARY = {".gz", ".pdf", ".png", ".pyc", ".sqlite", ".zip"}
PLACES = tuple("/".join(("", "work", folder)) for folder in ("main", "shared", ".library"))


def declared(repository: Path, *, extras: tuple[str, ...]) -> set[str]:
    """The project's direct dependencies, by normal name."""
    project = tomllib.loads((repository / "pyproject.toml").read_text())["project"]
    wanted: list[str] = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    names = (match.group() for text in wanted if (match := _NAME.match(text)))
    return {name.lower().replace("_", "-") for name in names}


def entries(repository: Path, file: str) -> list[str]:
    """A requirements file, one joined line per package."""
    text = (repository / file).read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_requirements_are_pinned_and_hashed_and_name_no_index(repository: Path, file: str) -> None:
    for entry in entries(repository, file):
        assert _PIN.match(entry), entry
        assert "--hash=sha256:" in entry
        assert "://" not in entry
        assert "--index" not in entry


@pytest.mark.parametrize(
    ("file", "extras"), [*zip(REQUIREMENTS, [(), ("live",), ("live", "dev")], strict=True)]
)
def test_requirements_hold_every_declared_dependency(
    repository: Path, file: str, extras: tuple[str, ...]
) -> None:
    pinned = {match.group(1) for entry in entries(repository, file) if (match := _PIN.match(entry))}
    assert declared(repository, extras=extras) - pinned == set()


def test_all_pin_the_same_versions(repository: Path) -> None:
    core, live, dev = ({entry.split()[0] for entry in entries(repository, f)} for f in REQUIREMENTS)
    assert core - live == set()
    assert live - dev == set()


def test_every_dependency_has_its_reason(repository: Path) -> None:
    document = (repository / "docs/dependencies.md").read_text()
    named = set(re.findall(r"[a-z0-9-]+", document.lower()))
    assert declared(repository, extras=("live", "dev")) - named == set()


def texts(repository: Path) -> Iterator[tuple[Path, str]]:
    """Every text that is committed, or would be by `git add`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        path = repository / name
        if path.is_file() and path.suffix not in BINARY:
            yield path, path.read_text(errors="replace")


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git work tree")
def test_no_file_names_an_index_or_a_folder_of_ours(repository: Path) -> None:
    found = [
        f"{path.relative_to(repository)}: {word}"
        for path, text in texts(repository)
        for word in (*hosts_in(text, HOSTS), *(place for place in PLACES if place in text))
    ]
    assert found == []


def hosts_in(text: str, hosts: frozenset[str]) -> list[str]:
    """Two labels in a row, in any dotted name of a text, whose hash is listed."""
    return [pair for pair in sorted(set(_PAIR.findall(text))) if hashed(pair) in hosts]


def hashed(pair: str) -> str:
    return hashlib.sha256(pair.encode()).hexdigest()[:32]


def test_a_listed_host_is_found_in_longer_names() -> None:
    listed = frozenset({hashed("packages.example")})
    text = "see https://files.packages.example.net/simple and packages-example.net"
    assert hosts_in(text, listed) == ["packages.example"]
