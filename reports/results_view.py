"""Results of an experiment as a reader sees them: every figure with its counts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from contracts.budget import points_text
from contracts.experiment import (
    Cell,
    Compared,
    GroupScore,
    Measured,
    MetricName,
    Results,
    SolverGap,
    SourceResult,
)
from reports.plot import Estimate, Forest, Scatter, forest, scatter
from reports.words import counted, seconds_text

METRICS: Mapping[MetricName, tuple[str, str]] = {
    "score": ("Mean score", "percent of the maximum, over answers"),
    "tau_b": ("Rank agreement", "Kendall's \u03c4b with the reference, mean over questions"),
    "error": (
        "Absolute error",
        "percentage points from the reference, over answers; lower is better",
    ),
    "coverage": ("Value coverage", "share of the experts' criteria stated with their value"),
    "pairs": ("Pairs ordered as people do", "share of pairs of answers that people grade apart"),
    "length": ("Length effect", "percentage points per doubling of the answer's length"),
}
_SEPARATION = {
    "first_higher": "first higher",
    "second_higher": "second higher",
    "not_separated": "not separated",
    "tied": "tied",
    None: "no interval",
}
_NOTHING = "\u2013"


@dataclass(frozen=True, slots=True)
class MetricView:
    """One figure of all sources."""

    title: str
    what: str
    plot: Forest | None
    differences: Forest | None
    verdicts: tuple[str, ...]
    """What the differences say, in words."""
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One criterion of one question."""

    x: float
    y: float
    share: float | None
    """Met among judged; `None` where nothing is judged."""
    is_negative: bool
    is_disputed: bool
    title: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """The criteria of one question."""

    query: str
    y: float
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class SourceView:
    """What stands in a source's own section."""

    name: str
    is_reference: bool
    solvers: Forest | None
    gaps: Forest | None
    categories: tuple[GroupScore, ...]
    queries: tuple[GroupScore, ...]
    heat: tuple[HeatRow, ...]
    heat_height: float
    panel: tuple[str, ...]
    spent: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ResultsView:
    """The page, in the order of its sections."""

    title: str
    name: str
    facts: tuple[tuple[str, str], ...]
    caption: str
    metrics: tuple[MetricView, ...]
    scatters: tuple[Scatter, ...]
    sources: tuple[SourceView, ...]
    files: tuple[tuple[str, str], ...]


def results_view(results: Results) -> ResultsView:
    """Everything the page shows."""
    reading = {
        "count": "count against their source",
        "exclude": "are left out of its figures",
    }[results.failed]
    return ResultsView(
        title=results.title,
        name=results.name,
        facts=(
            ("Questions", f"{results.queries:,}"),
            ("Answers", f"{results.answers:,}"),
            ("Reference", results.reference),
            ("Sources", f"{len(results.sources) - 1}"),
            ("Questions without a rubric", reading),
            ("Draws and seed", f"{results.draws:,}, {results.seed}"),
        ),
        caption=results.caption,
        metrics=tuple(_metrics(results)),
        scatters=tuple(_scatters(results)),
        sources=tuple(_source(source, results.reference) for source in results.sources),
        files=tuple((file.path, file.sha256) for file in results.files),
    )


def _metrics(results: Results) -> Iterator[MetricView]:
    for name, (title, what) in METRICS.items():
        found = [
            (source.name, one)
            for source in results.sources
            for one in source.metrics
            if one.metric == name
        ]
        if not found:
            continue
        compared = [one for one in results.compared if one.metric == name]
        estimates = [
            _estimate(source, one.measured, name, is_marked=source == results.reference)
            for source, one in found
        ]
        yield MetricView(
            title=title,
            what=what,
            plot=forest(title, estimates),
            differences=_differences(title, compared),
            verdicts=tuple(_verdict(one) for one in compared),
            remarks=tuple(_remarks(source, one.measured, one.remarks) for source, one in found),
        )


def _remarks(source: str, measured: Measured, remarks: Sequence[str]) -> str:
    items = counted(measured.items, "item")
    words = [f"{items} in {counted(measured.queries, 'question')}"]
    if measured.unjudged:
        words.append(f"{measured.unjudged:,} left out for want of a judgement")
    if measured.failed:
        words.append(f"{counted(measured.failed, 'question')} without a rubric")
    if measured.finite_draws is not None and measured.finite_draws < 1:
        words.append(f"a value in {100 * measured.finite_draws:.1f} % of the draws")
    return f"{source}: {'; '.join((*words, *remarks))}."


def _estimate(label: str, found: Measured, metric: str, *, is_marked: bool = False) -> Estimate:
    return Estimate(
        label=label,
        value=found.value,
        low=found.low,
        high=found.high,
        figures=_figures(found.value, found.low, found.high, metric),
        is_marked=is_marked,
    )


def _figures(value: float | None, low: float | None, high: float | None, metric: str) -> str:
    if value is None:
        return "no value"
    interval = (
        "no interval"
        if low is None or high is None
        else f"{number(low, metric)} to {number(high, metric)}"
    )
    return f"{number(value, metric)} ({interval})"


