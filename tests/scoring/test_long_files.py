"""Long traces and long lines: read in bounded memory, cut with a mark, and never in silence."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.contract import Json
from contracts.errors import InputError
from contracts.response import RemarkKind, Response, TraceAnswer
from contracts.trace import MAX_STEPS, Said
from scoring.responses.cleaning import Cleaner
from scoring.responses.kept_steps import ROOM, KeptSteps
from scoring.responses.lines import Document, Torn, documents
from scoring.responses.long_line import Bounds, LongLine
from scoring.responses.reader import Defaults, is_one_trace, read_responses, read_trace
from tests.conftest import ROOT

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SOLVER = Defaults(solver="an agent", query_id="q")
ANSWER = "The mean is 11.8 %."
SMALL = Bounds(chunk=50, window=400, text=100, side=600, first=3, last=3, kept=2_000)
CHILD = """
import re, sys
from datetime import UTC, datetime
from pathlib import Path
from scoring.responses.reader import Defaults, read_responses, read_trace
given = {"now": datetime(2026, 11, 30, tzinfo=UTC), "defaults": Defaults("a", None, "q")}
def most():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
start = most()
if sys.argv[2] == "trace":
    found = read_trace(Path(sys.argv[1]), response_id="r", **given)
else:
    (found,) = read_responses(Path(sys.argv[1]), **given)
