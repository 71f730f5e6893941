"""Quotes are found word for word; models see no hidden text."""

import pytest

from contracts.errors import InputError
from sources.store.quotes import locate
from sources.store.text import text_of
from sources.store.view import has_invisible, model_view


@pytest.mark.parametrize(
    ("text", "quote", "outcome", "found"),
    [
        ("a 10,797 b", "10,797", "found", "10,797"),
        ("a 10,797 b 10,797", "10,797", "repeated", "10,797"),
        ("a  10,797\n b", "a 10,797 b", "found", "a  10,797\n b"),
        ("a 10,797 b", "10.797", "absent", None),
        ("A 10,797", "a 10,797", "absent", None),
        ("aaa", "aa", "repeated", "aa"),
        ("text", "  ", "absent", None),
        ("x 😀 y z", "y", "found", "y"),
    ],
)
def test_locate(text: str, quote: str, outcome: str, found: str | None) -> None:
    located = locate(text, quote)
    assert located.outcome == outcome
    assert (text[located.start : located.end] if found else located.start) == found


def test_text_is_composed_and_has_one_kind_of_line_end() -> None:
    assert text_of("e\u0301\r\nb\rc".encode()) == "\u00e9\nb\nc"
    assert text_of(b"\xef\xbb\xbfa") == "a"
    with pytest.raises(InputError, match="byte 1 "):
        text_of(b"a\xff")


def test_models_see_no_hidden_text() -> None:
    hidden = "a\u200bb\u202ec\U000e0041d\x1b"
    assert model_view(hidden) == "abcd"
    assert has_invisible(hidden)
    assert not has_invisible("plain text, 11.8 % – §")
