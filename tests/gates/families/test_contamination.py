"""CON beyond its examples: what is exempt, what is normal form, and the profile's hosts."""

import pytest

from contracts.guard import GuardSet
from gates.contamination import check_contamination
from gates.shingles import guard_words, item_hash, shingle_hashes
from tests.builders import CANARY, PROTECTED_ITEM, PROTECTED_TEXT, QUERY_TEXT, texas_evidence
from tests.gates.families.edits import Edit, body_with, edited

LINE = "Capital expenditure of the lemonade stand in 2031 was 9,123 thousand"


def test_normal_form_sees_through_case_marks_and_invisible_characters() -> None:
    plain = shingle_hashes("the yearly margin of the stand rose", 5)
    dressed = shingle_hashes("The YEARLY\u200b márgin — of “the” stand; rose!", 5)
    assert plain == dressed
    assert len(plain) == 3
    assert shingle_hashes("too short", 3) == frozenset()
    assert guard_words("") == ()


def test_numerals_are_masked_in_whole_items() -> None:
    text = "Yearly margin of the stand in 2031 = 14.2%"
    assert item_hash(text) == item_hash("yearly margin of the stand in 1999 = 1,000%")
    assert item_hash(text) != item_hash("yearly margin of the stand in = %")


@pytest.mark.parametrize("text", ["", "11.8 %", "1 2 3 4 5 6 7", "Total revenue of 9 billion"])
def test_an_item_of_few_words_beside_its_numerals_is_nobodys(text: str) -> None:
    assert item_hash(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUERY_TEXT, []),
        (f"It says: {PROTECTED_TEXT.upper()}.", ["CON-shingle"]),
        (" ".join(PROTECTED_TEXT.split()[:12]), []),
        (f'First line.\nIt says "{PROTECTED_ITEM}".', ["CON-item"]),
        (f"It says {PROTECTED_ITEM}", []),
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


def test_texts_of_the_evidence_are_read_wherever_they_stand() -> None:
    given = edited(
        Edit("evidence", "/conventions/1/rationale", PROTECTED_TEXT),
        Edit("evidence", "/populations/0/not_published/0/reason", PROTECTED_TEXT),
    )
    assert [item.pointer for item in check_contamination(given)] == [
        "evidence:/populations/0/not_published/0/reason",
        "evidence:/conventions/1/rationale",
    ]


def test_quotes_of_filings_are_exempt_and_others_are_not() -> None:
    digest = item_hash(LINE)
    assert digest
    sets = (
        GuardSet(
            name="a table line",
            kind="reference",
            match="shingle",
            n=4,
            hashes=tuple(shingle_hashes(LINE, 4)),
        ),
        GuardSet(name="a table line", kind="reference", match="item", n=1, hashes=(digest,)),
    )
    guarded = Edit("guard", "/sets", [item.model_dump(mode="json") for item in sets])
    quote = Edit("evidence", "/observations/0/quote/text", LINE)
    assert check_contamination(edited(guarded, quote)) == ()
    unproven = [Edit("corpus", f"/items/{n}/card/times/version_proof", "none") for n in range(6)]
    found = {item.code for item in check_contamination(edited(guarded, quote, *unproven))}
    assert found == {"CON-shingle", "CON-item"}


def test_a_canary_is_not_exempt_in_a_request_or_a_filings_quote() -> None:
    text = f"It says: {CANARY.upper()}"
    given = edited(
        Edit("query", "/text", f"{QUERY_TEXT} {CANARY}"),
        Edit("evidence", "/observations/0/quote/text", text),
        Edit("rows", "/rows/0/rationale", text),
    )
    assert [(item.code, item.pointer) for item in check_contamination(given)] == [
        ("CON-canary", "rows:/rows/0/rationale")
    ]


def test_a_host_in_a_quote_is_told_by_its_place() -> None:
    text = "See answers.example for more"
    item = texas_evidence().populations[0].frame.items[0]
    place = "/populations/0/frame/items/0"
    given = edited(
        Edit("evidence", "/observations/0/quote/text", text),
        Edit("evidence", place, body_with(item, quote=text)),
    )
    found = {item.pointer for item in check_contamination(given) if item.code == "CON-host"}
    assert found == {"evidence:/observations/0/quote/text", f"evidence:{place}/quote"}
