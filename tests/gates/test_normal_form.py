"""One spelling for what differs only in width, case or marks."""

import pytest

from gates.normal_form import folded, name_words, stands_in, unwrapped, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bubba’s 33", ("bubba", "33")),
        ("BUBBA'S 33", ("bubba", "33")),
        ("\uff22\uff55\uff42\uff42\uff41\uff07\uff53\u3000\uff13\uff13", ("bubba", "33")),
        ("the quarters' shares", ("the", "quarters", "shares")),
        ("O'Reilly", ("oreilly",)),
        ("year\u2010over\u2012year", ("year", "over", "year")),
        ("Nestlé", ("nestle",)),
        ("Tex\u200bas Road\u00adhouse", ("texas", "roadhouse")),
        ("snake_case", ("snake", "case")),
        ("", ()),
    ],
)
def test_words(text: str, found: tuple[str, ...]) -> None:
    assert words(text) == found


def test_unwrapped_keeps_case_and_folded_does_not() -> None:
    assert unwrapped("“\uff34” – Straße") == '"T" - Straße'
    assert folded("Straße") == "strasse"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Texas Roadhouse, Inc.", ("texas", "roadhouse")),
        ("The Goldman Sachs Group, Inc.", ("goldman", "sachs")),
        ("Nestlé S.A.", ("nestle",)),
        ("Unilever P.L.C.", ("unilever",)),
        ("formerly the Zenith Works", ("zenith", "works")),
        ("A.B.C.", ("a", "b", "c")),
        ("Vitamin C D", ("vitamin", "c", "d")),
        ("Capital Group", ("capital", "group")),
        ("Holdings Inc", ("holdings",)),
        ("The Limited Co Ltd", ("limited",)),
        ("Inc", ("inc",)),
        ("The", ("the",)),
        ("S.A.", ("s", "a")),
        ("", ()),
    ],
)
def test_name_words_drop_legal_forms_but_never_the_name(name: str, found: tuple[str, ...]) -> None:
    assert name_words(name) == found


def test_a_phrase_stands_in_words_in_a_row() -> None:
    assert stands_in(("b", "c"), ("a", "b", "c"))
    assert not stands_in(("a", "c"), ("a", "b", "c"))
    assert not stands_in((), ("a",))
    assert not stands_in(("a", "b"), ("a",))
