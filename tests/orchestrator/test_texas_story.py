"""What the worked example tells, held by assertions: pins alone could be made anew and say less."""

from collections.abc import Sequence
from pathlib import Path

from agents.models.draft_report import findings_in
from agents.roles import CONTEXTUALIZER, REVISER, ROLES, WRITER
from agents.seat import Seat
from contracts.composition import Composition
from contracts.contract import parse_contract
from contracts.evidence import Evidence
from contracts.model import UserMessage
from contracts.review import Review, ReviewCheck
from contracts.rows import Candidate
from orchestrator.assignment import Assignment
from orchestrator.candidate import draft_validator
from orchestrator.deps import Deps
from orchestrator.materials import read_settled, read_submitted
from orchestrator.reader import read
from records.tool_log import ToolResult
from tests.orchestrator.play import deps_of, played_services


async def test_the_played_roles_do_the_work_for_real(accepted: Path) -> None:
    async with played_services(accepted) as services:
        deps = await deps_of(services)
        await _the_context_is_mended_in_its_repair_turn(deps)
        await _three_drafts_lead_to_the_submission(deps)
        await _the_figures_come_out(deps)
        await _the_reviewer_computes_by_itself(deps)
        await _one_row_becomes_three(deps)
        await _reviewer_sessions_share_no_conversation(deps)
        await _a_draft_hears_of_changed_ids(deps)
        _every_input_is_what_its_role_declares(deps)


def _every_input_is_what_its_role_declares(deps: Deps) -> None:
    for role in (role for role in ROLES if role is not REVISER):
        given = deps.paths.work(role.name, 1, 1) / "inputs"
        for file in role.inputs:
            assert (given / file.name).exists(), (role.name, file.name)
            if file.model is not None:
                _ = parse_contract((given / file.name).read_bytes(), file.model)


async def _the_context_is_mended_in_its_repair_turn(deps: Deps) -> None:
    asked = await deps.services.ledger.requests(deps.scope, "contextualizer", 1)
    assert {item.key.turn for item in asked} == {1, 2}
    opening = [item for item in asked[-1].request.messages if isinstance(item, UserMessage)][1]
    seat = Seat(deps.run, CONTEXTUALIZER, 1, 1, deps.seed)
    _, report = opening.text.split(f'\n<data nonce="{seat.report_nonce(2)}">\n')
    assert "context:/schema_origin" in report
    assert report.strip().endswith(f"</data {seat.report_nonce(2)}>")


async def _three_drafts_lead_to_the_submission(deps: Deps) -> None:
    results = await deps.services.tool_log.results(deps.scope, "writer", 1)
    first, second, third = (
        [line for line in findings_in(item.outcome.text) if not line.startswith("CUT-unverified")]
        for item in results
        if item.name == "validate_draft"
    )
    assert len(first) >= 30
    assert len({line.split()[0] for line in first}) >= 8
    assert {line.split()[0] for line in second} == {"TXT-empty-rationale"}
    assert len(second) == 2
    assert third == []
    opened = [item for item in results if item.name == "open_source" and not item.outcome.failed]
    assert len(opened) >= 5


async def _the_figures_come_out(deps: Deps) -> None:
    evidence = (await read(deps, Evidence, "write")).body
    derived = {item.id: item for item in evidence.derivations}
    average = next(item for item in evidence.conventions if item.ambiguity_id == "A1")
    values = {
        option.reading_id: str(derived[option.derivation_id].result)
        for option in average.options
        if option.derivation_id
    }
    assert values == {"mean_of_ratios": "11.768121", "ratio_of_sums": "11.398896"}
    assert average.chosen == "mean_of_ratios"
    assert [item.treatment for item in average.rivals] == ["refuse"]
    quarter = derived["DRV1"]
    assert (str(quarter.result), quarter.period_rule) == ("13289", "difference")
    assert quarter.period is not None
    assert quarter.period.weeks == 14
    (population,) = evidence.populations
    tied = {name: str(derived[name].result) for name in ("DRV3", "DRV4")}
    assert tied == {"DRV3": "12949", "DRV4": "92523"}
    (second,) = (member for member in population.members if member.key == "Q2 2025")
    assert tied.keys() <= set(second.evidence)
    keys = [item.key for item in population.members]
    assert keys == ["Q3 2024", "Q4 2024", "Q1 2025", "Q2 2025", "Q3 2025"]


