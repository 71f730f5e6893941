"""The form of a judge's reply: one strict tool with one list, one entry for each part asked.

Nothing is guessed. A reply in another form, an entry that breaks the schema, a part left out: each
leaves its part open, with words that go back to the judge. A reply that names a part nobody asked
about is not used at all.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from contracts.contract import Contract, Json, guard, parse_contract
from contracts.errors import ContractError
from contracts.model import ModelResponse, ToolSchema
from contracts.verdict import NotJudged, WhyNot
from scoring.judges.question import Reading

MOST_NAMED = 200
"""Parts up to which the schema lists their ids; providers bound the size of such lists."""
SHOWN = 300
"""Characters of a judge's words that go back to it."""
_FENCED = re.compile(r"\s*```(?:json)?\s*\n(?P<body>.*)\n\s*```\s*", re.DOTALL | re.IGNORECASE)
EntryT = TypeVar("EntryT", bound=Contract)
DecidedT = TypeVar("DecidedT")


class Form(NamedTuple):
    """How a kind of question is answered."""

    tool: str
    words: str
    """What the tool is for."""
    entries: str
    """The key of the list."""
    fields: Mapping[str, Json]
    """Schemas of an entry's other fields; each entry begins with its `criterion_id`."""

    def schema(self, ids: Sequence[str]) -> ToolSchema:
        """The tool, strict and with the ids it may name."""
        named: dict[str, Json] = {"type": "string"}
        if len(ids) <= MOST_NAMED:
            named["enum"] = list(ids)
        properties: dict[str, Json] = {"criterion_id": named, **self.fields}
        entry: Json = {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
        schema: Json = {
            "type": "object",
            "properties": {self.entries: {"type": "array", "items": entry}},
            "required": [self.entries],
            "additionalProperties": False,
        }
        return ToolSchema(name=self.tool, description=self.words, parameters=json.dumps(schema))


class _Unfit(Exception):
    """A reply of which nothing is used."""


def read_form(
    reply: ModelResponse,
    form: Form,
    *,
    ids: Sequence[str],
    entry: type[EntryT],
    decide: Callable[[EntryT], DecidedT | NotJudged],
) -> Reading[DecidedT]:
    """Read a reply in a form; `decide` says what an entry that fits the schema is worth."""
    if reply.stop == "refusal":
        words = f"{reply.model} declined: {reply.text[:SHOWN] or 'without a word'}"
        return Reading({}, dict.fromkeys(ids, not_judged(WhyNot.REFUSED, words)))
    try:
        entries = _entries(reply, form)
        _require_asked(entries, ids)
    except (_Unfit, ContractError) as error:
        return Reading({}, dict.fromkeys(ids, not_judged(WhyNot.UNREADABLE, str(error))))
    judged: dict[str, DecidedT] = {}
    still: dict[str, NotJudged] = {}
    for name in ids:
        one = _own(name, entries, entry)
        found = one if isinstance(one, NotJudged) else decide(one)
        if isinstance(found, NotJudged):
            still[name] = found
        else:
            judged[name] = found
    return Reading(judged, still)


def not_judged(reason: WhyNot, words: str) -> NotJudged:
    """Why a part stays open."""
    return NotJudged(reason=reason, words=words[:2_000] or "nothing was said")


def _entries(reply: ModelResponse, form: Form) -> list[dict[str, Json]]:
    document = guard(_body(reply, form).encode(errors="surrogatepass"), "reply")
    if not isinstance(document, dict) or list(document) != [form.entries]:
        raise _Unfit(f"the reply is one JSON object with `{form.entries}` and nothing else")
    listed = document[form.entries]
    if not isinstance(listed, list):
        raise _Unfit(f"`{form.entries}` is a list")
    entries = [entry for entry in listed if isinstance(entry, dict)]
    if len(entries) < len(listed):
        raise _Unfit(f"every entry of `{form.entries}` is an object")
    return entries


def _body(reply: ModelResponse, form: Form) -> str:
    """The JSON of a reply: the arguments of its one call, else its whole text, fenced or not."""
    if reply.stop == "length":
        raise _Unfit("the reply was cut at the output limit; answer in fewer words")
    match reply.tool_calls:
        case ():
            fenced = _FENCED.fullmatch(reply.text)
            return reply.text if fenced is None else fenced["body"]
        case (call,) if call.name == form.tool:
            return call.arguments
        case _:
            raise _Unfit(f"call {form.tool} once and nothing else")


def _require_asked(entries: Sequence[Mapping[str, Json]], ids: Sequence[str]) -> None:
    others = [entry.get("criterion_id") for entry in entries]
    strangers = [str(name)[:40] for name in others if name not in ids]
    if strangers:
        raise _Unfit(f"no such criterion was given: {', '.join(strangers[:5])}")


def _own(name: str, entries: Sequence[dict[str, Json]], model: type[EntryT]) -> EntryT | NotJudged:
    own = [entry for entry in entries if entry["criterion_id"] == name]
    if not own:
        return not_judged(WhyNot.MISSING, "the reply leaves it out")
    if len(own) > 1:
        words = f"the reply decides it {len(own)} times; decide it once"
        return not_judged(WhyNot.UNREADABLE, words)
    try:
        data = json.dumps(own[0], ensure_ascii=False).encode(errors="surrogatepass")
        return parse_contract(data, model)
    except ContractError as error:
        return not_judged(WhyNot.UNREADABLE, "; ".join(str(fault) for fault in error.faults[:5]))
