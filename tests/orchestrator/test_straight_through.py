"""The example driven node by node, without graph, checkpoint or router."""

from pathlib import Path

from contracts.composition import Composition
from contracts.rubric import Rubric
from orchestrator import nodes
from orchestrator.reader import read
from orchestrator.state import RunState, Update, first_state
from tests.orchestrator.play import RUN, deps_of, played_services, start_example


def moved(state: RunState, change: Update) -> RunState:
    """What LangGraph makes of a node's update."""
    return RunState(run=state["run"], **change)


ORDER = (
    nodes.lock,
    nodes.factorize,
    nodes.freeze_budget,
    nodes.match,
    nodes.contextualize,
    nodes.write,
    nodes.reproduce,
    nodes.validate,
    nodes.review,
    nodes.compose,
    nodes.check_composition,
    nodes.confirm,
    nodes.accept,
)


async def test_the_nodes_turn_the_question_into_an_accepted_rubric(tmp_path: Path) -> None:
    async with played_services(tmp_path) as services:
        await start_example(services)
        deps = await deps_of(services)
        state = first_state(RUN)
        words: list[str] = []
        for node in ORDER:
            state = moved(state, await node(state, deps))
            words.append(state["verdict"])
        assert words == [*["done"] * 7, "passed", "passed", "done", "passed", "passed", "accepted"]
        rubric = (await read(deps, Rubric, "accept")).body
        composition = (await read(deps, Composition, "compose")).body
        assert (await services.runs.get(RUN)).status == "accepted"
        again = await nodes.accept(state, deps)
    assert again["verdict"] == "accepted"
    assert [(row.id, row.role, row.points) for row in rubric.rows] == [
        ("R1", "outcome", 6_000),
        ("R2", "support", 2_000),
        ("R3", "support", 2_000),
    ]
    assert rubric.rows[0].expected[0].text == "11.8 %"
    assert "Q3 2024 to Q3 2025" in rubric.rows[0].text
    values = {item.statement: item.value for item in rubric.not_chosen}
    assert "11.398896 %" in values.values()
    assert len(composition.moves) == 2


async def test_a_second_walk_finds_every_stage_and_asks_nobody(tmp_path: Path) -> None:
    async with played_services(tmp_path) as services:
        await start_example(services)
        deps = await deps_of(services)
        state = first_state(RUN)
        for node in ORDER:
            state = moved(state, await node(state, deps))
        rows = await services.journal.rows(RUN)
        served = (tmp_path / "served.log").read_text(encoding="ascii")
        again = first_state(RUN)
        for node in ORDER:
            again = moved(again, await node(again, deps))
        assert again == state
        assert await services.journal.rows(RUN) == rows
        assert (tmp_path / "served.log").read_text(encoding="ascii") == served
