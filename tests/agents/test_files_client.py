"""A folder as a model: what is asked lies there whole, and only a sound answer is taken."""

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.models.files import FilesClient, Place, exchange_output
from contracts.confirmation import ConfirmationSubmission
from contracts.contract import Json, parse_contract
from contracts.errors import InputError, ModelError, ModelFault
from contracts.exchange import ExchangeClaim, ExchangeRefusal, ExchangeRequest
from contracts.model import (
    CallKey,
    ModelRequest,
    ModelResponse,
    SystemMessage,
    ToolSchema,
    UserMessage,
)

SLUG = "run-r1-writer-1.1.1"
GOOD: dict[str, Json] = {
    "answered_by": "anna",
    "tool_calls": [{"name": "submit", "arguments": {"summary": "Done."}}],
}


def request(text: str = "Write it.") -> ModelRequest:
    tool = ToolSchema(name="submit", description="Ends it.", parameters='{"type": "object"}')
    return ModelRequest(
        key=CallKey(scope="run:r1", role="writer", activation=1, turn=1, call=1),
        model="files",
        messages=(SystemMessage(text="You write."), UserMessage(text=text)),
        tools=(tool,),
    )


def client(folder: Path, *, deadline_s: float = 60.0) -> FilesClient:
    return FilesClient(folder, "writer", deadline_s=deadline_s, poll_s=0.01)


def put(folder: Path, name: str, body: Json) -> None:
    beside = folder / f".{name}.tmp"
    _ = beside.write_text(json.dumps(body), encoding="utf-8")
    _ = beside.replace(folder / name)


async def there(path: Path) -> Path:
    for _ in range(2_000):
        if await asyncio.to_thread(path.exists):
            return path
        await asyncio.sleep(0.01)
    raise AssertionError(f"{path} did not appear")


async def asked(exchange: FilesClient) -> tuple[asyncio.Task[ModelResponse], Path]:
    task = asyncio.create_task(exchange.complete(request()))
    path = await there(exchange.folder / SLUG / "request.json")
    return task, path.parent


async def test_the_request_says_all_that_an_answer_needs(tmp_path: Path) -> None:
    async def left() -> float:
        return 60.0

    output = exchange_output("out/confirmation.json", ConfirmationSubmission, required=True)
    place = Place(tmp_path / "work", (output,), left)
    before = datetime.now(UTC)
    task, folder = await asked(client(tmp_path / "x").at(place))
    found = parse_contract((folder / "request.json").read_bytes(), ExchangeRequest)
    put(folder, "answer.json", GOOD)
    assert (await task).model == "anna"
    assert found.system == "You write."
    assert [message.text for message in found.messages] == ["Write it."]
    assert [tool.parameters for tool in found.tools] == [{"type": "object"}]
    assert "checks" in str(found.outputs[0].body["properties"])
    assert found.workspace == str(tmp_path / "work")
    assert timedelta(0) < found.deadline - before < timedelta(seconds=120)


async def test_calls_get_ids_and_who_answered_is_told(tmp_path: Path) -> None:
    task, folder = await asked(client(tmp_path))
    usage: Json = {"input_tokens": 7, "output_tokens": 3}
    put(folder, "answer.json", {**GOOD, "model": "m-1", "usage": usage})
    response = await task
    assert response.model == "anna (m-1)"
    assert response.stop == "tool_use"
    assert [(c.id, c.name, c.arguments) for c in response.tool_calls] == [
        ("writer-1-1-1-1", "submit", '{"summary": "Done."}')
    ]
    assert (response.usage.input_tokens, response.usage.output_tokens) == (7, 3)


def _text(folder: Path) -> None:
    _ = (folder / "answer.json").write_text('{"answered_by": "anna", "tool', encoding="utf-8")


def _link(folder: Path) -> None:
    put(folder, "elsewhere.json", GOOD)
    (folder / "answer.json").symlink_to(folder / "elsewhere.json")


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "answer.json")


def _large(folder: Path) -> None:
    _ = (folder / "answer.json").write_bytes(b" " * 5_000_001)


def _unclaimed(folder: Path) -> None:
    until = f"{datetime.now(UTC) + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"
    put(folder, "claim-1.json", {"by": "bert", "until": until})
    put(folder, "answer.json", GOOD)


