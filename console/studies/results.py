"""What a revealed study says: preferences with exact sign tests, and how far reviewers agree.

Ties and "both bad" are left out of the tests. A benchmark is tested over its questions, each by
the majority of its reviewers: verdicts of several people on one question are not independent.
Holm's correction is taken within each table. The check of sides asks whether A was chosen more
often than B whatever it was.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from contracts.study import ExportedVerdict, Preferred, StudyExport
from scoring.metrics.judge_agreement import Ballot, Share, Vote, judge_agreement
from scoring.metrics.sign_test import holm, sign_test


@dataclass(frozen=True, slots=True)
class Line:
    """Counts of one reviewer, benchmark or dimension with the test of left against right."""

    reviewer: str
    benchmark: str
    left: int
    right: int
    tie: int
    both_bad: int
    unsure: int
    split: int
    """Questions on which no choice has the majority."""
    p: float | None
    p_holm: float | None

    @property
    def total(self) -> int:
        """Everything counted on the line."""
        return self.left + self.right + self.tie + self.both_bad + self.unsure + self.split


@dataclass(frozen=True, slots=True)
class Together:
    """How far reviewers say the same of one pair."""

    alpha: float | None
    """Krippendorff's alpha, nominal; None where all verdicts are the same or none overlap."""
    pairwise: Share
    """Pairs of verdicts on one question that are the same."""
    unanimous: Share
    """Questions with two verdicts or more on which all are the same."""
    at_least_two: Share
    """The same questions, where at least two reviewers say the same."""
    unanimous_for: tuple[tuple[Preferred, int], ...]


@dataclass(frozen=True, slots=True)
class OfDimension:
    """One dimension: its counts by reviewer, and the agreement on it."""

    name: str
    lines: tuple[Line, ...]
    together: Together


@dataclass(frozen=True, slots=True)
class Sides:
    """How often A and B were chosen, whatever they were."""

    a: int
    b: int
    p: float | None


@dataclass(frozen=True, slots=True)
class StudyResults:
    """All figures of a study."""

    by_reviewer: tuple[Line, ...]
    by_benchmark: tuple[Line, ...]
    by_reviewer_and_benchmark: tuple[Line, ...]
    together: Together
    dimensions: tuple[OfDimension, ...]
    sides: Sides


@dataclass(frozen=True, slots=True)
class _Said:
    reviewer: str
    benchmark: str
    pair: str
    preferred: Preferred


def results_of(export: StudyExport) -> StudyResults:
    """Count everything; the same export gives the same figures."""
    said = _said(export, None)
    chosen = Counter(verdict.choice for verdict in export.verdicts)
    return StudyResults(
        by_reviewer=_by_reviewer(said),
        by_benchmark=_by_benchmark(said),
        by_reviewer_and_benchmark=_by_both(said),
        together=_together(said),
        dimensions=tuple(_dimension(export, one.name) for one in export.plan.dimensions),
        sides=Sides(chosen["a"], chosen["b"], sign_test(chosen["a"], chosen["b"])),
    )


def _said(export: StudyExport, dimension: str | None) -> tuple[_Said, ...]:
    benchmarks = {pair.pair: pair.benchmark for pair in export.pairs}
    return tuple(
        _Said(one.reviewer, benchmarks[one.pair], one.pair, preferred)
        for one in export.verdicts
        for preferred in _preferred(one, dimension)
    )


def _preferred(verdict: ExportedVerdict, dimension: str | None) -> tuple[Preferred, ...]:
    if dimension is None:
        return (verdict.preferred,)
    return tuple(one.preferred for one in verdict.dimensions if one.name == dimension)


def _dimension(export: StudyExport, name: str) -> OfDimension:
    said = _said(export, name)
    return OfDimension(name, _by_reviewer(said), _together(said))


def _by_reviewer(said: Sequence[_Said]) -> tuple[Line, ...]:
    names = sorted({one.reviewer for one in said}, key=str.casefold)
    return _tested(
        _line(name, "", (one.preferred for one in said if one.reviewer == name)) for name in names
    )


def _by_benchmark(said: Sequence[_Said]) -> tuple[Line, ...]:
    """All questions first, then each benchmark where there are several."""
    names = sorted({one.benchmark for one in said})
    groups = [("", names), *((name, [name]) for name in names if len(names) > 1)]
    return _tested(
        _line("", label, _majorities([one for one in said if one.benchmark in taken]))
        for label, taken in groups
        if taken
    )


def _by_both(said: Sequence[_Said]) -> tuple[Line, ...]:
    places = sorted({(one.reviewer, one.benchmark) for one in said})
    if len({benchmark for _, benchmark in places}) < 2:
        return ()
    return _tested(
        _line(
            reviewer,
            benchmark,
            (
                one.preferred
                for one in said
                if (one.reviewer, one.benchmark) == (reviewer, benchmark)
            ),
        )
        for reviewer, benchmark in places
    )


def _majorities(said: Sequence[_Said]) -> Iterator[Preferred | None]:
    for labels in _by_pair(said):
        label, times = Counter(labels).most_common(1)[0]
        yield label if 2 * times > len(labels) else None


def _by_pair(said: Sequence[_Said]) -> list[list[Preferred]]:
    found: dict[str, list[Preferred]] = {}
    for one in said:
        found.setdefault(one.pair, []).append(one.preferred)
    return list(found.values())


def _line(reviewer: str, benchmark: str, labels: Iterable[Preferred | None]) -> Line:
    counts = Counter(labels)
    return Line(
        reviewer=reviewer,
        benchmark=benchmark,
        left=counts["left"],
        right=counts["right"],
        tie=counts["tie"],
        both_bad=counts["both_bad"],
        unsure=counts["unsure"],
        split=counts[None],
        p=sign_test(counts["left"], counts["right"]),
        p_holm=None,
    )


def _tested(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of one table, each p-value beside its corrected one."""
    kept = tuple(lines)
    corrected = holm([line.p for line in kept])
    return tuple(replace(line, p_holm=p_holm) for line, p_holm in zip(kept, corrected, strict=True))


def _together(said: Sequence[_Said]) -> Together:
    """`unsure` is no opinion, so it is left out as a missing one."""
    votes: dict[str, list[Vote]] = {}
    for one in said:
        label = None if one.preferred == "unsure" else one.preferred
        votes.setdefault(one.pair, []).append(Vote(judge=one.reviewer, label=label))
    ballots = [Ballot(item_id=pair, votes=tuple(cast)) for pair, cast in votes.items()]
    agreement = judge_agreement(ballots)
    known = [one for one in said if one.preferred != "unsure"]
    several = [Counter(labels) for labels in _by_pair(known) if len(labels) > 1]
    alike: Counter[Preferred] = Counter(
        next(iter(counts)) for counts in several if len(counts) == 1
    )
    return Together(
        alpha=agreement.alpha,
        pairwise=agreement.pairs,
        unanimous=agreement.unanimous,
        at_least_two=Share(sum(max(counts.values()) > 1 for counts in several), len(several)),
        unanimous_for=tuple(sorted(alike.items(), key=lambda item: (-item[1], item[0]))),
    )
