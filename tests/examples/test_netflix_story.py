"""The example on a real filing: its tagged facts lead to 136.74 dollars, and 0.14 is refused.

A candidate that carries 0.14 through everything is stopped by the reviewer's own script alone.
"""

import json
import shutil
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import select

from contracts.comparison import Acceptance, NumberComparison, accepts
from contracts.contract import Json
from contracts.escalation import Reason
from contracts.evidence import Evidence
from contracts.finding import Validation
from contracts.quantity import Quantity, Scale, Unit
from contracts.reproduction import Reproduction
from contracts.review import ReviewCheck
from contracts.rubric import Rubric
from contracts.stated import StatedNumber
from orchestrator.materials import read_question
from orchestrator.reader import read
from orchestrator.runner import advance
from records.tables import ESCALATION
from records.tool_log import ToolResult
from sources.corpus import LoadedCorpus
from tests.cli.process import ROOT
from tests.cli.typed import NO_ENGINE, lines_after, make_home, printed
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.play import RUN, deps_of, example_query, played_services, start_example

pytestmark = [pytest.mark.shared, pytest.mark.timeout(600)]

EXAMPLE = ROOT / "examples" / "netflix"
PLAYED = "### On a filing as published\n"
FACTS = {"OBS1": "f-466", "OBS2": "f-120", "OBS3": "f-126", "OBS4": "f-469"}
"""Observation to the element that tags it."""


def with_filing(shared: Path, folder: Path) -> Path:
    """A copy of the example with the filing beside its sidecar."""
    example = Path(shutil.copytree(EXAMPLE, folder / "netflix"))
    filing = shared / "data" / "sec_filings" / "html" / "nflx-10-k-2025-01-27.html"
    shutil.copyfile(filing, example / "sources" / "10-K-2024.html")
    return example


async def test_the_filing_leads_to_the_amount_and_the_slip_is_refused(
    shared: Path, tmp_path: Path
) -> None:
    (tmp_path / "shared").symlink_to(shared)
    home = make_home(tmp_path, docker_host=NO_ENGINE)
    accepted = printed(lines_after(PLAYED, ROOT / "README.md"), home)[-1]
    assert "Accepted. Acceptance" in accepted
    assert "USD 136.74" in accepted
    example = with_filing(shared, tmp_path)
    async with played_services(home / ".finrubric", example=example) as services:
        deps = await deps_of(services, run="netflix")
        evidence = (await read(deps, Evidence, "write")).body
        reproduction = (await read(deps, Reproduction, "reproduce")).body
        check = (await read(deps, ReviewCheck, "review")).body
        rubric = (await read(deps, Rubric, "accept")).body
        loaded = (await read_question(deps, 1)).loaded
        asked = await services.tool_log.results(deps.scope, "writer", 1)
    _the_amount_is_right(evidence, rubric)
    _figures_are_those_that_the_filing_tags(evidence, loaded)
    _the_public_answer_is_refused(evidence, shared)
    assert {item.outcome for item in reproduction.quotes} == {"found"}
    assert {item.outcome for item in reproduction.scripts} == {"equal"}
    assert [(item.printed, item.accepted) for item in check.reruns] == [("136.738571", "accepted")]
    _facts_were_asked_for(asked)


def _amount(evidence: Evidence) -> NumberComparison:
    comparison = evidence.targets[0].comparison
    assert isinstance(comparison, NumberComparison)
    return comparison


def _the_amount_is_right(evidence: Evidence, rubric: Rubric) -> None:
    assert _amount(evidence).expected == Quantity(value=Decimal("136.74"), unit=Unit.USD)
    assert "USD 136.74" in rubric.rows[0].text
    spend = Decimal(2_917_554) * 17_359_369 / 39_000_966
    derived = {item.id: item for item in evidence.derivations}
    assert derived["DRV2"].result == (spend / 9_497).quantize(Decimal("0.000001"))
    assert derived["DRV3"].result == (spend / 9_497_000).quantize(Decimal("0.000001"))
    slip = evidence.targets[0].alternatives[0]
    assert (slip.kind, slip.evidence_id, slip.treatment) == ("unit_slip", "DRV3", "refuse")


