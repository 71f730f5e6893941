"""Pages of studies: the list, one study, and what came of it."""

from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten

from console.studies.results import Line, OfDimension, StudyResults, Together
from console.studies.store import Progress, Study
from console.studies.verdicts import Item
from console.studies.words import p_text, state_of
from contracts.study import Dimension, ExportedPair, ExportedVerdict, Preferred, StudyExport


@dataclass(frozen=True, slots=True)
class StudyLine:
    """One study of the list."""

    name: str
    title: str
    state: str
    given: int
    planned: int
    is_complete: bool
    is_revealed: bool
    mine: Progress | None
    created: datetime


@dataclass(frozen=True, slots=True)
class OwnPair:
    """One of the reader's own pairs."""

    item: str
    position: int
    is_done: bool


@dataclass(frozen=True, slots=True)
class StudyView:
    """One study as everyone may see it."""

    name: str
    title: str
    state: str
    given: int
    planned: int
    is_complete: bool
    is_revealed: bool
    dimensions: tuple[Dimension, ...]
    progress: tuple[Progress, ...]
    mine: tuple[OwnPair, ...]
    fault: str = ""
    reason: str = ""

    @property
    def next(self) -> OwnPair | None:
        """The reader's first pair without a verdict."""
        return next((pair for pair in self.mine if not pair.is_done), None)

    @property
    def done(self) -> int:
        """How many of the reader's pairs have a verdict."""
        return sum(pair.is_done for pair in self.mine)


@dataclass(frozen=True, slots=True)
class Segment:
    """One part of a bar."""

    kind: str
    words: str
    count: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """Counts of one line as a bar with its test."""

    label: str
    segments: tuple[Segment, ...]
    counts: tuple[int, ...]
    p: str
    p_holm: str


@dataclass(frozen=True, slots=True)
class BarTable:
    """Bars below each other, and the names of their columns."""

    title: str
    first: str
    heads: tuple[str, ...]
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A rationale with what it was for."""

    query: str
    benchmark: str
    reviewer: str
    preferred: str
    was_a: str
    """The system that this reviewer saw as A."""
    text: str


@dataclass(frozen=True, slots=True)
class ResultsView:
    """What came of a revealed study."""

    name: str
    title: str
    left: str
    right: str
    given: int
    planned: int
    revealed: datetime
    revealed_by: str
    reason: str
    tables: tuple[BarTable, ...]
    dimensions: tuple[BarTable, ...]
    agreement: tuple[tuple[str, str], ...]
    dimension_agreement: tuple[tuple[str, str, str], ...]
    a: int
    b: int
    p_sides: str
    reasons: tuple[Reason, ...]


QUESTION_WIDTH = 90
"""Characters of a question beside a rationale."""
WIDTH = 400.0
"""Width of a bar in its own units."""


def study_line(study: Study, mine: Progress | None) -> StudyLine:
    """A study as the list shows it."""
    return StudyLine(
        name=study.plan.name,
        title=study.plan.title,
        state=state_of(study),
        given=study.given,
        planned=study.planned,
        is_complete=study.is_complete,
        is_revealed=study.revealed is not None,
        mine=mine,
        created=study.plan.created,
    )


def study_view(
    study: Study,
    progress: tuple[Progress, ...],
    mine: tuple[tuple[Item, bool], ...],
    *,
    fault: str = "",
    reason: str = "",
) -> StudyView:
    """A study's own page: counts only, since who prefers what is not to be known yet."""
    return StudyView(
        name=study.plan.name,
        title=study.plan.title,
        state=state_of(study),
        given=study.given,
        planned=study.planned,
        is_complete=study.is_complete,
        is_revealed=study.revealed is not None,
        dimensions=study.plan.dimensions,
        progress=progress,
        mine=tuple(OwnPair(item.id, item.position, is_done) for item, is_done in mine),
        fault=fault,
        reason=reason,
    )


