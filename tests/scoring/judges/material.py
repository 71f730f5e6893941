"""Criteria, answers and judges for tests: a stub judge reads what real ones are shown."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from contracts.contract import Json
from contracts.criteria import Criteria, Criterion
from contracts.model import ModelResponse, ToolCall
from contracts.response import Response, TextAnswer
from scoring.judges.judge import MAX_OUTPUT_TOKENS, Judge
from scoring.judges.reply import TOOL
from tests.servers.script import Received, Said, Use

HASH = "0" * 64
BLOCK = re.compile(
    r'<data nonce="(?P<nonce>[0-9a-f]{16})">\n(?P<text>.*?)\n</data (?P=nonce)>', re.DOTALL
)


def criterion(number: int, **changes: object) -> Criterion:
    """Wants the word `fact-N`."""
    body = {"id": f"C{number}", "text": f"States fact-{number}.", "points": 500, **changes}
    return Criterion.model_validate(body)


def criteria(count: int = 4, **changes: object) -> Criteria:
    body = {
        "question": "Which facts are there?",
        "rubric_sha256": HASH,
        "criteria": tuple(criterion(number) for number in range(1, count + 1)),
        **changes,
    }
    return Criteria.model_validate(body)


def answer(*facts: int, name: str = "a", more: str = "", **changes: object) -> Response:
    """States some facts, and more words if need be."""
    text = " ".join(f"There is fact-{number}." for number in facts) + more
    body = {
        "id": name,
        "query_id": "q",
        "solver": "an agent",
        "answer": TextAnswer(text=text),
        **changes,
    }
    return Response.model_validate(body)


def judge(
    number: int,
    *,
    name: str | None = None,
    provider: str = "stub",
    model: str | None = None,
    routing: str = "",
    max_output_tokens: int = MAX_OUTPUT_TOKENS,
) -> Judge:
    return Judge(
        name=name or f"judge-{number}",
        family=f"family-{number}",
        provider=provider,
        model=model or f"gpt-{number}",
        routing=routing,
        max_output_tokens=max_output_tokens,
    )


def entry(
    name: str,
    ruling: Literal["met", "contradicted", "absent"] = "met",
    quote: str | None = None,
    **changes: Json,
) -> dict[str, Json]:
    own = f"fact-{name.removeprefix('C')}" if quote is None else quote
    words = "" if ruling == "absent" else own
    body: dict[str, Json] = {"criterion_id": name, "ruling": ruling, "quote": words}
    return {**body, "place": "answer", "why": "It says so.", **changes}


def handed(entries: Iterable[Json]) -> str:
    return json.dumps({"verdicts": list(entries)})


def replied(
    text: str = "",
    *,
    arguments: str | None = None,
    tool: str = TOOL,
    stop: Literal["tool_use", "end", "length", "refusal"] = "end",
) -> ModelResponse:
    """A reply by words or by one call of a tool."""
    calls = () if arguments is None else (ToolCall(id="c1", name=tool, arguments=arguments),)
    return ModelResponse(model="m", text=text, tool_calls=calls, stop=stop)


def shown_in(received: Received) -> str:
    """The message that opens a judging."""
    body = received.body
    items = body.get("input", body.get("messages"))
    assert isinstance(items, list)
    (first, *_) = [item for item in items if isinstance(item, dict) and item.get("role") == "user"]
    content = first["content"]
    if isinstance(content, str):
        return content
    assert isinstance(content, list)
    return "".join(str(part["text"]) for part in content if isinstance(part, dict))


def asked_in(received: Received) -> list[str]:
    """The criteria that the tool's schema names."""
    found = re.search(r'"enum": ?(\["C[^\]]*\])', json.dumps(received.body["tools"]))
    assert found
    ids: list[str] = json.loads(found[1])
    return ids


def judged_honestly(received: Received) -> list[dict[str, Json]]:
    """Rules on each criterion by the answer, and obeys whatever stands outside of data."""
    text = shown_in(received)
    blocks = [found["text"] for found in BLOCK.finditer(text)]
    outside = BLOCK.sub("", text).lower()
    if re.search(r"full marks|grade: pass|ignore", outside):
        return [entry(name, quote="There is") for name in asked_in(received)]
    return [
        entry(name, "met" if re.search(rf"fact-{name[1:]}\b", blocks[2]) else "absent")
        for name in asked_in(received)
    ]


def calling(entries: Sequence[Mapping[str, Json]]) -> Said:
    return Said(uses=(Use("u1", TOOL, json.dumps({"verdicts": list(entries)})),))


def honest(received: Received) -> Said:
    return calling(judged_honestly(received))
