"""Ways on: findings mended in a further turn, and objections mended in a revision."""

import shutil
from pathlib import Path

import pytest

from agents.roles import WRITER
from agents.seat import Seat
from contracts.contract import Json
from contracts.model import UserMessage
from contracts.rubric import Rubric
from orchestrator.reader import read
from orchestrator.runner import advance
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.candidates import CANDIDATE, REVIEW_TURN, objection
from tests.orchestrator.play import (
    RUN,
    copied_example,
    deps_of,
    played_services,
    start_example,
)


@pytest.fixture
def altered(tmp_path: Path) -> Altered:
    found = Altered(copied_example(tmp_path))
    found.loosen()
    return found


async def _accepted(
    data: Path, altered: Altered, *, is_begun: bool = True
) -> tuple[Rubric, list[str]]:
    async with played_services(data, example=altered.example) as services:
        if not is_begun:
            await start_example(services, example=altered.example)
        assert await advance(services, RUN) == "accepted"
        rows = await services.journal.rows(RUN)
        rubric = await read(await deps_of(services), Rubric, "accept")
    return rubric.body, [f"{row.stage} {row.n} {row.verdict}" for row in rows]


@pytest.mark.slow
async def test_findings_are_mended_in_a_further_turn(tmp_path: Path, altered: Altered) -> None:
    altered.edit_body("rows.json", _no_rationale, to="rows_empty.json")
    altered.replace_body("04-writer-1.json", "rows.json", "rows_empty.json")
    altered.add_turn("writer", 2, {"out/rows.json": "rows.json"})
    rubric, steps = await _accepted(tmp_path / "data", altered, is_begun=False)
    assert steps[5:11] == [
        "write 1 done",
        "reproduce 1 done",
        "validate 1 findings",
        "write 2 done",
        "reproduce 2 done",
        "validate 2 passed",
    ]
    assert rubric.rows[0].rationale
    async with played_services(tmp_path / "data", example=altered.example) as services:
        seat = Seat(RUN, WRITER, 1, 1, (await services.runs.get(RUN)).seed)
        asked = await services.ledger.requests(seat.scope, "writer", 1)
    said = [item.text for item in asked[-1].request.messages if isinstance(item, UserMessage)]
    nonce = seat.report_nonce(2)
    _, report = said[1].split(f'\n<data nonce="{nonce}">\n')
    assert "TXT-empty-rationale" in report
    assert report.strip().endswith(f"</data {nonce}>")


async def test_an_objection_is_mended_in_a_revision(
    tmp_path: Path, validated: Path, altered: Altered
) -> None:
    altered.copy_turn(REVIEW_TURN, activation=2)
    altered.edit_body("review.json", objection("material"), to="review_first.json")
    altered.replace_body(REVIEW_TURN, "review.json", "review_first.json")
    altered.add_turn("reviser", 1, CANDIDATE)
    begun = Path(shutil.copytree(validated, tmp_path / "data"))
    rubric, steps = await _accepted(begun, altered)
    assert steps[8:13] == [
        "review 1 revise",
        "write 2 done",
        "reproduce 2 done",
        "validate 2 passed",
        "review 2 passed",
    ]
    assert [check.verdict for check in rubric.trail.checks] == ["revise", "passed"]
    assert rubric.trail.reviews[0].findings[0].id == "F1"


@pytest.mark.slow
async def test_a_differing_result_of_the_reviewer_asks_for_a_revision(
    tmp_path: Path, validated: Path, altered: Altered
) -> None:
    altered.copy_turn(REVIEW_TURN, activation=2)
    altered.edit_body("review.json", _other_result, to="review_first.json")
    altered.replace_body(REVIEW_TURN, "review.json", "review_first.json")
    altered.add_turn("reviser", 1, CANDIDATE)
    begun = Path(shutil.copytree(validated, tmp_path / "data"))
    rubric, steps = await _accepted(begun, altered)
    assert "review 1 revise" in steps
    (finding, *_) = rubric.trail.checks[0].findings
    assert finding.severity == "material"
    assert "12.9" in finding.statement or "11.768121" in finding.statement


def _no_rationale(body: dict[str, Json]) -> None:
    part(body, "rows", 0)["rationale"] = ""


def _other_result(body: dict[str, Json]) -> None:
    part(body, "computations", 0)["result"] = "12.900000"
