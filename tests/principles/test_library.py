"""The packaged principles hold, and only well-formed ones load."""

import re
from typing import get_args

import pytest

from contracts.composition import CompositionCheck
from contracts.errors import InputError
from contracts.feature import Feature
from contracts.profile import Profile
from contracts.review import ReviewCriterion
from gates.codes import CODES
from principles.kinds import load_kinds
from principles.library import (
    LibraryItem,
    activate,
    guide,
    load_library,
    load_preamble,
    parse_principle,
)

ITEMS = load_library()
BY_ID = {item.principle.id: item for item in ITEMS}
CODE_WORDS = {code.code for code in CODES}
REVIEW_WORDS = {f"review:{word}" for word in get_args(ReviewCriterion)} | {
    f"composition:{word}" for word in get_args(CompositionCheck)
}
TEXAS = (
    Feature.RATIO,
    Feature.AVERAGE,
    Feature.AVERAGE_OF_RATIOS,
    Feature.SEGMENT,
    Feature.MULTI_PERIOD,
    Feature.RECENT_PERIODS,
    Feature.FISCAL_PERIOD,
    Feature.DERIVED_PERIOD,
    Feature.STATED_ROUNDING,
    Feature.RETRIEVAL,
)
PROFILE = Profile(name="plain", title="Nothing decided")

GOOD = """\
+++
id = "made-up"
title = "A title"
statement = "A statement."
always = true
cost = "A cost."

[violation]
example = "An example."
caught_by = ["review:conventions"]
catcher = "reviewer"
+++
What to demand.
"""


def words_of(item: LibraryItem) -> str:
    principle = item.principle
    violation = principle.violation.example
    return "\n".join((principle.title, principle.statement, principle.cost, violation, item.body))


def test_the_library_has_twenty_four_principles_in_order_of_id() -> None:
    ids = [item.principle.id for item in ITEMS]
    assert len(ids) == 24
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.principle.id)
def test_a_principle_is_explained_without_figures(item: LibraryItem) -> None:
    assert 10 <= len(item.body.splitlines()) <= 25
    assert item.body.count("**Demand.**") == 1
    assert item.body.count("**A violating candidate**") == 1
    assert item.body.count("**Example.**") == 1
    assert not re.search(r"\d|[$€£¥%]", words_of(item))


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.principle.id)
def test_a_principle_names_nobody(item: LibraryItem) -> None:
    capitals = re.findall(r"(?<=[a-z,;] )[A-Z]\w+", words_of(item))
    assert capitals == []


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.principle.id)
def test_something_known_catches_every_violation(item: LibraryItem) -> None:
    violation = item.principle.violation
    unknown = set(violation.caught_by) - CODE_WORDS - REVIEW_WORDS
    assert not unknown
    is_code = [word in CODE_WORDS for word in violation.caught_by]
    if violation.catcher == "code":
        assert is_code[0]
    else:
        assert not any(is_code)


def test_some_violations_only_a_reviewer_can_see() -> None:
    catchers = {item.principle.violation.catcher for item in ITEMS}
    assert catchers == {"code", "reviewer"}


def test_every_feature_of_a_principle_stands_once() -> None:
    for item in ITEMS:
        assert len(set(item.principle.features)) == len(item.principle.features)


def test_the_bytes_read_again_give_the_same_item() -> None:
    for item in ITEMS:
        assert parse_principle(item.data, item.name) == item


def test_the_preamble_states_the_materiality_limit() -> None:
    preamble = load_preamble()
    assert "materially reduce" in preamble.text
    assert preamble.data.decode() == preamble.text


def test_the_guide_holds_the_preamble_and_the_principles_given() -> None:
    chosen = [BY_ID["answer-first"], BY_ID["aligned-periods"]]
    text = guide(load_preamble(), chosen)
    assert text.startswith("# What the principles are for")
    assert [item.principle.statement in text for item in ITEMS].count(True) == 2
    assert [item.principle.violation.example in text for item in ITEMS].count(True) == 2
    assert text.index(chosen[0].body.strip()) < text.index(chosen[1].body.strip())


def test_activation_takes_what_the_features_share() -> None:
    principles = [item.principle for item in ITEMS]
    always = {p.id for p in principles if p.always}
    assert set(activate(principles, (), PROFILE)) == always
    texas = activate(principles, TEXAS, PROFILE)
    assert list(texas) == sorted(texas)
    assert set(BY_ID) - set(texas) == {
        "attributed-claims",
        "change-with-its-base",
        "claims-by-rank",
        "counted-once",
        "dated-market-prices",
        "one-currency-at-a-time",
        "premises-and-range",
        "recast-comparatives",
        "series-by-vintage",
        "share-count-in-step",
    }
    qualitative = set(activate(principles, (Feature.QUALITATIVE,), PROFILE))
    assert qualitative - always == {"attributed-claims", "closed-population"}


def test_whatever_activates_a_kind_activates_the_principle_of_conventions() -> None:
    principles = [item.principle for item in ITEMS]
    for rule in load_kinds().catalogue.kinds:
        for group in rule.activated_by:
            assert "stated-convention" in activate(principles, group, PROFILE), (rule.kind, group)


def test_a_profile_leaves_principles_out() -> None:
    principles = [item.principle for item in ITEMS]
    profile = PROFILE.model_copy(update={"leave_out": ("answer-first", "aligned-periods")})
    gone = set(activate(principles, TEXAS, PROFILE)) - set(activate(principles, TEXAS, profile))
    assert gone == {"answer-first", "aligned-periods"}


def test_every_feature_activates_a_principle() -> None:
    principles = [item.principle for item in ITEMS]
    used = {feature for p in principles for feature in p.features}
    assert set(Feature) == used


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("+++\nid", "id"), "starts with a line"),
        (("What to demand.\n", ""), "no explanation"),
        (('"made-up"', '"other"'), "key id: other must be"),
        (("always = true", "always = false"), "key features"),
        (("always = true", 'always = true\nfeatures = ["ratio"]'), "key features"),
        (("always = true", 'features = ["ratios"]'), "key features.0"),
        (("always = true", 'always = "yes"'), "key always"),
        (("always = true", "always = true\nalways = true"), "key always"),
        (("always = true", "always = true\nweight = 1"), "key weight"),
        (("always = true", "always = true\nsince = 2026-01-09"), "key since: a bare date"),
        (("always = true", "always = true\nweight = 1.5"), "key weight: a number with a fraction"),
        (("title", "\x00title"), "made-up.md"),
        (('catcher = "reviewer"', 'catcher = "nobody"'), "key violation.catcher"),
        (('["review:conventions"]', "[]"), "key violation.caught_by"),
    ],
)
def test_a_faulty_file_is_refused_by_file_and_key(change: tuple[str, str], said: str) -> None:
    assert change[0] in GOOD
    with pytest.raises(InputError, match=r"^made-up\.md: ") as caught:
        _ = parse_principle(GOOD.replace(*change).encode(), "made-up.md")
    assert said in str(caught.value)


def test_a_good_file_loads() -> None:
    item = parse_principle(GOOD.encode(), "made-up.md")
    assert (item.principle.id, item.body) == ("made-up", "What to demand.\n")


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    with pytest.raises(InputError, match=r"made-up\.md: byte 0 is not UTF-8"):
        _ = parse_principle(b"\xff", "made-up.md")