def results_view(export: StudyExport, results: StudyResults) -> ResultsView:
    """The page of a revealed study."""
    plan = export.plan
    names = (plan.left, plan.right)
    every = (
        ("By reviewer", "Reviewer", results.by_reviewer, False),
        ("By benchmark, majority of the reviewers", "Benchmark", results.by_benchmark, True),
        ("By reviewer and benchmark", "Reviewer", results.by_reviewer_and_benchmark, False),
    )
    return ResultsView(
        name=plan.name,
        title=plan.title,
        left=plan.left,
        right=plan.right,
        given=len(export.verdicts),
        planned=export.planned,
        revealed=export.revealed,
        revealed_by=export.revealed_by,
        reason=export.reason,
        tables=tuple(
            _table(title, first, lines, names, has_split=has_split)
            for title, first, lines, has_split in every
            if lines
        ),
        dimensions=tuple(_dimension_table(one, names) for one in results.dimensions),
        agreement=_agreement(results.together, names),
        dimension_agreement=tuple(
            (one.name, _alpha(one.together), _share(one.together)) for one in results.dimensions
        ),
        a=results.sides.a,
        b=results.sides.b,
        p_sides=p_text(results.sides.p),
        reasons=_reasons(export),
    )


def _table(
    title: str, first: str, lines: tuple[Line, ...], names: tuple[str, str], *, has_split: bool
) -> BarTable:
    heads = (*names, "Tie", "Both bad", *(("No majority",) if has_split else ()))
    return BarTable(
        title, first, heads, tuple(_bar(line, heads, _counts(line, has_split)) for line in lines)
    )


def _dimension_table(one: OfDimension, names: tuple[str, str]) -> BarTable:
    heads = (*names, "Tie", "Both bad", "Unsure")
    bars = tuple(
        _bar(line, heads, (line.left, line.right, line.tie, line.both_bad, line.unsure))
        for line in one.lines
    )
    return BarTable(one.name, "Reviewer", heads, bars)


def _counts(line: Line, has_split: bool) -> tuple[int, ...]:
    counts = (line.left, line.right, line.tie, line.both_bad)
    return (*counts, line.split) if has_split else counts


_KINDS = ("left", "right", "tie", "bad", "other")


def _bar(line: Line, heads: tuple[str, ...], counts: tuple[int, ...]) -> Bar:
    total = sum(counts)
    segments: list[Segment] = []
    x = 0.0
    for kind, words, count in zip(_KINDS, heads, counts, strict=False):
        width = WIDTH * count / total if total else 0.0
        if count:
            segments.append(Segment(kind, words, count, round(x, 2), round(width, 2)))
        x += width
    label = " · ".join(part for part in (line.reviewer, line.benchmark) if part)
    return Bar(
        label or "All questions", tuple(segments), counts, p_text(line.p), p_text(line.p_holm)
    )


def _agreement(together: Together, names: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    unanimous = ", ".join(
        f"{count} for {_preferred(preferred, names)}" for preferred, count in together.unanimous_for
    )
    return (
        (
            "Unanimous",
            f"{together.unanimous.count} of {together.unanimous.of} questions"
            + (f" ({unanimous})" if unanimous else ""),
        ),
        (
            "At least two alike",
            f"{together.at_least_two.count} of {together.at_least_two.of} questions",
        ),
        ("Pairs of verdicts alike", _share(together)),
        ("Krippendorff's alpha, nominal", _alpha(together)),
    )


def _alpha(together: Together) -> str:
    return "–" if together.alpha is None else f"{together.alpha:.3f}".replace("-", "−")


def _share(together: Together) -> str:
    rate = together.pairwise.rate
    if rate is None:
        return "–"
    return f"{together.pairwise.count} of {together.pairwise.of} ({100 * rate:.0f} %)"


def _preferred(preferred: Preferred, names: tuple[str, str]) -> str:
    words = {"left": names[0], "right": names[1], "tie": "a tie", "both_bad": "both bad"}
    return words.get(preferred, "unsure")


def _asked(pair: ExportedPair) -> str:
    """The question by its id and its words, as far as they fit a cell."""
    words = shorten(pair.question, QUESTION_WIDTH, placeholder=" …")
    return f"{pair.query_id}: {words}" if pair.query_id else words


def _reasons(export: StudyExport) -> tuple[Reason, ...]:
    pairs = {pair.pair: (number, pair) for number, pair in enumerate(export.pairs, 1)}
    names = (export.plan.left, export.plan.right)

    def place(verdict: ExportedVerdict) -> tuple[int, str]:
        return pairs[verdict.pair][0], verdict.reviewer

    return tuple(
        Reason(
            query=_asked(pairs[one.pair][1]),
            benchmark=pairs[one.pair][1].benchmark,
            reviewer=one.reviewer,
            preferred=_preferred(one.preferred, names),
            was_a=_preferred(one.side_of_a, names),
            text=one.rationale,
        )
        for one in sorted(export.verdicts, key=place)
    )