def _body(**changes: Json) -> Callable[[Path], None]:
    return lambda folder: put(folder, "answer.json", {**GOOD, **changes})


@pytest.mark.parametrize(
    ("spoil", "code", "pointer"),
    [
        (_text, "not-json", ""),
        (_link, "not-a-file", ""),
        (_pipe, "not-a-file", ""),
        (_large, "too-large", ""),
        (_unclaimed, "claimed", "/answered_by"),
        (_body(answered_by=""), "string_too_short", "/answered_by"),
        (_body(surprise=1), "extra_forbidden", "/surprise"),
        (_body(tool_calls=[{"name": "submit", "arguments": "{}"}]), "dict_type", "/tool_calls/0/"),
        (_body(tool_calls=[]), "value_error", ""),
        (_body(usage={"output_tokens": -5}), "value_error", ""),
    ],
)
async def test_an_answer_that_cannot_be_taken_is_refused_in_words_and_waited_for_again(
    tmp_path: Path, spoil: Callable[[Path], None], code: str, pointer: str
) -> None:
    told: list[str] = []
    task, folder = await asked(replace(client(tmp_path), tell=told.append))
    spoil(folder)
    note = parse_contract((await there(folder / "refused.json")).read_bytes(), ExchangeRefusal)
    assert note.faults[0].code == code
    assert note.faults[0].pointer.startswith(pointer)
    assert note.moved_to == "answer.refused-1.json"
    assert not task.done()
    for _ in range(3_000):
        if len(told) > 1:
            break
        await asyncio.sleep(0.01)
    waits, refused = told
    assert waits.startswith(f"writer waits for {folder}/answer.json until ")
    assert code in refused
    assert f"{folder}/answer.json was not taken" in refused
    (folder / "claim-1.json").unlink(missing_ok=True)
    put(folder, "answer.json", GOOD)
    assert (await task).model == "anna"


async def test_an_expired_claim_is_replaced_by_the_next_one(tmp_path: Path) -> None:
    task, folder = await asked(client(tmp_path))
    put(folder, "claim-1.json", {"by": "bert", "until": "2026-01-01T00:00:00Z"})
    later = datetime.now(UTC) + timedelta(hours=1)
    claim = ExchangeClaim(by="anna", until=later)
    _ = (folder / "claim-2.json").write_text(claim.model_dump_json(), encoding="utf-8")
    put(folder, "answer.json", GOOD)
    assert (await task).model == "anna"


async def test_a_judge_is_asked_and_answers_without_a_workspace(tmp_path: Path) -> None:
    key = CallKey(scope="scoring:s1", role="judge", activation=1, turn=1, call=1)
    asked_of_judge = request("Is it met?").model_copy(update={"key": key, "tools": ()})
    exchange = FilesClient(tmp_path, "reviewer", poll_s=0.01)
    task = asyncio.create_task(exchange.complete(asked_of_judge))
    path = await there(tmp_path / "scoring-s1-judge-1.1.1" / "request.json")
    found = parse_contract(path.read_bytes(), ExchangeRequest)
    assert (found.key, found.role) == (key, "judge")
    assert (found.workspace, found.outputs, found.tools) == (None, (), ())
    put(path.parent, "answer.json", {"answered_by": "anna", "text": "met"})
    response = await task
    assert (response.model, response.text, response.stop) == ("anna", "met", "end")


async def test_nobody_answers_until_the_deadline(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="nobody answered by") as caught:
        _ = await client(tmp_path, deadline_s=0.05).complete(request())
    assert caught.value.fault is ModelFault.TIMEOUT


async def test_the_same_call_finds_its_answer_after_a_crash(tmp_path: Path) -> None:
    task, folder = await asked(client(tmp_path))
    _ = task.cancel()
    put(folder, "answer.json", GOOD)
    assert (await client(tmp_path).complete(request())).model == "anna"


async def test_another_call_under_the_same_key_is_no_question_for_that_answer(
    tmp_path: Path,
) -> None:
    task, folder = await asked(client(tmp_path))
    put(folder, "answer.json", GOOD)
    _ = await task
    with pytest.raises(InputError, match="holds another request under this key"):
        _ = await client(tmp_path).complete(request("Write something else."))
