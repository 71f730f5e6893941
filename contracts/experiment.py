"""An experiment: which files of scores are compared, and everything that came of it.

Figures here are results of statistics, so they are floats; scores themselves stay exact in the
files of scores. A figure that has no value is `None`, never zero.
"""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from contracts.contract import Contract, Words
from contracts.ids import Sha256
from contracts.query import Tag
from contracts.response import ItemName, SolverName

SourceName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$")]
FilePath = Annotated[str, StringConstraints(min_length=1, max_length=500)]
"""From the folder of the experiment's file."""
FailedReading: TypeAlias = Literal["count", "exclude"]
Separation: TypeAlias = Literal["first_higher", "second_higher", "not_separated", "tied"]
MetricName: TypeAlias = Literal["score", "tau_b", "error", "coverage", "pairs", "length"]


class ScoredBy(Contract):
    """One source of rubrics, with the scores that its rubrics gave to the shared answers."""

    name: SourceName
    scores: FilePath
    """`scores.jsonl` of `finrubric score`."""
    failed: tuple[ItemName, ...] = ()
    """Questions for which the source gave no accepted rubric."""
    matches: FilePath | None = None
    """Lines of expert criteria held against the source's: what coverage is taken from."""
    costs: FilePath | None = None
    """Table with `query_id`, `wall_s` and `cost_usd` of each rubric."""


class Experiment(Contract):
    """What `experiment.toml` says."""

    contract_name = "experiment"

    name: Tag
    title: Words
    answers: FilePath
    """The shared answers, as they were scored."""
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    draws: Annotated[int, Field(ge=100, le=1_000_000)] = 10_000
    failed: FailedReading = "count"
    """Whether a question without a rubric counts against its source or is left out."""
    rulings: FilePath | None = None
    """People's rulings on the reference's criteria: what pairs of answers are ordered by."""
    reference: ScoredBy
    """The experts' rubrics: what the sources are held against."""
    sources: Annotated[tuple[ScoredBy, ...], Field(min_length=1, max_length=12)]

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        names = [self.reference.name, *(source.name for source in self.sources)]
        if len(set(names)) < len(names):
            msg = "two sources have one name"
            raise ValueError(msg)
        if self.reference.failed or self.reference.matches:
            msg = "the reference has neither failed questions nor matches"
            raise ValueError(msg)
        return self


class Measured(Contract):
    """A figure with its marginal interval and what it is taken over."""

    value: float | None
    low: float | None = None
    high: float | None = None
    finite_draws: float | None = None
    """Share of the draws in which the figure has a value: the interval is taken over them alone.
    `None` without an interval."""
    items: int
    queries: int
    unjudged: int = 0
    failed: int = 0


class Metric(Contract):
    """One figure of one source."""

    metric: MetricName
    measured: Measured
    remarks: tuple[Words, ...] = ()
    """What stands beside the figure: queries that could not be asked, vetoes of code."""


class SolverScore(Contract):
    """The mean score of one solver by one source."""

    solver: SolverName
    measured: Measured


class SolverGap(Contract):
    """One solver less the next lower one by the same source, over questions that both answered."""

    first: SolverName
    second: SolverName
    value: float | None
    low: float | None
    high: float | None
    separation: Separation | None
    queries: int


class GroupScore(Contract):
    """A category or a question, as one source scores it."""

    group: ItemName
    score: float | None
    tau_b: float | None
    error: float | None
    answers: int
    unjudged: int
    failed: int
    """Questions of the group for which the source has no rubric."""


class Cell(Contract):
    """One criterion over all answers to its question."""

    query_id: ItemName
    row_id: ItemName
    points: int
    polarity: Literal["positive", "negative"]
    met: int
    judged: int
    of: int
    disputed: int
    settled: int
    """Answers on which a person ruled, since the judges could not settle it."""


class JudgeShare(Contract):
    """One judge of one source's scores."""

    judge: SolverName
    voted: int
    against_majority: int


class Panel(Contract):
    """How far the judges agree."""

    alpha: float | None
    unanimous: int
    of: int
    missing: int
    judges: tuple[JudgeShare, ...]


class Spent(Contract):
    """What the rubrics of a source took."""

    rubrics: int
    median_wall_s: float
    total_wall_s: float
    median_usd: float | None
    total_usd: float | None
    unpriced: int
    """Rubrics whose cost is not known; the totals are without them."""


class SourceResult(Contract):
    """Everything of one source."""

    name: SourceName
    metrics: tuple[Metric, ...]
    solvers: tuple[SolverScore, ...]
    """Highest mean first."""
    gaps: tuple[SolverGap, ...]
    categories: tuple[GroupScore, ...]
    queries: tuple[GroupScore, ...]
    cells: tuple[Cell, ...]
    panel: Panel | None
    spent: Spent | None


class Compared(Contract):
    """First less second, over the same draws of the same queries."""

    metric: MetricName
    first: SourceName
    second: SourceName
    value: float | None
    low: float | None
    high: float | None
    separation: Separation | None
    queries: int
    left_out: int


class ScoredPair(Contract):
    """One answer by the reference and by a source, in percent; `None` while a row is open."""

    query_id: ItemName
    response_id: ItemName
    source: SourceName
    reference: float | None
    generated: float | None


class ReadFile(Contract):
    """A file that the results rest on."""

    path: FilePath
    sha256: Sha256


class Results(Contract):
    """What an experiment found; the tables and the page are printed from it."""

    contract_name = "experiment-results"

    name: Tag
    title: Words
    seed: int
    draws: int
    failed: FailedReading
    caption: Words
    """What stands below every table of intervals."""
    queries: int
    answers: int
    reference: SourceName
    files: tuple[ReadFile, ...]
    sources: tuple[SourceResult, ...]
    """The reference first."""
    compared: tuple[Compared, ...]
    pairs: tuple[ScoredPair, ...]
