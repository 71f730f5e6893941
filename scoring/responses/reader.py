"""Files of answers, read into the `response` contract one line at a time.

A line is a response in the contract's own shape, or an object that names the question and carries
`messages` (OpenAI, Anthropic, LangChain), `output` items (OpenAI's Responses) or an inspect sample.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from contracts.contract import Json
from contracts.errors import ContractError, InputError
from contracts.line import parse_line
from contracts.response import Remark, RemarkKind, Response
from contracts.trace import MAX_STEPS, Said, Step, Trace
from scoring.responses.cleaning import Cleaner
from scoring.responses.lines import Document, Torn, documents
from scoring.responses.message import MessageFault, instant_of, steps_of
from scoring.responses.order import answer_remarks, final_answers, has_cycle, trace_remarks

_ENVELOPE = ("id", "query_id", "solver", "solver_family", "answered_at", "category", "prior_turns")
_STEP_TEXT = 900_000
"""Most characters of all steps together; beyond it each step is cut to an even share."""


class Defaults(NamedTuple):
    """What lines that do not say it themselves get."""

    solver: str | None = None
    solver_family: str | None = None
    query_id: str | None = None


NO_DEFAULTS = Defaults()


def read_responses(
    path: Path, now: datetime, defaults: Defaults = NO_DEFAULTS
) -> Iterator[Response | Torn]:
    """Every response of a file, in order; a torn last line comes last, as `Torn`.

    Raises:
        InputError: a faulty line, by file, line and field, with what to do.
    """
    seen: dict[str, int] = {}
    for found in documents(path):
        if isinstance(found, Torn):
            yield found
            continue
        response = _response(path, found, now, defaults)
        if response.id in seen:
            msg = (
                f"id {response.id!r} stands on line {seen[response.id]} already; give each its own"
            )
            raise _refusal(path, found.line, msg)
        seen[response.id] = found.line
        yield response


def read_trace(path: Path, now: datetime, *, response_id: str, defaults: Defaults) -> Response:
    """One response from a file with one message per line; a torn end is marked and kept.

    Raises:
        InputError: a faulty line, or nothing to say which question and solver it is.
    """
    messages: list[Json] = []
    remarks: list[Remark] = []
    line = 0
    for found in documents(path):
        line = found.line
        if isinstance(found, Torn):
            remarks.append(Remark(kind=RemarkKind.TRACE_TRUNCATED, words=found.words[-200:]))
        else:
            messages.append(found.body)
    body: dict[str, Json] = {"id": response_id, "messages": messages}
    response = _response(path, Document(line, body), now, defaults)
    return response.model_copy(update={"remarks": (*response.remarks, *remarks)})


def _response(path: Path, found: Document, now: datetime, defaults: Defaults) -> Response:
    cleaner = Cleaner()
    try:
        if isinstance(found.body.get("answer"), (dict, str)):
            body = _own(found.body, cleaner)
            remarks: tuple[Remark, ...] = ()
        else:
            body, remarks = _of_messages(found, cleaner, now)
        body = _with_defaults(body, found, defaults)
        response = parse_line(
            json.dumps(body, ensure_ascii=False).encode(errors="surrogatepass"), Response
        )
    except MessageFault as error:
        raise _refusal(path, found.line, str(error)) from None
    except ContractError as error:
        raise _refusal(path, found.line, str(error)) from None
    future = response.answered_at is not None and response.answered_at > now
    late = (Remark(kind=RemarkKind.TIME_IN_FUTURE, words="answered_at lies in the future"),)
    extra = (*cleaner.remarks(), *remarks, *(late if future else ()))
    return response.model_copy(update={"remarks": (*response.remarks, *extra)})


def _refusal(path: Path, line: int, words: str) -> InputError:
    return InputError(f"{path}: line {line}: {words}")


def _own(body: dict[str, Json], cleaner: Cleaner) -> dict[str, Json]:
    """A line in the contract's own shape, its texts cleaned; `answer` may be the bare text."""
    answer = body["answer"]
    if isinstance(answer, str):
        return {**body, "answer": {"kind": "text", "text": cleaner.answer(answer)}}
    cleaned = _cleaned(answer, cleaner)
    return {**body, "answer": cleaned}


def _cleaned(value: Json, cleaner: Cleaner, key: str = "") -> Json:
    if isinstance(value, str):
        return cleaner.answer(value) if key in ("final_answer", "") else cleaner.step(value)
    if isinstance(value, list):
        return [_cleaned(item, cleaner, "steps") for item in value]
    if not isinstance(value, dict):
        return value
    is_text = value.get("kind") == "text"
    return {
        name: _cleaned(item, cleaner, "final_answer" if is_text and name == "text" else name)
        for name, item in value.items()
    }


