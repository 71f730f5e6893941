"""The replay: what it plays, what it compares, and where it stops."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from agents.models.draft_report import draft_report
from agents.models.played import Played, load_recording
from agents.models.replay import References, ReplayClient
from agents.prompt import load_prompts
from agents.repin import repin
from agents.roles import WRITER
from agents.tools.declarations import tools_sha256
from contracts.contract import parse_contract, sha256_of
from contracts.errors import DriftError, InputError
from contracts.finding import Finding, Severity, Validation
from contracts.recording import PlayedTurn, Recording
from contracts.registry import contracts_sha256
from tests.agents.bench import SCOPE, Bench, open_bench, texas_loaded
from tests.builders import texas_corpus, texas_query

CORPUS = sha256_of(b"corpus")
INPUT = sha256_of(b"input")
SNAPSHOTS = {item.card.id: item.snapshot for item in texas_corpus().items}
PROMPTS = {name: sha256_of(data) for name, data in load_prompts().items()}
BODY = '{"snapshot": "{{sha:10-K-2024}}", "corpus": "{{corpus}}", "row": "{{T1}} {{sha:}}"}'
BODIES = MappingProxyType({"evidence.json": BODY, "two.py": "print(1 + 1)\n"})
FINDING = Finding(code="TOL-x", severity=Severity.ERROR, pointer="rows:/rows/0", message="No.")

Document = dict[str, object]
Change = Callable[[Path], None]


def played_call(tool: str, arguments: object = {}, **pins: object) -> Document:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"tool": tool, "arguments": text, **pins}


def write(path: str, content: object) -> Document:
    return played_call("write_file", {"path": f"out/{path}", "content": content})


def turn_document() -> Document:
    return {
        "role": "writer",
        "activation": 1,
        "turn": 1,
        "inputs": [],
        "steps": [
            {"calls": [played_call("open_source", {"source_id": "10-K-2024"})]},
            {
                "text": "Now the script.",
                "calls": [
                    write("evidence.json", {"$body": "evidence.json"}),
                    write("rows.json", "[]"),
                    write("scripts/two.py", {"$body": "two.py"}),
                    played_call("run_python", {"script": "out/scripts/two.py"}),
                    played_call("no_such_tool", "{not json"),
                ],
            },
            {"calls": [played_call("validate_draft")]},
            {"calls": [played_call("submit")]},
        ],
    }


def write_recording(
    folder: Path,
    *turns: Document,
    head: Mapping[str, object] = MappingProxyType({}),
    bodies: Mapping[str, str] = BODIES,
) -> Path:
    """A recording whose head fits today unless `head` says otherwise."""
    documents = turns or (turn_document(),)
    (folder / "turns").mkdir(parents=True)
    (folder / "bodies").mkdir()
    for name, text in bodies.items():
        (folder / "bodies" / name).write_text(text)
    for number, document in enumerate(documents):
        (folder / "turns" / f"{number}.json").write_text(json.dumps(document))
    whole: Document = {
        "title": "A test",
        "made_by": "hand",
        "families": {"writer": "hand-w", "reviewer": "hand-r"},
        "turns": [f"{number}.json" for number in range(len(documents))],
        "tools_sha256": tools_sha256(),
        "contracts_sha256": contracts_sha256(),
        "prompts": PROMPTS,
        **head,
    }
    (folder / "recording.json").write_text(json.dumps(whole))
    return folder


def load(folder: Path) -> Played:
    return load_recording(folder, tools_sha256=tools_sha256(), prompts=PROMPTS)


class World(NamedTuple):
    """What a replay meets that could differ from the recording."""

    texts: Mapping[str, str] = {}
    inputs: tuple[str, ...] = (INPUT,)
    sources: Mapping[str, str] = SNAPSHOTS
    finding: Finding = FINDING
    activation: int = 1


SAME = World()


async def play(bench: Bench, folder: Path, world: World = SAME) -> Mapping[str, bytes]:
    """Play the writer's first turn."""

    async def validate(files: Mapping[str, bytes], scripts: Mapping[str, str]) -> str:
        found = Validation(verdict="findings", findings=(world.finding,), questions=())
        return draft_report(found)

    session = bench.session(
        ReplayClient(
            load(folder),
            "writer",
            References(world.sources, CORPUS),
            served_log=bench.data / "served.log",
        ),
        WRITER,
        activation=world.activation,
        validate=validate,
        loaded=texas_loaded(world.texts),
    )
    return (await session.run_turn(1, "Write it.", inputs=world.inputs)).files


async def play_in(data: Path, folder: Path, world: World = SAME) -> Mapping[str, bytes]:
    """Play it as a run of its own."""
    async with open_bench(data) as bench:
        return await play(bench, folder, world)


