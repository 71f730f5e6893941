"""Solvers under one source of rubrics: their means, and each one's lead over the next."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from benchmarks.experiment.figures import mean_score, measured, resample_of
from benchmarks.experiment.material import Material, Source
from contracts.experiment import SolverGap, SolverScore
from scoring.metrics.bootstrap import paired_difference
from scoring.metrics.figure import Figure
from scoring.metrics.percent import AnsweredQuery, mean_percent


def solver_scores(material: Material, source: Source) -> tuple[SolverScore, ...]:
    """The mean score of each solver, highest first; without a value, last."""
    found = [
        SolverScore(
            solver=solver,
            measured=measured(
                mean_score(material, source, lambda a, name=solver: a.solver == name), material
            ),
        )
        for solver in sorted({answer.solver for answer in material.answers})
    ]
    return tuple(sorted(found, key=_rank))


def _rank(score: SolverScore) -> tuple[bool, float]:
    value = score.measured.value
    return (value is None, 0.0 if value is None else -value)


def solver_gaps(
    material: Material, source: Source, ranked: Sequence[SolverScore]
) -> tuple[SolverGap, ...]:
    """Each solver less the next one, over the same draws of the questions both have complete."""
    return tuple(_gaps(material, source, [one.solver for one in ranked]))


def _gaps(material: Material, source: Source, ranked: Sequence[str]) -> Iterator[SolverGap]:
    for first, second in pairwise(ranked):
        left, right = (
            _on_shared(material, source, (first, second), own) for own in (first, second)
        )
        if not left.parts:
            continue
        found = paired_difference(left, right, resample_of(left, material))
        yield SolverGap(
            first=first,
            second=second,
            value=found.value,
            low=None if found.interval is None else found.interval.low,
            high=None if found.interval is None else found.interval.high,
            separation=found.separation,
            queries=found.queries,
        )


def _on_shared(material: Material, source: Source, both: tuple[str, str], own: str) -> Figure:
    """The mean of one of two solvers over questions on which every answer of both is judged."""
    queries: list[AnsweredQuery] = []
    for query, answers in material.by_query.items():
        percents = {
            solver: [source.percent(one.id) for one in answers if one.solver == solver]
            for solver in both
        }
        if all(found and None not in found for found in percents.values()):
            queries.append(AnsweredQuery(query_id=query, percents=tuple(percents[own])))
    return mean_percent(queries)
