"""Looking up protected text, and making a guard of texts."""

import json
import random

import pytest

from contracts.errors import InputError
from contracts.guard import BlockedHost, Guard, GuardSet, TextKind
from gates.copies import places_in, protected
from gates.protected_text import MAX_ITEM_WORDS, RUN_WORDS, ProtectedFile, guard_of, joined
from gates.shingles import shingle_hashes
from tests.builders import CANARY, PROTECTED_ITEM, PROTECTED_TEXT, QUERY_TEXT, texas_guard

HASH = "0" * 64
WORDS = tuple(f"w{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(400))


def named(guarded: GuardSet) -> tuple[str, str, str]:
    return (guarded.name, guarded.kind, guarded.match)


def found(text: str, guard: Guard, *, own: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    return [named(item) for item in protected(guard, own_texts=own).of(text)]


def file_of(*texts: str, name: str = "set.jsonl") -> ProtectedFile:
    return ProtectedFile(name, HASH, {"rubric": texts})


def words(count: int) -> str:
    return " ".join(WORDS[:count])


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_copies_are_seen_behind_the_escapes_of_json(depth: int) -> None:
    lines = ["first", PROTECTED_TEXT.replace(" than ", "\nthan "), PROTECTED_ITEM, "last"]
    text = "\n".join(lines)
    for _ in range(depth):
        text = json.dumps({"text": text})
    kinds = [match for _, _, match in found(text, texas_guard())]
    assert kinds == ["shingle", "item"]


def test_an_item_between_quotation_marks_is_seen() -> None:
    text = f'The set asks "{PROTECTED_ITEM}" and so do we'
    assert [match for _, _, match in found(text, texas_guard())] == ["item"]


def test_copies_are_seen_behind_escaped_letters() -> None:
    text = "".join(f"\\u{ord(mark):04x}" for mark in PROTECTED_ITEM)
    assert [match for _, _, match in found(text, texas_guard())] == ["item"]


def test_text_of_backslashes_alone_takes_no_time() -> None:
    assert found("\\" * 1_000_000 + "x", texas_guard()) == []


def test_own_texts_are_no_copies_but_a_canary_always_is() -> None:
    own = (QUERY_TEXT, f"{PROTECTED_ITEM}\n{CANARY}")
    assert found(QUERY_TEXT, texas_guard(), own=own) == []
    assert found(PROTECTED_ITEM, texas_guard(), own=own) == []
    assert found(CANARY, texas_guard(), own=own) == [("made-up canary", "canary", "shingle")]


def test_places_name_the_lines_where_copies_begin() -> None:
    parted = PROTECTED_TEXT.replace(" of another ", "\nof another ")
    text = f"one\ntwo {parted}\n\n{PROTECTED_ITEM}\n"
    places = places_in(text, protected(texas_guard(), own_texts=()))
    assert {(place.line, place.set.match) for place in places} == {
        (2, "shingle"),
        (3, "shingle"),
        (5, "item"),
    }
    assert [place.line for place in places] == sorted(place.line for place in places)


def test_an_item_over_several_lines_begins_in_the_first() -> None:
    item = PROTECTED_ITEM.replace(" ", "\n", 1)
    guard = guard_of([file_of(PROTECTED_ITEM)])
    places = places_in(item, protected(guard, own_texts=()))
    assert [(place.line, place.set.match) for place in places] == [(1, "item")]


def test_an_item_on_each_of_several_lines_is_named_by_each() -> None:
    text = f"{PROTECTED_ITEM}\nbetween\n{PROTECTED_ITEM}"
    places = places_in(text, protected(guard_of([file_of(PROTECTED_ITEM)]), own_texts=()))
    assert [place.line for place in places if place.set.match == "item"] == [1, 3]


@pytest.mark.parametrize(
    ("count", "matches"),
    [
        (4, set[str]()),
        (5, {"item"}),
        (RUN_WORDS - 1, {"item"}),
        (RUN_WORDS, {"item", "shingle"}),
        (MAX_ITEM_WORDS, {"item", "shingle"}),
        (MAX_ITEM_WORDS + 1, {"shingle"}),
    ],
)
def test_length_decides_how_a_text_is_kept(count: int, matches: set[str]) -> None:
    guard = guard_of([file_of(words(count))])
    assert {item.match for item in guard.sets} == matches
    assert guard.sources[0].too_short == (not matches)
    assert {match for _, _, match in found(words(count), guard)} == matches


def test_one_changed_figure_in_the_middle_does_not_hide_a_line() -> None:
    line = f"{words(12)} 2031 {' '.join(WORDS[20:32])}"
    changed = line.replace("2031", "1,999.5")
    assert found(changed, guard_of([file_of(line)])) == [("set.jsonl", "rubric", "item")]


def test_a_guard_is_the_same_in_any_order_and_holds_no_word() -> None:
    texts = [words(count) for count in (6, 20, 90)]
    files = [file_of(*texts, name="b"), file_of(*reversed(texts), name="a")]
    guard = guard_of(files, canaries=(CANARY,))
    random.Random(7).shuffle(texts)
    again = guard_of(
        [file_of(*texts, name="a"), file_of(*texts, name="b")], canaries=(CANARY, CANARY)
    )
    assert guard == again
    assert [item.hashes for item in guard.sets] == [tuple(sorted(i.hashes)) for i in guard.sets]
    assert not set(WORDS) & set(guard.model_dump_json().split('"'))


def test_a_rebuilt_hash_is_that_of_the_words() -> None:
    """Pinned: a guard of an older release must find the same copies."""
    assert shingle_hashes("The yearly MARGIN of the stand", 6) == {"3dc2343d76da0223"}


@pytest.mark.parametrize("canary", ["", "short", "a b c", " ".join(["canary"] * 65)])
def test_a_canary_that_could_be_a_phrase_is_refused(canary: str) -> None:
    with pytest.raises(InputError, match="canary"):
        _ = guard_of([], canaries=(canary,))


def test_a_canary_of_just_enough_characters_is_kept() -> None:
    (guarded,) = guard_of([], canaries=("zq41-7f1e-09ab",)).sets
    assert (guarded.kind, guarded.match, guarded.n) == ("canary", "shingle", 3)
    with pytest.raises(InputError, match="canary"):
        _ = guard_of([], canaries=("zq4-7f1e-09ab",))


def test_a_canary_of_just_as_many_words_as_allowed_is_kept() -> None:
    (guarded,) = guard_of([], canaries=(" ".join(["canary"] * 64),)).sets
    assert guarded.n == 64


def test_each_kind_of_text_is_counted_and_kept() -> None:
    texts: dict[TextKind, list[str]] = {
        "question": [words(20)],
        "rubric": [words(21), words(6)],
        "reference": [words(22), words(3), words(30)],
    }
    guard = guard_of([ProtectedFile("set.jsonl", HASH, texts)])
    (source,) = guard.sources
    assert (source.questions, source.rubrics, source.references) == (1, 2, 3)
    assert source.too_short == 1
    assert [(item.kind, item.match, item.n) for item in guard.sets] == [
        ("question", "shingle", RUN_WORDS),
        ("question", "item", 1),
        ("rubric", "shingle", RUN_WORDS),
        ("rubric", "item", 1),
        ("reference", "shingle", RUN_WORDS),
        ("reference", "item", 1),
    ]


def test_hosts_of_a_guard_are_in_order_each_once() -> None:
    hosts = [
        BlockedHost(host=f"{name}.example", reason=why)
        for name, why in (("c", "x"), ("a", "z"), ("b", "y"), ("a", "z"))
    ]
    assert [item.host for item in guard_of([], hosts=hosts).blocked_hosts] == [
        "a.example",
        "b.example",
        "c.example",
    ]


def test_guards_are_joined_with_further_hosts() -> None:
    one = guard_of(
        [file_of(words(20), name="a")], hosts=[BlockedHost(host="a.example", reason="its site")]
    )
    two = guard_of([file_of(words(40), name="b")])
    both = joined((one, two), hosts=(BlockedHost(host="b.example", reason="policy"),))
    assert [host.host for host in both.blocked_hosts] == ["b.example", "a.example"]
    assert both.sets == one.sets + two.sets
    assert both.sources == one.sources + two.sources
