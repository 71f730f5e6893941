"""The printed blocks of documents that people write: tables and the picture of the graph."""

from collections.abc import Callable, Mapping
from importlib import import_module

from agents.roles import ROLES
from contracts.counters import (
    MAX_DRAFT_VALIDATIONS,
    MAX_FURTHER_TURNS,
    MAX_RECOVERIES,
    MAX_REVISIONS,
)
from orchestrator import nodes
from orchestrator.graph import EDGES, FORKS, build_graph
from tests.architecture.test_layers import ROWS


def graph() -> str:
    """The graph as LangGraph draws it."""
    return f"```mermaid\n{build_graph().get_graph().draw_mermaid().strip()}\n```\n"


def layers() -> str:
    """Who may import whom, with the first line of each package's docstring."""
    lines = ["| folder | holds | imports beside `contracts` |", "|---|---|---|"]
    above: set[str] = set()
    for name, imports in ROWS.items():
        named = ", ".join(f"`{_folder(other)}`" for other in sorted(imports - {name, "contracts"}))
        words = "all above" if above and imports >= above else named
        lines.append(f"| `{_folder(name)}` | {_summary(import_module(name))} | {words or '–'} |")
        above.add(name)
    return "\n".join(lines) + "\n"


def stages() -> str:
    """Every node with what its docstring says and where its words lead."""
    lines = ["| node | what it does | then |", "|---|---|---|"]
    lines += [
        f"| `{node.__name__}` | {_summary(node)} | {_then(node.__name__)} |" for node in nodes.ALL
    ]
    return "\n".join(lines) + "\n"


def bounds() -> str:
    """Every bound with its figure and the place where it stands."""
    groups = {role.budget for role in ROLES}
    rows = [
        ("further turns for findings, per writer or reviser activation", MAX_FURTHER_TURNS),
        ("revisions after a content review, per attempt", MAX_REVISIONS),
        ("human recoveries, per run", MAX_RECOVERIES),
        ("`validate_draft` calls, per turn", MAX_DRAFT_VALIDATIONS),
    ]
    lines = ["| bound | figure | stands in |", "|---|---|---|"]
    lines += [f"| {words} | {figure} | `contracts/counters.py` |" for words, figure in rows]
    for group in sorted(groups, key=lambda group: group.name):
        names = ", ".join(role.name for role in ROLES if role.budget == group)
        words = f"active seconds of {names}, per attempt"
        lines.append(f"| {words} | {group.seconds:,} | `agents/roles.py` |")
    return "\n".join(lines) + "\n"


BLOCKS: Mapping[str, Callable[[], str]] = {
    "bounds": bounds,
    "graph": graph,
    "layers": layers,
    "stages": stages,
}


def _folder(name: str) -> str:
    return f"{name.replace('.', '/')}/"


def _summary(documented: object) -> str:
    text = documented.__doc__
    assert text, documented
    return " ".join(text.split("\n\n")[0].split()).rstrip(".")


def _then(node: str) -> str:
    if node in EDGES:
        return _place(EDGES[node])
    blocked = {} if node == "recover" else {"blocked": "escalate"}
    words = {**FORKS[node][1], **blocked}
    return "; ".join(f"{word}: {_place(target)}" for word, target in words.items())


def _place(target: str) -> str:
    return "the end" if target == "__end__" else f"`{target}`"
