"""Profiles through the command line: one principle more, one criterion more."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from contracts.contract import Json, parse_stamped
from contracts.lock import Lock
from contracts.rubric import Rubric
from orchestrator.configuration import load_configuration
from tests.cli.process import ROOT, Result, finrubric
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.play import EXAMPLE, copied_example

PROFILES = ROOT / "examples" / "profiles"
OWN = "derived-is-said"
OWN_CRITERION: Json = {
    "id": "CR7",
    "statement": "Presents every figure that stands in no document on its own as derived, with the"
    " reported figures it was taken from.",
    "principle_ids": [OWN],
}
SHORTLIST = (
    "stipulated-recalculation",
    "growth-and-margin-bridge",
    "capital-returned-to-shareholders",
    "valuation-basis-comparison",
    "investor-return-calculation",
)


def recorded(folder: Path, criteria_of: str) -> Path:
    """The example's recording with criteria written from the principles of one desk."""
    is_derived = criteria_of == "house-derived"
    altered = Altered(copied_example(folder))

    def authored(context: dict[str, Json]) -> None:
        context["schema_origin"], context["task_id"] = "authored", None
        context["ratings"] = [
            {"task_id": name, "obligation_id": "O1", "fit": "conflicts", "reason": "Asks for more."}
            for name in SHORTLIST
        ]
        part(context, "cutoff")["zone"] = "America/Chicago"
        if is_derived:
            listed(context, "criteria").append(OWN_CRITERION)
            listed(context, "alignment").append(
                {"obligation_id": "O1", "criterion_id": "CR7", "reason": "One quarter is derived."}
            )
            principles = listed(context, "principle_ids")
            principles.append(OWN)
            principles.sort(key=str)

    def caused(composition: dict[str, Json]) -> None:
        row = part(composition, "rows", 2)
        row["criterion_ids"], row["principle_ids"] = ["CR3", "CR7"], [OWN]

    for name in ("context.json", "context_first.json"):
        _ = altered.edit_body(name, authored)
    if is_derived:
        _ = altered.edit_body("composition.json", caused)
    altered.loosen()
    return altered.example


def listed(document: dict[str, Json], key: str) -> list[Json]:
    found = document[key]
    assert isinstance(found, list)
    return found


def generate(data: Path, example: Path, profile: str) -> Result:
    return finrubric(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", profile),
        *("--sources", str(EXAMPLE / "sources"), "--models", f"replay:{example / 'recording'}"),
        *("--profile", str(PROFILES / profile), "--sandbox", "local", "--data", str(data)),
    )


class Desk(NamedTuple):
    profile: str
    data: Path
    result: Result

    @property
    def rubric(self) -> Rubric:
        return parse_stamped(self.export("json").encode(), Rubric).body

    def export(self, form: str) -> str:
        folder = self.data / "runs" / self.profile / "export"
        return (folder / f"rubric.{form}").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=["house", "house-derived"])
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    profile: str = request.param
    folder = tmp_path_factory.mktemp(profile)
    data = folder / "data"
    return Desk(profile, data, generate(data, recorded(folder, profile), profile))


@pytest.mark.timeout(600)
def test_the_same_question_gets_the_criteria_of_each_desk(desk: Desk) -> None:
    assert desk.result.code == 0, desk.result.err
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
        ("house-derived", "house", {"CTX-principles"}),
    ],
)
def test_criteria_of_the_other_desk_are_refused(
    tmp_path: Path, profile: str, criteria_of: str, codes: set[str]
) -> None:
    data = tmp_path / "data"
    result = generate(data, recorded(tmp_path, criteria_of), profile)
    assert result.code == 5, result.err
    shown = finrubric("runs", "show", profile, "--data", str(data), "--json")
    said = json.dumps(shown.document)
    assert {code for code in ("CTX-criterion-principle", "CTX-principles") if code in said} == codes
