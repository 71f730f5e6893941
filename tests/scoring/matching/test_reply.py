"""What of a reply about two lists counts, and what goes back to the judge."""

import json

import pytest

from agents.models.strict_schema import fits_strict
from contracts.contract import Json
from contracts.verdict import WhyNot
from scoring.matching.pair import PairQuestion, question_of
from scoring.matching.reply import matching_tool
from tests.scoring.judges.material import replied
from tests.scoring.matching.material import both, handed, none, pair, same


def question() -> PairQuestion:
    return question_of(pair(), "Match.")


def test_demand_and_value_are_read_apart() -> None:
    said = replied(handed([same(value="none_stated", value_words=both("", "")), none()]))
    found = question().read(said)
    assert not found.open
    assert found.judged["A1"].match == question().lists.second["B2"]
    assert (found.judged["A1"].value, found.judged["A2"].match) == ("none_stated", None)


BROKEN: dict[str, tuple[dict[str, Json], WhyNot, str]] = {
    "expert's words": (
        same(value_words=both("11.4 %", "11.8 %")),
        WhyNot.QUOTE_NOT_FOUND,
        "value_words: '11.4 %' does not stand in the criterion of the first list",
    ),
    "generated words": (
        same(demand_words=both("mean share", "aggregate")),
        WhyNot.QUOTE_NOT_FOUND,
        "of the second list",
    ),
    "words of another row": (
        same(match="B1"),
        WhyNot.QUOTE_NOT_FOUND,
        "'mean share' does not stand in the criterion of the second list",
    ),
    "part of a figure": (
        same(value_words=both("1.8 %", "11.8 %")),
        WhyNot.QUOTE_NOT_FOUND,
        "first list",
    ),
    "no words": (same(demand_words=both("", "")), WhyNot.QUOTE_NOT_FOUND, "first list"),
    "a stranger": (same(match="B9"), WhyNot.UNREADABLE, "no criterion of the second list"),
    "value of nothing": (none("A1", value="same"), WhyNot.UNREADABLE, "without a match"),
    "match of nothing": (none("A1", match="B2"), WhyNot.UNREADABLE, "without a match"),
    "schema": (same(value="close"), WhyNot.UNREADABLE, "/value"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_entry_leaves_its_criterion_open_and_the_others_stand(name: str) -> None:
    entry, reason, words = BROKEN[name]
    found = question().read(replied(handed([entry, none()])))
    assert list(found.judged) == ["A2"]
    assert found.open["A1"].reason is reason
    assert words in found.open["A1"].words


def test_the_tool_is_strict() -> None:
    tool = matching_tool(("A1", "A2"))
    assert fits_strict(json.loads(tool.parameters))


def test_sources_are_anonymous_and_points_hidden() -> None:
    sheet = question().opening().sheet
    for hidden in ("C1", "C8", "expert", "generated", "points", "100"):
        assert hidden not in sheet
    assert '"criterion_id": "A1", "text": "States the mean share of 11.8 %."' in sheet


def test_only_what_is_asked_for_stands_in_the_first_list() -> None:
    sheet = question().only(("A2",)).opening().sheet
    assert '"A2"' in sheet
    assert '"A1"' not in sheet
    assert '"B1"' in sheet
