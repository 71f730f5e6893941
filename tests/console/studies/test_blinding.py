"""Nothing that a reviewer gets says which source is which: 200 pairs, byte by byte."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from scipy.stats import binomtest
from starlette.requests import Request

from console.access.roles import Role
from console.rendering import page
from console.studies.draw import Drawn, draw
from console.studies.leaks import OWN_NAMES, Names
from console.studies.pairing import paired, without_names
from console.studies.store import Progress, Study, create_study
from console.studies.verdicts import Item, items_of
from console.views.study_review import ReviewView, review_view
from contracts.criteria import Criteria
from contracts.study import BlindPair, VerdictDraft
from tests.console.conftest import Console
from tests.console.studies.material import REVIEWERS, counted_names, criteria, plan

PAIRS = 200
RUN = "run-20261130-7f3a"
MODEL = "gpt-6-astra"
NAMES = Names((*OWN_NAMES, "north", "south", RUN, MODEL))
TELLING = re.compile(rf"north|south|{RUN}|{MODEL}|[0-9a-f]{{40}}|left|right|R1\b|C1\b|http", re.I)
"""Names, ids and addresses; `left` and `right` are what a page must never call a side."""


def sets() -> tuple[tuple[Criteria, ...], tuple[Criteria, ...]]:
    """Two sources that differ in everything but their subject: ids, marks, links, length."""
    north = tuple(
        criteria(
            n,
            f"**States** “{n * 7}” million, as R2 has it.",
            f"• Names fiscal year {n}.\n• See [the filing](https://north.example/{RUN}).",
            "As www.north.example/x, http://example.com/y say.",
            *(f"Step {step} of {n}." for step in range(n % 5)),
            f"By {MODEL}, {RUN}.",
        )
        for n in range(PAIRS)
    )
    south = tuple(
        criteria(n, f"* is about {n * 7}m, C1", ids="C", points=(7,), query_id=f"Q{n}")
        for n in range(PAIRS)
    )
    return north, south


class Shown(NamedTuple):
    """One page of one reviewer."""

    drawn: Drawn
    view: ReviewView
    html: str


@cache
def shown(*, is_swapped: bool) -> tuple[Shown, ...]:
    """Every page of Ada's, with the sources as named or the other way round."""
    north, south = sets()
    found = paired(*((south, north) if is_swapped else (north, south)), {}).pairs
    name = counted_names()
    pairs = dict(
        zip((name() for _ in found), without_names(found, NAMES, redact=True), strict=True)
    )
    drawn = draw([*pairs], REVIEWERS, seed=7, name=name)
    return tuple(_shown(one, pairs[one.pair]) for one in drawn if one.reviewer == "Ada")


def _shown(drawn: Drawn, pair: BlindPair) -> Shown:
    study = Study(plan(), 3 * PAIRS, 0, None, None, "")
    item = Item(drawn.item, "winter", drawn.pair, drawn.reviewer, drawn.position, drawn.left_is_a)
    view = review_view(study, Progress("Ada", 0, PAIRS), item, pair, VerdictDraft())
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    return Shown(drawn, view, bytes(page(Request(scope), "study_review.html", view).body).decode())


def sides(html: str) -> tuple[str, str]:
    """The markup of A and of B."""
    a, b = re.findall(r'<section class="side".*?</section>', html, re.DOTALL)
    return a, b


def test_no_page_holds_a_name_an_id_or_an_address() -> None:
    for one in shown(is_swapped=False):
        assert TELLING.findall(one.html.replace(str(one.view.item), "")) == []


def test_markup_of_both_sides_is_the_same_but_for_letter_and_rows() -> None:
    def skeleton(markup: str, letter: str) -> tuple[str, frozenset[str]]:
        bare = re.sub(rf"side-{letter}\b|Rows of {letter}\b|>{letter}<", "", markup)
        head, body = bare.split("<tbody>")
        rows = {
            re.sub(r">[^<]*<", "><", row) for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL)
        }
        return re.sub(r"\d+ rows?", "", head), frozenset(rows)

    kinds = set[tuple[str, frozenset[str]]]()
    for one in shown(is_swapped=False):
        a, b = sides(one.html)
        kinds |= {skeleton(a, "A"), skeleton(b, "B")}
    assert len(kinds) == 1


def test_swapping_the_sources_swaps_contents_and_nothing_else() -> None:
    for one, other in zip(shown(is_swapped=False), shown(is_swapped=True), strict=True):
        assert one.drawn == other.drawn
        assert replace(one.view, columns=()) == replace(other.view, columns=())
        a, b = one.view.columns
        assert [column.rows for column in other.view.columns] == [b.rows, a.rows]
        assert len(one.html) == len(other.html)


def test_a_page_with_the_same_contents_is_the_same_whichever_source_is_a() -> None:
    north, south = sets()
    found = without_names(paired(north, south, {}).pairs, NAMES, redact=True)
    for number, pair in enumerate(found):
        drawn = Drawn(f"{number:016x}", "p", "Ada", number + 1, left_is_a=True)
        turned = pair.model_copy(update={"left": pair.right, "right": pair.left})
        other = _shown(replace(drawn, left_is_a=False), turned)
        assert _shown(drawn, pair).html == other.html


def test_neither_length_nor_letter_follows_the_source() -> None:
    pages = shown(is_swapped=False)
    first_is_longer = [len(one.view.columns[0].rows) > 1 for one in pages]
    assert sum(first_is_longer) == PAIRS // 2
    early = sum(first_is_longer[: PAIRS // 2])
    assert binomtest(early, PAIRS // 2).pvalue > 0.001
    same_as_before = sum(a == b for a, b in pairwise(first_is_longer))
    assert binomtest(same_as_before, PAIRS - 1).pvalue > 0.001


def test_no_bit_of_an_address_tells_the_side() -> None:
    drawn = draw([f"{n:016x}" for n in range(PAIRS)], ["Ada"], seed=11)
    for bit in range(64):
        agreeing = sum((int(one.item, 16) >> bit & 1) == one.left_is_a for one in drawn)
        # 64 looks at fresh chance: a bound that a fair draw meets all but once in 10,000 runs.
        assert binomtest(agreeing, PAIRS).pvalue > 1e-6


async def test_what_the_console_sends_holds_no_name(console: Console) -> None:
    north, south = sets()
    pairs = without_names(paired(north[:40], south[:40], {}).pairs, NAMES, redact=True)
    await create_study(console.parts.database, console.parts.audit, plan(), pairs)
    ada = await console.as_role(Role.ANALYST, "Ada")
    async with console.parts.database.reading() as reading:
        items = await items_of(reading, "winter", "Ada")
    places = ["", "/winter", *(f"/winter/review/{item.id}" for item in items[:3])]
    places += ["/winter/results", "/winter/export.csv", "/winter/export.json"]
    answers = [await ada.get(f"/studies{place}") for place in places]
    assert [answer.status_code for answer in answers] == [200] * 5 + [403] * 3
    for answer in answers:
        assert NAMES_IN_ANSWERS.findall(answer.text + str(answer.headers)) == []
    reviews = [{*answer.headers} for answer in answers[2:5]]
    assert reviews[0] == reviews[1] == reviews[2]


NAMES_IN_ANSWERS = re.compile(rf"north|south|{RUN}|{MODEL}", re.I)
