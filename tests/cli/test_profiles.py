"""Profiles through the command line: one principle more, one criterion more."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from contracts.contract import parse_stamped
from contracts.lock import Lock
from contracts.rubric import Rubric
from orchestrator.configuration import load_configuration
from tests.cli.process import ROOT, Result, finrubric
from tests.cli.typed import NO_ENGINE, lines_after, make_home, printed
from tests.examples.profiles import DESKS, OWN, recorded
from tests.orchestrator.play import EXAMPLE

PROFILES = ROOT / "examples" / "profiles"


def generate(data: Path, recording: Path, profile: str) -> Result:
    return finrubric(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", profile),
        *("--sources", str(EXAMPLE / "sources"), "--models", f"replay:{recording}"),
        *("--profile", str(PROFILES / profile), "--sandbox", "local", "--data", str(data)),
    )


class Desk(NamedTuple):
    profile: str
    data: Path
    said: str

    @property
    def rubric(self) -> Rubric:
        return parse_stamped(self.export("json").encode(), Rubric).body

    def export(self, form: str) -> str:
        folder = self.data / "runs" / self.profile / "export"
        return (folder / f"rubric.{form}").read_text(encoding="utf-8")


SAMPLED = [pytest.param(DESKS[0], marks=pytest.mark.slow), *DESKS[1:]]
"""One desk's run is behind `slow`; the other one has the criterion more."""


@pytest.fixture(scope="module", params=SAMPLED)
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """What comes of the README's line for a profile."""
    profile: str = request.param
    home = make_home(tmp_path_factory.mktemp(profile), docker_host=NO_ENGINE)
    lines = lines_after("both to the end:\n", PROFILES / "README.md")
    line = lines[DESKS.index(profile)]
    return Desk(profile, home / ".finrubric", printed([line], home)[0])


@pytest.mark.timeout(600)
def test_the_same_question_gets_the_criteria_of_each_desk(desk: Desk) -> None:
    assert "Accepted. Acceptance" in desk.said
    context = desk.rubric.context
    assert context.schema_origin == "authored"
    own = [item.id for item in context.criteria if OWN in item.principle_ids]
    assert own == (["CR7"] if desk.profile == "house-derived" else [])
    assert (OWN in context.principle_ids) == (desk.profile == "house-derived")
    assert len(context.criteria) == 6 + len(own)


@pytest.mark.timeout(600)
def test_every_row_of_a_report_names_the_principle_that_caused_it(desk: Desk) -> None:
    standing = load_configuration(PROFILES / desk.profile).principles
    titles = {item.principle.id: item.principle.title for item in standing}
    rubric = desk.rubric
    assert (OWN in rubric.rows[2].principle_ids) == (desk.profile == "house-derived")
    page, markdown = (" ".join(desk.export(form).split()) for form in ("html", "md"))
    for row in rubric.rows:
        trace = finrubric(
            *("runs", "show", desk.profile, "--trace", row.id, "--data", str(desk.data))
        )
        assert trace.code == 0, trace.err
        for name in row.principle_ids:
            assert f"principle  {name}: {titles[name]}" in trace.out
            assert f'{titles[name]} <span class="id">{name}</span>' in page
            assert f"- Principle: {titles[name]}" in markdown


@pytest.mark.timeout(600)
def test_the_standard_is_named_locked_and_followed(desk: Desk) -> None:
    rubric = desk.rubric
    assert rubric.query.profile == desk.profile
    assert f"profile {desk.profile}" in desk.export("html")
    assert str(PROFILES) not in desk.export("json")
    assert rubric.query.cutoff.zone == "America/Chicago"
    assert rubric.budget.step == 50
    (path,) = (desk.data / "runs" / desk.profile / "stages").glob("lock-*.json")
    lock = parse_stamped(path.read_bytes(), Lock).body
    names = {(item.kind.value, item.name) for item in lock.items}
    assert ("profile", desk.profile) in names
    assert (("principle", f"{OWN}.md") in names) == (desk.profile == "house-derived")
    assert ("task", "capital-expenditure-retrieval-and-direct-derivation.toml") not in names


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("profile", "criteria_of", "codes"),
    [
        ("house", "house-derived", {"CTX-criterion-principle", "CTX-principles"}),
        pytest.param("house-derived", "house", {"CTX-principles"}, marks=pytest.mark.slow),
    ],
)
def test_criteria_of_the_other_desk_are_refused(
    tmp_path: Path, profile: str, criteria_of: str, codes: set[str]
) -> None:
    data = tmp_path / "data"
    result = generate(data, recorded(tmp_path, criteria_of).example / "recording", profile)
    assert result.code == 5, result.err
    shown = finrubric("runs", "show", profile, "--data", str(data), "--json")
    said = json.dumps(shown.document)
    assert {code for code in ("CTX-criterion-principle", "CTX-principles") if code in said} == codes
