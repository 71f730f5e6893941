"""An error carried through everything: no coded gate can see it, another reading of the source can.

The candidate takes the tables' thousands for dollars, in every figure, derivation and target. Its
scripts print what it says, its quotes stand where it says, its shares are even right. Code stops
it when the reviewer's own script, over figures read anew, disagrees with a target.
"""

from pathlib import Path

import pytest
from sqlalchemy import select

from contracts.contract import Json
from contracts.escalation import Reason
from contracts.evidence import Evidence
from contracts.finding import Severity, Validation
from contracts.review import ReviewCheck
from contracts.run_paths import RunPaths
from orchestrator.reader import read
from orchestrator.runner import advance
from records.tables import ESCALATION
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.candidates import CANDIDATE, REVIEW_TURN
from tests.orchestrator.play import RUN, copied_example, deps_of, played_services, start_example

ROUNDS = (1, 2, 3)


def thousands_taken_for_dollars(body: dict[str, Json]) -> None:
    """Give every amount the scale `one`; no digit changes."""
    for kind in ("observations", "derivations"):
        items = body[kind]
        assert isinstance(items, list)
        for place in range(len(items)):
            item = part(body, kind, place)
            if item["unit"] == "USD":
                item["scale"] = "one"
    part(body, "targets", 2, "comparison", "expected")["scale"] = "one"


@pytest.mark.timeout(300)
async def test_a_slip_carried_through_is_stopped_by_the_reviewers_own_script(
    tmp_path: Path,
) -> None:
    altered = Altered(copied_example(tmp_path))
    altered.loosen()
    altered.edit_body("evidence.json", thousands_taken_for_dollars)
    for activation in (1, 2):
        altered.add_turn("reviser", 1, CANDIDATE, activation=activation)
        altered.copy_turn(REVIEW_TURN, activation=activation + 1)
    data = tmp_path / "data"
    async with played_services(data, example=altered.example) as services:
        await start_example(services, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        deps = await deps_of(services)
        evidence = (await read(deps, Evidence, "write")).body
        validations = [(await read(deps, Validation, "validate", n=n)).body for n in ROUNDS]
        checks = [(await read(deps, ReviewCheck, "review", n=n)).body for n in ROUNDS]
        async with services.database.reading() as reading:
            (item,) = await reading.rows(select(ESCALATION))
    target = next(one for one in evidence.targets if one.id == "T3")
    assert target.comparison.model_dump(mode="json")["expected"] == {
        "value": "13289",
        "unit": "USD",
        "scale": "one",
    }
    for found in validations:
        assert found.verdict == "passed"
        assert {one.severity for one in found.findings} <= {Severity.WARNING}
    for check in checks:
        reruns = {one.target_id: (one.outcome, one.accepted) for one in check.reruns}
        assert reruns == {"T1": ("equal", "accepted"), "T3": ("equal", "refused")}
        assert [one.severity for one in check.findings] == ["material"]
    assert [check.verdict for check in checks] == ["revise"] * 3
    assert (item["stage"], item["reason"], item["state"]) == (
        "review",
        Reason.REVISIONS_EXHAUSTED,
        "open",
    )
    assert not list(RunPaths(data, RUN).stages.glob("rubric-*"))
