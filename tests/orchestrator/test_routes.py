"""Routers are pure and know every word that their nodes can say, and no other."""

from typing import get_args, get_type_hints

import pytest

from orchestrator import nodes, routes
from orchestrator.graph import EDGES, FORKS, build_graph
from orchestrator.recovery import Beginning
from orchestrator.state import RunState, first_state


def state(verdict: str, mandate: str = "write") -> RunState:
    return {**first_state("r"), "verdict": verdict, "mandate": mandate}


@pytest.mark.parametrize(
    ("verdict", "mandate", "word"),
    [
        ("passed", "write", "passed"),
        ("passed", "revise", "passed"),
        ("findings", "write", "write"),
        ("findings", "revise", "revise"),
        ("blocked", "write", "blocked"),
    ],
)
def test_findings_go_back_to_whoever_wrote(verdict: str, mandate: str, word: str) -> None:
    assert routes.after_validate(state(verdict, mandate)) == word


@pytest.mark.parametrize(("router", "words"), FORKS.values())
def test_a_router_says_exactly_the_words_that_lead_somewhere(
    router: routes.Router, words: dict[str, str]
) -> None:
    said = get_type_hints(router)["return"]
    if said is Beginning:
        assert {word.value for word in Beginning} == words.keys()
    else:
        assert set(get_args(said)) == {*words, "blocked"}


@pytest.mark.parametrize("router", dict.fromkeys(router for router, _ in FORKS.values()))
def test_an_unknown_verdict_stops_the_run(router: routes.Router) -> None:
    with pytest.raises(ValueError, match="no route knows"):
        router(state("perhaps"))


def test_every_node_is_wired_once_and_only_there() -> None:
    names = {node.__name__ for node in nodes.ALL}
    starts = [*EDGES, *FORKS]
    assert sorted(starts) == sorted({*names, "__start__"})
    assert set(build_graph().get_graph().nodes) == {*names, "__start__", "__end__"}
