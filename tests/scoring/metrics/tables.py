"""Short forms for the tables of the metrics' tests."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from scoring.metrics.figure import Figure, Part, sorted_parts
from scoring.metrics.judge_agreement import Ballot, Vote
from scoring.metrics.paired_scores import ScoredAnswer, ScoredQuery

SIXTHS = st.integers(0, 24).map(lambda steps: Fraction(25 * steps, 6))
"""Percents that no float holds, few enough to tie often; `st.fractions` costs ten times as much."""


def fraction(value: int | Fraction | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def scored(
    query_id: str, *pairs: tuple[int | Fraction | None, int | Fraction | None], failed: bool = False
) -> ScoredQuery:
    """A query from (reference, generated) pairs."""
    answers = tuple(
        ScoredAnswer(
            answer_id=f"a{index}", reference=fraction(reference), generated=fraction(generated)
        )
        for index, (reference, generated) in enumerate(pairs)
    )
    return ScoredQuery(query_id=query_id, answers=answers, is_failed=failed)


@st.composite
def scored_queries(draw: st.DrawFn) -> tuple[ScoredQuery, ...]:
    """One to five queries; scores may be missing and queries may have failed."""
    found: list[ScoredQuery] = []
    for index in range(draw(st.integers(1, 5))):
        failed = draw(st.booleans())
        maybe = st.none() | SIXTHS
        pairs = draw(
            st.lists(st.tuples(maybe, st.none() if failed else maybe), min_size=1, max_size=5)
        )
        found.append(scored(f"q{index}", *pairs, failed=failed))
    return tuple(found)


def figure(*values: int | Fraction | None) -> Figure:
    """One part per value, `q00` on; None adds nothing."""
    parts = sorted_parts(
        Part(f"q{index:03}", Fraction(value or 0), Fraction(value is not None))
        for index, value in enumerate(values)
    )
    return Figure(parts, items=len(values), unjudged=0, failed=0, failed_reading="count")


def ballots(rows: Sequence[Sequence[str | None]]) -> tuple[Ballot, ...]:
    """One row per item, one column per judge."""
    return tuple(
        Ballot(
            item_id=f"i{index}",
            votes=tuple(Vote(judge=f"j{at}", label=label) for at, label in enumerate(row)),
        )
        for index, row in enumerate(rows)
    )
