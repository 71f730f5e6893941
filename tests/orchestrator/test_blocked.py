"""Every way to a human: the run says `blocked`, one escalation is open, nobody is asked again."""

from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import select

from contracts.contract import Json
from contracts.escalation import Reason
from contracts.run_paths import RunPaths
from orchestrator.deps import Services
from orchestrator.runner import advance
from records.tables import ESCALATION
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.candidates import CANDIDATE, REVIEW_TURN, objection
from tests.orchestrator.play import (
    RUN,
    copied_example,
    example_query,
    played_services,
    start_example,
)


async def _escalations(services: Services) -> list[tuple[str, str, str]]:
    async with services.database.reading() as reading:
        rows = await reading.rows(select(ESCALATION))
    return [(row["stage"], row["reason"], row["state"]) for row in rows]


async def _blocks(data: Path, altered: Altered, *, day: date = date(2026, 1, 9)) -> tuple[str, str]:
    """Advance twice; the second time must find the same open escalation and ask nobody."""
    async with played_services(data, example=altered.example) as services:
        query = example_query(altered.example, day=day)
        await start_example(services, query=query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        served = (data / "served.log").read_text(encoding="ascii")
        assert await advance(services, RUN) == "blocked"
        assert (data / "served.log").read_text(encoding="ascii") == served
        ((stage, reason, state),) = await _escalations(services)
        assert state == "open"
        assert not list(RunPaths(data, RUN).stages.glob("rubric-*"))
    return stage, reason


@pytest.fixture
def altered(tmp_path: Path) -> Altered:
    return Altered(copied_example(tmp_path))


async def test_an_as_of_date_other_than_the_cutoff(tmp_path: Path, altered: Altered) -> None:
    altered.loosen()
    found = await _blocks(tmp_path / "data", altered, day=date(2026, 1, 8))
    assert found == ("factorize", Reason.CUTOFF_MISMATCH)


async def test_a_repair_turn_that_mends_nothing(tmp_path: Path, altered: Altered) -> None:
    altered.edit_body("context.json", lambda body: body.update(schema_origin="task_bank"))
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("contextualize", Reason.REPAIR_EXHAUSTED)


async def test_findings_in_the_draft_and_both_further_turns(
    tmp_path: Path, altered: Altered
) -> None:
    altered.loosen()
    altered.edit_body("rows.json", _no_rationale)
    for turn in (2, 3):
        altered.add_turn("writer", turn, {"out/rows.json": "rows.json"})
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("validate", Reason.TURNS_EXHAUSTED)


async def test_a_blocker_of_the_reviewer(tmp_path: Path, altered: Altered) -> None:
    altered.loosen()
    altered.edit_body("review.json", objection("blocker"))
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("review", Reason.REVIEW_BLOCKER)


async def test_a_third_revision(tmp_path: Path, altered: Altered) -> None:
    altered.loosen()
    altered.edit_body("review.json", objection("material"))
    for activation in (1, 2):
        altered.add_turn("reviser", 1, CANDIDATE, activation=activation)
    for activation in (2, 3):
        altered.copy_turn(REVIEW_TURN, activation=activation)
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("review", Reason.REVISIONS_EXHAUSTED)


async def test_points_that_do_not_sum(tmp_path: Path, altered: Altered) -> None:
    altered.edit_body("composition.json", lambda body: part(body, "rows", 0).update(points=6100))
    altered.add_turn("composer", 2, {"out/composition.json": "composition.json"})
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("compose", Reason.REPAIR_EXHAUSTED)


async def test_a_refused_confirmation(tmp_path: Path, altered: Altered) -> None:
    altered.edit_body(
        "confirmation.json", lambda body: part(body, "checks", 1).update(passed=False)
    )
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("confirm", Reason.CONFIRMATION_REFUSED)


async def test_a_blocked_host_in_the_trace(tmp_path: Path, altered: Altered) -> None:
    altered.edit_body(
        "confirmation.json",
        lambda body: part(body, "checks", 1).update(
            note="Compared with https://huggingface.co/datasets/answers before deciding."
        ),
    )
    found = await _blocks(tmp_path / "data", altered)
    assert found == ("accept", Reason.ACCEPTANCE_FAILED)


def _no_rationale(body: dict[str, Json]) -> None:
    part(body, "rows", 0)["rationale"] = ""
