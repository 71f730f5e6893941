"""No test stands in for a model client: only the address that a real one asks is a test's own."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOT, Module

PROTOCOL = "ModelClient"


def client_modules() -> tuple[Module, ...]:
    """Where the product's clients stand."""
    files = sorted((ROOT / "agents" / "models").glob("*.py"))
    return tuple(Module.of(file.relative_to(ROOT).as_posix(), file.read_text()) for file in files)


def methods(modules: tuple[Module, ...]) -> set[str]:
    """What a client is asked by, as its protocol says; its properties are common words."""
    (protocol,) = (
        node
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and node.name == PROTOCOL
    )
    return {node.name for node in protocol.body if isinstance(node, ast.AsyncFunctionDef)}


def clients(modules: tuple[Module, ...]) -> set[str]:
    """Classes of the product that answer by those names."""
    names = methods(modules)
    return {
        node.name
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        and names & {item.name for item in node.body if isinstance(item, ast.AsyncFunctionDef)}
    }


def stand_ins(tree: ast.Module, names: set[str], known: set[str]) -> Iterator[str]:
    """What in a test's code could answer in a client's place."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name in names:
                yield f"line {node.lineno}: defines {name}"
            case ast.keyword(arg=name) if name in names:
                yield f"line {node.value.lineno}: makes an object with {name}"
            case ast.Attribute(attr=name, ctx=ast.Store()) if name in names:
                yield f"line {node.lineno}: replaces {name}"
            case ast.ClassDef(bases=bases) if known & {last_of(ast.unparse(b)) for b in bases}:
                yield f"line {node.lineno}: {node.name} is a client"
            case ast.Call():
                # Whatever is called: a wrapper around `setattr` replaces as well as `setattr`.
                yield from (f"line {node.lineno}: names {name}" for name in names & words_of(node))
            case _:
                pass


def words_of(call: ast.Call) -> set[str]:
    """Strings that a call is given, of dotted ones the last part."""
    given = (*call.args, *(item.value for item in call.keywords))
    return {last_of(str(item.value)) for item in given if isinstance(item, ast.Constant)}


def last_of(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def test_no_test_replaces_a_client() -> None:
    modules = client_modules()
    names, known = methods(modules), clients(modules)
    assert names == {"complete"}
    assert {"OpenAIClient", "AnthropicClient", "ReplayClient", "FilesClient"} < known
    found = {
        file.relative_to(ROOT).as_posix(): said
        for file in sorted((ROOT / "tests").rglob("*.py"))
        if any(word in (text := file.read_text()) for word in (*names, *known))
        if (said := list(stand_ins(ast.parse(text), names, known)))
    }
    assert found == {}


@pytest.mark.parametrize(
    "code",
    [
        "class Fake:\n    async def complete(self, request): ...",
        "def complete(request): ...",
        "class Mine(agents.models.replay.ReplayClient): ...",
        "client = SimpleNamespace(complete=say)",
        "client.complete = say",
        "monkeypatch.setattr(client, 'complete', say)",
        "monkeypatch.setattr('agents.models.openai.OpenAIClient.complete', say)",
        "patch(ReplayClient, 'complete', wrapped(ReplayClient.complete))",
        "patch(owner=ReplayClient, name='complete')",
        "mock.patch.object(ReplayClient, 'complete')",
    ],
)
def test_a_stand_in_would_be_found(code: str) -> None:
    assert len(list(stand_ins(ast.parse(code), {"complete"}, {"ReplayClient"}))) == 1