async def _the_reviewer_computes_by_itself(deps: Deps) -> None:
    review = (await read(deps, Review, "review")).body
    check = (await read(deps, ReviewCheck, "review")).body
    assert {item.target_id: str(item.result) for item in review.computations} == {
        "T1": "11.768121",
        "T3": "13289",
    }
    assert [(item.outcome, item.accepted) for item in check.reruns] == [("equal", "accepted")] * 2
    results = await deps.services.tool_log.results(deps.scope, "reviewer", 1)
    opened = {item.arguments for item in results if item.name == "open_source"}
    evidence = (await read(deps, Evidence, "write")).body
    assert len(opened) == len(evidence.sources)
    _its_own_results_come_first(results)


def _its_own_results_come_first(results: Sequence[ToolResult]) -> None:
    """Nothing of the writer's is read before every source was opened and every own script ran."""
    first_look = next(n for n, item in enumerate(results) if _reads_the_candidate(item))
    own_work = [n for n, item in enumerate(results) if item.name in ("open_source", "run_python")]
    assert [results[n].name for n in own_work].count("run_python") == 3
    assert max(own_work) < first_look
    looked = "".join(item.arguments for item in results[first_look:])
    assert all(f"inputs/{name}" in looked for name in ("rows.md", "evidence.json"))


def _reads_the_candidate(item: ToolResult) -> bool:
    theirs = ("rows.", "evidence.", "scripts/", "reproduction.", "validation.")
    return item.name == "read_file" and any(f"inputs/{name}" in item.arguments for name in theirs)


async def _one_row_becomes_three(deps: Deps) -> None:
    before = (await read(deps, Candidate, "write")).body
    composition = (await read(deps, Composition, "compose")).body
    assert [row.points for row in before.rows] == [10_000]
    assert [row.points for row in composition.rows] == [6_000, 2_000, 2_000]
    (objection,) = composition.findings
    assert objection.severity == "material"
    cited = {item.finding_id for item in (*composition.edits, *composition.moves)}
    assert cited == {objection.id}


async def _reviewer_sessions_share_no_conversation(deps: Deps) -> None:
    spoken: dict[str, set[str]] = {}
    for role in ("reviewer", "composer", "confirmer"):
        asked = await deps.services.ledger.requests(deps.scope, role, 1)
        spoken[role] = {item.model_dump_json() for item in asked[-1].request.messages}
    first, second, third = spoken.values()
    assert not first & second
    assert not first & third
    assert not second & third


async def _a_draft_hears_of_changed_ids(deps: Deps) -> None:
    """A draft is told what its submission would be told, frozen ids included."""
    settled, earlier = await read_settled(deps, 1), await read_submitted(deps, 1, 1)
    evidence = earlier.evidence.body
    moved = evidence.model_copy(
        update={
            "targets": (
                evidence.targets[0].model_copy(update={"component_id": "O1.2"}),
                *evidence.targets[1:],
            )
        }
    )
    files = {
        "evidence.json": moved.model_dump_json().encode(),
        "rows.json": earlier.rows.body.model_dump_json().encode(),
    }
    scripts = {item.name: item.text for item in earlier.scripts.body.scripts}
    assignment = Assignment.opening(WRITER, attempt=1, files={}, inputs=())
    report = await draft_validator(deps, settled, assignment, earlier)(files, scripts)
    assert "STR-frozen-id" in report
    first = draft_validator(deps, settled, assignment, None)
    assert "STR-frozen-id" not in await first(files, scripts)
