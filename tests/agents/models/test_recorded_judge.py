"""Recorded judges: read whole, and silent on any case but the recorded ones."""

import json
from pathlib import Path

import pytest

from agents.models.recorded_judge import RecordedJudgeClient, load_judges
from contracts.contract import Json
from contracts.errors import DriftError, InputError
from contracts.model import CallKey, ModelRequest, UserMessage
from tests.conftest import ROOT

CASE, OTHER = "a" * 64, "b" * 64
REPLIES: list[Json] = [
    {"answer": "x", "case": CASE, "turn": 1, "call": 1, "reply": "```json\n{}\n```"},
    {"answer": "x", "case": CASE, "turn": 1, "call": 2, "reply": {"verdicts": []}},
]


def recording(folder: Path, *replies: Json) -> Path:
    judges: Json = [{"name": "j", "family": "f", "replies": [*replies]}]
    head: dict[str, Json] = {"title": "t", "made_by": "hand", "prompt_sha256": CASE}
    document = json.dumps({**head, "judges": judges})
    _ = (folder / "judges.json").write_text(document, encoding="utf-8")
    return folder


def request(case: str, *, activation: int = 1, turn: int = 1, call: int = 1) -> ModelRequest:
    key = CallKey(scope="scoring:s", role="judge", activation=activation, turn=turn, call=call)
    message = UserMessage(text="Grade.")
    return ModelRequest(key=key, model="j", messages=(message,), tools=(), inputs=(case,))


async def test_a_reply_comes_as_it_was_recorded_each_time_it_is_asked_for(tmp_path: Path) -> None:
    client = RecordedJudgeClient(load_judges(recording(tmp_path, *REPLIES)).judges[0])
    assert (await client.complete(request(CASE))).text == "```json\n{}\n```"
    assert (await client.complete(request(CASE, call=2))).text == '{"verdicts": []}'
    assert (await client.complete(request(CASE, activation=2))).text == "```json\n{}\n```"


@pytest.mark.parametrize("other", [request(OTHER), request(CASE, turn=2)])
async def test_another_case_or_call_is_drift(tmp_path: Path, other: ModelRequest) -> None:
    client = RecordedJudgeClient(load_judges(recording(tmp_path, *REPLIES)).judges[0])
    with pytest.raises(DriftError, match="differ from the recording"):
        _ = await client.complete(other)


def test_a_folder_without_a_whole_recording_is_refused_by_its_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"judges\.json: cannot be read"):
        _ = load_judges(tmp_path)
    with pytest.raises(InputError, match="j has two replies to one call"):
        _ = load_judges(recording(tmp_path, REPLIES[0], REPLIES[0]))


def test_the_example_says_that_it_was_made_by_hand() -> None:
    assert load_judges(ROOT / "examples/responses/judges").made_by == "hand"
