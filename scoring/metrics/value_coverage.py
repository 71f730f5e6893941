"""Value coverage: the share of expert criteria that a generated rubric states with their value.

A criterion is covered when the judges' majority finds the same demand *and*, asked apart, the same
expected value (FinAutoRubric, section 3.4), and code, which compares the two values where both can
be read, does not find that they differ. Code only takes away: its "same" makes no judge's no a yes.
Criteria count equally, whatever their points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from contracts.covered_query import CoveredQuery, ExpertCriterion
from contracts.errors import InputError
from contracts.verdict import Outcome, majority
from scoring.metrics.figure import FailedReading, Figure, Part, sorted_parts


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share of covered criteria, and what code took away."""

    figure: Figure
    judged_covered: int
    """Criteria that the judges alone would cover."""
    vetoed: int
    """Those of them whose value code found to differ."""
    compared_by_code: int
    """Criteria on which code could compare values at all."""

    @property
    def veto_rate(self) -> float | None:
        """Vetoed among those the judges would cover; None where there are none."""
        return self.vetoed / self.judged_covered if self.judged_covered else None


class _Reading(NamedTuple):
    by_judges: bool | None
    is_covered: bool | None


def value_coverage(queries: Sequence[CoveredQuery], *, failed: FailedReading) -> Coverage:
    """The share over all criteria of all queries; a failed query covers none of its own.

    Under `failed="exclude"` the criteria of failed queries are left out instead.
    """
    readings = [_read(item) for query in queries if not query.is_failed for item in query.criteria]
    parts = sorted_parts(_part(query, failed) for query in queries)
    return Coverage(
        Figure(
            parts=parts,
            items=int(sum(part.weight for part in parts)),
            unjudged=sum(reading.is_covered is None for reading in readings),
            failed=sum(query.is_failed for query in queries),
            failed_reading=failed,
        ),
        judged_covered=sum(reading.by_judges is True for reading in readings),
        vetoed=sum(r.by_judges is True and r.is_covered is False for r in readings),
        compared_by_code=sum(
            item.code != "undecided"
            for query in queries
            if not query.is_failed
            for item in query.criteria
        ),
    )


def on_common_criteria(
    first: Sequence[CoveredQuery], second: Sequence[CoveredQuery]
) -> tuple[tuple[CoveredQuery, ...], tuple[CoveredQuery, ...]]:
    """Both sources on the criteria that are decided in both: what a paired comparison needs.

    A criterion left out on one side only would make the difference one of criteria. A failed query
    decides all of its own: it covers none. Criteria of the others lose their votes on both sides,
    so they count as not judged.

    Raises:
        InputError: the sources differ in a query or a criterion.
    """
    others = {query.query_id: query for query in second}
    if alone := sorted(others.keys() ^ {query.query_id for query in first}):
        raise InputError(f"query {alone[0]!r} has matches of one source only; match both")
    lefts: list[CoveredQuery] = []
    rights: list[CoveredQuery] = []
    for query in first:
        other = others[query.query_id]
        if alone := sorted(_ids(query) ^ _ids(other)):
            where = f"criterion {alone[0]!r} of query {query.query_id!r}"
            raise InputError(f"{where} is matched for one source only; match both")
        open_ids = _open_ids(query) | _open_ids(other)
        lefts.append(_opened(query, open_ids))
        rights.append(_opened(other, open_ids))
    return tuple(lefts), tuple(rights)


def _ids(query: CoveredQuery) -> set[str]:
    return {item.criterion_id for item in query.criteria}


def _open_ids(query: CoveredQuery) -> set[str]:
    if query.is_failed:
        return set()
    return {item.criterion_id for item in query.criteria if _read(item).is_covered is None}


def _opened(query: CoveredQuery, open_ids: set[str]) -> CoveredQuery:
    """The query without its open criteria's votes; of a failed query they are left out instead."""
    if query.is_failed:
        kept = tuple(item for item in query.criteria if item.criterion_id not in open_ids)
        return query.model_copy(update={"criteria": kept})
    criteria = tuple(
        item.model_copy(update={"votes": (), "code": "undecided"})
        if item.criterion_id in open_ids
        else item
        for item in query.criteria
    )
    return query.model_copy(update={"criteria": criteria})


def _part(query: CoveredQuery, failed: FailedReading) -> Part:
    if query.is_failed:
        weight = len(query.criteria) if failed == "count" else 0
        return Part(query.query_id, Fraction(0), Fraction(weight))
    decided = [
        reading.is_covered
        for reading in map(_read, query.criteria)
        if reading.is_covered is not None
    ]
    return Part(query.query_id, Fraction(sum(decided)), Fraction(len(decided)))


def _read(item: ExpertCriterion) -> _Reading:
    demand = _majority(vote.demand for vote in item.votes)
    value = _majority(vote.value for vote in item.votes)
    by_judges = _both(demand, value)
    return _Reading(by_judges, False if item.code == "differs" else by_judges)


_OUTCOMES = {True: Outcome.PASS, False: Outcome.FAIL, None: Outcome.NOT_JUDGED}


def _majority(votes: Iterable[bool | None]) -> bool | None:
    """The rule by which rows are decided, on votes."""
    outcome = majority([_OUTCOMES[vote] for vote in votes])
    return None if outcome is Outcome.NOT_JUDGED else outcome is Outcome.PASS


def _both(first: bool | None, second: bool | None) -> bool | None:
    """Both hold; one no decides, whatever the other would have said."""
    if first is False or second is False:
        return False
    return None if first is None or second is None else True
