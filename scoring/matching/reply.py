"""Reading a judge's reply about two lists: demand and value apart, words looked for in both.

An entry whose words do not stand where it says, or whose parts contradict each other, leaves its
criterion open and goes back to the judge.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import StringConstraints

from contracts.contract import Contract, Json, Text
from contracts.criteria import Criterion
from contracts.model import ModelResponse, ToolSchema
from contracts.verdict import NotJudged, WhyNot
from scoring.judges.form import SHOWN, Form, not_judged, read_form
from scoring.judges.question import Reading
from scoring.quote import quote_stands

ValueWord: TypeAlias = Literal["same", "other", "none_stated"]
_Place: TypeAlias = Annotated[str, StringConstraints(max_length=80)]
_WORDS: Json = {
    "type": "object",
    "properties": {"first": {"type": "string"}, "second": {"type": "string"}},
    "required": ["first", "second"],
    "additionalProperties": False,
}
_FORM = Form(
    tool="submit_matches",
    words="Hand in the matches: one entry for each criterion of the first list.",
    entries="matches",
    fields={
        "demand": {"type": "string", "enum": ["same", "none"]},
        "match": {"type": "string"},
        "demand_words": _WORDS,
        "value": {"type": "string", "enum": ["same", "other", "none_stated"]},
        "value_words": _WORDS,
        "why": {"type": "string"},
    },
)


class Lists(NamedTuple):
    """Both lists by the places that a judge sees."""

    first: dict[str, Criterion]
    second: dict[str, Criterion]


class _BothWords(Contract):
    """The words of both criteria that a decision rests on."""

    first: Text
    second: Text


class _Entry(Contract):
    """One entry of a reply."""

    criterion_id: _Place
    demand: Literal["same", "none"]
    match: _Place
    demand_words: _BothWords
    value: ValueWord
    value_words: _BothWords
    why: Text


class Compared(NamedTuple):
    """What a judge says of one criterion of the first list."""

    match: Criterion | None
    """Of the second list, where one makes the same demand."""
    value: ValueWord
    why: str


def matching_tool(ids: Sequence[str]) -> ToolSchema:
    """The one tool of a judge of matches."""
    return _FORM.schema(ids)


def read_matches(reply: ModelResponse, ids: Sequence[str], lists: Lists) -> Reading[Compared]:
    """Read a reply; every place asked for ends in one of the two maps."""

    def decide(entry: _Entry) -> Compared | NotJudged:
        return _decided(entry, lists)

    return read_form(reply, _FORM, ids=ids, entry=_Entry, decide=decide)


def _decided(entry: _Entry, lists: Lists) -> Compared | NotJudged:
    if entry.demand == "none":
        if entry.match or entry.value != "none_stated":
            words = "without a match, `match` is empty and `value` is `none_stated`"
            return not_judged(WhyNot.UNREADABLE, words)
        return Compared(None, "none_stated", entry.why)
    match = lists.second.get(entry.match)
    if match is None:
        words = f"`match` {entry.match!r} is no criterion of the second list"
        return not_judged(WhyNot.UNREADABLE, words)
    both = (lists.first[entry.criterion_id], match)
    fault = _fault("demand_words", entry.demand_words, both)
    if fault is None and entry.value != "none_stated":
        fault = _fault("value_words", entry.value_words, both)
    if fault is not None:
        return not_judged(WhyNot.QUOTE_NOT_FOUND, fault)
    return Compared(match, entry.value, entry.why)


def _fault(field: str, said: _BothWords, both: tuple[Criterion, Criterion]) -> str | None:
    sides = (("first", said.first, both[0]), ("second", said.second, both[1]))
    for name, quote, criterion in sides:
        places = (criterion.text, *criterion.rules)
        if not quote.strip() or not any(quote_stands(quote, place) for place in places):
            return f"{field}: {quote[:SHOWN]!r} does not stand in the criterion of the {name} list"
    return None
