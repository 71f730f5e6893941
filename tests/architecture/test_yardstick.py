"""The measures the code is held to, where a program can take them."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.architecture.source import (
    PEOPLE,
    Module,
    dotted_names,
    imports,
    listed_packages,
    product_modules,
)

MODULE_LINES = 400
FUNCTION_LINES = 40

LANGGRAPH_HOMES = (
    "orchestrator/graph.py",
    "orchestrator/cursor.py",
    "orchestrator/nodes/escalate.py",
)
# A library that is wrapped: the one place that knows it.
HOMES: dict[str, tuple[str, ...]] = {
    "langgraph": LANGGRAPH_HOMES,
    "langchain_core": ("agents/models/",),
    "langchain_openai": ("agents/models/",),
    "openai": ("agents/models/",),
    "anthropic": ("agents/models/",),
    "httpx2": ("agents/models/", "sources/web/", "console/access/oidc.py"),
    "docker": ("sandboxes/",),
    "fastapi": ("console/",),
    "starlette": ("console/",),
    "uvicorn": ("cli/console_serving.py",),
    "authlib": ("console/access/",),
    "inscriptis": ("sources/store/",),
    "lxml": ("sources/store/",),
    "numpy": ("scoring/metrics/",),
    "pypdf": ("sources/store/pdf.py",),
    "subprocess": ("sandboxes/",),
    "multiprocessing": ("sandboxes/",),
    "pty": ("sandboxes/",),
}
PROCESS_STARTERS = (
    "asyncio.create_subprocess_exec",
    "asyncio.create_subprocess_shell",
    "os.system",
    "os.popen",
    "os.fork",
    "os.posix_spawn",
    "os.execv",
)
ENVIRONMENT = ("os.environ", "os.environb", "os.getenv", "os.putenv")
VAGUE = {"util", "utils", "helper", "helpers", "common", "base", "manager", "managers"} | {
    "handler",
    "handlers",
    "misc",
}

ROOT_FILES = {
    "AGENTS.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "pyproject.toml",
}
HIDDEN_OR_MADE = {"build", "dist", "htmlcov", "__pycache__"}
"""Made by tools and ignored by git; so are names with a leading dot."""

Measure = Callable[[Module], Iterator[str]]


def long_modules(module: Module) -> Iterator[str]:
    lines = module.text.count("\n")
    if lines > MODULE_LINES:
        yield f"{module.path} has {lines} lines; {MODULE_LINES} are allowed"


def long_functions(module: Module) -> Iterator[str]:
    if module.path.startswith("records/migrations/versions/"):
        return  # a migration lists tables; splitting it hides what happened
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield (
                    f"{module.path}:{node.lineno}: {node.name} has {lines} lines; "
                    f"{FUNCTION_LINES} are allowed"
                )


def broad_excepts(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node):
            yield f"{module.path}:{node.lineno}: catches everything; name what can be handled"


def _is_broad(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
    last = handler.body[-1]
    is_raised_again = isinstance(last, ast.Raise) and last.exc is None
    return "Exception" in caught or ("BaseException" in caught and not is_raised_again)


def strayed_libraries(module: Module) -> Iterator[str]:
    for target, line in imports(module):
        homes = HOMES.get(target.split(".")[0])
        if homes and not module.path.startswith(homes):
            yield f"{module.path}:{line}: imports {target}; only {', '.join(homes)} may"


def started_processes(module: Module) -> Iterator[str]:
    if not module.path.startswith("sandboxes/"):
        for name, line in dotted_names(module):
            if name.startswith(PROCESS_STARTERS):
                yield f"{module.path}:{line}: {name}; only sandboxes/ starts processes"


def environment_readers(module: Module) -> Iterator[str]:
    if module.path != "contracts/settings.py":
        for name, line in dotted_names(module):
            if name in ENVIRONMENT:
                yield f"{module.path}:{line}: {name}; contracts/settings.py reads it"


def vague_names(module: Module) -> Iterator[str]:
    for part in Path(module.path).with_suffix("").parts:
        if words := VAGUE & set(part.split("_")):
            yield f"{module.path}: {words.pop()!r} says nothing; name the thing"


def exported(module: Module) -> list[str] | None:
    """The names in `__all__`, or None where there is none."""
    for node in module.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            assert isinstance(node, ast.Assign)
            return list(ast.literal_eval(node.value))
    return None


def _export_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest: the order the linter's RUF022 keeps."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


def unsorted_exports(module: Module) -> Iterator[str]:
    names = exported(module)
    if names is not None and names != sorted(set(names), key=_export_order):
        yield f"{module.path}: __all__ is not sorted, or names a thing twice"


MEASURES: tuple[Measure, ...] = (
    long_modules,
    long_functions,
    broad_excepts,
    strayed_libraries,
    started_processes,
    environment_readers,
    vague_names,
    unsorted_exports,
)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.__name__)
def test_product_code_holds_the_measure(measure: Measure) -> None:
    assert [line for module in product_modules() for line in measure(module)] == []


LONG_FUNCTION = "def f() -> None:\n" + "    x = 1\n" * FUNCTION_LINES


@pytest.mark.parametrize(
    ("measure", "path", "text"),
    [
        (long_modules, "gates/points.py", "x = 1\n" * (MODULE_LINES + 1)),
        (long_functions, "gates/points.py", LONG_FUNCTION),
        (long_functions, "gates/points.py", "async " + LONG_FUNCTION),
        (broad_excepts, "gates/points.py", "try:\n    x\nexcept:\n    raise"),
        (broad_excepts, "gates/points.py", "try:\n    x\nexcept Exception as e:\n    raise"),
        (broad_excepts, "gates/points.py", "try:\n    x\nexcept (KeyError, Exception):\n    pass"),
        (broad_excepts, "gates/points.py", "try:\n    x\nexcept BaseException:\n    pass"),
        (strayed_libraries, "orchestrator/routes.py", "from langgraph.graph import END"),
        (strayed_libraries, "agents/session.py", "import anthropic"),
        (strayed_libraries, "cli/doctor.py", "def f():\n    import docker"),
        (strayed_libraries, "cli/doctor.py", "from subprocess import run"),
        (started_processes, "cli/doctor.py", "import os\nos.system('true')"),
        (started_processes, "cli/doctor.py", "from os import popen"),
        (started_processes, "agents/a.py", "import asyncio\nasyncio.create_subprocess_exec('ls')"),
        (environment_readers, "cli/doctor.py", "import os\nos.environ['HOME']"),
        (environment_readers, "cli/doctor.py", "from os import getenv"),
        (vague_names, "gates/utils.py", ""),
        (vague_names, "gates/text_helpers.py", ""),
        (vague_names, "sources/common/dates.py", ""),
        (unsorted_exports, "gates/__init__.py", "__all__ = ['b', 'a']"),
        (unsorted_exports, "gates/__init__.py", "__all__ = ['a', 'a']"),
    ],
)
def test_measure_sees_a_breach(measure: Measure, path: str, text: str) -> None:
    assert len(list(measure(Module.of(path, text)))) == 1


def test_measures_let_sound_code_pass() -> None:
    sound = (
        '__all__ = ["LIMIT", "Points", "check"]\n'
        "try:\n    x = 1\nexcept BaseException:\n    x = 2\n    raise\n"
    )
    modules = [
        Module.of("gates/points.py", sound),
        Module.of("sandboxes/docker.py", "import docker\nimport subprocess"),
        Module.of("orchestrator/graph.py", "from langgraph.graph import START"),
        Module.of("contracts/settings.py", "import os\nos.environ['HOME']"),
    ]
    assert [line for module in modules for measure in MEASURES for line in measure(module)] == []


def test_event_loop_is_started_once_and_in_cli() -> None:
    starters = ("asyncio.run", "asyncio.Runner", "anyio.run")
    found = [
        f"{module.path}:{line}"
        for module in product_modules()
        for name, line in dotted_names(module)
        if name in starters or name.endswith(".run_until_complete")
    ]
    assert len(found) <= 1
    assert all(place.startswith("cli/") for place in found)


def test_root_shows_the_packages_and_nothing_unexpected(repository: Path) -> None:
    shown = {path.name for path in repository.iterdir() if not path.name.startswith(".")}
    expected = {*listed_packages(), *PEOPLE, *ROOT_FILES, "requirements"}
    assert shown - expected - HIDDEN_OR_MADE == set()
    assert {*listed_packages(), *ROOT_FILES} - shown == set()
