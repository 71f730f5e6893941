"""`finrubric studies` from two files of criteria to an export."""

import csv
import io
import json
import re
import shlex
from pathlib import Path

import pytest

from contracts.criteria import Criteria
from contracts.line import line_of, parse_line
from contracts.study import StudyExport
from tests.cli.process import ROOT, Result, called
from tests.console.studies.material import two_sets

MADE = ("studies", "create", "winter", "--reviewers", "Ada, Ben", "--as", "Lea")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    left, right = two_sets(3)
    write(tmp_path / "left.jsonl", left)
    (tmp_path / "right").mkdir()
    write(tmp_path / "right" / "criteria.jsonl", right[:2])
    return tmp_path


def write(path: Path, rubrics: tuple[Criteria, ...]) -> None:
    _ = path.write_bytes(b"".join(map(line_of, rubrics)))


def create(folder: Path, *more: str) -> Result:
    sides = (f"--left=north={folder / 'left.jsonl'}", f"--right=south={folder / 'right'}")
    return called(*MADE, *sides, *more, "--data", str(folder / "data"))


def studies(folder: Path, *words: str) -> Result:
    return called("studies", *words, "--data", str(folder / "data"))


def test_a_study_is_made_listed_revealed_and_exported(folder: Path) -> None:
    made = create(folder, f"--benchmark=capex={folder / 'right' / 'criteria.jsonl'}")
    assert (made.code, made.out.splitlines()[0]) == (
        0,
        "Study winter: 2 pairs for 2 reviewers, 4 verdicts.",
    )
    assert "only in the left set: 1 (What did company 3 earn in 2024?)" in made.err
    assert "no user of the console is named 'Ben'; `finrubric users add Ben" in made.err
    listed = studies(folder, "list", "--json").document
    assert isinstance(listed, list)
    assert "north" not in json.dumps(listed)
    assert "0 of 2" in studies(folder, "status", "winter").out
    blind = studies(folder, "export", "winter")
    assert (blind.code, blind.out) == (2, "")
    early = studies(folder, "reveal", "winter")
    assert (early.code, "0 of 4 verdicts" in early.err) == (2, True)
    told = studies(folder, "reveal", "winter", "--reason", "a try of the commands", "--as", "Lea")
    assert (told.code, "0 of 4 verdicts" in told.out) == (0, True)
    export = parse_line(
        studies(folder, "export", "winter", "--format", "json").out.encode(), StudyExport
    )
    assert {pair.benchmark for pair in export.pairs} == {"capex"}
    assert (export.plan.left, export.reason) == ("north", "a try of the commands")
    out = folder / "winter.csv"
    assert studies(folder, "export", "winter", "--out", str(out)).code == 0
    assert next(csv.reader(io.StringIO(out.read_text())))[0] == "study"


def test_the_example_s_commands_make_a_study(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "study" / "README.md").read_text()
    (lines,) = re.findall(r"    finrubric (studies create .*\\\n.*)\n", text)
    made = called(*shlex.split(lines.replace("\\\n", " ")), "--data", str(tmp_path))
    assert (made.code, made.out.splitlines()[0]) == (
        0,
        "Study capex: 3 pairs for 2 reviewers, 6 verdicts.",
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--title", "Finrubric at work"), "the title of the study holds 'Finrubric'"),
        (
            ("--dimension", "scope=Which one is from OpenAI?"),
            "dimension 'scope' of the study holds",
        ),
        (("--hide", "million"), "row 1 of the left rubric holds 'million'"),
        (("--left", "other=x.jsonl"), "--left names north, other: one source has one label"),
        (("--dimension", "scope"), "--dimension 'scope' is not two words with = between"),
        (("--dimension", "Scope=Which?"), "the study cannot be made so"),
        (("--reviewers", "Ada,ada"), "reviewer 'ada' stands twice"),
        (("--reviewers", " , "), "the study cannot be made so"),
        (("--benchmark", "x=nowhere.jsonl"), "nowhere.jsonl: cannot be read"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_is_made(
    folder: Path, more: tuple[str, ...], words: str
) -> None:
    refused = create(folder, *more)
    assert (refused.code, words in refused.err) == (2, True), refused.err
    assert not (folder / "data").exists()


def test_a_source_beside_itself_is_refused(folder: Path) -> None:
    sides = [f"--{side}=x{side}={folder / 'left.jsonl'}" for side in ("left", "right")]
    refused = called(*MADE, *sides, "--data", str(folder / "data"))
    assert (refused.code, "hold the same rubrics" in refused.err) == (2, True), refused.err


def test_names_are_taken_out_on_demand(folder: Path) -> None:
    made = create(folder, "--hide", "million", "--redact")
    assert made.code == 0
    assert "2 pairs hold [name] or [link] on one side only" in made.err
    assert create(folder, "--hide", "million", "--redact").code == 2


def test_reviewers_who_cannot_review_are_told(folder: Path) -> None:
    assert create(folder).code == 0
    place = ("--data", str(folder / "data"))
    for name, role in (("ada", "analyst"), ("Ben", "viewer"), ("Cleo", "analyst")):
        assert called("users", "add", name, "--role", role, *place).code == 0
    assert called("users", "disable", "Cleo", *place).code == 0
    sides = (f"--left=north={folder / 'left.jsonl'}", f"--right=south={folder / 'right'}")
    words = ("spring", "--reviewers", "Ada,Ben,Cleo,Dan", *sides, *place)
    told = called("studies", "create", *words).err
    assert "'Ben' is a viewer and cannot review" in told
    assert "'Cleo' is disabled and cannot review" in told
    assert "no user of the console is named 'Dan'" in told
    assert "Ada" not in told


def test_a_folder_without_rubrics_is_refused(folder: Path) -> None:
    (folder / "right" / "criteria.jsonl").unlink()
    refused = create(folder)
    assert refused.code == 2
    assert "holds neither criteria.jsonl nor rubric.json" in refused.err


def test_one_question_has_one_benchmark(folder: Path) -> None:
    file = folder / "right" / "criteria.jsonl"
    refused = create(folder, f"--benchmark=one={file}", f"--benchmark=other={file}")
    assert refused.code == 2
    assert "is also of benchmark 'one'" in refused.err
