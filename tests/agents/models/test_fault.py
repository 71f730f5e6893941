"""The meaning of failures, of waits and of names: pure."""

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from agents.models.fault import Told, fault_of, read_told, retry_after_s
from agents.models.model_name import is_same_model
from agents.models.opaque import seal, unseal
from agents.models.strict_schema import fits_strict
from contracts.contract import Json
from contracts.errors import ModelFault

NOW = datetime(2026, 1, 9, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (429, {"error": {"type": "tokens", "code": "rate_limit_exceeded"}}, ModelFault.RATE_LIMIT),
        (429, {"error": {"type": "insufficient_quota", "code": None}}, ModelFault.QUOTA),
        (429, {"error": {"code": "insufficient_quota", "type": "x"}}, ModelFault.QUOTA),
        (429, None, ModelFault.RATE_LIMIT),
        (400, {"error": {"message": "Your Credit balance is too low"}}, ModelFault.QUOTA),
        (500, {"error": {"message": "Overloaded", "type": "api_error"}}, ModelFault.OVERLOADED),
        (503, "<html>", ModelFault.SERVER),
        (504, None, ModelFault.SERVER),
        (409, None, ModelFault.SERVER),
        (408, None, ModelFault.TIMEOUT),
        (413, {"type": "error", "error": {"type": "request_too_large"}}, ModelFault.CONTEXT),
        (413, "<html>", ModelFault.CONTEXT),
        (400, {"error": {"message": "prompt is too long: 9 > 8"}}, ModelFault.CONTEXT),
        (400, {"error": {"message": "The maximum context length is 8."}}, ModelFault.CONTEXT),
        (200, {"error": {"code": "context_length_exceeded"}}, ModelFault.CONTEXT),
        (429, {"error": {"message": "for the maximum context length"}}, ModelFault.RATE_LIMIT),
        (401, {"type": "error", "error": {"type": "authentication_error"}}, ModelFault.AUTH),
        (200, {"error": "overloaded"}, ModelFault.OVERLOADED),
        (200, {"error": {"code": 429}}, ModelFault.RATE_LIMIT),
        (200, {"type": "authentication_error", "message": "no"}, ModelFault.AUTH),
        (200, {"error": {"type": "invalid_request_error"}}, ModelFault.REQUEST),
        (200, {"error": {"type": "new_kind"}}, ModelFault.OTHER),
        (200, [], ModelFault.OTHER),
        (302, "", ModelFault.REQUEST),
    ],
)
def test_fault_follows_from_what_is_most_certain(
    status: int, body: object, fault: ModelFault
) -> None:
    assert fault_of(read_told(status, body)) is fault


def test_words_of_an_error_are_read_from_either_nesting() -> None:
    inner = {"type": "A", "code": "b", "message": "m"}
    assert read_told(500, {"error": inner}) == read_told(500, inner) == Told(500, ("b", "a"), "m")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.01"}, 0.01),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Fri, 09 Jan 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Fri, 09 Jan 2026 12:00:30 -0000"}, 30.0),
        ({"retry-after": "Fri, 09 Jan 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "Fri, 99 Jan 2026 11:00:00 GMT"}, None),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "x", "retry-after": "9"}, 9.0),
    ],
)
def test_wait_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers, NOW) == seconds


def test_wait_by_the_clock_counts_from_now() -> None:
    assert retry_after_s({"retry-after": format_datetime(NOW, usegmt=True)}, NOW) == 0.0


@pytest.mark.parametrize(
    ("asked", "answered", "same"),
    [
        ("gpt-5.6", "gpt-5.6", True),
        ("gpt-5.6", "gpt-5.6-2026-10-01", True),
        ("openai/gpt-5.6", "gpt-5.6-2026-10-01", True),
        ("GPT-5.6", "gpt-5.6", True),
        ("claude-opus-5", "claude-opus-5-20261001", True),
        ("claude-opus-5-latest", "claude-opus-5-20261001", True),
        ("claude-opus-5-20261001", "claude-opus-5", True),
        ("qwen/qwen3:free", "qwen3", True),
        ("llama:latest", "llama", True),
        ("gpt-5.6", "gpt-5.6-mini", False),
        ("gpt-5.6", "gpt-5.5", False),
        ("gpt-5.6", "", False),
        ("gpt-5.6-2026-10-01", "gpt-5.6-2026-11-01", False),
        ("claude-opus-5", "claude-sonnet-5-20261001", False),
        ("gpt-5.6-mini", "gpt-5.6", False),
    ],
)
def test_name_may_differ_in_the_build_alone(asked: str, answered: str, *, same: bool) -> None:
    assert is_same_model(asked, answered) is same


def closed(**properties: Json) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list[Json](properties),
        "additionalProperties": False,
    }


WORD: Json = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "fits"),
    [
        (closed(), True),
        (closed(a=WORD), True),
        (closed(a=closed(b=WORD)), True),
        (closed(a={"type": "array", "items": WORD}), True),
        (closed(a={"anyOf": [WORD, {"type": "null"}]}), True),
        ({**closed(a={"$ref": "#/$defs/b"}), "$defs": {"b": closed(c=WORD)}}, True),
        ({**closed(a=WORD), "required": []}, False),
        ({**closed(a=WORD), "additionalProperties": True}, False),
        ({"type": "object", "properties": {}}, False),
        (closed(a={"type": "string", "default": "x"}), False),
        (closed(a={"type": "array", "items": {"type": "object"}}), False),
        (closed(a={"anyOf": [WORD, {"type": "object"}]}), False),
        ({**closed(a={"$ref": "#/$defs/b"}), "$defs": {"b": {"type": "object"}}}, False),
        ("string", False),
    ],
)
def test_only_closed_and_complete_schemas_are_strict(schema: Json, *, fits: bool) -> None:
    assert fits_strict(schema) is fits


def test_sealed_items_come_back_to_their_own_protocol_only() -> None:
    sealed = seal("openai", [{"type": "reasoning", "encrypted_content": "é=="}])
    assert unseal("openai", sealed) == [{"type": "reasoning", "encrypted_content": "é=="}]
    assert unseal("anthropic", sealed) is None
    assert unseal("openai", "not base64!") is None
    assert unseal("openai", None) is None
