"""Reading a judge's reply: what counts as a verdict, and why the rest does not.

Nothing is guessed. A reply in another form, an entry that breaks the schema, a criterion left out,
a quote that does not stand where it should: each leaves its criterion open, with words that go back
to the judge. A reply that names a criterion nobody asked about is not used at all.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import StringConstraints

from contracts.contract import Contract, Json, Text, guard, parse_contract
from contracts.criteria import Criterion
from contracts.errors import ContractError
from contracts.model import ModelResponse, ToolSchema
from contracts.response import Response, TraceAnswer
from contracts.verdict import Absent, Contradicted, Met, NotJudged, Ruled, WhyNot
from scoring.judges.plea import is_plea, without_pleas
from scoring.judges.sheet import Case
from scoring.quote import quote_stands

TOOL = "submit_verdicts"
MOST_NAMED = 200
"""Criteria up to which the schema lists their ids; providers bound the size of such lists."""
_FENCED = re.compile(r"\s*```(?:json)?\s*\n(?P<body>.*)\n\s*```\s*", re.DOTALL | re.IGNORECASE)
_SHOWN = 300


class _Entry(Contract):
    """One entry of a reply."""

    criterion_id: Annotated[str, StringConstraints(max_length=80)]
    ruling: Literal["met", "contradicted", "absent"]
    quote: Text
    place: Literal["answer", "trace"]
    why: Text


class Judged(NamedTuple):
    """A verdict that counts."""

    ruled: Ruled
    why: str


class Reading(NamedTuple):
    """What a reply decides, and what it leaves open."""

    judged: Mapping[str, Judged]
    open: Mapping[str, NotJudged]
    """By criterion, in the order asked."""


class _Unfit(Exception):
    """A reply of which nothing is used."""


def tool_of(ids: Sequence[str]) -> ToolSchema:
    """The one tool of a judge, strict and with the ids it may name."""
    named: dict[str, Json] = {"type": "string"}
    if len(ids) <= MOST_NAMED:
        named["enum"] = list(ids)
    properties: dict[str, Json] = {
        "criterion_id": named,
        "ruling": {"type": "string", "enum": ["met", "contradicted", "absent"]},
        "quote": {"type": "string"},
        "place": {"type": "string", "enum": ["answer", "trace"]},
        "why": {"type": "string"},
    }
    entry: Json = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    schema: Json = {
        "type": "object",
        "properties": {"verdicts": {"type": "array", "items": entry}},
        "required": ["verdicts"],
        "additionalProperties": False,
    }
    words = "Hand in the verdicts: one entry for each criterion that was given."
    return ToolSchema(name=TOOL, description=words, parameters=json.dumps(schema))


def read_reply(reply: ModelResponse, case: Case) -> Reading:
    """Read a reply to a case; every criterion asked for ends in one of the two maps."""
    if reply.stop == "refusal":
        words = f"{reply.model} declined: {reply.text[:_SHOWN] or 'without a word'}"
        return Reading({}, dict.fromkeys(case.ids, _not(WhyNot.REFUSED, words)))
    try:
        entries = _entries(reply)
        _require_asked(entries, case.ids)
    except (_Unfit, ContractError) as error:
        return Reading({}, dict.fromkeys(case.ids, _not(WhyNot.UNREADABLE, str(error))))
    found = {criterion.id: _of_criterion(criterion, entries, case) for criterion in case.asked}
    return Reading(
        {name: one for name, one in found.items() if isinstance(one, Judged)},
        {name: one for name, one in found.items() if isinstance(one, NotJudged)},
    )


def _entries(reply: ModelResponse) -> list[dict[str, Json]]:
    document = guard(_body(reply).encode(errors="surrogatepass"), "reply")
    if not isinstance(document, dict) or list(document) != ["verdicts"]:
        raise _Unfit("the reply is one JSON object with `verdicts` and nothing else")
    verdicts = document["verdicts"]
    if not isinstance(verdicts, list):
        raise _Unfit("`verdicts` is a list")
    entries = [entry for entry in verdicts if isinstance(entry, dict)]
    if len(entries) < len(verdicts):
        raise _Unfit("every entry of `verdicts` is an object")
    return entries


def _body(reply: ModelResponse) -> str:
    """The JSON of a reply: the arguments of its one call, else its whole text, fenced or not."""
    if reply.stop == "length":
        raise _Unfit("the reply was cut at the output limit; answer in fewer words")
    match reply.tool_calls:
        case ():
            fenced = _FENCED.fullmatch(reply.text)
            return reply.text if fenced is None else fenced["body"]
        case (call,) if call.name == TOOL:
            return call.arguments
        case _:
            raise _Unfit(f"call {TOOL} once and nothing else")


def _require_asked(entries: Sequence[Mapping[str, Json]], ids: Sequence[str]) -> None:
    others = [entry.get("criterion_id") for entry in entries]
    strangers = [str(name)[:40] for name in others if name not in ids]
    if strangers:
        raise _Unfit(f"no such criterion was given: {', '.join(strangers[:5])}")


def _of_criterion(
    criterion: Criterion, entries: Sequence[dict[str, Json]], case: Case
) -> Judged | NotJudged:
    own = [entry for entry in entries if entry["criterion_id"] == criterion.id]
    if not own:
        return _not(WhyNot.MISSING, "the reply leaves it out")
    if len(own) > 1:
        return _not(WhyNot.UNREADABLE, f"the reply decides it {len(own)} times; decide it once")
    try:
        data = json.dumps(own[0], ensure_ascii=False).encode(errors="surrogatepass")
        entry = parse_contract(data, _Entry)
    except ContractError as error:
        return _not(WhyNot.UNREADABLE, "; ".join(str(fault) for fault in error.faults[:5]))
    return _decided(entry, criterion, case.response)


def _decided(entry: _Entry, criterion: Criterion, response: Response) -> Judged | NotJudged:
    if entry.ruling == "absent":
        return Judged(Absent(), entry.why)
    if not entry.quote.strip():
        return _not(WhyNot.QUOTE_NOT_FOUND, f"`{entry.ruling}` needs the words it rests on")
    if entry.place == "trace" and criterion.kind == "outcome":
        words = "it is about the answer, so the quote must stand there and not in the trace"
        return _not(WhyNot.QUOTE_NOT_FOUND, words)
    if not _stands(entry, response):
        words = f"the quote does not stand in the {entry.place}: {entry.quote[:_SHOWN]!r}"
        return _not(WhyNot.QUOTE_NOT_FOUND, words)
    kind = Met if entry.ruling == "met" else Contradicted
    return Judged(kind(quote=entry.quote, place=entry.place), entry.why)


def _stands(entry: _Entry, response: Response) -> bool:
    quote = entry.quote
    texts = [response.final_text] if entry.place == "answer" else _work(response)
    found = [text for text in texts if quote_stands(quote, text)]
    # What an answer says wrongly stays wrong, whatever stands beside it.
    if entry.ruling == "contradicted" or not found:
        return bool(found)
    return not is_plea(quote) and any(quote_stands(quote, without_pleas(text)) for text in found)


def _work(response: Response) -> Iterable[str]:
    """What the agent said, called and was given; the words of others that it was set are not."""
    steps = response.answer.trace.steps if isinstance(response.answer, TraceAnswer) else ()
    for step in steps:
        if step.kind != "message" or step.speaker == "assistant":
            yield step.arguments if step.kind == "call" else step.text


def _not(reason: WhyNot, words: str) -> NotJudged:
    return NotJudged(reason=reason, words=words[:2_000] or "nothing was said")
