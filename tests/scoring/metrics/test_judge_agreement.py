"""Agreement among judges against the reference implementation, published tables and by hand."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from krippendorff import alpha as reference_alpha
from pydantic import ValidationError

from contracts.errors import InputError
from scoring.metrics.judge_agreement import (
    Ballot,
    Vote,
    fleiss_kappa,
    flips,
    judge_agreement,
    krippendorff_alpha,
)
from tests.scoring.metrics.tables import ballots

ROWS = st.lists(
    st.lists(st.sampled_from(["pass", "fail", "part", None]), min_size=3, max_size=3),
    min_size=1,
    max_size=8,
)

# Fleiss 1971 has 14 raters, 10 subjects, 5 categories; this is the much printed table in its shape.
FLEISS = (
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
)  # fmt: skip


def cast(rows: list[list[str | None]]) -> list[list[str]]:
    return [[label for label in row if label is not None] for row in rows]


def test_kappa_of_the_printed_table() -> None:
    items = [[str(label) for label, n in enumerate(row) for _ in range(n)] for row in FLEISS]
    assert fleiss_kappa(items) == pytest.approx(0.210, abs=5e-4)


def test_alpha_of_the_printed_table_with_missing_votes() -> None:
    """Krippendorff's four observers and twelve units: nominal alpha 0.743."""
    observers = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    rows = [[None if x is None else str(x) for x in unit] for unit in zip(*observers, strict=True)]
    found = judge_agreement(ballots(rows))
    assert found.alpha == pytest.approx(0.743, abs=5e-4)
    assert (found.alpha_items, found.kappa_items, found.missing_votes) == (11, 8, 7)


@settings(max_examples=40)
@given(ROWS)
def test_alpha_is_the_reference_implementations(rows: list[list[str | None]]) -> None:
    code = {"pass": 0.0, "fail": 1.0, "part": 2.0, None: np.nan}
    ours = krippendorff_alpha([row for row in cast(rows) if len(row) > 1])
    if ours is None:
        assert len({label for row in cast(rows) if len(row) > 1 for label in row}) < 2
        return
    matrix = np.array([[code[label] for label in row] for row in rows]).T
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = reference_alpha(reliability_data=matrix, level_of_measurement="nominal")
    assert ours == pytest.approx(theirs, abs=1e-12)


@settings(max_examples=25)
@given(ROWS, st.permutations([0, 1, 2]))
def test_agreement_is_bounded_and_blind_to_names_and_order(
    rows: list[list[str | None]], columns: list[int]
) -> None:
    found = judge_agreement(ballots(rows))
    other = judge_agreement(ballots([[row[at] for at in columns] for row in rows[::-1]]))
    assert (found.alpha, found.kappa, found.pairs) == (other.alpha, other.kappa, other.pairs)
    assert found.unanimous == other.unanimous
    assert all(value is None or -1 <= value <= 1 for value in (found.alpha, found.kappa))
    assert found.pairs.rate is None or 0 <= found.pairs.rate <= 1


def test_counts_stand_beside_every_measure() -> None:
    found = judge_agreement(
        ballots([["p", "p", "p"], ["p", "p", "f"], ["p", "f", None], ["f", None, None]])
    )
    assert (found.pairs.count, found.pairs.of) == (4, 7)
    assert (found.unanimous.count, found.unanimous.of) == (1, 3)
    assert (found.alpha_items, found.kappa_items, found.missing_votes) == (3, 2, 3)
    # The third item is a draw, the fourth has one vote: nobody dissents there.
    assert [(judge, share.count, share.of) for judge, share in found.dissent] == [
        ("j0", 0, 2),
        ("j1", 0, 2),
        ("j2", 1, 2),
    ]


def test_a_judge_that_was_not_asked_owes_no_vote() -> None:
    """Four judges, three of them asked about each item, as outside the solver's family."""
    asked = (("j0", "j1", "j2"), ("j1", "j2", "j3"), ("j0", "j2", "j3"))
    labels = (("p", "p", "p"), ("p", "p", "f"), ("f", "f", None))
    found = judge_agreement(
        [
            Ballot(
                item_id=f"i{place}",
                votes=tuple(
                    Vote(judge=judge, label=label)
                    for judge, label in zip(judges, said, strict=True)
                ),
            )
            for place, (judges, said) in enumerate(zip(asked, labels, strict=True))
        ]
    )
    assert (found.missing_votes, found.kappa_items, found.alpha_items) == (1, 2, 3)
    # Of two items one agrees wholly and one in a third of its pairs; 5 p and 1 f by chance 26/36.
    assert found.kappa == pytest.approx((2 / 3 - 26 / 36) / (1 - 26 / 36))


def test_kappa_counts_items_equally_whoever_was_asked() -> None:
    assert fleiss_kappa([["p", "p"], ["p", "f"]]) == pytest.approx(
        (1 / 2 - 10 / 16) / (1 - 10 / 16)
    )
    mixed = [["p", "p", "p"], ["p", "f"]]
    assert fleiss_kappa(mixed) == pytest.approx((1 / 2 - 17 / 25) / (1 - 17 / 25))


def test_flips_are_counted_per_judge_over_votes_given_twice() -> None:
    first = ballots([["p", "p"], ["p", "f"], ["p", None]])
    second = ballots([["p", "f"], ["f", "p"], [None, "p"]])
    found = flips(first, second)
    assert (found.all.count, found.all.of, found.missing) == (3, 4, 2)
    assert [(judge, share.rate) for judge, share in found.per_judge] == [("j0", 0.5), ("j1", 1.0)]


def test_flips_of_nothing_are_nothing() -> None:
    assert flips(ballots([[None]]), ballots([["p"]])).all.rate is None


def test_two_ballots_or_votes_of_one_are_refused() -> None:
    with pytest.raises(InputError, match="'i0' stands twice"):
        judge_agreement(ballots([["p"]]) * 2)
    vote = Vote(judge="j", label="p")
    with pytest.raises(ValidationError, match="'i' has two votes of one judge"):
        Ballot(item_id="i", votes=(vote, vote))