def _of_messages(
    found: Document, cleaner: Cleaner, now: datetime
) -> tuple[dict[str, Json], tuple[Remark, ...]]:
    body = found.body
    output = body.get("output")
    messages = body.get("messages", output)
    if not isinstance(messages, list):
        msg = "has neither `answer` nor a list of `messages`; see the schema of `response`"
        raise MessageFault(msg)
    steps: list[Step] = []
    for number, message in enumerate(messages, start=1):
        try:
            steps += steps_of(message, cleaner)
        except MessageFault as error:
            msg = f"message {number} {error}; leave it out or convert it"
            raise MessageFault(msg) from None
    finals = [cleaner.answer(text) for text in _finals(body, steps)]
    remarks = (*trace_remarks(steps, now), *answer_remarks(finals, steps), *_parents(messages))
    trace = Trace(steps=_bounded(steps, cleaner), final_answer=finals[-1] if finals else None)
    envelope = {key: body[key] for key in _ENVELOPE if key in body}
    answer: Json = {"kind": "trace", "trace": trace.model_dump(mode="json")}
    return {**envelope, **_of_inspect(body), "answer": answer}, remarks


def _finals(body: dict[str, Json], steps: list[Step]) -> list[str]:
    if isinstance(stated := body.get("final_answer"), str):
        return [stated]
    output = body.get("output")
    if isinstance(output, dict) and (isinstance(text := output.get("completion"), str) and text):
        return [text]
    return final_answers(steps)


def _of_inspect(body: dict[str, Json]) -> dict[str, Json]:
    """Names of an inspect sample: its id is the question's, and epochs tell answers apart."""
    if "epoch" not in body:
        return {}
    sample = str(body.get("id"))
    output = body.get("output")
    model = output.get("model") if isinstance(output, dict) else None
    named: dict[str, Json] = {"id": f"{sample}-{body['epoch']}", "query_id": sample}
    solver = body.get("solver", model)
    return named if solver is None else {**named, "solver": solver}


def _with_defaults(body: dict[str, Json], found: Document, defaults: Defaults) -> dict[str, Json]:
    given = {key: value for key, value in defaults._asdict().items() if value is not None}
    named: dict[str, Json] = {"id": f"line-{found.line}", **given, **body}
    stated = named.get("answered_at")
    if stated is None:
        return named
    moment = instant_of(stated) if isinstance(stated, str) else None
    if moment is None:
        msg = f"/answered_at {stated!r} is no moment with a zone; write 2026-01-09T21:30:00Z"
        raise MessageFault(msg)
    return {**named, "answered_at": moment.isoformat().replace("+00:00", "Z")}


def _bounded(steps: list[Step], cleaner: Cleaner) -> tuple[Step, ...]:
    """At most 5,000 steps, the first and the last, and 900,000 characters in all."""
    if len(steps) > MAX_STEPS:
        head, tail = MAX_STEPS // 5, MAX_STEPS - MAX_STEPS // 5 - 1
        dropped = len(steps) - head - tail
        cleaner.left_out(dropped)
        mark = Said(speaker="system", text=f"[cut by finrubric: {dropped:,} steps]")
        steps = [*steps[:head], mark, *steps[-tail:]]
    if sum(len(_words(step)) for step in steps) <= _STEP_TEXT:
        return tuple(steps)
    share = _STEP_TEXT // len(steps)
    return tuple(_shortened(step, share, cleaner) for step in steps)


def _words(step: Step) -> str:
    return step.arguments if step.kind == "call" else step.text


def _shortened(step: Step, share: int, cleaner: Cleaner) -> Step:
    text = _words(step)
    if len(text) <= share:
        return step
    cleaner.left_out(len(text) - share)
    cut = f"{text[:share]}\n[cut by finrubric: {len(text) - share:,} more characters]"
    return step.model_copy(update={"arguments" if step.kind == "call" else "text": cut})


def _parents(messages: list[Json]) -> list[Remark]:
    parents = {
        str(message["id"]): str(message["parent_id"])
        for message in messages
        if isinstance(message, dict) and message.get("parent_id") and message.get("id")
    }
    words = "messages name each other as parents; they stand as in the file"
    return [Remark(kind=RemarkKind.CYCLIC_PARENTS, words=words)] if has_cycle(parents) else []
