"""Results of an experiment: every source by itself, and pairs of sources by paired draws."""

from collections.abc import Iterator
from itertools import combinations

from benchmarks.experiment.figures import (
    metrics,
    queries_by_hand,
    resample_of,
    scored_queries,
)
from benchmarks.experiment.material import Material, Source
from benchmarks.experiment.parts import by_category, by_query, cells, panel, spent
from benchmarks.experiment.solvers import solver_gaps, solver_scores
from contracts.experiment import Compared, MetricName, Results, ScoredPair, SourceResult
from scoring.metrics.absolute_error import mean_absolute_error
from scoring.metrics.bootstrap import caption, draw_queries, paired_difference
from scoring.metrics.figure import Figure
from scoring.metrics.kendall import mean_tau_b
from scoring.metrics.paired_scores import on_common_answers
from scoring.metrics.pairwise_accuracy import pairwise_accuracy
from scoring.metrics.value_coverage import on_common_criteria, value_coverage


def results_of(material: Material) -> Results:
    """Count everything; the same files and seed give the same results."""
    experiment = material.experiment
    queries = tuple(material.by_query)
    draws = draw_queries(queries, seed=experiment.seed, draws=experiment.draws)
    return Results(
        name=experiment.name,
        title=experiment.title,
        seed=experiment.seed,
        draws=experiment.draws,
        failed=experiment.failed,
        caption=caption(draws),
        queries=len(queries),
        answers=len(material.answers),
        reference=material.reference.name,
        files=material.files,
        sources=tuple(_source(material, one) for one in (material.reference, *material.sources)),
        compared=tuple(_compared(material)),
        pairs=tuple(_pairs(material)),
    )


def _source(material: Material, source: Source) -> SourceResult:
    ranked = solver_scores(material, source)
    return SourceResult(
        name=source.name,
        metrics=metrics(material, source),
        solvers=ranked,
        gaps=solver_gaps(material, source, ranked),
        categories=by_category(material, source),
        queries=by_query(material, source),
        cells=cells(material, source),
        panel=panel(source),
        spent=spent(source),
    )


def _compared(material: Material) -> Iterator[Compared]:
    for first, second in combinations(material.sources, 2):
        for metric, left, right in _on_common_ground(material, first, second):
            found = paired_difference(left, right, resample_of(left, material))
            yield Compared(
                metric=metric,
                first=first.name,
                second=second.name,
                value=found.value,
                low=None if found.interval is None else found.interval.low,
                high=None if found.interval is None else found.interval.high,
                separation=found.separation,
                queries=found.queries,
                left_out=found.left_out,
            )


def _on_common_ground(
    material: Material, first: Source, second: Source
) -> Iterator[tuple[MetricName, Figure, Figure]]:
    """Each figure of both sources, over the answers or criteria that both have complete."""
    failed = material.experiment.failed
    left, right = on_common_answers(
        scored_queries(material, first), scored_queries(material, second)
    )
    yield (
        "tau_b",
        mean_tau_b(left, failed=failed).figure,
        mean_tau_b(right, failed=failed).figure,
    )
    yield (
        "error",
        mean_absolute_error(left, failed=failed),
        mean_absolute_error(right, failed=failed),
    )
    if material.human:
        left, right = on_common_answers(
            queries_by_hand(material, first), queries_by_hand(material, second)
        )
        yield (
            "pairs",
            pairwise_accuracy(left, failed=failed).figure,
            pairwise_accuracy(right, failed=failed).figure,
        )
    if first.matches is not None and second.matches is not None:
        own, other = on_common_criteria(first.matches, second.matches)
        yield (
            "coverage",
            value_coverage(own, failed=failed).figure,
            value_coverage(other, failed=failed).figure,
        )


def _pairs(material: Material) -> Iterator[ScoredPair]:
    for source in material.sources:
        for query in scored_queries(material, source):
            for answer in query.answers:
                yield ScoredPair(
                    query_id=query.query_id,
                    response_id=answer.answer_id,
                    source=source.name,
                    reference=None if answer.reference is None else float(answer.reference),
                    generated=None if answer.generated is None else float(answer.generated),
                )
