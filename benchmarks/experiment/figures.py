"""The figures of one source: means, agreement with the reference, coverage, and their intervals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from benchmarks.experiment.material import Material, Source
from contracts.experiment import Measured, Metric, MetricName
from contracts.response import Response
from scoring.metrics.absolute_error import mean_absolute_error
from scoring.metrics.bootstrap import Resample, draw_queries, marginal_interval
from scoring.metrics.figure import Figure
from scoring.metrics.kendall import RankAgreement, mean_tau_b
from scoring.metrics.length_effect import MeasuredAnswer, MeasuredQuery, length_effect
from scoring.metrics.paired_scores import ScoredAnswer, ScoredQuery
from scoring.metrics.pairwise_accuracy import PairAccuracy, pairwise_accuracy
from scoring.metrics.percent import AnsweredQuery, mean_percent
from scoring.metrics.value_coverage import Coverage, value_coverage


@dataclass(frozen=True, slots=True)
class Counted:
    """A figure with the words that stand beside it."""

    metric: MetricName
    figure: Figure
    remarks: tuple[str, ...] = ()


def scored_queries(material: Material, source: Source) -> tuple[ScoredQuery, ...]:
    """Every answer by the reference and by a source."""
    return _held_against(material.reference.percent, material, source)


def queries_by_hand(material: Material, source: Source) -> tuple[ScoredQuery, ...]:
    """Every answer by people and by a source."""
    return _held_against(material.human.get, material, source)


def _held_against(
    reference: Callable[[str], Fraction | None], material: Material, source: Source
) -> tuple[ScoredQuery, ...]:
    return tuple(
        ScoredQuery(
            query_id=query,
            answers=tuple(
                ScoredAnswer(
                    answer_id=answer.id,
                    reference=reference(answer.id),
                    generated=source.percent(answer.id),
                )
                for answer in answers
            ),
            is_failed=query in source.failed,
        )
        for query, answers in material.by_query.items()
    )


def counted(material: Material, source: Source) -> tuple[Counted, ...]:
    """All figures of a source; those of agreement only where it is not the reference itself."""
    score = mean_score(material, source, lambda _: True)
    found = [Counted("score", score, tuple(_settled_remarks(source)))]
    if source is not material.reference:
        found.extend(_agreement(material, source))
    if material.human:
        pairs = pairwise_accuracy(
            queries_by_hand(material, source), failed=material.experiment.failed
        )
        found.append(Counted("pairs", pairs.figure, tuple(_pair_remarks(pairs))))
    found.append(Counted("length", _length(material, source)))
    return tuple(found)


def _agreement(material: Material, source: Source) -> Iterator[Counted]:
    failed = material.experiment.failed
    pairs = scored_queries(material, source)
    ranks = mean_tau_b(pairs, failed=failed)
    yield Counted("tau_b", ranks.figure, tuple(_rank_remarks(ranks)))
    yield Counted("error", mean_absolute_error(pairs, failed=failed))
    if source.matches is not None:
        coverage = value_coverage(source.matches, failed=failed)
        yield Counted("coverage", coverage.figure, tuple(_veto_remarks(coverage)))


def _settled_remarks(source: Source) -> Iterator[str]:
    rows = [row for score in source.scores.values() for row in score.rows]
    if settled := sum(row.ruling is not None for row in rows):
        yield f"people settled {settled} of {len(rows)} rows that judges could not"


def _pair_remarks(pairs: PairAccuracy) -> Iterator[str]:
    yield f"{pairs.right} pairs right, {pairs.tied} tied (half each), {pairs.wrong} wrong"
    if pairs.human_ties:
        yield f"not asked, since people grade both alike: {pairs.human_ties}"


def _rank_remarks(ranks: RankAgreement) -> Iterator[str]:
    if ranks.constant_reference:
        yield f"left out, since the reference scores all alike: {ranks.constant_reference}"
    if ranks.constant_generated:
        yield f"counted 0, since the source scores all alike: {ranks.constant_generated}"
    if ranks.too_few:
        yield f"left out, since fewer than two answers are fully judged: {ranks.too_few}"


def _veto_remarks(coverage: Coverage) -> Iterator[str]:
    yield (
        f"code took away {coverage.vetoed} of the judges' {coverage.judged_covered} matches; it "
        f"could compare {coverage.compared_by_code} values"
    )


def mean_score(material: Material, source: Source, takes: Callable[[Response], bool]) -> Figure:
    """The mean percent over some answers; questions without a rubric are counted beside it."""
    taken = {
        query: answers
        for query, own in material.by_query.items()
        if (answers := [one for one in own if takes(one)])
    }
    return mean_percent(
        [
            AnsweredQuery(query_id=query, percents=tuple(source.percent(one.id) for one in answers))
            for query, answers in taken.items()
            if query not in source.failed
        ],
        failed=len(source.failed & taken.keys()),
    )


def _length(material: Material, source: Source) -> Figure:
    return length_effect(
        [
            MeasuredQuery(
                query_id=query,
                answers=tuple(
                    MeasuredAnswer(
                        answer_id=answer.id,
                        characters=len(answer.final_text),
                        percent=source.percent(answer.id),
                    )
                    for answer in answers
                ),
            )
            for query, answers in material.by_query.items()
            if query not in source.failed
        ],
        failed=len(source.failed),
    ).figure


def measured(figure: Figure, material: Material) -> Measured:
    """A figure with its marginal interval, over draws of its own queries from the one seed."""
    interval = None
    if figure.parts:
        interval = marginal_interval(figure, resample_of(figure, material))
    return Measured(
        value=figure.value,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
        finite_draws=None if interval is None else interval.with_value / interval.draws,
        items=figure.items,
        queries=figure.queries,
        unjudged=figure.unjudged,
        failed=figure.failed,
    )


def resample_of(figure: Figure, material: Material) -> Resample:
    """Draws of a figure's queries; equal queries give equal draws."""
    experiment = material.experiment
    ids = tuple(part.query_id for part in figure.parts)
    return _drawn(ids, experiment.seed, experiment.draws)


@lru_cache(maxsize=16)
def _drawn(ids: tuple[str, ...], seed: int, draws: int) -> Resample:
    return draw_queries(ids, seed=seed, draws=draws)


def metrics(material: Material, source: Source) -> tuple[Metric, ...]:
    """All figures of a source as they stand in the results."""
    return tuple(
        Metric(metric=one.metric, measured=measured(one.figure, material), remarks=one.remarks)
        for one in counted(material, source)
    )
