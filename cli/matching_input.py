"""Which lists of criteria are held against each other: two files, question by question."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cli.scoring_input import ReadRubric, read_rubric
from contracts.covered_query import CoveredQuery, ExpertCriterion
from contracts.criteria import Criteria
from contracts.errors import InputError
from contracts.source import SourceClass
from scoring.matching.pair import Pair


class MatchingInput(NamedTuple):
    """What is matched, and what counts without a judge."""

    pairs: tuple[Pair, ...]
    failed: tuple[CoveredQuery, ...]
    """Questions for which there is no generated rubric, by name."""
    alone: tuple[str, ...]
    """Questions that only one file has and nobody named as failed."""
    classes: frozenset[SourceClass]
    """Of the sources that either side rests on."""


def read_matching(
    expert: Path,
    generated: Path,
    *,
    query: str | None,
    failed: Sequence[str],
    take_waived: bool,
) -> MatchingInput:
    """Read both files.

    Raises:
        InputError: a file is not usable, a question is not named, or there is nothing to match.
    """
    first = read_rubric(expert, take_waived=take_waived)
    second = read_rubric(generated, take_waived=take_waived)
    ours = _by_query(expert, first, second, query)
    theirs = _by_query(generated, second, first, query)
    _require_failed(expert, generated, ours, theirs, failed)
    both = [name for name in ours if name in theirs]
    if not both and not failed:
        raise InputError(f"{expert} and {generated} have no question in common; see --query")
    return MatchingInput(
        pairs=tuple(Pair(name, ours[name], theirs[name]) for name in both),
        failed=tuple(_failed(name, ours[name]) for name in dict.fromkeys(failed)),
        alone=tuple(sorted((ours.keys() ^ theirs.keys()) - set(failed))),
        classes=first.classes | second.classes,
    )


def _by_query(
    path: Path, read: ReadRubric, other: ReadRubric, query: str | None
) -> Mapping[str, Criteria]:
    found: dict[str, Criteria] = {}
    for number, criteria in enumerate(read.criteria, start=1):
        name = criteria.query_id
        if name is None and len(read.criteria) == 1:
            name = _only_name(path, other, query)
        if name is None or name in found:
            msg = f"{path}: line {number}: /query_id must name a question that no other line has"
            raise InputError(msg)
        found[name] = criteria
    if query is None:
        return found
    return {name: criteria for name, criteria in found.items() if name == query}


def _only_name(path: Path, other: ReadRubric, query: str | None) -> str:
    """The name of a rubric that does not say its question's."""
    if query is not None:
        return query
    names = {criteria.query_id for criteria in other.criteria}
    if len(names) == 1 and (name := names.pop()) is not None:
        return name
    raise InputError(f"{path}: does not name its question; --query ID says which one it is")


def _require_failed(
    expert: Path,
    generated: Path,
    ours: Mapping[str, Criteria],
    theirs: Mapping[str, Criteria],
    failed: Sequence[str],
) -> None:
    for name in failed:
        if name not in ours:
            raise InputError(f"--failed {name[:80]}: {expert} has no such question")
        if name in theirs:
            raise InputError(f"--failed {name[:80]}: {generated} has criteria for it; name others")


def _failed(name: str, criteria: Criteria) -> CoveredQuery:
    rows = tuple(ExpertCriterion(criterion_id=one.id) for one in criteria.criteria)
    return CoveredQuery(query_id=name, criteria=rows, is_failed=True)
