"""The second and the third example: refused for the cutoff, guided by a person, then accepted."""

import shutil
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from agents.models.draft_report import findings_in
from contracts.comparison import accepts
from contracts.decision import Decision, DecisionKind
from contracts.escalation import Reason
from contracts.finding import Finding, Severity, Validation
from contracts.quantity import Scale, Unit
from contracts.query import Query
from contracts.review import ReviewCheck
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from contracts.stated import StatedNumber
from orchestrator.deps import Deps
from orchestrator.reader import read, read_file
from orchestrator.runner import advance
from tests.orchestrator.deciding import decided, open_item
from tests.orchestrator.play import (
    EXAMPLE,
    RUN,
    deps_of,
    example_query,
    played_services,
    start_example,
)

pytestmark = pytest.mark.timeout(600)

EARLY = EXAMPLE.parent / "texas_roadhouse_early"
DAY = date(2025, 9, 1)
LATE = "10-Q-2025-Q3"
GUIDANCE = (
    "The third quarter of 2025 was reported after the cutoff. Take the five quarters from Q2 2024"
    " to Q2 2025."
)
AFTER = {"CUT-after", "CUT-period", "POP-unpublished"}
QUOTED_ELSEWHERE = {"CUT-period", "EVD-quote-absent", "POP-unpublished"}


def _example(folder: Path, recording: str) -> Path:
    """A recording beside the sources of the first example, which both examples use."""
    example = folder / "example"
    shutil.copytree(EARLY / recording, example / "recording")
    shutil.copytree(EXAMPLE / "sources", example / "sources")
    return example


def _early_query() -> Query:
    return example_query(EARLY, day=DAY)


def _codes(findings: tuple[Finding, ...]) -> set[str]:
    return {item.code for item in findings if item.severity is not Severity.WARNING}


def test_one_place_of_the_question_is_changed() -> None:
    first, second = (
        (folder / "query.txt").read_text(encoding="utf-8") for folder in (EXAMPLE, EARLY)
    )
    assert first.count("as of 1/9/2026") == 1
    assert second == first.replace("as of 1/9/2026", "as of 9/1/2025")


@pytest.mark.slow
async def test_the_newest_report_is_refused_until_a_person_speaks(tmp_path: Path) -> None:
    example, data = _example(tmp_path, "recording"), tmp_path / "data"
    async with played_services(data, example=example) as services:
        await start_example(services, query=_early_query(), example=example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
        assert (item.attempt, item.stage, item.reason) == (1, "validate", Reason.TURNS_EXHAUSTED)
        assert _codes(item.findings) == QUOTED_ELSEWHERE
        decision = await decided(services, DecisionKind.RETRY, guidance=GUIDANCE)
        assert await advance(services, RUN) == "accepted"
        deps = await deps_of(services)
        await _each_submission_is_refused(deps)
        await _so_is_each_draft(deps)
        await _the_second_attempt_starts_anew(deps)
        rubric = (await read(deps, Rubric, "accept", attempt=2)).body
        check = (await read(deps, ReviewCheck, "review", attempt=2)).body
    given = RunPaths(data, RUN).work("writer", 2, 101) / "inputs" / "guidance.json"
    assert GUIDANCE in given.read_text(encoding="utf-8")
    assert {item.printed: item.accepted for item in check.reruns} == {
        "12.810859": "accepted",
        "13289": "accepted",
    }
    _the_rubric_takes_the_mean_and_refuses_its_rivals(rubric, decision)


async def _each_submission_is_refused(deps: Deps) -> None:
    journal = await deps.services.journal.rows(RUN)
    rows = [row for row in journal if (row.attempt, row.stage) == (1, "validate")]
    assert [(row.verdict, row.counters.further_turns) for row in rows] == [
        ("findings", 0),
        ("findings", 1),
        ("blocked", 2),
    ]
    found = [_codes(read_file(deps, row, Validation).body.findings) for row in rows]
    assert found == [AFTER, AFTER, QUOTED_ELSEWHERE]


async def _so_is_each_draft(deps: Deps) -> None:
    results = await deps.services.tool_log.results(deps.scope, "writer", 1)
    drafts = {
        item.key.turn: {line.split()[0] for line in findings_in(item.outcome.text)}
        for item in results
        if item.name == "validate_draft"
    }
    warned = {"CUT-unverified"}
    assert drafts == {1: AFTER | warned, 2: AFTER | warned, 3: QUOTED_ELSEWHERE | warned}
    (searched,) = (item.outcome for item in results if item.name == "search_sources")
    assert f"- {LATE}: published 2025-11-07" in searched.text
    assert "10,797" not in searched.text
    refused = [item for item in results if item.name == "open_source" and item.outcome.failed]
    assert [LATE in item.arguments for item in refused] == [True]
    assert "after the cutoff 2025-09-01" in refused[0].outcome.text


async def _the_second_attempt_starts_anew(deps: Deps) -> None:
    rows = [row for row in await deps.services.journal.rows(RUN) if row.attempt == 2]
    assert [(row.stage, row.verdict) for row in rows[:2]] == [
        ("recover", "write"),
        ("write", "done"),
    ]
    assert {row.counters.further_turns for row in rows} == {0}
    results = await deps.services.tool_log.results(deps.scope, "writer", 101)
    read_files = [item.arguments for item in results if item.name == "read_file"]
    assert "inputs/guidance.json" in read_files[0]
    assert not any(LATE in item.arguments for item in results if item.name == "open_source")


def _the_rubric_takes_the_mean_and_refuses_its_rivals(rubric: Rubric, decision: Decision) -> None:
    outcome, window, quarter = rubric.rows
    assert [row.points for row in rubric.rows] == [6_000, 2_000, 2_000]
    assert "12.8 %" in outcome.text
    assert "Q2 2024; Q3 2024; Q4 2024; Q1 2025; Q2 2025" in window.text
    assert "USD 13,289 thousand" in quarter.text
    derived = {str(item.result) for item in rubric.evidence.derivations}
    assert {"12.810859", "12.653024"} <= derived
    for text, verdict in (
        ("12.810859", "accepted"),
        ("12.8", "accepted"),
        ("12.653024", "refused"),
        ("12.7", "refused"),
        ("11.8", "refused"),
    ):
        stated = StatedNumber(value=Decimal(text), unit=Unit.PERCENT, scale=Scale.ONE)
        assert accepts(outcome.expected[0].comparison, stated) == verdict, text
    assert not any(item.source_id == LATE for item in rubric.evidence.observations)
    assert not any(item.id == LATE for item in rubric.evidence.sources)
    assert rubric.trail.decisions == (decision,)
    assert rubric.waivers == ()


async def test_the_old_text_with_the_new_cutoff_stops_before_research(tmp_path: Path) -> None:
    example = _example(tmp_path, "mismatch")
    query = example_query(EXAMPLE, day=DAY)
    async with played_services(tmp_path / "data", example=example) as services:
        await start_example(services, query=query, example=example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
        rows = await services.journal.rows(RUN)
    assert (item.stage, item.reason) == ("factorize", Reason.CUTOFF_MISMATCH)
    assert [found.code for found in item.findings] == ["FAC-cutoff-mismatch"]
    assert [row.stage for row in rows] == ["lock", "factorize"]
