"""The picture of the graph, its routers and its nodes say the same."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from orchestrator import nodes, routes
from orchestrator.graph import EDGES, FORKS, build_graph
from orchestrator.recovery import Beginning
from orchestrator.state import RunState
from tests.docs.blocks import graph

ENDS = {"__start__", "__end__"}
NAMES = [node.__name__ for node in nodes.ALL]


def words_of(router: Callable[[RunState], str]) -> set[str]:
    said = get_type_hints(router)["return"]
    return {word.value for word in said} if said is Beginning else set(get_args(said))


def test_the_architecture_page_holds_the_current_picture(repository: Path) -> None:
    assert graph() in (repository / "docs/architecture.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("node", FORKS)
def test_a_routers_words_are_exactly_those_its_fork_maps(node: str) -> None:
    router, targets = FORKS[node]
    blocked = set[str]() if node == "recover" else {"blocked"}
    assert words_of(router) == {*targets, *blocked}


def test_every_router_is_used() -> None:
    used = {router.__name__ for router, _ in FORKS.values()}
    assert used == {name for name in vars(routes) if name.startswith("after_")}


def test_every_node_has_one_way_on_and_every_way_leads_to_a_node() -> None:
    assert sorted([*FORKS, *(name for name in EDGES if name not in ENDS)]) == sorted(NAMES)
    targets = {*EDGES.values()} | {t for _, words in FORKS.values() for t in words.values()}
    assert targets <= {*NAMES, *ENDS}


def test_the_drawn_nodes_are_the_nodes() -> None:
    assert set(build_graph().get_graph().nodes) == {*NAMES, *ENDS}


def test_every_node_is_a_module_of_its_name_and_stands_in_the_stage_table(
    repository: Path,
) -> None:
    folder = repository / "orchestrator" / "nodes"
    modules = {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}
    assert modules == set(NAMES)
    text = (repository / "docs/architecture.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"\n| `{name}` |" not in text] == []
