"""Every way to a human: the run says `blocked`, one escalation is open, nobody is asked again."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import select

from contracts.escalation import Reason
from contracts.run_paths import RunPaths
from orchestrator.deps import Services
from orchestrator.runner import advance
from records.tables import ESCALATION
from tests.orchestrator.altered import Altered
from tests.orchestrator.blocks import BLOCKS, Block
from tests.orchestrator.ends import ENDS, OTHERWISE
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


SAMPLE = frozenset(
    {
        Reason.CUTOFF_MISMATCH,
        Reason.REVIEW_BLOCKER,
        Reason.TRACE_AUDIT,
    }
)
"""Ways that every run of the tests takes; the others are behind the marker `slow`.

The way through `TURNS_EXHAUSTED` is the fixture `exhausted`, from which test_recovery.py goes on.
"""


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            block, id=block.name, marks=() if block.reason in SAMPLE else (pytest.mark.slow,)
        )
        for block in BLOCKS
    ],
)
async def test_the_run_waits_for_a_human(tmp_path: Path, validated: Path, block: Block) -> None:
    """Advance twice; the second time must find the same open escalation and ask nobody."""
    data, altered = tmp_path / "data", Altered(copied_example(tmp_path))
    block.play(altered)
    if block.is_late:
        _ = shutil.copytree(validated, data)
    async with played_services(data, example=altered.example) as services:
        if not block.is_late:
            query = example_query(altered.example, day=block.day)
            await start_example(services, query=query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        served = (data / "served.log").read_text(encoding="ascii")
        assert await advance(services, RUN) == "blocked"
        assert (data / "served.log").read_text(encoding="ascii") == served
        assert await _escalations(services) == [(block.stage, block.reason, "open")]
    assert not list(RunPaths(data, RUN).stages.glob("rubric-*"))


def test_every_reason_has_a_way_that_leads_to_it() -> None:
    """Those that no recording alone leads to have tests of their own, which `ENDS` names."""
    reasons = {row.reason for row in (*BLOCKS, *ENDS, *OTHERWISE)}
    assert reasons == set(Reason)