def number(value: float | None, metric: str = "score") -> str:
    """A figure with the places that its measure deserves."""
    if value is None:
        return _NOTHING
    text = f"{value:.3f}" if metric in {"tau_b", "coverage", "pairs"} else f"{value:.1f}"
    return text.replace("-", "\u2212")


def _differences(title: str, found: Sequence[Compared]) -> Forest | None:
    return forest(
        f"{title}: differences",
        [
            Estimate(
                label=f"{one.first} less {one.second}",
                value=one.value,
                low=one.low,
                high=one.high,
                figures=_figures(one.value, one.low, one.high, one.metric),
                is_marked=one.separation in {"first_higher", "second_higher"},
            )
            for one in found
        ],
    )


def _verdict(one: Compared) -> str:
    left = f"; {one.left_out} on one side only" if one.left_out else ""
    over = f"over {counted(one.queries, 'question')}{left}"
    return f"{one.first} less {one.second}: {_SEPARATION[one.separation]} {over}."


def _gaps(gaps: Sequence[SolverGap]) -> Forest | None:
    return forest(
        "Each solver less the next",
        [
            Estimate(
                label=f"{one.first} less {one.second}",
                value=one.value,
                low=one.low,
                high=one.high,
                figures=_figures(one.value, one.low, one.high, "score"),
                is_marked=one.separation == "first_higher",
            )
            for one in gaps
        ],
    )


def _scatters(results: Results) -> Iterator[Scatter]:
    for source, pairs in groupby(results.pairs, key=lambda pair: pair.source):
        found = list(pairs)
        points = [
            (pair.reference, pair.generated, f"{pair.query_id}, {pair.response_id}")
            for pair in found
            if pair.reference is not None and pair.generated is not None
        ]
        yield scatter(source, points, left_out=len(found) - len(points))


def _source(source: SourceResult, reference: str) -> SourceView:
    heat, height = _heat(source.cells)
    return SourceView(
        name=source.name,
        is_reference=source.name == reference,
        solvers=forest(
            "Mean score by solver",
            [_estimate(one.solver, one.measured, "score") for one in source.solvers],
        ),
        gaps=_gaps(source.gaps),
        categories=source.categories,
        queries=source.queries,
        heat=heat,
        heat_height=height,
        panel=tuple(_panel(source)),
        spent=tuple(_spent(source)),
    )


_HEAT_LABELS = 190
_HEAT_CELL = 18
_HEAT_ROW = 20
_A_LINE = 28
"""Criteria of a question on one line of the map."""


def _heat(cells: Sequence[Cell]) -> tuple[tuple[HeatRow, ...], float]:
    """A row per question, as many lines high as its criteria need; and the height of all."""
    rows: list[HeatRow] = []
    top = 2.0
    for query, found in groupby(cells, key=lambda cell: cell.query_id):
        own = tuple(_heat_cell(cell, place, top) for place, cell in enumerate(found))
        rows.append(HeatRow(query, top, own))
        top += _HEAT_ROW * (1 + (len(own) - 1) // _A_LINE)
    return tuple(rows), top + 2


def _heat_cell(cell: Cell, place: int, top: float) -> HeatCell:
    words = f"{cell.row_id}, {points_text(cell.points)} points: met in {cell.met} of {cell.judged}"
    if cell.judged < cell.of:
        words += f", {cell.of - cell.judged} not judged"
    if cell.disputed:
        words += f", {cell.disputed} disputed by code"
    return HeatCell(
        x=_HEAT_LABELS + _HEAT_CELL * (place % _A_LINE),
        y=top + _HEAT_ROW * (place // _A_LINE),
        share=round(cell.met / cell.judged, 3) if cell.judged else None,
        is_negative=cell.polarity == "negative",
        is_disputed=cell.disputed > 0,
        title=f"{words}{'; takes points away' if cell.polarity == 'negative' else ''}",
    )


def _panel(source: SourceResult) -> Iterator[str]:
    if source.panel is None:
        return
    alpha = "none: all said the same" if source.panel.alpha is None else f"{source.panel.alpha:.2f}"
    yield (
        f"Krippendorff's alpha {alpha}; unanimous on {source.panel.unanimous:,} of "
        f"{source.panel.of:,} rows; {source.panel.missing:,} votes missing"
    )
    for judge in source.panel.judges:
        yield f"{judge.judge}: {judge.against_majority:,} of {judge.voted:,} against the majority"


def _spent(source: SourceResult) -> Iterator[tuple[str, str]]:
    if source.spent is None:
        return
    yield "Rubrics", f"{source.spent.rubrics:,}"
    yield "Median wall time", seconds_text(source.spent.median_wall_s)
    yield "Total wall time", seconds_text(source.spent.total_wall_s)
    if source.spent.median_usd is not None and source.spent.total_usd is not None:
        yield "Median cost", f"USD {source.spent.median_usd:.2f}"
        yield "Total cost", f"USD {source.spent.total_usd:.2f}"
    if source.spent.unpriced:
        yield "Cost unknown", counted(source.spent.unpriced, "rubric")
