"""Items of a set as criteria to judge: points become hundredths, and nothing is lost in silence."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

import rfc8785

from benchmarks.adapters.item import Demand, GivenAnswer, Item
from benchmarks.adapters.reading import Reading
from contracts.benchmark import BenchmarkQuestion, HumanRuling
from contracts.contract import Contract, Json, sha256_of
from contracts.criteria import Criteria, Criterion
from contracts.cutoff import Cutoff
from contracts.errors import InputError
from contracts.response import Response, TextAnswer

ZONE = "America/New_York"
"""Where the day ends that a set names without a zone; the set's loss says so."""
MAX_HUNDREDTHS = 1_000_000
_ID_IN_ID = 40
"""Characters of a question's id in an answer's."""
_LONGEST_ID = 80
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_NOT_IN_A_TAG = re.compile(r"[^a-z0-9_.-]+")
_ONE = Decimal(1)


class Imported(NamedTuple):
    """Everything of one item that is ours."""

    question: BenchmarkQuestion
    criteria: Criteria
    responses: tuple[Response, ...]
    rulings: tuple[HumanRuling, ...]


def imported(items: Sequence[Item], reading: Reading) -> tuple[Imported, ...]:
    """All items, or none.

    Raises:
        InputError: every item that cannot be judged by, with file, place and what to do.
    """
    found: list[Imported] = []
    faults: list[str] = []
    for item in items:
        try:
            found.append(_imported(item, reading))
        except InputError as error:
            faults.append(str(error))
    if faults:
        raise InputError("; ".join(faults))
    return tuple(found)


def _imported(item: Item, reading: Reading) -> Imported:
    if not _NAME.fullmatch(item.id):
        words = f"id {item.id[:80]!r}: use letters, digits, dot, underscore, dash; at most 80"
        raise reading.fault(item.place, words)
    criteria = _criteria(item, reading)
    question = BenchmarkQuestion(
        id=item.id,
        text=criteria.question,
        prior_turns=item.prior_turns,
        cutoff=criteria.cutoff,
        category=tag_of(item.category),
    )
    responses = tuple(_response(item, answer) for answer in item.answers)
    return Imported(question, criteria, responses, tuple(_rulings(item, criteria, responses)))


def _criteria(item: Item, reading: Reading) -> Criteria:
    ids = [demand.id or f"C{number}" for number, demand in enumerate(item.demands, 1)]
    if twice := [name for name, count in Counter(ids).items() if count > 1]:
        words = f"criterion {twice[0]!r} of {item.id!r} stands twice; give each its own id"
        raise reading.fault(item.place, words)
    pairs = zip(ids, item.demands, strict=True)
    criteria = tuple(_criterion(name, demand, item, reading) for name, demand in pairs)
    if all(criterion.polarity == "negative" for criterion in criteria):
        raise reading.fault(item.place, f"no criterion of {item.id!r} gives points; add one")
    cutoff = None if item.asked_on is None else Cutoff(day=item.asked_on, zone=ZONE)
    reading.lose(
        "The set names no cutoff: only the question's own words bound what may be known."
        if cutoff is None
        else f"The set names a day without a zone: it ends in {ZONE}.",
        item.place,
    )
    return Criteria(
        query_id=item.id,
        question=item.query,
        prior_turns=item.prior_turns,
        cutoff=cutoff,
        rubric_sha256=_digest(item.query, criteria),
        criteria=criteria,
    )


def _digest(question: str, criteria: Sequence[Contract]) -> str:
    """Names the rubric by what was read of it."""
    dumped: list[Json] = [criterion.model_dump(mode="json") for criterion in criteria]
    return sha256_of(rfc8785.dumps([question, dumped]))


def _criterion(name: str, demand: Demand, item: Item, reading: Reading) -> Criterion:
    if not _NAME.fullmatch(name):
        words = f"criterion id {name[:80]!r}: use letters, digits, dot, underscore, dash"
        raise reading.fault(item.place, words)
    exact = demand.points.copy_abs() * 100
    points = int(exact.quantize(_ONE, ROUND_HALF_UP))
    if not 1 <= points <= MAX_HUNDREDTHS:
        words = f"criterion {name!r} is worth {demand.points} points; it takes 0.01 to 10,000"
        raise reading.fault(item.place, f"{words}, or minus that for a fault")
    if points != exact:
        reading.lose("Points are rounded half up to hundredths.", item.place)
    return Criterion(
        id=name,
        text=demand.text,
        points=points,
        polarity="negative" if demand.points < 0 else "positive",
        must_pass=demand.must_pass,
    )


def _response(item: Item, answer: GivenAnswer) -> Response:
    return Response(
        id=_response_id(item, answer.solver),
        query_id=item.id,
        solver=answer.solver,
        category=tag_of(item.category),
        prior_turns=item.prior_turns,
        answer=TextAnswer(text=answer.text),
    )


def _response_id(item: Item, solver: str) -> str:
    """Question and solver; a hash of both where the words alone would be cut or stand for two."""
    tag = tag_of(solver) or "solver"
    whole = f"{item.id}--{tag}"
    alike = {answer.solver for answer in item.answers if (tag_of(answer.solver) or "solver") == tag}
    if len(item.id) <= _ID_IN_ID and len(whole) <= _LONGEST_ID and len(alike) == 1:
        return whole
    digest = sha256_of(rfc8785.dumps([item.id, solver]))[:8]
    return f"{item.id[:_ID_IN_ID]}--{tag[:28]}-{digest}"


def _rulings(item: Item, criteria: Criteria, responses: Sequence[Response]) -> list[HumanRuling]:
    return [
        HumanRuling(
            query_id=item.id, response_id=response.id, criterion_id=criterion.id, met=is_met
        )
        for answer, response in zip(item.answers, responses, strict=True)
        if answer.met
        for criterion, is_met in zip(criteria.criteria, answer.met, strict=True)
    ]


def tag_of(words: str) -> str | None:
    """A category in a form that file names and tables take: `Finance MBA` as `finance-mba`."""
    tag = _NOT_IN_A_TAG.sub("-", words.casefold()).strip("-._")[:64]
    return tag or None
