"""Recording a run: nothing refused is kept, nothing written past the tools is lost, no secret."""

import asyncio
import base64
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

import pytest

from agents.models.files import FilesClient
from agents.models.model import ModelClient
from agents.models.played import load_recording
from agents.models.replay import References, ReplayClient
from agents.models.scrubber import REMOVED, Scrubber
from agents.prompt import load_prompts
from agents.recorder import RecordedRun, Rows, record
from agents.roles import WRITER
from agents.submission import Submission
from agents.tools.declarations import tools_sha256
from contracts.contract import Json, fingerprint, sha256_of
from contracts.errors import InputError, ModelError
from contracts.model import ModelRequest
from tests.agents.bench import SCOPE, Bench, open_bench
from tests.agents.scripted import LIST, NO_TOOL, SUBMIT, Scripted, answer, call
from tests.builders import texas_corpus, texas_query
from tests.servers.script import Said

KEY = "sk-canary/9f8e7d6c5b4a+x"
RUN = RecordedRun(SCOPE, texas_query(), texas_corpus())
LONG = "# " + "a long script " * 40 + "\nprint(1 + 1)\n"


def put(path: str, content: str) -> Said:
    return answer(call("write_file", path=f"out/{path}", content=content))


async def write(bench: Bench, client: Scripted | ModelClient) -> Submission:
    """The writer's first turn."""

    async def validate(files: Mapping[str, bytes], scripts: Mapping[str, str]) -> str:
        return "verdict: passed, findings: 0"

    return await bench.session(client, WRITER, validate=validate).run_turn(1, "Write it.")


def writing(out: Path, files: Mapping[int, Mapping[str, bytes]]) -> Callable[[ModelRequest], None]:
    """Writes into the workspace past the tools before a call is answered."""

    def write_past_tools(request: ModelRequest) -> None:
        for path, data in files.get(request.key.call, {}).items():
            target = out / path
            target.parent.mkdir(parents=True, exist_ok=True)
            _ = target.write_bytes(data)

    return write_past_tools


async def recorded(bench: Bench, folder: Path, *, secrets: tuple[str, ...] = ()) -> Path:
    records = bench.records
    rows = Rows(records.ledger, records.tool_log, records.blobs)
    _ = await record(folder, RUN, rows, secrets=secrets)
    return folder


async def replayed(data: Path, folder: Path) -> tuple[Mapping[str, bytes], Mapping[str, str]]:
    """What the recording's writer submits over a data folder of its own."""
    prompts = {name: sha256_of(prompt) for name, prompt in load_prompts().items()}
    played = load_recording(folder, tools_sha256=tools_sha256(), prompts=prompts)
    corpus = texas_corpus()
    references = References(
        {item.card.id: item.snapshot for item in corpus.items}, fingerprint(corpus)
    )
    client = ReplayClient(played, "writer", references)
    async with open_bench(data) as bench:
        found = await write(bench, client)
    return found.files, found.scripts


async def test_only_what_was_taken_is_recorded(bench: Bench, tmp_path: Path) -> None:
    corpus = texas_corpus()
    evidence = json.dumps({"snapshot": corpus.items[0].snapshot, "pad": "x" * 400})
    turns = (
        NO_TOOL,
        LIST,
        SUBMIT,  # refused: nothing was written yet
        put("evidence.json", evidence),
        put("rows.json", "[]"),
        answer(call("no_such_tool")),
        SUBMIT,
    )
    first = await write(bench, Scripted({1: turns}))
    folder = await recorded(bench, tmp_path / "recording")
    turn = json.loads((folder / "turns" / "01-writer-1.1.json").read_text(encoding="utf-8"))
    tools = [item["tool"] for step in turn["steps"] for item in step["calls"]]
    assert tools == ["list_files", "write_file", "write_file", "no_such_tool", "submit"]
    body = (folder / "bodies" / "evidence.json").read_text(encoding="utf-8")
    assert f"{{{{sha:{corpus.items[0].card.id}}}}}" in body
    head = json.loads((folder / "recording.json").read_text(encoding="utf-8"))
    assert head["made_by"] == "scripted-1"
    assert head["families"] == {"writer": "scripted-1"}
    assert await replayed(tmp_path / "again", folder) == (first.files, first.scripts)
    assert first.files["evidence.json"] == evidence.encode()


