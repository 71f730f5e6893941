"""Reading a judge's reply: what counts as a verdict, and why the rest does not.

The form is read as for any question; a quote that does not stand where it should leaves its
criterion open, with words that go back to the judge.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import StringConstraints

from contracts.contract import Contract, Text
from contracts.criteria import Criterion
from contracts.model import ModelResponse, ToolSchema
from contracts.response import Response, TraceAnswer
from contracts.verdict import Absent, Contradicted, Met, NotJudged, Ruled, WhyNot
from scoring.judges.form import SHOWN, Form, not_judged, read_form
from scoring.judges.plea import is_plea, without_pleas
from scoring.judges.question import Reading
from scoring.judges.sheet import Case
from scoring.quote import quote_stands

TOOL = "submit_verdicts"
_FORM = Form(
    tool=TOOL,
    words="Hand in the verdicts: one entry for each criterion that was given.",
    entries="verdicts",
    fields={
        "ruling": {"type": "string", "enum": ["met", "contradicted", "absent"]},
        "quote": {"type": "string"},
        "place": {"type": "string", "enum": ["answer", "trace"]},
        "why": {"type": "string"},
    },
)


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


def tool_of(ids: Sequence[str]) -> ToolSchema:
    """The one tool of a judge, strict and with the ids it may name."""
    return _FORM.schema(ids)


def read_reply(reply: ModelResponse, case: Case) -> Reading[Judged]:
    """Read a reply to a case; every criterion asked for ends in one of the two maps."""
    by_id = {criterion.id: criterion for criterion in case.asked}

    def decide(entry: _Entry) -> Judged | NotJudged:
        return _decided(entry, by_id[entry.criterion_id], case.response)

    return read_form(reply, _FORM, ids=case.ids, entry=_Entry, decide=decide)


def _decided(entry: _Entry, criterion: Criterion, response: Response) -> Judged | NotJudged:
    if entry.ruling == "absent":
        return Judged(Absent(), entry.why)
    if not entry.quote.strip():
        return not_judged(WhyNot.QUOTE_NOT_FOUND, f"`{entry.ruling}` needs the words it rests on")
    if entry.place == "trace" and criterion.kind == "outcome":
        words = "it is about the answer, so the quote must stand there and not in the trace"
        return not_judged(WhyNot.QUOTE_NOT_FOUND, words)
    if not _stands(entry, response):
        words = f"the quote does not stand in the {entry.place}: {entry.quote[:SHOWN]!r}"
        return not_judged(WhyNot.QUOTE_NOT_FOUND, words)
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
