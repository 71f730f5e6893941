"""CNV beyond its examples: readings, bases and precedence."""

import pytest

from gates.conventions import ask_conventions, check_conventions
from tests.builders import texas_evidence
from tests.contract_edit import REMOVED
from tests.gates.families.edits import Edit, body, edited
from tests.gates.places import leads_somewhere

OPTION = body(texas_evidence().conventions[3].options[1])
CASES = {
    "one option": (
        [
            Edit("evidence", "/conventions/3/options/1", REMOVED),
            Edit("evidence", "/conventions/3/rivals", []),
        ],
        ["CNV-options"],
    ),
    "an option twice": ([Edit("evidence", "/conventions/3/options/-", OPTION)], ["CNV-options"]),
    "a known reading is left out": (
        [
            Edit("evidence", "/conventions/3/options/1/reading_id", "lunar"),
            Edit("evidence", "/conventions/3/rivals/0/reading_id", "lunar"),
        ],
        ["CNV-options"],
    ),
    "a reading is added to a kind": (
        [
            Edit(
                "evidence",
                "/conventions/3/options/-",
                {
                    "reading_id": "lunar",
                    "statement": "Moons",
                    "derivation_id": None,
                    "not_computed": "No moons",
                },
            ),
            Edit(
                "evidence",
                "/conventions/3/rivals/-",
                {"reading_id": "lunar", "treatment": "refuse", "words": "No moons"},
            ),
        ],
        [],
    ),
    "an ambiguity of another kind": (
        [Edit("evidence", "/conventions/0/kind", "scope")],
        ["CNV-foreign"],
    ),
    "a rival twice": (
        [
            Edit(
                "evidence",
                "/conventions/3/rivals/-",
                {"reading_id": "calendar", "treatment": "refuse", "words": "No"},
            )
        ],
        ["CNV-rival"],
    ),
    "an open ambiguity is told once": (
        [Edit("evidence", "/conventions/0", REMOVED)],
        ["CNV-open"],
    ),
    "two features are needed": (
        [Edit("kinds", "/kinds/3/activated_by", [["fiscal_period", "currency"]])],
        [],
    ),
    "the chosen reading is not computed": (
        [
            Edit("evidence", "/conventions/3/chosen", "calendar"),
            Edit("evidence", "/conventions/3/rivals/0/reading_id", "fiscal"),
        ],
        [],
    ),
    "it affects nobody who exists": ([Edit("evidence", "/conventions/3/affects", ["T9"])], []),
    "profile that says so": (
        [
            Edit("profile", "/conventions", {"rounding": "half_up"}),
            Edit("evidence", "/conventions/2/basis", "profile"),
            Edit("evidence", "/conventions/2/basis_ref", "rounding"),
        ],
        [],
    ),
    "profile that says otherwise": (
        [
            Edit("profile", "/conventions", {"rounding": "floor"}),
            Edit("evidence", "/conventions/2/basis", "profile"),
            Edit("evidence", "/conventions/2/basis_ref", "rounding"),
        ],
        ["CNV-precedence"],
    ),
    "profile that says nothing": (
        [
            Edit("evidence", "/conventions/2/basis", "profile"),
            Edit("evidence", "/conventions/2/basis_ref", "rounding"),
        ],
        ["CNV-basis"],
    ),
    "the query goes before the profile": (
        [Edit("profile", "/conventions", {"average_of_ratios": "ratio_of_sums"})],
        [],
    ),
    "a human without a source": (
        [Edit("evidence", "/conventions/3/basis", "human")],
        ["CNV-basis"],
    ),
    "a human with a source": (
        [
            Edit("evidence", "/conventions/3/basis", "human"),
            Edit("corpus", "/items/0/card/supplied_by", "human"),
        ],
        [],
    ),
    "a governing document": ([Edit("evidence", "/conventions/3/basis", "governing_document")], []),
}


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str) -> None:
    edits, expected = CASES[name]
    given = edited(*edits)
    found = check_conventions(given)
    assert [item.code for item in found] == expected
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []


def test_accepted_rival_is_asked_about() -> None:
    given = edited(Edit("evidence", "/conventions/1/rivals/0/treatment", "accept"))
    assert [item.pointer for item in ask_conventions(given)] == ["evidence:/conventions/1/rivals/0"]
    assert ask_conventions(edited()) == ()