def _figures_are_those_that_the_filing_tags(evidence: Evidence, loaded: LoadedCorpus) -> None:
    tagged = {item.anchor: item for item in loaded.facts["10-K-2024"]}
    read_figures = {item.id: item for item in evidence.observations}
    for name, anchor in FACTS.items():
        seen, fact = read_figures[name], tagged[anchor]
        quantity = Quantity(value=seen.value, unit=seen.unit, scale=seen.scale)
        assert fact.value == quantity.in_units(), name
        assert fact.entity == seen.subject.id
        assert fact.period is not None
        assert fact.period.same_interval(seen.period)
        members = {part.member for part in fact.dimensions}
        assert ("nflx:UnitedStatesAndCanadaMember" in members) is bool(seen.subject.part), name


def _the_public_answer_is_refused(evidence: Evidence, shared: Path) -> None:
    lines = (shared / "data" / "bigfinancebench" / "subset.jsonl").read_text(encoding="utf-8")
    item = next(one for one in map(json.loads, lines.splitlines()) if one["id"] == "bf-37f81aef9b")
    public = Quantity.parse(item["reference_answer"])
    assert public == Quantity(value=Decimal("0.14"), unit=Unit.USD)
    for value, outcome in ((public.value, "refused"), (Decimal("136.74"), "accepted")):
        stated = StatedNumber(value=value, unit=Unit.USD, scale=Scale.ONE)
        assert accepts(_amount(evidence), stated) == Acceptance(outcome)


def _facts_were_asked_for(asked: tuple[ToolResult, ...]) -> None:
    answers = [item.outcome.text for item in asked if item.name == "find_facts"]
    assert len(answers) == 4
    for anchor, answer in zip(("f-466", "f-469", "f-126", "f-120"), answers, strict=True):
        assert f"element {anchor}" in answer


CANDIDATE = {
    "out/evidence.json": "evidence.json",
    "out/rows.json": "rows.json",
    **{f"out/scripts/{name}": name for name in ("attributed.py", "per_user.py", "slip.py")},
}


def public_answer_carried_through(body: dict[str, Json]) -> None:
    """Read the filing's thousands of dollars as dollars, in every figure, derivation and target."""
    for place in range(3):
        part(body, "observations", place)["scale"] = "one"
    part(body, "derivations", 0)["scale"] = "one"
    for place, script, result in (
        (1, "slip.py", "0.136739"),
        (2, "per_user.py", "136.738571"),
        (3, "slip.py", "0.162610"),
    ):
        part(body, "derivations", place).update(script=script, result=result)
    part(body, "targets", 0, "comparison", "expected")["value"] = "0.14"
    part(body, "targets", 1, "comparison", "expected")["scale"] = "one"


@pytest.mark.slow
async def test_the_public_answer_passes_every_coded_gate_and_ends_in_the_queue(
    shared: Path, tmp_path: Path
) -> None:
    altered = Altered(with_filing(shared, tmp_path))
    altered.loosen()
    altered.edit_body("evidence.json", public_answer_carried_through)
    for activation in (1, 2):
        altered.add_turn("reviser", 1, CANDIDATE, activation=activation)
        altered.copy_turn("04-reviewer-1.json", activation=activation + 1)
    query = example_query(altered.example, day=date(2025, 3, 31))
    async with played_services(tmp_path / "data", example=altered.example) as services:
        await start_example(services, query=query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        deps = await deps_of(services)
        evidence = (await read(deps, Evidence, "write")).body
        found = (await read(deps, Validation, "validate", n=3)).body
        check = (await read(deps, ReviewCheck, "review", n=3)).body
        async with services.database.reading() as reading:
            (item,) = await reading.rows(select(ESCALATION))
    assert _amount(evidence).expected == Quantity(value=Decimal("0.14"), unit=Unit.USD)
    assert (found.verdict, {one.code for one in found.findings}) == ("passed", {"CUT-unverified"})
    assert [(one.outcome, one.accepted) for one in check.reruns] == [("equal", "refused")]
    assert (item["stage"], item["reason"], item["state"]) == (
        "review",
        Reason.REVISIONS_EXHAUSTED,
        "open",
    )
