"""Tools on their own: paths, caps, what is shown, and the hash over all of them."""

import json
from datetime import date
from pathlib import Path

import jsonschema
import pytest

from agents.tools.declarations import tool_schemas, tools_sha256
from agents.tools.files import WINDOW, FileTools, ListFiles, ReadFile, WriteFile, window
from agents.tools.name import ToolName
from agents.tools.python import LazySandbox, PythonTool, RunPython
from agents.tools.sources import OpenSource, SearchSources, SourceTools
from agents.tools.tool import RESULT_CAP, shown
from agents.tools.toolbox import Toolbox
from contracts.source import Corpus
from sandboxes.sandbox import Labels, Workspace
from sources.corpus import LoadedCorpus
from tests.agents.bench import LOCAL, texas_loaded
from tests.builders import texas_corpus, texas_cutoff

LABELS = Labels("r1", "writer", 1, 1)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    made = Workspace(tmp_path / "desk").make()
    (made.inputs / "query.json").write_text("{}")
    return made


@pytest.mark.parametrize(
    "path",
    [
        "query.json",
        "/etc/passwd",
        "inputs",
        "inputs/",
        "out/../inputs/query.json",
        "inputs/../../secret",
        "../inputs/query.json",
        "out//a",
        "out/a\\b",
        "out/a\u202eb",
        "out/-rf",
        "out/" + "d/" * 9 + "f",
    ],
)
async def test_paths_outside_are_refused_for_reading_and_writing(
    workspace: Workspace, path: str
) -> None:
    tools = FileTools(workspace)
    before = list(workspace.root.rglob("*"))
    for outcome in (
        await tools.read(ReadFile(path=path)),
        await tools.write(WriteFile(path=path, content="x")),
    ):
        assert outcome.failed
    assert list(workspace.root.rglob("*")) == before


async def test_inputs_are_read_and_never_written(workspace: Workspace) -> None:
    tools = FileTools(workspace)
    assert (await tools.read(ReadFile(path="inputs/query.json"))).text == "{}"
    refused = await tools.write(WriteFile(path="inputs/query.json", content="[]"))
    assert "only `out/` is yours" in refused.text
    assert (workspace.inputs / "query.json").read_text() == "{}"


async def test_a_written_file_replaces_the_one_before(workspace: Workspace) -> None:
    tools = FileTools(workspace)
    for content in ("long text before", "new\n"):
        assert not (await tools.write(WriteFile(path="out/a/b.txt", content=content))).failed
    assert (workspace.out / "a" / "b.txt").read_text() == "new\n"
    listed = (await tools.list_all(ListFiles())).text.splitlines()
    assert listed == ["inputs/query.json 2 bytes", "out/a/b.txt 4 bytes"]


async def test_a_link_of_the_role_is_not_followed(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("canary")
    (workspace.out / "link").symlink_to(tmp_path / "secret")
    tools = FileTools(workspace)
    read = await tools.read(ReadFile(path="out/link"))
    assert read.failed
    assert "canary" not in read.text
    assert (await tools.list_all(ListFiles())).failed


async def test_bytes_that_are_no_text_are_named(workspace: Workspace) -> None:
    (workspace.out / "b").write_bytes(b"ab\xff")
    outcome = await FileTools(workspace).read(ReadFile(path="out/b"))
    assert (outcome.failed, outcome.text) == (True, "out/b: byte 2 is not UTF-8 text")


def test_a_long_file_is_shown_by_windows() -> None:
    text = "é" * WINDOW + "end"
    assert window(text, 0).endswith(f"\n[3 more characters: go on with start={WINDOW}]")
    assert window(text, WINDOW) == "end"
    assert window(text, len(text) + 5) == ""


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("zero\u200bwidth\u2060\ufeff", "zerowidth"),
        ("bidi\u202eevil\u2066", "bidievil"),
        ("tag\U000e0053\U000e0059", "tag"),
        ("lone\ud800", "lone"),
        ("kept\n\ttab é 中 😀", "kept\n\ttab é 中 😀"),
    ],
)
def test_hidden_characters_are_not_shown(text: str, visible: str) -> None:
    assert shown(text).text == visible


def test_one_result_never_exceeds_the_cap() -> None:
    outcome = shown("x" * (RESULT_CAP + 7))
    assert outcome.text == "x" * RESULT_CAP + "\n[cut here: 7 more characters are not shown]"


@pytest.mark.parametrize(
    ("script", "text", "failed"),
    [
        ("print('a', end='')", "exit code 0\nstdout:\na", False),
        (
            "import sys\nsys.exit('no')",
            "exit code 1\nstdout:\n\nstderr:\nno",
            True,
        ),
    ],
)
async def test_a_script_shows_how_it_ended(
    workspace: Workspace, script: str, text: str, failed: bool
) -> None:
    (workspace.out / "s.py").write_text(script)
    sandbox = LazySandbox(LOCAL, workspace, LABELS)
    try:
        outcome = await PythonTool(sandbox, workspace, _long).run(RunPython(script="out/s.py"))
    finally:
        await sandbox.close()
    assert (outcome.text, outcome.failed) == (text, failed)


