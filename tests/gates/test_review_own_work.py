"""The reviewer's own result, kind by kind: demanded, held against the target, and not copied."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from contracts.comparison import (
    ChoiceComparison,
    Comparison,
    DateComparison,
    ForecastComparison,
    IndeterminateComparison,
    IntervalComparison,
    JudgementComparison,
    SequenceComparison,
    SetComparison,
    StatementComparison,
)
from contracts.comparison_kind import AdmissibleInterval
from contracts.contract import sha256_of
from contracts.quantity import Quantity, Scale, Unit
from contracts.review import OwnDetermination, OwnWords, Review
from contracts.rows import Script, Scripts
from contracts.stated import (
    StatedChoice,
    StatedDate,
    StatedInterval,
    StatedNumber,
    StatedOther,
    StatedSequence,
    StatedSet,
    StatedText,
)
from gates.review import Rerun, ReviewInput, check_review, review_violations, waits_for_agreement
from tests.builders import replaced, texas_evidence, texas_scripts
from tests.texas_review import texas_own_scripts, texas_review, texas_review_input

FIGURES = texas_review().computations[0].inputs
WORDS = OwnWords(name="due", text="March 15, 2031", source_id="10-K-2024", quote="March 15, 2031")


def usd(value: str) -> Quantity:
    return Quantity(value=Decimal(value), unit=Unit.USD, scale=Scale.MILLION)


def ends(low: str, high: str, *, inclusive: bool | None = None) -> StatedInterval:
    return StatedInterval(
        low=StatedNumber.of(usd(low)), high=StatedNumber.of(usd(high)), inclusive=inclusive
    )


INTERVAL = IntervalComparison(low=usd("300"), high=usd("320"), inclusive=True)
DAY = DateComparison(value=date(2031, 3, 15), precision="day")
MONTH = DateComparison(value=date(2031, 3, 1), precision="month")
CHOICE = ChoiceComparison(value="rose", options=("rose", "fell"), aliases=(("rose", "went up"),))
ALL = SetComparison(members=("Q1", "Q2"), need="all", extras="fail")
TWO = SetComparison(members=("Q1", "Q2", "Q3"), need="at_least", k=2, extras="allowed")
RANK = SequenceComparison(members=("Alpha", "Beta"), order="exact")
RESULTS: list[tuple[Comparison, StatedOther, str]] = [
    (INTERVAL, ends("300", "320"), "accepted"),
    (INTERVAL, ends("300", "320", inclusive=True), "accepted"),
    (INTERVAL, ends("300", "320", inclusive=False), "refused"),
    (INTERVAL, ends("300", "330"), "refused"),
    (DAY, StatedDate(value=date(2031, 3, 15)), "accepted"),
    (DAY, StatedDate(value=date(2031, 3, 16)), "refused"),
    (DAY, StatedDate(value=date(2031, 3, 15), precision="month"), "refused"),
    (MONTH, StatedDate(value=date(2031, 3, 15)), "accepted"),
    (CHOICE, StatedChoice(text="Rose"), "accepted"),
    (CHOICE, StatedChoice(text="went up"), "accepted"),
    (CHOICE, StatedChoice(text="fell"), "refused"),
    (CHOICE, StatedChoice(text="climbed"), "undecided"),
    (ALL, StatedSet(members=("q2", "q1")), "accepted"),
    (ALL, StatedSet(members=("q1",)), "refused"),
    (ALL, StatedSet(members=("q1", "q2", "q3")), "refused"),
    (TWO, StatedSet(members=("Q3", "Q1", "Q9")), "accepted"),
    (RANK, StatedSequence(members=("Alpha", "Beta")), "accepted"),
    (RANK, StatedSequence(members=("Beta", "Alpha")), "refused"),
    (RANK, StatedSet(members=("Alpha", "Beta")), "refused"),
]


def determined(
    comparison: Comparison, *results: StatedOther, source: str = "10-K-2024"
) -> ReviewInput:
    """A review of one outcome target that states these results of its own."""
    target = replaced(texas_evidence().targets[0], comparison=comparison)
    work = tuple(
        OwnDetermination(
            target_id=target.id,
            script="own_mean.py",
            figures=FIGURES,
            words=(replaced(WORDS, source_id=source),),
            result=result,
        )
        for result in results
    )
    rerun = Rerun(target.id, "equal", "".join(i.declared for i in work), quotes_found=True)
    review = texas_review(computations=(), determinations=work)
    return texas_review_input(review, rerun, evidence=texas_evidence(targets=(target,)))


def codes(given: ReviewInput) -> set[str]:
    return {item.code for item in review_violations(given)}


@pytest.mark.parametrize(("comparison", "result", "verdict"), RESULTS)
def test_own_result_is_held_against_the_target(
    comparison: Comparison, result: StatedOther, verdict: str
) -> None:
    check = check_review(determined(comparison, result))
    assert [item.accepted for item in check.reruns] == [verdict]
    found = [item.statement.split(":")[0] for item in check.findings]
    assert found == ([] if verdict == "accepted" else ["REV-result-refused"])
    assert check.verdict == ("passed" if verdict == "accepted" else "revise")


@pytest.mark.parametrize("comparison", [INTERVAL, DAY, CHOICE, ALL, TWO, RANK])
def test_an_outcome_that_code_compares_needs_an_own_result(comparison: Comparison) -> None:
    given = determined(comparison)
    assert codes(given) == {"REV-no-own-computation"}
    figure = replaced(given.review, computations=texas_review().computations)
    assert codes(texas_review_input(figure, evidence=given.evidence)) == {"REV-no-own-computation"}
    support = replaced(given.evidence.targets[0], role="support")
    evidence = texas_evidence(targets=(support,))
    assert codes(texas_review_input(given.review, evidence=evidence)) == set()


@pytest.mark.parametrize(
    "comparison",
    [
        StatementComparison(proposition="It fell.", elements=("fell",), must_not=()),
        JudgementComparison(
            question="Is it much?",
            admissible=("much",),
            required_grounds=("the peers",),
            pass_anchor="weighs them",
            fail_anchor="says so",
        ),
        IndeterminateComparison(reason="Not disclosed.", required_behaviour="Say so."),
        ForecastComparison(
            as_of=date(2026, 1, 9),
            method_constraints=(),
            admissible=AdmissibleInterval(low=usd("300"), high=usd("320")),
        ),
    ],
)
def test_what_code_does_not_compare_needs_none(comparison: Comparison) -> None:
    assert codes(determined(comparison)) == set()
    given = determined(comparison, StatedChoice(text="fell"))
    check = check_review(given)
    assert [item.accepted for item in check.reruns] == ["undecided"]
    # A judgement goes to a human instead, who agrees or does not.
    assert waits_for_agreement(check) is isinstance(comparison, JudgementComparison)
    assert check.verdict == ("revise" if waits_for_agreement(check) else "passed")


def test_a_number_is_not_met_by_another_shape() -> None:
    number = texas_evidence().targets[0].comparison
    given = determined(number, StatedChoice(text="11.8"))
    assert codes(given) == {"REV-no-own-computation"}


def test_a_determination_is_bound_like_a_computation() -> None:
    good = StatedChoice(text="rose")
    assert codes(determined(CHOICE, good, good)) == {"REV-computation-unfit"}
    assert codes(determined(CHOICE, good, source="blog-post")) == {"REV-input-not-own"}
    given = determined(CHOICE, good)
    named = replaced(given.review.determinations[0], script="other.py")
    review = replaced(given.review, determinations=(named,))
    found = review_violations(texas_review_input(review, evidence=given.evidence))
    assert [(item.code, item.pointer) for item in found] == [
        ("REV-script-missing", "review:/determinations/0/script")
    ]


def test_a_determination_whose_script_says_otherwise_asks_for_a_revision() -> None:
    given = determined(CHOICE, StatedChoice(text="rose"))
    rerun = Rerun("T1", "different", "fell", quotes_found=False)
    check = check_review(texas_review_input(given.review, rerun, evidence=given.evidence))
    assert [(item.statement.split(":")[0], item.pointer) for item in check.findings] == [
        ("REV-rerun-differs", "review:/determinations/0"),
        ("REV-quote-absent", "review:/determinations/0"),
    ]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"figures": (), "words": ()}, "figures or words"),
        ({"figures": FIGURES, "words": (replaced(WORDS, name=FIGURES[0].name),)}, "one name"),
        ({"figures": (), "words": (WORDS,), "result": StatedText(text="x")}, "result"),
    ],
)
def test_a_determination_rests_on_named_inputs(inputs: Mapping[str, object], said: str) -> None:
    good = determined(CHOICE, StatedChoice(text="rose")).review.determinations[0]
    with pytest.raises(ValueError, match=said):
        _ = replaced(good, **inputs)


def own(text: str) -> Scripts:
    return Scripts(
        scripts=(Script(name="own_mean.py", sha256=sha256_of(text.encode()), text=text),)
    )


THEIRS = next(item for item in texas_scripts().scripts if item.name == "mean.py")


@pytest.mark.parametrize(
    ("text", "is_copy"),
    [
        (THEIRS.text, True),
        (THEIRS.text + "\n\n", True),
        ("# my own work\n" + THEIRS.text, True),
        ('"""Own."""\n' + THEIRS.text, True),
        (THEIRS.text.replace(" = ", "  =  "), True),
        (THEIRS.text + "\nprint('more')\n", False),
        (texas_own_scripts().scripts[0].text, False),
    ],
)
def test_a_copy_under_another_look_is_a_copy(text: str, *, is_copy: bool) -> None:
    given = texas_review_input(own_scripts=own(text))
    assert codes(given) == ({"REV-script-copied"} if is_copy else set())
    if is_copy:
        assert THEIRS.name in review_violations(given)[0].message


def test_the_review_lists_its_own_work_in_one_order() -> None:
    given = determined(CHOICE, StatedChoice(text="rose"))
    both = replaced(given.review, computations=texas_review().computations)
    assert isinstance(both, Review)
    assert [item.declared for item in both.own_work] == ["11.768121", "rose"]
