"""The run as a picture: one node per stage, one router per fork. Nodes do not know LangGraph."""

from collections.abc import Awaitable, Callable, Hashable
from typing import Protocol, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from orchestrator import nodes, routes
from orchestrator.deps import Deps
from orchestrator.recovery import Beginning
from orchestrator.state import RunState, Update

Node: TypeAlias = Callable[[RunState, Deps], Awaitable[Update]]
RunGraph: TypeAlias = CompiledStateGraph[RunState, Deps, RunState, RunState]

EDGES: dict[str, str] = {
    START: "lock",
    "lock": "factorize",
    "match": "contextualize",
    "reproduce": "validate",
    "escalate": "recover",
}
FORKS: dict[str, tuple[routes.Router, dict[str, str]]] = {
    "factorize": (routes.after_work, {"done": "freeze_budget"}),
    "freeze_budget": (routes.after_work, {"done": "match"}),
    "contextualize": (routes.after_work, {"done": "write"}),
    "write": (routes.after_work, {"done": "reproduce"}),
    "revise": (routes.after_work, {"done": "reproduce"}),
    "validate": (
        routes.after_validate,
        {"passed": "review", "write": "write", "revise": "revise"},
    ),
    "review": (routes.after_review, {"passed": "compose", "revise": "revise"}),
    "compose": (routes.after_work, {"done": "check_composition"}),
    "check_composition": (routes.after_gate, {"passed": "confirm"}),
    "confirm": (routes.after_gate, {"passed": "accept"}),
    "accept": (routes.after_accept, {"accepted": END}),
    "recover": (routes.after_recover, {node.value: node.value for node in Beginning}),
}
"""Router and where its words lead; the word `blocked` of a stage leads to `escalate`."""


def build_graph(saver: BaseCheckpointSaver[str] | None = None) -> RunGraph:
    """The compiled graph; without a saver it only serves to be drawn."""
    graph = StateGraph(RunState, context_schema=Deps)
    for node in nodes.ALL:
        # LangGraph leaves parts of its own types open, here and in `compile`.
        graph.add_node(node.__name__, _bound(node))  # pyright: ignore[reportUnknownMemberType]
    for start, end in EDGES.items():
        graph.add_edge(start, end)
    for start, (router, words) in FORKS.items():
        blocked = {} if start == "recover" else {"blocked": "escalate"}
        targets: dict[Hashable, str] = {**words, **blocked}
        graph.add_conditional_edges(start, router, targets)
    return graph.compile(checkpointer=saver)  # pyright: ignore[reportUnknownMemberType]


class _Step(Protocol):
    """What LangGraph calls, by these parameter names."""

    def __call__(self, state: RunState, *, runtime: Runtime[Deps]) -> Awaitable[Update]: ...


def _bound(node: Node) -> _Step:
    async def step(state: RunState, runtime: Runtime[Deps]) -> Update:
        return await node(state, runtime.context)

    return step
