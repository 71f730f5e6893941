"""The files of an experiment, read whole and held against each other before anything is counted."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from benchmarks.experiment.human import human_percents
from benchmarks.experiment.same_scoring import check_same_scoring
from benchmarks.item_file import numbered_lines, read_item_file
from contracts.benchmark import HumanRuling
from contracts.contract import Contract, sha256_of
from contracts.covered_query import CoveredQuery
from contracts.errors import ContractError, InputError
from contracts.experiment import Experiment, ReadFile, ScoredBy
from contracts.line import parse_line
from contracts.quantity import decimal_from_text
from contracts.response import Response
from contracts.score import Score
from scoring.responses.lines import Torn
from scoring.responses.reader import read_responses

LineT = TypeVar("LineT", bound=Contract)
_COLUMNS = {"query_id", "wall_s", "cost_usd"}


@dataclass(frozen=True, slots=True)
class Cost:
    """What one rubric took."""

    wall_s: Decimal
    usd: Decimal | None
    """`None` where it is not known."""


@dataclass(frozen=True, slots=True)
class Source:
    """One source's files."""

    name: str
    scores: Mapping[str, Score]
    """By id of the answer."""
    failed: frozenset[str]
    matches: tuple[CoveredQuery, ...] | None
    costs: Mapping[str, Cost]

    def percent(self, response_id: str) -> Fraction | None:
        """Percent of the maximum; `None` for an answer without a complete judgement."""
        score = self.scores.get(response_id)
        if score is None or score.points is None:
            return None
        return 100 * score.points / score.maximum


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that an experiment is counted from."""

    experiment: Experiment
    answers: tuple[Response, ...]
    reference: Source
    sources: tuple[Source, ...]
    files: tuple[ReadFile, ...]
    human: Mapping[str, Fraction]
    """Percent of an answer by people's rulings and the reference's points, where all are there."""

    @property
    def by_query(self) -> Mapping[str, tuple[Response, ...]]:
        """The answers to each question, in order of ids."""
        found: dict[str, list[Response]] = {}
        for answer in sorted(self.answers, key=lambda one: (one.query_id, one.id)):
            found.setdefault(answer.query_id, []).append(answer)
        return {query: tuple(answers) for query, answers in found.items()}


def read_material(experiment: Experiment, folder: Path, now: datetime) -> Material:
    """Read all files of an experiment.

    Raises:
        InputError: a file is not usable, or the files do not speak of the same answers.
    """
    answers = tuple(_answers(folder / experiment.answers, now))
    reference, *sources = (
        _source(spec, folder) for spec in (experiment.reference, *experiment.sources)
    )
    files = tuple(_files(experiment, folder))
    material = Material(experiment, answers, reference, tuple(sources), files, human={})
    for source in (reference, *sources):
        _check(material, source)
    if experiment.rulings is None:
        return material
    rulings = read_lines(folder / experiment.rulings, HumanRuling)
    return replace(material, human=human_percents(reference.scores, rulings))


def _answers(path: Path, now: datetime) -> Iterator[Response]:
    if not path.is_file():
        raise InputError(f"{path}: no such file of answers")
    for found in read_responses(path, now):
        if isinstance(found, Torn):
            raise InputError(f"{path}: line {found.line}: ends within an answer; complete the file")
        yield found


def _source(spec: ScoredBy, folder: Path) -> Source:
    path = folder / spec.scores
    scores: dict[str, Score] = {}
    for score in read_lines(path, Score):
        if score.response_id in scores:
            raise InputError(f"{path}: answer {score.response_id!r} is scored twice; keep one")
        scores[score.response_id] = score
    return Source(
        name=spec.name,
        scores=scores,
        failed=frozenset(spec.failed),
        matches=None if spec.matches is None else read_lines(folder / spec.matches, CoveredQuery),
        costs={} if spec.costs is None else _costs(folder / spec.costs),
    )


def read_lines(path: Path, model: type[LineT]) -> tuple[LineT, ...]:
    """Every line of a file in one contract.

    Raises:
        InputError: names the file, the line and the JSON pointer.
    """
    found: list[LineT] = []
    for number, line in numbered_lines(path):
        try:
            found.append(parse_line(line.encode(), model))
        except ContractError as error:
            raise InputError(f"{path}:{number}: {error}") from None
    return tuple(found)


def _costs(path: Path) -> Mapping[str, Cost]:
    found: dict[str, Cost] = {}
    for record in read_item_file(path).records:
        row = record.value
        if not isinstance(row, dict) or set(row) != _COLUMNS:
            raise InputError(
                f"{path}:{record.place}: columns must be {', '.join(sorted(_COLUMNS))}"
            )
        cells = {name: str(cell).strip() for name, cell in row.items()}
        try:
            usd = decimal_from_text(cells["cost_usd"]) if cells["cost_usd"] else None
            cost = Cost(decimal_from_text(cells["wall_s"]), usd)
        except ValueError as error:
            raise InputError(f"{path}:{record.place}: a figure {error}") from None
        if cells["query_id"] in found:
            raise InputError(f"{path}:{record.place}: {cells['query_id']!r} stands twice")
        found[cells["query_id"]] = cost
    return found


def _files(experiment: Experiment, folder: Path) -> Iterator[ReadFile]:
    specs = (experiment.reference, *experiment.sources)
    named = [path for spec in specs for path in (spec.scores, spec.matches, spec.costs) if path]
    rulings = () if experiment.rulings is None else (experiment.rulings,)
    for path in dict.fromkeys((experiment.answers, *rulings, *named)):
        yield ReadFile(path=path, sha256=sha256_of((folder / path).read_bytes()))


def _check(material: Material, source: Source) -> None:
    """Every answer is scored by every source that did not fail, once and in the same way."""
    known = {answer.id: answer for answer in material.answers}
    if extra := sorted(source.scores.keys() - known.keys()):
        raise InputError(f"{source.name}: {extra[0]!r} is scored but is not among the answers")
    queries = material.by_query.keys()
    if unknown := sorted(source.failed - queries):
        raise InputError(f"{source.name}: failed question {unknown[0]!r} has no answer")
    for answer in material.answers:
        score = source.scores.get(answer.id)
        is_failed = answer.query_id in source.failed
        if (score is None) is not is_failed:
            words = "has a score though its question failed" if is_failed else "has no score"
            raise InputError(f"{source.name}: answer {answer.id!r} {words}; see failed = []")
    check_same_scoring(source.name, source.scores, material.reference.scores, material.answers)
    if source.matches is not None:
        _check_matches(source, queries)


def _check_matches(source: Source, queries: Collection[str]) -> None:
    matched = [query.query_id for query in source.matches or ()]
    if sorted(matched) != sorted(queries):
        raise InputError(f"{source.name}: the matches are not one line per question")
    failed = frozenset(query.query_id for query in source.matches or () if query.is_failed)
    if failed != source.failed:
        raise InputError(f"{source.name}: failed questions of matches and experiment differ")
