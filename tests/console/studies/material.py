"""Two sources of rubrics for the same questions, and a study of them that is kept."""

from collections.abc import Iterator, Sequence
from itertools import count

from console.studies.draw import Naming
from console.studies.pairing import paired
from contracts.criteria import Criteria, Criterion
from contracts.study import BlindPair, StudyPlan
from tests.contracts.studies import example_plan

HASH = "0" * 64
REVIEWERS = ("Ada", "Ben", "Cleo")


def criteria(
    number: int, *rows: str, ids: str = "R", points: Sequence[int] = (), query_id: str | None = None
) -> Criteria:
    """A rubric for the numbered question."""
    worth = points or [10_000 // len(rows)] * len(rows)
    return Criteria(
        query_id=query_id,
        question=f"What did company {number} earn in 2024?",
        rubric_sha256=HASH,
        criteria=tuple(
            Criterion(id=f"{ids}{n}", text=text, points=some)
            for n, (text, some) in enumerate(zip(rows, worth, strict=True), 1)
        ),
    )


def two_sets(number: int) -> tuple[tuple[Criteria, ...], tuple[Criteria, ...]]:
    """So many questions, with one long and one short rubric each."""
    left = tuple(
        criteria(n, f"States {n * 7} million.", f"Names fiscal year {n}.", "Shows the sum.")
        for n in range(1, number + 1)
    )
    right = tuple(
        criteria(n, f"Is about {n * 7}m.", ids="C", points=(7,), query_id=f"Q{n}")
        for n in range(1, number + 1)
    )
    return left, right


def pairs_of(number: int, *, is_swapped: bool = False) -> tuple[BlindPair, ...]:
    left, right = two_sets(number)
    benchmarks = {f"Q{n}": ("even", "odd")[n % 2] for n in range(1, number + 1)}
    sides = (right, left) if is_swapped else (left, right)
    return paired(*sides, benchmarks).pairs


def plan(**changes: object) -> StudyPlan:
    return example_plan().model_copy(update={"reviewers": REVIEWERS, **changes})


def counted_names() -> Naming:
    """Names that are the same in every run of a test."""
    numbers: Iterator[int] = count(1)
    return lambda: f"{next(numbers):016x}"
