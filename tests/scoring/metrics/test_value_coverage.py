"""Value coverage: two majorities, a veto by code, and failures at zero."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.covered_query import CodeReading, CoveredQuery, ExpertCriterion, MatchVote
from contracts.errors import InputError
from scoring.metrics.value_coverage import on_common_criteria, value_coverage

MAYBE = st.none() | st.booleans()


def criterion(
    votes: str, code: CodeReading = "undecided", *, criterion_id: str = "c"
) -> ExpertCriterion:
    """Votes as `demand/value` per judge with y, n, or - for a missing one: `y/y y/n -/-`."""
    said = {"y": True, "n": False, "-": None}
    return ExpertCriterion(
        criterion_id=criterion_id,
        votes=tuple(
            MatchVote(judge=f"j{index}", demand=said[vote[0]], value=said[vote[2]])
            for index, vote in enumerate(votes.split())
        ),
        code=code,
    )


@pytest.mark.parametrize(
    ("item", "value", "unjudged", "vetoed"),
    [
        (criterion("y/y y/y n/n"), 1.0, 0, 0),
        (criterion("y/n y/n y/y"), 0.0, 0, 0),  # same demand, other value
        (criterion("n/y n/y n/y"), 0.0, 0, 0),  # same value, other demand
        (criterion("y/y y/y y/y", "differs"), 0.0, 0, 1),
        (criterion("y/y y/y y/y", "same"), 1.0, 0, 0),
        (criterion("y/n y/n y/n", "same"), 0.0, 0, 0),  # code adds nothing
        (criterion("y/n y/n y/n", "differs"), 0.0, 0, 0),  # nothing to veto
        (criterion("y/y n/n -/-"), None, 1, 0),
        (criterion("y/- y/- y/y"), None, 1, 0),
        (criterion("y/y y/y -/-"), 1.0, 0, 0),
        (criterion("y/y -/- -/-"), None, 1, 0),  # one alone of three
        (criterion("n/- n/- -/-"), 0.0, 0, 0),  # no demand: no value could cover it
        (criterion("-/- -/- -/-"), None, 1, 0),
        (criterion(""), None, 1, 0),
    ],
)
def test_criterion_is_covered_by_demand_and_value_unless_code_sees_another_value(
    item: ExpertCriterion, value: float | None, unjudged: int, vetoed: int
) -> None:
    found = value_coverage((CoveredQuery(query_id="q", criteria=(item,)),), failed="count")
    assert (found.figure.value, found.figure.unjudged, found.vetoed) == (value, unjudged, vetoed)


YES = criterion("y/y y/y y/y", criterion_id="yes")
NO = criterion("n/n n/n n/n", criterion_id="no")
VETOED = criterion("y/y y/y y/y", "differs", criterion_id="vetoed")
OPEN = criterion("y/y -/- -/-", criterion_id="open")


def test_criteria_count_equally_over_queries_and_open_ones_beside() -> None:
    queries = (
        CoveredQuery(query_id="a", criteria=(YES,)),
        CoveredQuery(query_id="b", criteria=(YES, NO, VETOED, OPEN)),
    )
    found = value_coverage(queries, failed="count")
    assert found.figure.value == 0.5
    assert (found.figure.items, found.figure.unjudged) == (4, 1)
    assert (found.judged_covered, found.vetoed, found.compared_by_code) == (3, 1, 1)
    assert found.veto_rate == pytest.approx(1 / 3)


def test_failed_query_covers_none_of_its_criteria_unless_excluded() -> None:
    unseen = tuple(ExpertCriterion(criterion_id=f"c{index}") for index in range(3))
    queries = (
        CoveredQuery(query_id="a", criteria=(YES,)),
        CoveredQuery(query_id="b", criteria=unseen, is_failed=True),
    )
    counted, excluded = (value_coverage(queries, failed=f) for f in ("count", "exclude"))
    assert (counted.figure.value, excluded.figure.value) == (0.25, 1.0)
    assert counted.figure.failed == excluded.figure.failed == 1
    assert counted.figure.unjudged == 0


def test_veto_rate_of_nothing_is_nothing() -> None:
    found = value_coverage((CoveredQuery(query_id="q", criteria=(NO,)),), failed="count")
    assert found.veto_rate is None


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(MAYBE, MAYBE, st.sampled_from(["same", "differs", "undecided"])),
        min_size=1,
        max_size=6,
    )
)
def test_coverage_is_a_share_and_a_veto_never_raises_it(
    drawn: list[tuple[bool | None, bool | None, CodeReading]],
) -> None:
    def coverage(codes: list[CodeReading]) -> float | None:
        criteria = tuple(
            ExpertCriterion(
                criterion_id=f"c{index}",
                votes=tuple(MatchVote(judge=j, demand=d, value=v) for j in ("x", "y")),
                code=code,
            )
            for index, ((d, v, _), code) in enumerate(zip(drawn, codes, strict=True))
        )
        query = CoveredQuery(query_id="q", criteria=criteria)
        return value_coverage((query,), failed="count").figure.value

    with_code = coverage([code for _, _, code in drawn])
    without = coverage(["undecided"] * len(drawn))
    assert with_code is None or 0 <= with_code <= 1
    if without is not None:
        assert with_code is not None
        assert with_code <= without


def test_contradictory_queries_are_refused() -> None:
    with pytest.raises(ValidationError, match="'q' failed but has votes"):
        CoveredQuery(query_id="q", criteria=(YES,), is_failed=True)
    with pytest.raises(ValidationError, match="'q' has a criterion twice"):
        CoveredQuery(query_id="q", criteria=(YES, YES))
    vote = MatchVote(judge="j", demand=True, value=True)
    with pytest.raises(ValidationError, match="'c' has two votes of one judge"):
        ExpertCriterion(criterion_id="c", votes=(vote, vote))


def test_sources_are_compared_on_criteria_that_are_decided_in_both() -> None:
    left = (
        CoveredQuery(query_id="q", criteria=(named("a", "y"), named("b", "y"), named("c", "-"))),
        CoveredQuery(query_id="r", criteria=(named("a", "y"), named("b", "y"))),
    )
    right = (
        CoveredQuery(query_id="q", criteria=(named("a", "n"), named("b", "-"), named("c", "y"))),
        CoveredQuery(query_id="r", criteria=(named("a", "y"), named("b", "-"))),
    )
    both = [value_coverage(one, failed="count").figure for one in on_common_criteria(left, right)]
    assert [(one.value, one.items, one.unjudged) for one in both] == [(1.0, 2, 3), (0.5, 2, 3)]


def test_a_failed_query_is_compared_on_what_the_other_has_decided() -> None:
    failed = CoveredQuery(query_id="q", criteria=(named("a", ""), named("b", "")), is_failed=True)
    other = CoveredQuery(query_id="q", criteria=(named("a", "y"), named("b", "-")))
    both = [
        value_coverage(one, failed="count").figure
        for one in on_common_criteria((failed,), (other,))
    ]
    assert [(one.value, one.items) for one in both] == [(0.0, 1), (1.0, 1)]


def test_matches_of_other_criteria_or_queries_are_not_compared() -> None:
    one = CoveredQuery(query_id="q", criteria=(named("a", "y"),))
    with pytest.raises(InputError, match="criterion 'a' of query 'q' is matched for one"):
        _ = on_common_criteria((one,), (CoveredQuery(query_id="q", criteria=(named("b", "y"),)),))
    with pytest.raises(InputError, match="query 'q' has matches of one source only"):
        _ = on_common_criteria((one,), (one.model_copy(update={"query_id": "r"}),))


def named(criterion_id: str, said: str) -> ExpertCriterion:
    """Three judges of one mind, or without an answer, on demand and value alike."""
    return criterion(" ".join([f"{said}/{said}"] * 3 if said else []), criterion_id=criterion_id)
