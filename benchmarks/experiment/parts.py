"""What a source's figures are made of: categories, questions, criteria, judges, time and cost."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from statistics import median

from benchmarks.experiment.figures import scored_queries
from benchmarks.experiment.material import Material, Source
from contracts.experiment import Cell, GroupScore, JudgeShare, Panel, Spent
from contracts.score import RowScore
from contracts.verdict import Outcome
from scoring.ballots import ballots_of
from scoring.metrics.absolute_error import mean_absolute_error
from scoring.metrics.judge_agreement import judge_agreement
from scoring.metrics.kendall import mean_tau_b
from scoring.metrics.paired_scores import ScoredQuery
from scoring.metrics.percent import AnsweredQuery, mean_percent

NO_CATEGORY = "none"


def by_category(material: Material, source: Source) -> tuple[GroupScore, ...]:
    """Each category of the answers; a question has the category of its first answer."""
    groups: dict[str, list[ScoredQuery]] = {}
    for query in scored_queries(material, source):
        first = material.by_query[query.query_id][0]
        groups.setdefault(first.category or NO_CATEGORY, []).append(query)
    return tuple(_group(name, groups[name], material, source) for name in sorted(groups))


def by_query(material: Material, source: Source) -> tuple[GroupScore, ...]:
    """Each question by itself."""
    return tuple(
        _group(query.query_id, [query], material, source)
        for query in scored_queries(material, source)
    )


def _group(
    name: str, queries: Sequence[ScoredQuery], material: Material, source: Source
) -> GroupScore:
    failed = material.experiment.failed
    mean = mean_percent(
        [
            AnsweredQuery(query_id=q.query_id, percents=tuple(a.generated for a in q.answers))
            for q in queries
            if not q.is_failed
        ]
    )
    is_reference = source is material.reference
    ranks = None if is_reference else mean_tau_b(queries, failed=failed).figure.value
    error = None if is_reference else mean_absolute_error(queries, failed=failed).value
    return GroupScore(
        group=name,
        score=mean.value,
        tau_b=ranks,
        error=error,
        answers=sum(len(query.answers) for query in queries),
        unjudged=mean.unjudged,
        failed=sum(query.is_failed for query in queries),
    )


def cells(material: Material, source: Source) -> tuple[Cell, ...]:
    """Every criterion of a source over the answers to its question."""
    return tuple(_cells(material, source))


def _cells(material: Material, source: Source) -> Iterator[Cell]:
    for query, answers in material.by_query.items():
        rows: dict[str, list[RowScore]] = {}
        for answer in answers:
            score = source.scores.get(answer.id)
            for row in () if score is None else score.rows:
                rows.setdefault(row.row_id, []).append(row)
        for row_id, found in rows.items():
            outcomes = [row.outcome for row in found]
            yield Cell(
                query_id=query,
                row_id=row_id,
                points=found[0].points,
                polarity=found[0].polarity,
                met=outcomes.count(Outcome.PASS),
                judged=len(outcomes) - outcomes.count(Outcome.NOT_JUDGED),
                of=len(outcomes),
                disputed=sum(row.is_disputed for row in found),
                settled=sum(row.ruling is not None for row in found),
            )


def panel(source: Source) -> Panel | None:
    """How far the judges agree; `None` where no judge was asked."""
    ballots = ballots_of(source.scores.values())
    if not ballots:
        return None
    found = judge_agreement(ballots)
    return Panel(
        alpha=found.alpha,
        unanimous=found.unanimous.count,
        of=found.unanimous.of,
        missing=found.missing_votes,
        judges=tuple(
            JudgeShare(judge=judge, voted=share.of, against_majority=share.count)
            for judge, share in found.dissent
        ),
    )


def spent(source: Source) -> Spent | None:
    """Wall time and cost of the source's rubrics; `None` where no table of costs is named."""
    costs = tuple(source.costs.values())
    if not costs:
        return None
    priced = [cost.usd for cost in costs if cost.usd is not None]
    return Spent(
        rubrics=len(costs),
        median_wall_s=float(median(cost.wall_s for cost in costs)),
        total_wall_s=float(_sum(cost.wall_s for cost in costs)),
        median_usd=float(median(priced)) if priced else None,
        total_usd=float(_sum(priced)) if priced else None,
        unpriced=len(costs) - len(priced),
    )


def _sum(values: Iterable[Decimal]) -> Decimal:
    return sum(values, Decimal(0))
