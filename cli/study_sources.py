"""The two sets of rubrics that a blind study compares: ours, and those of `finrubric import`."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cli.scoring_input import read_rubric
from console.studies.normalise import same_question
from contracts.benchmark import BenchmarkQuestion
from contracts.contract import guard
from contracts.criteria import Criteria
from contracts.errors import ContractError, InputError
from contracts.line import parse_line

CRITERIA_FILE = "criteria.jsonl"
RUBRIC_FILES = ("rubric.json", "*.rubric.json")


def read_set(paths: Iterable[Path], *, take_waived: bool) -> tuple[Criteria, ...]:
    """Every rubric of one source.

    A folder is read for `criteria.jsonl` as an import writes it, else for `rubric.json` and
    `*.rubric.json` at any depth.

    Raises:
        InputError: a path is not usable, or holds no rubric; names it.
    """
    return tuple(
        criteria
        for path in paths
        for file in _files(path)
        for criteria in read_rubric(file, take_waived=take_waived).criteria
    )


def read_benchmarks(given: Sequence[tuple[str, Path]]) -> dict[str, str]:
    """Id and words of each question of some files to the benchmark that the files are of.

    Raises:
        InputError: a file is neither criteria nor questions of an import, or two benchmarks have
            one question.
    """
    found: dict[str, str] = {}
    for benchmark, path in given:
        for key in _keys(path):
            if found.setdefault(key, benchmark) != benchmark:
                msg = f"{path}: question {key[:60]!r} is also of benchmark {found[key]!r}"
                raise InputError(f"{msg}; a question has one benchmark")
    return found


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    if (path / CRITERIA_FILE).is_file():
        return [path / CRITERIA_FILE]
    found = sorted({file for pattern in RUBRIC_FILES for file in path.rglob(pattern)})
    if not found:
        msg = f"{path}: holds neither {CRITERIA_FILE} nor {' nor '.join(RUBRIC_FILES)}"
        raise InputError(f"{msg}; name a file or another folder")
    return found


def _keys(path: Path) -> Iterator[str]:
    """Ids and words of the questions in a file of criteria or of questions."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield from _keys_of(line)
            except ContractError as error:
                raise InputError(f"{path}: line {number}: {error}") from None


def _keys_of(line: bytes) -> Iterator[str]:
    document = guard(line, Criteria.contract_name)
    if isinstance(document, dict) and "criteria" in document:
        criteria = parse_line(line, Criteria)
        name, question = criteria.query_id, criteria.question
    else:
        asked = parse_line(line, BenchmarkQuestion)
        name, question = asked.id, asked.text
    yield same_question(question)
    if name:
        yield name
