"""Files of answers, read into the `response` contract one line at a time.

A line is a response in the contract's own shape, or an object that names the question and carries
`messages` (OpenAI, Anthropic, LangChain), `output` items (OpenAI's Responses) or an inspect sample.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from contracts.contract import Json
from contracts.errors import ContractError, InputError
from contracts.line import parse_line
from contracts.response import Remark, RemarkKind, Response
from contracts.trace import Trace
from scoring.responses.cleaning import Cleaner
from scoring.responses.kept_steps import bounded
from scoring.responses.lines import MAX_LINE, Document, Torn, documents
from scoring.responses.message import MessageFault, instant_of, is_message
from scoring.responses.trace_reading import TraceReading

_ENVELOPE = ("id", "query_id", "solver", "solver_family", "answered_at", "category", "prior_turns")


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


def read_trace(
    path: Path, now: datetime, *, response_id: str, defaults: Defaults, longest: int = MAX_LINE
) -> Response:
    """One response from a file with one message per line; a torn end is marked and kept.

    `longest` is the line in bytes above which one is cut.

    Raises:
        InputError: a faulty line, or nothing to say which question and solver it is.
    """
    cleaner, torn = Cleaner(), list[Remark]()
    reading, line, left_out = TraceReading(cleaner), 0, 0
    for found in documents(path, longest):
        line = found.line
        if isinstance(found, Torn):
            torn.append(Remark(kind=RemarkKind.TRACE_TRUNCATED, words=found.words[-200:]))
            continue
        left_out += found.left_out
        try:
            reading.read(found.body)
        except MessageFault as error:
            raise _refusal(path, line, str(error)) from None
    work = reading.work(now, is_whole=not left_out)
    end = Document(line, {"id": response_id}, left_out)
    body = _with_defaults(_with_trace(end.body, work.trace), end, defaults)
    return _made(path, end, body, (*_cut_line(end), *cleaner.remarks(), *work.remarks, *torn))


def is_one_trace(path: Path) -> bool:
    """Whether each line of a file is a message, so that the whole file is one trace.

    Raises:
        InputError: its first line is faulty.
    """
    for found in documents(path):
        return isinstance(found, Document) and is_message(found.body)
    return False


def _response(path: Path, found: Document, now: datetime, defaults: Defaults) -> Response:
    cleaner = Cleaner()
    try:
        if isinstance(found.body.get("answer"), (dict, str)):
            body = _own(found.body, cleaner)
            remarks: tuple[Remark, ...] = ()
        else:
            body, remarks = _of_messages(found, cleaner, now)
        body = _with_defaults(body, found, defaults)
    except MessageFault as error:
        raise _refusal(path, found.line, str(error)) from None
    made = _made(path, found, body, (*_cut_line(found), *cleaner.remarks(), *remarks))
    if made.answered_at is None or made.answered_at <= now:
        return made
    late = Remark(kind=RemarkKind.TIME_IN_FUTURE, words="answered_at lies in the future")
    return made.model_copy(update={"remarks": (*made.remarks, late)})


def _made(
    path: Path, found: Document, body: dict[str, Json], remarks: Iterable[Remark]
) -> Response:
    data = json.dumps(body, ensure_ascii=False).encode(errors="surrogatepass")
    try:
        response = parse_line(data, Response)
    except ContractError as error:
        raise _refusal(path, found.line, str(error)) from None
    return response.model_copy(update={"remarks": (*response.remarks, *remarks)})


def _cut_line(found: Document) -> Iterator[Remark]:
    if found.left_out:
        words = f"{found.left_out:,} characters of a line that is too long are left out"
        yield Remark(kind=RemarkKind.TRACE_CUT, words=f"{words}; each cut is marked")


def _refusal(path: Path, line: int, words: str) -> InputError:
    return InputError(f"{path}: line {line}: {words}")


def _own(body: dict[str, Json], cleaner: Cleaner) -> dict[str, Json]:
    """A line in the contract's own shape, its texts cleaned; `answer` may be the bare text."""
    answer = body["answer"]
    if isinstance(answer, str):
        return {**body, "answer": {"kind": "text", "text": cleaner.answer(answer)}}
    cleaned = _cleaned(answer, cleaner)
    trace = cleaned.get("trace") if isinstance(cleaned, dict) else None
    steps = trace.get("steps") if isinstance(trace, dict) else None
    if not (isinstance(cleaned, dict) and isinstance(trace, dict) and isinstance(steps, list)):
        return {**body, "answer": cleaned}
    kept = bounded(steps, cleaner)
    return {**body, "answer": {**cleaned, "trace": {**trace, "steps": kept}}}


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
    messages = body.get("messages", body.get("output"))
    if not isinstance(messages, list):
        msg = "has neither `answer` nor a list of `messages`; see the schema of `response`"
        raise MessageFault(msg)
    reading = TraceReading(cleaner)
    for message in messages:
        reading.read(message)
    work = reading.work(now, stated=_stated(body), is_whole=not found.left_out)
    envelope = {key: body[key] for key in _ENVELOPE if key in body}
    return _with_trace({**envelope, **_of_inspect(body)}, work.trace), work.remarks


def _with_trace(body: dict[str, Json], trace: Trace) -> dict[str, Json]:
    return {**body, "answer": {"kind": "trace", "trace": trace.model_dump(mode="json")}}


def _stated(body: dict[str, Json]) -> str | None:
    """The final answer, where the file names it itself."""
    if isinstance(stated := body.get("final_answer"), str):
        return stated
    output = body.get("output")
    if isinstance(output, dict) and (isinstance(text := output.get("completion"), str) and text):
        return text
    return None


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
