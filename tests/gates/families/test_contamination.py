"""CON beyond its examples: what is exempt, what is normal form, and the profile's hosts."""

import pytest

from contracts.guard import GuardSet
from gates.contamination import check_contamination
from gates.shingles import guard_words, item_hash, shingle_hashes
from tests.builders import PROTECTED_TEXT, QUERY_TEXT, texas_evidence, texas_guard, texas_input
from tests.contract_edit import replaced
from tests.gates.families.edits import Edit, edited

QUOTE = texas_evidence().observations[0].quote.text


def test_normal_form_sees_through_case_marks_and_invisible_characters() -> None:
    plain = shingle_hashes("the yearly margin of the stand rose", 5)
    dressed = shingle_hashes("The YEARLY\u200b márgin — of “the” stand; rose!", 5)
    assert plain == dressed
    assert len(plain) == 3
    assert shingle_hashes("too short", 3) == frozenset()
    assert guard_words("") == ()


def test_numerals_are_masked_in_whole_items() -> None:
    assert item_hash("Margin of 2031 = 14.2%") == item_hash("margin of 1999 = 1,000%")
    assert item_hash("Margin of 2031 = 14.2%") != item_hash("Margin of = %")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUERY_TEXT, []),
        (f"It says: {PROTECTED_TEXT.upper()}.", ["CON-shingle"]),
        (" ".join(PROTECTED_TEXT.split()[:12]), []),
        ("see https://answers.example/1", ["CON-host"]),
        ("see https://www.ANSWERS.example/1", ["CON-host"]),
        ("see https://notanswers.example/1", []),
        ("see https://blocked.test/1", ["CON-host"]),
    ],
)
def test_rationales(text: str, expected: list[str]) -> None:
    given = edited(
        Edit("rows", "/rows/0/rationale", text),
        Edit("profile", "/blocked_hosts", ["Blocked.test", "no host name"]),
    )
    assert [item.code for item in check_contamination(given)] == expected


def test_template_that_does_not_render_is_read_as_it_stands() -> None:
    given = edited(Edit("rows", "/rows/0/template", f"{{{{T9}}}} {PROTECTED_TEXT}"))
    assert [item.pointer for item in check_contamination(given)] == ["rows:/rows/0/template"]


def test_quotes_of_filings_are_exempt_and_others_are_not() -> None:
    shingles = GuardSet(
        name="a table line",
        kind="reference",
        match="shingle",
        n=4,
        hashes=tuple(shingle_hashes(QUOTE, 4)),
    )
    items = GuardSet(
        name="a table line", kind="reference", match="item", n=1, hashes=(item_hash(QUOTE),)
    )
    guard = replaced(texas_guard(), sets=(shingles, items))
    assert check_contamination(texas_input(guard=guard)) == ()
    unproven = edited(
        *(Edit("corpus", f"/items/{n}/card/times/version_proof", "none") for n in range(6)),
        Edit("guard", "/sets", [item.model_dump(mode="json") for item in guard.sets]),
    )
    found = {item.code for item in check_contamination(unproven)}
    assert found == {"CON-shingle", "CON-item"}