async def test_files_written_past_the_tools_become_calls(bench: Bench, tmp_path: Path) -> None:
    direct = {
        2: {"scripts/mean.py": LONG.encode(), "evidence.json": b"{}"},
        3: {"rows.json": b"[2]"},
    }
    turns = {1: (put("rows.json", "[1]"), LIST, SUBMIT)}
    client = Scripted(turns, before=writing(bench.workspace(WRITER).out, direct))
    first = await write(bench, client)
    folder = await recorded(bench, tmp_path / "recording")
    turn = json.loads((folder / "turns" / "01-writer-1.1.json").read_text(encoding="utf-8"))
    tools = [[item["tool"] for item in step["calls"]] for step in turn["steps"]]
    assert tools == [["write_file"] * 2, ["write_file"], ["list_files"], ["write_file", "submit"]]
    assert (folder / "bodies" / "mean.py").read_text(encoding="utf-8") == LONG
    assert first.files["rows.json"] == b"[2]"
    assert await replayed(tmp_path / "again", folder) == (first.files, first.scripts)


def written_by_hand(path: str, content: str) -> dict[str, Json]:
    return {"name": "write_file", "arguments": {"path": f"out/{path}", "content": content}}


BY_HAND: tuple[list[dict[str, Json]], ...] = (
    [written_by_hand("rows.json", "[1]")],
    [{"name": "list_files", "arguments": {}}],
    [written_by_hand("evidence.json", "{}"), {"name": "submit", "arguments": {}}],
)


async def there(path: Path) -> None:
    for _ in range(3_000):
        if await asyncio.to_thread(path.exists):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{path} did not appear")


async def answer_by_hand(exchange: Path, out: Path) -> None:
    """What a person at the exchange folder does, an editor of their own beside the tools."""
    for number, calls in enumerate(BY_HAND, start=1):
        folder = exchange / f"run-r1-writer-1.1.{number}"
        await there(folder / "request.json")
        if number == 2:
            (out / "scripts").mkdir(exist_ok=True)
            _ = (out / "scripts" / "mean.py").write_text(LONG, encoding="utf-8")
        beside = folder / "beside.tmp"
        _ = beside.write_text(json.dumps({"answered_by": "anna", "tool_calls": calls}))
        _ = beside.replace(folder / "answer.json")


async def test_a_role_played_through_files_is_played_again(bench: Bench, tmp_path: Path) -> None:
    exchange = tmp_path / "exchange"
    client = FilesClient(exchange, "writer", deadline_s=60.0, poll_s=0.01)
    async with asyncio.timeout(60), asyncio.TaskGroup() as both:
        _ = both.create_task(answer_by_hand(exchange, bench.workspace(WRITER).out))
        first = await write(bench, client)
    folder = await recorded(bench, tmp_path / "recording")
    head = json.loads((folder / "recording.json").read_text(encoding="utf-8"))
    assert head["families"] == {"writer": "anna"}
    assert first.scripts == {"mean.py": LONG}
    assert await replayed(tmp_path / "again", folder) == (first.files, first.scripts)


async def test_a_turn_without_its_submit_cannot_be_recorded(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="the script ends here"):
        _ = await write(bench, Scripted({1: (LIST,)}))
    with pytest.raises(InputError, match=r"writer 1\.1 did not end in a submit"):
        _ = await recorded(bench, tmp_path / "recording")
    assert not (tmp_path / "recording").exists()


async def test_a_folder_with_files_is_left_alone(bench: Bench, tmp_path: Path) -> None:
    _ = (tmp_path / "note.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="not empty"):
        _ = await recorded(bench, tmp_path)


async def test_no_secret_stands_in_any_file(bench: Bench, tmp_path: Path) -> None:
    forms = {
        KEY,
        quote(KEY, safe=""),
        base64.b64encode(KEY.encode()).decode(),
        base64.urlsafe_b64encode(f"Bearer {KEY}".encode()).decode(),
        KEY.encode().hex(),
    }
    leaky = " | ".join(sorted(forms))
    turns = (
        answer(call("open_source", source_id=leaky), text=f"I was told {leaky}"),
        put("rows.json", leaky),
        put("evidence.json", leaky * 3),
        SUBMIT,
    )
    _ = await write(bench, Scripted({1: turns}))
    folder = await recorded(bench, tmp_path / "recording", secrets=(KEY, "short"))
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()]
    assert sum(text.count(REMOVED) for text in texts) > len(forms)
    inside = base64.b64encode(f"Bearer {KEY}".encode()).decode()[12:-4]
    assert [text for text in texts for form in (*forms, inside) if form in text] == []


@pytest.mark.parametrize("before", ["", "a", "ab", "abc"])
@pytest.mark.parametrize("after", ["", "y", "yz"])
def test_a_value_is_found_inside_any_base64_text(before: str, after: str) -> None:
    whole = base64.b64encode(f"{before}{KEY}{after}".encode()).decode()
    left = Scrubber((KEY,)).text(whole)
    assert REMOVED in left
    assert len(left.replace(REMOVED, "")) <= len(before + after) * 2 + 6
