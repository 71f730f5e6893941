"""A source as text: quotes marked, house sources kept from viewers, pictures only as pictures."""

import pytest

from console.access.roles import Role
from console.pages.evidence import PICTURES
from console.reading.source_page import Quoted
from console.views.source_page import PART, Span, pieces, spans
from contracts.passage import Quote
from tests import builders
from tests.console.browser import text_of
from tests.console.conftest import Console

pytestmark = pytest.mark.both

SOURCE = builders.texas_corpus().items[0].card.id


def quoted(name: str, text: str) -> Quoted:
    return Quoted(name, "what", Quote(text=text, locator="somewhere"))


def test_overlapping_quotes_are_one_mark_with_all_their_ids() -> None:
    text = "one two three four five"
    found = spans(text, [quoted("B", "three four"), quoted("A", "two three"), quoted("C", "five")])
    assert found == (Span(4, 18, ("A", "B")), Span(19, 23, ("C",)))
    cut = pieces(text, found, 0, len(text))
    assert "".join(piece.text for piece in cut) == text
    assert [piece.ids for piece in cut] == [(), ("A", "B"), (), ("C",)]


def test_quotes_that_do_not_stand_there_mark_nothing() -> None:
    assert spans("one two", [quoted("A", "three")]) == ()


@pytest.mark.parametrize("start", [0, 5, 10, 15])
def test_parts_of_a_text_add_up_whatever_they_cut(start: int) -> None:
    text = "one two three four five"
    found = spans(text, [quoted("A", "two three"), quoted("C", "five")])
    first, second = pieces(text, found, 0, start), pieces(text, found, start, len(text))
    assert "".join(piece.text for piece in (*first, *second)) == text


@pytest.mark.both
async def test_a_quote_is_marked_in_the_text_of_its_source(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    answer = await viewer.get(f"/runs/unsigned/evidence/{SOURCE}")
    words = text_of(answer.text)
    assert answer.status_code == 200
    assert '<mark id="quote-' in answer.text
    assert "the cutoff" in words
    assert "stands there word for word" in words
    assert builders.texas_corpus().items[0].snapshot in answer.text


async def test_words_of_the_house_are_shown_to_who_decides_only(
    runs: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.pages.evidence.WITHHELD", frozenset({"public"}))
    viewer, analyst = await runs.as_role(Role.VIEWER), await runs.as_role(Role.ANALYST)
    url = f"/runs/unsigned/evidence/{SOURCE}"
    hidden, shown = (await viewer.get(url)).text, (await analyst.get(url)).text
    assert "<mark" in shown
    assert "<mark" not in hidden
    assert "are shown to analysts and up" in text_of(hidden)
    line = builders.texas_source_text(SOURCE).splitlines()[0]
    assert line in text_of(shown)
    assert line not in text_of(hidden)


@pytest.mark.parametrize(
    "path", ["nothing", f"{SOURCE}/screenshot/1", f"{SOURCE}/screenshot/0", "..%2f..%2faudit.key"]
)
async def test_what_a_run_does_not_have_is_not_found(runs: Console, path: str) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    assert (await viewer.get(f"/runs/unsigned/evidence/{path}")).status_code == 404


def test_a_part_is_no_more_than_a_browser_draws_at_once() -> None:
    assert PART <= 100_000
    assert all(kind.startswith("image/") for kind in PICTURES.values())
