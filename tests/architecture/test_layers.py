"""The folders are the architecture: who may import whom, from this one table."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.architecture.source import PEOPLE, Module, imports, listed_packages, product_modules

# Rows are direct imports. A name covers its sub-packages, except those with a row of their own.
# Every row may import itself and `contracts`.
BELOW_THE_GRAPH: dict[str, set[str]] = {
    "contracts": set(),
    "records": set(),
    "gates": set(),
    "principles": set(),
    "task_bank": {"principles"},
    "sandboxes": set(),
    "sources.store": set(),
    "reports": {"sources.store"},
    "sources": {"sandboxes", "sources.store"},
    "agents.models": {"records"},
    "agents": {"agents.models", "records", "principles", "sandboxes", "sources"},
    "escalations": {"records"},
}
BESIDE_THE_CLI: dict[str, set[str]] = BELOW_THE_GRAPH | {
    "orchestrator": set(BELOW_THE_GRAPH),
    "task_bank.build": {"task_bank", "principles", "agents", "escalations", "records"},
    "scoring": {"records", "agents.models", "gates", "reports"},
    "benchmarks": {
        "scoring",
        "orchestrator",
        "agents",
        "sandboxes",
        "sources",
        "principles",
        "task_bank",
    },
    "console": {"records", "escalations", "gates", "sources.store", "reports", "scoring"},
    "finrubric": {"scoring"},
}
ROWS: dict[str, set[str]] = BESIDE_THE_CLI | {"cli": set(BESIDE_THE_CLI)}


def row_of(dotted: str) -> str | None:
    """The row a module or imported name belongs to: the longest name that covers it."""
    parts = dotted.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in ROWS), None)


def violations(modules: Iterable[Module]) -> list[str]:
    found: list[str] = []
    for module in modules:
        own = row_of(module.package)
        assert own is not None, f"{module.path} belongs to no row"
        for target, line in imports(module):
            if target.split(".")[0] in PEOPLE:
                found.append(f"{module.path}:{line}: {own} imports {target}, which is for people")
            elif (row := row_of(target)) and row not in {own, "contracts", *ROWS[own]}:
                found.append(f"{module.path}:{line}: {own} must not import {row} ({target})")
    return found


def test_no_package_imports_what_its_row_does_not_name() -> None:
    assert violations(product_modules()) == []


def test_the_table_names_the_packages_of_the_wheel() -> None:
    assert sorted({name.split(".")[0] for name in ROWS}) == sorted(listed_packages())


def test_every_row_is_a_package_with_a_docstring(repository: Path) -> None:
    for name in ROWS:
        first = (repository / name.replace(".", "/") / "__init__.py").read_text()
        assert first.startswith('"""'), name


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("gates/points.py", "import records"),
        ("gates/points.py", "import contracts.rubric, records.journal"),
        ("gates/points.py", "from records.journal import Journal"),
        ("gates/points.py", "def late():\n    from agents import session"),
        ("gates/points.py", "if TYPE_CHECKING:\n    import orchestrator"),
        ("gates/points.py", "from importlib import import_module\nimport_module('records.queue')"),
        ("gates/points.py", "from ..records import journal"),
        ("contracts/rubric.py", "import gates"),
        ("reports/html.py", "from sources import edgar"),
        ("agents/session.py", "from sources import store"),
        ("agents/session.py", "from sources.store.quotes import locate"),
        ("agents/models/replay.py", "from agents.session import Session"),
        ("orchestrator/nodes/match.py", "from task_bank.build import induce"),
        ("orchestrator/runner.py", "import scoring"),
        ("finrubric/__init__.py", "from gates import points"),
        ("cli/demo.py", "from tests.builders import rubric"),
        ("cli/demo.py", "import examples.texas_roadhouse"),
    ],
)
def test_walker_sees_a_forbidden_import(path: str, text: str) -> None:
    assert len(violations([Module.of(path, text)])) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "gates/points.py",
            "import json\nfrom contracts.rubric import Rubric\nimport gates.budget",
        ),
        ("gates/points.py", "from . import budget\nfrom .validator import points"),
        ("reports/html.py", "from sources import store\nfrom sources.store.quotes import locate"),
        ("sources/edgar.py", "from sources.store import snapshots\nimport sandboxes.local"),
        ("agents/session.py", "from agents import models\nfrom sources.corpus import Corpus"),
        ("orchestrator/nodes/match.py", "import task_bank, escalations, gates, reports"),
        ("cli/bank.py", "from task_bank.build import induce\nimport console, benchmarks"),
    ],
)
def test_walker_lets_an_allowed_import_pass(path: str, text: str) -> None:
    assert violations([Module.of(path, text)]) == []