print(found.model_dump_json())
print((most() - start) // 1024)
"""


def messages(count: int, size: int) -> Iterator[Json]:
    """A long piece of work, and the answer at its end."""
    yield {"role": "user", "content": "What is the mean?"}
    for number in range(count):
        name = f"c{number}"
        function: Json = {"name": "search", "arguments": '{"q": "capex"}'}
        yield {
            "role": "assistant",
            "content": "",
            "tool_calls": [{"id": name, "function": function}],
        }
        yield {"role": "tool", "tool_call_id": name, "content": "capex \U0001f4c8\n" * (size // 11)}
    yield {"role": "assistant", "content": ANSWER}


def long_line(text: str, bounds: Bounds = SMALL) -> tuple[list[Json], list[int]]:
    line = LongLine(io.BytesIO(text.encode()), json.JSONDecoder(), bounds)
    found = [(part, line.left_out) for part in line.parts()]
    return [part for part, _ in found], [count for _, count in found]


def test_a_line_that_fits_is_read_as_it_stands() -> None:
    body = {"id": "r", "messages": list(messages(2, 40)), "n": [1, 2.5, None, True, [], {}]}
    assert long_line(json.dumps(body) + "\n") == ([body], [0])
    assert long_line(json.dumps(body), Bounds(chunk=7, window=30)) == ([body], [0])
    assert long_line(json.dumps([body, body]), Bounds(chunk=7, window=30)) == ([body, body], [0, 0])


def test_a_long_text_keeps_its_beginning_and_says_how_much_is_gone() -> None:
    text = 'ab\n"\\\u00e9\U0001f4c8' * 400
    ((found,), (left_out,)) = long_line(json.dumps({"answer": text, "id": "r"}))
    assert isinstance(found, dict)
    assert found["id"] == "r"
    kept, _, mark = str(found["answer"]).rpartition("\n")
    assert text.startswith(kept.rstrip("\ud83d"))
    assert 20 < len(kept) <= 100
    assert mark == f"[cut by finrubric: {left_out:,} more characters]"
    assert left_out > 3_000


@pytest.mark.parametrize("key", ["messages", "output", "steps", "content"])
def test_a_long_list_keeps_both_ends_and_a_mark_between(key: str) -> None:
    parts = [{"role": "user", "content": f"{number} {'x' * 80}"} for number in range(40)]
    ((found,), (left_out,)) = long_line(json.dumps({key: parts, "id": "r"}))
    assert isinstance(found, dict)
    assert found["id"] == "r"
    kept = found[key]
    assert isinstance(kept, list)
    assert (kept[:3], kept[4:]) == (parts[:3], parts[-3:])
    assert "[cut by finrubric: 34 parts of a long line]" in json.dumps(kept[3])
    assert left_out > 34 * 80


def test_a_long_text_in_a_list_does_not_push_its_message_out() -> None:
    parts = [{"role": "user", "content": "x" * 900} for _ in range(4)]
    ((found,), _) = long_line(json.dumps({"messages": parts}))
    assert json.dumps(found).count("800 more characters") == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"rows": [' + ", ".join(["1"] * 500) + "]}", "the list 'rows' is too long"),
        ('{"a": "' + "x" * 500 + '", "a": 1}', "a key stands twice"),
        ('{"a": "' + "x" * 500 + "\\q" + "x" * 90 + '"}', "wrong escape"),
        ('{"a": "' + "x" * 500 + '"} {}', "more stands behind"),
        ('{"a": "' + "x" * 500 + '" "b": 1}', "',' is missing"),
        ('{"a": ' + "[" * 60 + '"' + "x" * 500 + '"' + "]" * 60 + "}", "too deep"),
        ("{" + ", ".join(f'"{n}": "{"x" * 90}"' for n in range(40)) + "}", "holds more than 2,000"),
    ],
)
def test_what_may_not_be_cut_or_is_no_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _ = long_line(text)


def test_a_file_goes_on_behind_a_long_line_and_a_torn_one_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    long = json.dumps({"id": "r", "answer": "x" * 3_000})
    _ = path.write_text(f'{long}\n{{"id": "s"}}\n{long[:-5]}', encoding="utf-8")
    first, second, third = documents(path, longest=1_000)
    assert isinstance(first, Document)
    assert (first.body["id"], second) == ("r", Document(2, {"id": "s"}))
    assert isinstance(third, Torn)
    _ = path.write_text(f"{long[:-5]}\n{long}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 1: column 3\d\d\d: "):
        _ = list(documents(path, longest=1_000))
    _ = path.write_bytes(b'{"answer": "' + b"x" * 3_000 + b"\xe9\xe9" + b'"}\n')
    with pytest.raises(InputError, match="is not UTF-8"):
        _ = list(documents(path, longest=1_000))


def test_a_long_first_line_may_stand_behind_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    body: Json = {"id": "r", "answer": "x" * 3_000}
    _ = path.write_text(f'{json.dumps(body)}\n{{"id": "s"}}\n', encoding="utf-8-sig")
    assert list(documents(path, longest=1_000)) == [Document(1, body), Document(2, {"id": "s"})]


def test_kept_steps_have_room_for_so_much_and_count_what_is_gone() -> None:
    kept, cleaner = KeptSteps(), Cleaner()
    for _ in range(MAX_STEPS + 500):
        kept.add(Said(speaker="user", text="y" * 1_000))
    steps = kept.steps(cleaner)
    texts = [step.text for step in steps if step.kind == "message"]
    assert len(steps) == MAX_STEPS
    assert sum(len(text.partition("\n")[0]) for text in texts) <= ROOM
    assert all("more characters]" in text or "501 steps]" in text for text in texts)
    short = KeptSteps()
    short.add(Said(speaker="user", text="y" * 150_000))
    assert short.steps(cleaner) == (Said(speaker="user", text="y" * 150_000),)


def test_a_long_trace_in_the_contracts_own_shape_is_cut_as_well(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    step = {"kind": "message", "speaker": "user", "text": "y" * 1_000}
    trace = {"steps": [step] * (MAX_STEPS + 500), "final_answer": ANSWER}
    body = {"id": "r", "answer": {"kind": "trace", "trace": trace}}
    _ = path.write_text(json.dumps(body) + "\n", encoding="utf-8")
    (found,) = read_responses(path, NOW, SOLVER)
    assert isinstance(found, Response)
    assert isinstance(found.answer, TraceAnswer)
    assert len(found.answer.trace.steps) == MAX_STEPS
    assert (found.final_text, found.remarks[0].kind) == (ANSWER, RemarkKind.TRACE_CUT)
    faulty = {**trace, "steps": [{**step, "speaker": "wizard"}]}
    body = {"id": "r", "answer": {"kind": "trace", "trace": faulty}}
    _ = path.write_text(json.dumps(body) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="/answer/trace/trace/steps/0/message/speaker"):
        _ = list(read_responses(path, NOW, SOLVER))


def test_a_file_of_messages_is_known_by_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for first, is_trace in (
        ({"role": "user", "content": "?"}, True),
        ({"type": "function_call", "call_id": "c", "name": "n", "arguments": "{}"}, True),
        ({"type": "human", "data": {"content": "?"}}, True),
        ({"type": "function_call_output", "call_id": "c", "output": "x"}, True),
        ({"id": "r", "answer": "x"}, False),
        ({"id": "r", "messages": []}, False),
        ({"id": "r"}, False),
    ):
        _ = path.write_text(json.dumps(first) + "\n", encoding="utf-8")
        assert is_one_trace(path) is is_trace, first


def test_a_trace_with_a_cut_line_has_no_calls_said_to_be_without_results(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    call: Json = {"name": "search", "arguments": "{}"}
    asked = {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "function": call}]}
    result = {"type": "tool_result", "tool_use_id": "c", "content": "capex"}
    long, other = {"type": "text", "text": "y" * 5_000_000}, {"type": "text", "text": "y"}
    blocks = [long, *[other] * 2_500, result, *[other] * 8_000]
    parts = (asked, {"role": "user", "content": blocks}, {"role": "assistant", "content": ANSWER})
    _ = path.write_text("".join(f"{json.dumps(part)}\n" for part in parts), encoding="utf-8")
    found = read_trace(path, NOW, response_id="r", defaults=SOLVER, longest=1_000)
    assert found.final_text == ANSWER
    assert {remark.kind for remark in found.remarks} == {RemarkKind.TRACE_CUT}


def test_a_faulty_message_is_named_by_its_line(tmp_path: Path) -> None:

    path = tmp_path / "a.jsonl"
    _ = path.write_text('{"role": "user", "content": "?"}\n{"role": "wizard"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 2: message 2 role or type 'wizard'"):
        _ = read_trace(path, NOW, response_id="r", defaults=SOLVER)


def written(path: Path, *, megabytes: int, as_line: bool) -> None:
    parts = (json.dumps(one) for one in messages(megabytes * 50, 15_000))
    with path.open("w", encoding="utf-8") as file:
        if not as_line:
            file.writelines(f"{part}\n" for part in parts)
            return
        _ = file.write('{"id": "r", "messages": [{"role": "user", "content": "?"}')
        file.writelines(f", {part}" for part in parts)
        _ = file.write("]}\n")


def read_by_a_child(path: Path, shape: str) -> tuple[Response, int]:
    """What another process reads, and by how many megabytes it grew.

    Its own peak, which `ru_maxrss` is not: that begins with what the process had that made it.
    """
    command = [sys.executable, "-c", CHILD, str(path), shape]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    body, grown = done.stdout.splitlines()
    return Response.model_validate_json(body), int(grown)


def test_a_trace_of_20_megabytes_is_read_in_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    written(path, megabytes=20, as_line=False)
    assert path.stat().st_size > 18_000_000
    found, grown = read_by_a_child(path, "trace")
    assert found.final_text == ANSWER
    assert {remark.kind for remark in found.remarks} == {RemarkKind.TRACE_CUT}
    assert grown < 20


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "most"), [("trace", 40), ("line", 200)])
def test_a_trace_of_200_megabytes_is_read_in_bounded_memory(
    tmp_path: Path, shape: str, most: int
) -> None:
    path = tmp_path / "trace.jsonl"
    written(path, megabytes=210, as_line=shape == "line")
    assert path.stat().st_size > 190_000_000
    found, grown = read_by_a_child(path, shape)
    assert found.final_text == ANSWER
    assert isinstance(found.answer, TraceAnswer)
    assert {remark.kind for remark in found.remarks} == {RemarkKind.TRACE_CUT}
    text = found.answer.model_dump_json()
    assert "[cut by finrubric: " in text
    assert ("parts of a long line]" in text) is (shape == "line")
    assert grown < most


@pytest.mark.parametrize(
    ("count", "most"),
    [(10_000, 40), pytest.param(1_000_000, 200, marks=pytest.mark.slow)],
)
def test_many_tiny_messages_are_read_in_bounded_memory(
    tmp_path: Path, count: int, most: int
) -> None:
    path = tmp_path / "trace.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(one)}\n" for one in messages(count // 2, 0))
    found, grown = read_by_a_child(path, "trace")
    assert found.final_text == ANSWER
    assert isinstance(found.answer, TraceAnswer)
    assert len(found.answer.trace.steps) == MAX_STEPS
    # Each call is told from a call without a result: ids are held, whatever else is let go.
    assert [remark.kind for remark in found.remarks] == [RemarkKind.TRACE_CUT]
    assert f"cut by finrubric: {count + 3 - MAX_STEPS:,} steps" in found.model_dump_json()
    assert grown < most


def test_every_answer_of_a_long_list_is_read(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    answers = [{"id": f"r{number}", "answer": "x" * 50} for number in range(50)]
    _ = path.write_text(json.dumps(answers), encoding="utf-8")
    found = [one.body["id"] for one in documents(path, longest=1_000) if isinstance(one, Document)]
    assert found == [f"r{number}" for number in range(50)]
    assert len(list(read_responses(path, NOW, SOLVER))) == 50
