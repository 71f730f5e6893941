"""The example driven node by node, without graph, checkpoint or router."""

from pathlib import Path

from contracts.composition import Composition
from contracts.rubric import Rubric
from orchestrator.reader import read
from tests.orchestrator.play import RUN, deps_of, played_services, start_example, walk


async def test_the_nodes_turn_the_question_into_an_accepted_rubric(tmp_path: Path) -> None:
    """A second walk finds every stage and asks nobody."""
    async with played_services(tmp_path) as services:
        await start_example(services)
        deps = await deps_of(services)
        words = await walk(deps)
        assert words == [*["done"] * 7, "passed", "passed", "done", "passed", "passed", "accepted"]
        rubric = (await read(deps, Rubric, "accept")).body
        composition = (await read(deps, Composition, "compose")).body
        assert (await services.runs.get(RUN)).status == "accepted"
        rows = await services.journal.rows(RUN)
        served = (tmp_path / "served.log").read_text(encoding="ascii")
        assert await walk(deps) == words
        assert await services.journal.rows(RUN) == rows
        assert (tmp_path / "served.log").read_text(encoding="ascii") == served
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
