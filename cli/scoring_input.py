"""What is scored: the rubric or the imported criteria, and the answers that are put to them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from os import SEEK_END
from pathlib import Path
from typing import NamedTuple

from agents.model_family import family_of_model
from contracts.contract import guard, parse_stamped
from contracts.criteria import Criteria, criteria_of
from contracts.errors import ContractError, InputError
from contracts.line import parse_line
from contracts.response import Response
from contracts.rubric import Rubric
from contracts.source import SourceClass
from scoring.responses.lines import Torn
from scoring.responses.reader import Defaults, is_one_trace, read_responses, read_trace
from scoring.scorer import Put

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
MAX_RUBRIC_BYTES = 200_000_000


class Material(NamedTuple):
    """Answers with their criteria, and what was found wrong with the file of answers."""

    puts: tuple[Put, ...]
    torn: str | None
    """Words about a last line that ends within its document; whoever wrote it is not scored."""
    notes: tuple[str, ...]
    classes: frozenset[SourceClass]
    """Classes of the sources that the rubric rests on: its rows state what those say."""


class ReadRubric(NamedTuple):
    """The criteria of a file, and what stands beside them."""

    criteria: tuple[Criteria, ...]
    notes: tuple[str, ...] = ()
    classes: frozenset[SourceClass] = frozenset()


def read_material(
    rubric: Path,
    answers: Path,
    *,
    query: str | None,
    solver: str | None,
    take_waived: bool,
    now: datetime,
) -> Material:
    """Read a rubric and the answers to its question.

    Args:
        rubric: an exported rubric, or lines of criteria.
        answers: a line for each answer, or one trace with a line for each of its messages.
        query: the only question whose answers are taken; of a trace the question itself.
        solver: who answered, where the file does not say it.
        take_waived: also a rubric that was accepted with a waiver.
        now: the moment after which no answer can have been given.

    Raises:
        InputError: a file is not usable, an answer has no rubric, or there is nothing to score.
    """
    read = read_rubric(rubric, take_waived=take_waived)
    try:
        if is_one_trace(answers):
            found: Iterable[Response | Torn] = [_trace(answers, read, query, solver, now)]
        else:
            found = read_responses(answers, now, Defaults(solver=solver))
        responses, torn = _taken(found, query)
    except OSError as error:
        raise InputError(f"{answers}: cannot be read: {error.strerror}") from None
    if not responses:
        asked = f" to question {query!r}" if query is not None else ""
        raise InputError(f"{answers}: holds no answer{asked}")
    puts = _put(read.criteria, responses, rubric, answers)
    return Material(puts, torn, read.notes, read.classes)


def _taken(
    found: Iterable[Response | Torn], query: str | None
) -> tuple[list[Response], str | None]:
    """The answers to a question, the others let go as they come; words about a torn last line."""
    responses, torn = list[Response](), None
    for one in found:
        if isinstance(one, Torn):
            torn = one.words
        elif query in (None, one.query_id):
            responses.append(one)
    return responses, torn


def _trace(
    path: Path, read: ReadRubric, query: str | None, solver: str | None, now: datetime
) -> Response:
    """The one answer of a file whose lines are messages: it is called as the file is."""
    if solver is None:
        msg = f"{path}: is one trace, a message on each line; --solver NAME says who answered"
        raise InputError(msg)
    name = _UNFIT.sub("-", path.stem).lstrip("._-")[:80] or "trace"
    names = [one.query_id for one in read.criteria]
    named = query or (names[0] if len(names) == 1 else None)
    if named is None and len(names) > 1:
        raise InputError(f"{path}: is one trace; --query ID says which question it answers")
    defaults = Defaults(solver=solver, query_id=named or name)
    return read_trace(path, now, response_id=name, defaults=defaults)


def read_rubric(path: Path, *, take_waived: bool) -> ReadRubric:
    """Read an exported rubric, or lines of criteria.

    Raises:
        InputError: the file is neither, or the rubric was not accepted.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, SEEK_END)
            if size > MAX_RUBRIC_BYTES:
                raise InputError(f"{path}: larger than {MAX_RUBRIC_BYTES:,} bytes")
            _ = file.seek(0)
            data = file.read()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    lines = [line for line in data.split(b"\n") if line.strip()]
    if lines and _is_criteria(lines[0]):
        return ReadRubric(_criteria(path, lines))
    try:
        rubric = parse_stamped(data, Rubric).body
    except ContractError as error:
        raise InputError(f"{path}: is no rubric of ours: {error}") from None
    _require_accepted(path, rubric, take_waived=take_waived)
    notes = () if rubric.status == "accepted" else (f"the rubric is {rubric.status}",)
    classes: frozenset[SourceClass] = frozenset(item.card.source_class for item in rubric.sources)
    return ReadRubric((criteria_of(rubric),), notes, classes)


def _is_criteria(line: bytes) -> bool:
    """Whether a file begins with a line of criteria; a rubric of ours has header and body."""
    try:
        document = guard(line, "criteria")
    except ContractError:
        return False
    return isinstance(document, dict) and "criteria" in document


def _criteria(path: Path, lines: Sequence[bytes]) -> tuple[Criteria, ...]:
    found: list[Criteria] = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(parse_line(line, Criteria))
        except ContractError as error:
            raise InputError(f"{path}: line {number}: {error}") from None
    return tuple(found)


def _require_accepted(path: Path, rubric: Rubric, *, take_waived: bool) -> None:
    if rubric.status == "accepted_with_waiver" and not take_waived:
        msg = (
            f"{path}: a person accepted this rubric although findings were open "
            f"({len(rubric.waivers)} waived); --take-waived scores with it all the same"
        )
        raise InputError(msg)
    if rubric.status == "ablation":
        msg = f"{path}: comes from a run with stages left out, so it was never accepted"
        raise InputError(msg)


def _put(
    every: Sequence[Criteria], responses: Sequence[Response], rubric: Path, answers: Path
) -> tuple[Put, ...]:
    if len(every) == 1 and every[0].query_id is None:
        _require_one_question(responses, answers)
        return tuple(_put_to(response, every[0]) for response in responses)
    by_query = _by_query(every, rubric)
    missing = sorted({one.query_id for one in responses} - by_query.keys())
    if missing:
        msg = f"{answers}: {rubric} has no criteria for question {', '.join(missing[:5])}"
        raise InputError(f"{msg}; --query ID scores the answers to one question")
    return tuple(_put_to(one, by_query[one.query_id]) for one in responses)


def _put_to(response: Response, criteria: Criteria) -> Put:
    """The solver's name may be its model's, which says the family."""
    return Put(response, criteria, family_of_model(response.solver))


def _by_query(every: Sequence[Criteria], rubric: Path) -> Mapping[str, Criteria]:
    found: dict[str, Criteria] = {}
    for number, criteria in enumerate(every, start=1):
        if criteria.query_id is None or criteria.query_id in found:
            msg = f"{rubric}: line {number}: /query_id must name a question that no other line has"
            raise InputError(msg)
        found[criteria.query_id] = criteria
    return found


def _require_one_question(responses: Sequence[Response], answers: Path) -> None:
    questions = sorted({response.query_id for response in responses})
    if len(questions) > 1:
        shown = ", ".join(questions[:5])
        msg = f"{answers}: holds answers to {len(questions)} questions ({shown}); pick one: --query"
        raise InputError(msg)