async def _repin(folder: Path, bench: Bench) -> tuple[Path, ...]:
    ledger, tool_log = bench.records.ledger, bench.records.tool_log
    return await repin(folder, texas_query(), scope=SCOPE, ledger=ledger, tool_log=tool_log)


@pytest.fixture
async def pinned(bench: Bench, tmp_path: Path) -> Path:
    """A recording with all its pins, taken from a run of it in another data folder."""
    folder = write_recording(tmp_path / "recording")
    await play(bench, folder)
    await _repin(folder, bench)
    return folder


async def test_bodies_placeholders_and_broken_arguments_are_played(
    bench: Bench, tmp_path: Path
) -> None:
    files = await play(bench, write_recording(tmp_path / "recording"))
    assert json.loads(files["evidence.json"]) == {
        "snapshot": SNAPSHOTS["10-K-2024"],
        "corpus": CORPUS,
        "row": "{{T1}} {{sha:}}",
    }
    served = (bench.data / "served.log").read_text().splitlines()
    assert served == [f"writer 1 1 {call}" for call in (1, 2, 3, 4)]
    results = await bench.records.tool_log.results(SCOPE, "writer", 1)
    assert [(row.name, row.outcome.failed) for row in results[4:6]] == [
        ("run_python", False),
        ("no_such_tool", True),
    ]


async def test_repin_pins_sources_scripts_findings_and_inputs(bench: Bench, pinned: Path) -> None:
    turn = parse_contract((pinned / "turns" / "0.json").read_bytes(), PlayedTurn)
    assert turn.inputs == (INPUT,)
    head = parse_contract((pinned / "recording.json").read_bytes(), Recording)
    assert head.query == texas_query()
    calls = [call for step in turn.steps for call in step.calls]
    assert [call.tool for call in calls if call.result_sha256] == ["open_source", "run_python"]
    assert calls[4].result_sha256 == sha256_of(b"exit code 0\nstdout:\n2")
    assert [call.findings for call in calls if call.findings] == [("TOL-x rows:/rows/0",)]
    again = await _repin(pinned, bench)
    assert again == ()


async def test_repin_needs_a_finished_run(bench: Bench, tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "recording")
    with pytest.raises(InputError, match=r"did not play writer 1\.1"):
        await _repin(folder, bench)


