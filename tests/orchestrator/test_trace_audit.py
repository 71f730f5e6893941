"""The trace audit after a stage and before acceptance: what each sees, and where a retry begins."""

import shutil
from pathlib import Path

import pytest

from contracts.decision import DecisionKind
from contracts.model import CallKey
from escalations.item import open_item_of
from orchestrator import nodes
from orchestrator.recovery import Beginning, beginning
from records.tool_log import ToolOutcome
from tests.escalations.material import decision, waiting
from tests.orchestrator.ends import SEEN_LATE
from tests.orchestrator.play import RUN, deps_of, played_services, walk


async def test_what_no_stage_has_seen_is_seen_at_acceptance(
    tmp_path: Path, validated: Path
) -> None:
    data = Path(shutil.copytree(validated, tmp_path / "data"))

    async def searched() -> ToolOutcome:
        return ToolOutcome("Found at https://huggingface.co/datasets/answers", failed=False)

    async with played_services(data) as services:
        deps = await deps_of(services)
        assert (await walk(deps, until=nodes.confirm))[-1] == "passed"
        key = CallKey(scope=deps.scope, role="confirmer", activation=1, turn=1, call=1)
        await services.tool_log.once(key, 9, "list_files", "{}", searched)
        assert (await walk(deps))[-1] == "blocked"
        item = await open_item_of(services.database, RUN)
    assert item is not None
    SEEN_LATE.check(item)


@pytest.mark.parametrize(
    ("stage", "begins"),
    [
        ("factorize", Beginning.FACTORIZE),
        ("contextualize", Beginning.CONTEXTUALIZE),
        ("write", Beginning.WRITE),
        ("review", Beginning.REVIEW),
        ("compose", Beginning.COMPOSE),
        ("confirm", Beginning.CONFIRM),
        ("accept", Beginning.WRITE),
    ],
)
def test_a_role_whose_trace_is_at_fault_begins_again_itself(stage: str, begins: Beginning) -> None:
    retry = decision(waiting(stage=stage), DecisionKind.RETRY)
    assert beginning(stage, {"AUD-blocked-host"}, retry) == begins