async def test_a_traceback_names_no_place_of_this_machine(workspace: Workspace) -> None:
    (workspace.out / "s.py").write_text("raise ValueError('wrong')")
    sandbox = LazySandbox(LOCAL, workspace, LABELS)
    try:
        outcome = await PythonTool(sandbox, workspace, _long).run(RunPython(script="out/s.py"))
    finally:
        await sandbox.close()
    assert "ValueError: wrong" in outcome.text
    assert str(workspace.root) not in outcome.text


async def test_a_script_is_stopped_when_the_budget_is_short(workspace: Workspace) -> None:
    (workspace.out / "s.py").write_text("while True: pass")
    sandbox = LazySandbox(LOCAL, workspace, LABELS)
    try:
        outcome = await PythonTool(sandbox, workspace, _short).run(RunPython(script="out/s.py"))
    finally:
        await sandbox.close()
    assert outcome.failed
    assert "stopped by a limit: time" in outcome.text


async def _long() -> float:
    return 1_000.0


async def _short() -> float:
    return 0.1


@pytest.mark.parametrize("script", ["inputs/query.json", "s.py", "out/missing.py"])
async def test_a_script_outside_or_missing_is_refused(workspace: Workspace, script: str) -> None:
    sandbox = LazySandbox(LOCAL, workspace, LABELS)
    try:
        outcome = await PythonTool(sandbox, workspace, _long).run(RunPython(script=script))
    finally:
        await sandbox.close()
    assert outcome.failed


async def test_a_source_is_opened_with_what_is_known_of_it() -> None:
    tools = SourceTools(texas_loaded(), texas_cutoff())
    outcome = await tools.open(OpenSource(source_id="10-Q-2025-Q3", length=20))
    head, _, body = outcome.text.partition("\n\n")
    assert "published: 2025-11-07 (America/New_York, transcribed, unverified)" in head
    assert "known by the cutoff: unverified" in head
    assert body.splitlines()[0] == texas_loaded().texts["10-Q-2025-Q3"][:20].splitlines()[0]
    assert "go on with start=20]" in body


async def test_an_unknown_source_names_those_that_are_there() -> None:
    outcome = await SourceTools(texas_loaded(), texas_cutoff()).open(OpenSource(source_id="10-K"))
    assert outcome.failed
    assert "10-K-2024" in outcome.text


async def test_what_was_not_known_by_the_cutoff_is_not_shown() -> None:
    tools = SourceTools(texas_loaded(), texas_cutoff(date(2025, 9, 1)))
    late = await tools.open(OpenSource(source_id="10-Q-2025-Q3"))
    reason = (
        "published 2025-11-07 (America/New_York), after the cutoff 2025-09-01 (America/New_York)"
    )
    assert late.failed
    assert late.text == f"source '10-Q-2025-Q3' is not shown: {reason}"
    named = f"\n\nnot searched, since not known by the cutoff:\n- 10-Q-2025-Q3: {reason}"
    for query in ("13 weeks ended", "zebra"):
        found = await tools.search(SearchSources(query=query))
        shown, _, rest = found.text.partition(named)
        assert (found.text.endswith(named), rest) == (True, "")
        assert ("# 10-Q-2025-Q2" in shown) is (query != "zebra")
        assert "10-Q-2025-Q3" not in shown


async def test_many_sources_left_out_are_counted() -> None:
    (late, *_) = texas_corpus().items
    many = [
        late.model_copy(update={"card": late.card.model_copy(update={"id": f"s{n}"})})
        for n in range(25)
    ]
    loaded = LoadedCorpus(
        Corpus(items=tuple(many)), dict.fromkeys((f"s{n}" for n in range(25)), "")
    )
    tools = SourceTools(loaded, texas_cutoff(date(2020, 1, 1)))
    found = await tools.search(SearchSources(query="capital expenditure"))
    assert found.text.count("\n- s") == 20
    assert found.text.endswith("\n- and 5 more")


async def test_search_shows_sources_with_passages() -> None:
    tools = SourceTools(texas_loaded(), texas_cutoff())
    found = await tools.search(SearchSources(query="53 weeks ended"))
    first, *others = found.text.split("\n\n# ")
    assert first.startswith("# 10-K-2024\n")
    assert "53 weeks ended 2024-12-31" in first
    assert len(others) == 5
    nothing = await tools.search(SearchSources(query="zebra"))
    assert "no source has these words" in nothing.text


def test_schemas_are_json_schemas_that_allow_nothing_extra() -> None:
    names = [schema.name for schema in tool_schemas(web=True)]
    assert names == [name.value for name in ToolName]
    for schema in tool_schemas(web=True):
        document = json.loads(schema.parameters)
        jsonschema.Draft202012Validator.check_schema(document)
        assert document["additionalProperties"] is False
        assert schema.description.endswith(".")


def test_the_hash_is_over_all_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tools_sha256()
    assert tools_sha256(web=True) != before
    changed = tool_schemas()[1:]
    monkeypatch.setattr("agents.tools.declarations.tool_schemas", lambda *, web: changed)
    assert tools_sha256() != before


def test_a_toolbox_holds_what_is_offered_or_is_our_bug(workspace: Workspace) -> None:
    tools = FileTools(workspace).tools()
    assert [item.name for item in Toolbox((ToolName.READ_FILE,), tools).schemas] == ["read_file"]
    with pytest.raises(KeyError):
        Toolbox((ToolName.SUBMIT,), tools)