def _bytes_in(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.json")}


async def test_repin_refuses_a_run_of_another_question_and_writes_nothing(
    bench: Bench, pinned: Path
) -> None:
    before = _bytes_in(pinned)
    ledger, tool_log = bench.records.ledger, bench.records.tool_log
    asked = texas_query().model_copy(update={"text": "Another question?"})
    with pytest.raises(InputError, match=r"the run is of 'Another question\?'"):
        _ = await repin(pinned, asked, scope=SCOPE, ledger=ledger, tool_log=tool_log)
    assert _bytes_in(pinned) == before


async def test_repin_writes_nothing_where_a_later_turn_was_not_played(
    bench: Bench, pinned: Path
) -> None:
    head = parse_contract((pinned / "recording.json").read_bytes(), Recording)
    turn = parse_contract((pinned / "turns" / "0.json").read_bytes(), PlayedTurn)
    later = turn.model_copy(update={"role": "reviewer"})
    loose = turn.model_copy(update={"inputs": ()})
    for name, made in (("0.json", loose), ("1.json", later)):
        _ = (pinned / "turns" / name).write_text(made.model_dump_json(exclude_none=True))
    more = head.model_copy(update={"turns": ("0.json", "1.json")})
    _ = (pinned / "recording.json").write_text(more.model_dump_json(exclude_none=True))
    before = (pinned / "turns" / "0.json").read_bytes()
    with pytest.raises(InputError, match=r"did not play reviewer"):
        _ = await _repin(pinned, bench)
    assert (pinned / "turns" / "0.json").read_bytes() == before


OTHER = FINDING.model_copy(update={"pointer": "rows:/rows/1"})
WORDS = FINDING.model_copy(update={"message": "Other words for the same fault."})


@pytest.mark.parametrize(
    "world",
    [
        SAME,
        World(texts={"10-Q-2025-Q3": "never opened"}),
        World(finding=WORDS),
    ],
)
async def test_a_pinned_recording_plays_where_nothing_it_read_has_changed(
    pinned: Path, tmp_path: Path, world: World
) -> None:
    assert "rows.json" in await play_in(tmp_path / "again", pinned, world)


@pytest.mark.parametrize(
    ("world", "said"),
    [
        (
            World(texts={"10-K-2024": "Total 354,342"}),
            r'writer 1\.1 step 1 call 1: open_source \{"source_id": "10-K-2024"\} gave another',
        ),
        (
            World(finding=OTHER),
            r"writer 1\.1 step 3 call 1: validate_draft.*rows:/rows/0.*found.*rows:/rows/1",
        ),
        (World(inputs=(CORPUS,)), r"writer 1\.1: stage input 1 of 1 has the fingerprint"),
        (World(inputs=(INPUT, INPUT)), r"stage input 2 of 2 .*recorded none"),
        (World(inputs=()), r"stage input 1 of 1 has the fingerprint none"),
        (World(sources={}), r"step 2: body evidence.json names source '10-K-2024'"),
        (World(activation=2), r"writer 2\.1: no such turn was recorded"),
    ],
)
async def test_drift_names_where_it_is(
    pinned: Path, tmp_path: Path, world: World, said: str
) -> None:
    with pytest.raises(DriftError, match=said):
        await play_in(tmp_path / "again", pinned, world)


async def test_a_changed_script_is_drift(pinned: Path, tmp_path: Path) -> None:
    (pinned / "bodies" / "two.py").write_text("print(1 + 2)\n")
    with pytest.raises(DriftError, match=r"step 2 call 4: run_python.*stdout:\\n3"):
        await play_in(tmp_path / "again", pinned)


async def test_a_turn_that_goes_on_after_its_last_step_is_drift(
    bench: Bench, tmp_path: Path
) -> None:
    turn = turn_document()
    turn["steps"] = [{"calls": [played_call("submit")]}]
    with pytest.raises(DriftError, match="only 1 steps were recorded"):
        await play(bench, write_recording(tmp_path / "recording", turn, bodies={}))


async def test_no_step_is_served_twice_over_a_resume(bench: Bench, pinned: Path) -> None:
    before = (bench.data / "served.log").read_text()
    await play(bench, pinned)
    assert (bench.data / "served.log").read_text() == before


@pytest.mark.parametrize("key", ["tools_sha256", "contracts_sha256"])
def test_other_tools_or_contracts_are_drift(tmp_path: Path, key: str) -> None:
    folder = write_recording(tmp_path / "recording", head={key: sha256_of(b"other")})
    with pytest.raises(DriftError, match="record it again"):
        load(folder)


def test_changed_prompts_are_reported(tmp_path: Path) -> None:
    others = {**PROMPTS, "writer.md": sha256_of(b"other"), "gone.md": sha256_of(b"gone")}
    folder = write_recording(tmp_path / "recording", head={"prompts": others})
    assert load(folder).changed_prompts == ("gone.md", "writer.md")


def _remove(name: str) -> Change:
    return lambda folder: (folder / name).unlink()


def _put(name: str, text: str) -> Change:
    def put(folder: Path) -> None:
        (folder / name).write_text(text)

    return put


def _edit(change: Callable[[Document], None]) -> Change:
    def edit(folder: Path) -> None:
        document = turn_document()
        change(document)
        (folder / "turns" / "0.json").write_text(json.dumps(document))

    return edit


def _steps(*steps: Document) -> Change:
    return _edit(lambda document: document.update(steps=list(steps)))


_CALLS = (played_call("submit"),)
SUBMITTED: Document = {"calls": [*_CALLS]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_remove("recording.json"), "recording.json: no such file"),
        (_remove("turns/0.json"), "turns/0.json: no such file"),
        (_remove("bodies/two.py"), "bodies/two.py: no such file"),
        (_put("turns/1.json", "{}"), "turns: played by no turn: 1.json"),
        (_put("bodies/spare", ""), "bodies: played by no turn: spare"),
        (_put("turns/0.json", "{}"), "0.json: played-turn: /role"),
        (_put("recording.json", "[1"), "recording.json: recording: / .not-json"),
        (_edit(lambda document: document.update(extra=1)), "extra_forbidden"),
        (_steps({"calls": [played_call("list_files")]}), "the last call of a turn is submit"),
        (_steps(SUBMITTED, SUBMITTED), "submit stands before the end"),
        (
            _steps({"calls": [played_call("list_files", result_sha256=CORPUS), *_CALLS]}),
            "take its pins away",
        ),
        (
            _steps({"calls": [write("a", {"$body": "../two.py"}), *_CALLS]}),
            "is not the name of a file",
        ),
    ],
)
def test_a_recording_is_read_strictly(tmp_path: Path, change: Change, said: str) -> None:
    folder = write_recording(tmp_path / "recording")
    change(folder)
    with pytest.raises(InputError, match=said):
        load(folder)


def test_a_turn_is_played_by_one_file(tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "recording", turn_document(), turn_document())
    with pytest.raises(InputError, match=r"writer 1\.1 is played by another file too"):
        load(folder)


def test_a_linked_file_is_not_read(tmp_path: Path) -> None:
    folder = write_recording(tmp_path / "recording")
    (folder / "bodies" / "two.py").unlink()
    (folder / "bodies" / "two.py").symlink_to(folder / "recording.json")
    with pytest.raises(InputError, match="no such file"):
        load(folder)
