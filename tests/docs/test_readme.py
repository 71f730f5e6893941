"""What README promises is there: sentence, folders, picture, sidecar, exit codes, links."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from cli.app import make_app
from contracts.certification import CERTIFICATION
from contracts.contract import parse_contract
from contracts.cutoff import Cutoff
from contracts.errors import FinrubricError
from contracts.sidecar import Sidecar
from orchestrator import nodes
from tests.architecture.source import ROOT, listed_packages

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("examples/*/*.md"))
)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_FENCE = re.compile(r"```.*?```", re.DOTALL)


@pytest.fixture(scope="module")
def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def commands(readme: str) -> list[list[str]]:
    """Every `finrubric …` of the README, in code blocks and in code spans, as words."""
    code = (*re.findall(r"^    (.+)$", readme, re.MULTILINE), *re.findall(r"`([^`\n]+)`", readme))
    lines = (line.removeprefix(".venv/bin/").split() for line in code)
    return [words[1:] for words in lines if words[0] == "finrubric" and len(words) > 1]


def fault_of(words: list[str]) -> str | None:
    """What the command line has against a command: an unknown word or option."""
    command = get_command(make_app())
    rest = list(words)
    while isinstance(command, TyperGroup):
        found = command.commands.get(rest[0]) if rest else None
        if found is None:
            return f"no command {rest[:1]} in {words}"
        command = found
        rest = rest[1:]
    known = {name for parameter in command.params for name in parameter.opts}
    return next(
        (f"no option {w} in {words}" for w in rest if w.startswith("-") and w not in known), None
    )


def below(error: type[FinrubricError]) -> Iterator[type[FinrubricError]]:
    yield error
    for child in error.__subclasses__():
        yield from below(child)


def anchors(page: Path) -> set[str]:
    """Names of the headings, as they are linked to."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    made = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return made | set(re.findall(r'<a id="([^"]+)">', text))


def test_readme_carries_the_certification_sentence(readme: str) -> None:
    assert f"\n> {CERTIFICATION}\n" in readme


def test_every_command_of_the_readme_exists(readme: str) -> None:
    found = commands(readme)
    assert len(found) >= 8
    assert [fault for words in found if (fault := fault_of(words))] == []


@pytest.mark.parametrize(
    "words", [["generat"], ["runs", "shew"], ["generate", "Q", "--cutof"], ["runs"]]
)
def test_a_command_that_is_not_there_is_seen(words: list[str]) -> None:
    assert fault_of(words)


def test_the_folder_table_names_every_package(readme: str) -> None:
    table = readme[readme.index("## Folders") : readme.index("## Licence")]
    named = re.findall(r"^\| ((?:`[a-z_]+/` ?)+)\|", table, re.MULTILINE)
    folders = {name for cell in named for name in re.findall(r"`([a-z_]+)/`", cell)}
    assert folders == {*listed_packages(), "tests", "docs", "examples"}
    assert all((ROOT / folder).is_dir() for folder in folders)


def test_the_picture_names_every_stage(readme: str) -> None:
    picture = _FENCE.findall(readme.split("## How a question becomes a rubric")[1])[0]
    assert [n.__name__ for n in nodes.ALL if n.__name__.replace("_", " ") not in picture] == []


def test_the_sidecar_of_the_readme_is_a_good_one(readme: str) -> None:
    text = readme.split("```json\n", 1)[1].split("```", 1)[0]
    times = parse_contract(text.encode(), Sidecar).card().times
    cutoff = Cutoff.model_validate_json('{"day": "2026-01-09", "zone": "America/New_York"}')
    assert times.known_by(cutoff) == "yes"


def test_every_exit_code_of_an_error_has_its_meaning(readme: str) -> None:
    said = {int(code) for code in re.findall(r"^\| (\d) \|", readme, re.MULTILINE)}
    assert said == set(range(8))
    assert {error.exit_code for error in below(FinrubricError)} <= said


@pytest.mark.parametrize("name", PAGES)
def test_links_within_the_repository_lead_somewhere(name: str) -> None:
    page = ROOT / name
    lost: list[str] = []
    for target in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path) if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            lost.append(target)
    assert lost == []
