"""POP beyond its examples: each rule, order in time, tie-outs and inputs."""

import pytest

from contracts.contract import Json
from gates.populations import ask_populations, check_populations
from tests.builders import texas_evidence
from tests.contract_edit import REMOVED
from tests.gates.families.edits import Edit, body, edited
from tests.gates.places import leads_somewhere

POPULATION = texas_evidence().populations[0]
ITEMS = [body(item) for item in POPULATION.frame.items]
SHARES: list[Json] = ["DRV5", "DRV6", "DRV7", "DRV8", "DRV9"]
KEYS = [member.key for member in POPULATION.members]


def pop(path: str, value: Json) -> Edit:
    return Edit("evidence", f"/populations/0/{path}", value)


def rule(**fields: Json) -> Edit:
    return pop("rule", fields)


def ranged(start: str, end: str) -> Edit:
    return rule(kind="date_range", start=start, end=end)


def excluded(*keys: str) -> Edit:
    return pop("excluded", [{"key": key, "reason": "Not asked for"} for key in keys])


EXPLICIT = rule(kind="explicit", keys=[*KEYS, "Q4 2025"])
ALL_OF = rule(kind="all_of")
INSTANT: Json = {"start": None, "end": "2024-06-25"}
CASES: dict[str, tuple[list[Edit], list[str]]] = {
    "explicit": ([EXPLICIT], []),
    "explicit, a key outside the frame": (
        [rule(kind="explicit", keys=[*KEYS, "Q4 2025", "Q9 2030"])],
        ["POP-closure"],
    ),
    "explicit, a member nobody named": (
        [rule(kind="explicit", keys=[*KEYS[1:], "Q4 2025"])],
        ["POP-window"],
    ),
    "explicit, a member outside the frame": (
        [
            rule(kind="explicit", keys=[*KEYS, "Q4 2025", "Q9 2030"]),
            pop("members/-", {"key": "Q9 2030", "evidence": ["OBS1"]}),
            pop("count", 6),
        ],
        ["POP-closure", "POP-inputs"],
    ),
    "unpublished, and not in the frame": (
        [pop("not_published/-", {"key": "Q9 2030", "reason": "Far away"})],
        ["POP-closure"],
    ),
    "a listed key outside the frame": ([excluded("Q9 2030")], ["POP-closure"]),
    "date range": ([ranged("2024-06-26", "2025-12-30")], []),
    "date range, a member outside": ([ranged("2024-09-25", "2025-12-30")], ["POP-window"]),
    "date range, an item forgotten": ([ranged("2024-03-27", "2025-12-30")], ["POP-closure"]),
    "all of the frame": ([ALL_OF, excluded("Q2 2024")], []),
    "all of the frame, one forgotten": ([ALL_OF], ["POP-closure"]),
    "no item of the frame is a member": (
        [pop("members", [{"key": "Q9 2030", "evidence": ["OBS1"]}])],
        [
            "POP-count",
            "POP-closure",
            "POP-closure",
            "POP-window",
            "POP-next-out",
            "POP-tie-out",
            "POP-inputs",
        ],
    ),
    "the window starts where the frame does": (
        [pop("frame/items", ITEMS[1:]), pop("next_out", None)],
        [],
    ),
    "the next one out is excluded": (
        [excluded("Q2 2024"), pop("next_out", None)],
        [],
    ),
    "a key twice in the frame": (
        [pop("frame/items", [ITEMS[0], *ITEMS])],
        ["POP-duplicate", "POP-gap"],
    ),
    "a frame source outside the corpus": (
        [pop("frame/items/0/source_id", "10-Q-1999")],
        ["POP-frame"],
    ),
    "items without periods": (
        [pop(f"frame/items/{n}/period", None) for n in range(len(ITEMS))],
        [],
    ),
    "a gap after an item without a period": (
        [pop("frame/items/0/period", None), pop("frame/items/2/period/end", "2024-12-30")],
        ["POP-gap", "POP-member-evidence", "POP-member-evidence", "POP-member-evidence"],
    ),
    "instants are in order, not contiguous": ([pop("frame/items/0/period", INSTANT)], []),
    "entities need no contiguity": (
        [pop("key_type", "entity"), pop("frame/items/0/period/end", "2024-06-24")],
        [],
    ),
    "out of order": (
        [ALL_OF, excluded("Q2 2024"), pop("frame/items", [ITEMS[1], ITEMS[0], *ITEMS[2:]])],
        ["POP-gap"],
    ),
    "evidence that does not exist": ([pop("members/0/evidence/0", "DRV99")], []),
    "no tie-out": ([pop("tie_out", None)], []),
    "tie-out of nobody": ([pop("tie_out/total", "OBS99")], []),
    "tie-out, a part that does not exist": ([pop("tie_out/parts/0", "OBS99")], []),
    "tie-out, a part of no member": ([pop("tie_out/parts/0", "OBS16")], ["POP-tie-out"]),
    "tie-out in another unit": ([pop("tie_out/parts/0", "DRV9")], ["POP-tie-out"]),
    "tie-out, a quarter left out": (
        [pop("tie_out/parts", ["OBS8", "OBS2"]), pop("tie_out/residual", "92523")],
        ["POP-tie-out"],
    ),
    "tie-out, the first quarters only": (
        [pop("tie_out/parts", ["OBS8", "OBS6"]), pop("tie_out/residual", "128896")],
        ["POP-tie-out"],
    ),
    "tie-out of segments of one period": (
        [
            pop("tie_out/total", "OBS2"),
            pop("tie_out/parts", ["OBS1"]),
            pop("tie_out/residual", "118099"),
        ],
        [],
    ),
    "tie-out, other days than the total": (
        [pop("tie_out/parts", ["OBS8"]), pop("tie_out/residual", "221419")],
        ["POP-tie-out"],
    ),
    "tie-out of figures without periods": (
        [
            Edit("evidence", "/derivations/3/period", None),
            Edit("evidence", "/derivations/3/period_rule", "none"),
            pop("tie_out/parts", ["OBS8", "DRV4", "OBS2"]),
        ],
        [],
    ),
    "a member nobody takes": (
        [Edit("evidence", "/derivations/9/inputs", ["DRV5", "DRV6", "DRV7", "DRV8"])],
        ["POP-inputs"],
    ),
    "members reached through another derivation": (
        [Edit("evidence", "/derivations/9/inputs", ["DRV11", "DRV11"])],
        [],
    ),
    "a member taken twice": (
        [Edit("evidence", "/derivations/9/inputs", [*SHARES, SHARES[-1]])],
        [],
    ),
    "a target that is read, not derived": (
        [Edit("evidence", "/targets/0/evidence", ["OBS1", "POP1"])],
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_findings(name: str) -> None:
    edits, expected = CASES[name]
    given = edited(*edits)
    found = check_populations(given)
    assert [item.code for item in found] == expected
    assert [item.pointer for item in found if not leads_somewhere(given, item.pointer)] == []


UNLINKED: dict[str, tuple[list[Edit], list[str]]] = {
    "linked": ([], []),
    "over all members": (
        [Edit("evidence", "/targets/0/evidence", ["DRV10"])],
        ["evidence:/targets/0/evidence"],
    ),
    "over one member": ([Edit("evidence", "/targets/0/evidence", ["DRV5"])], []),
    "a support target": (
        [
            Edit("evidence", "/targets/0/evidence", ["DRV10"]),
            Edit("evidence", "/targets/0/role", "support"),
        ],
        [],
    ),
    "after a target that is not asked about": (
        [
            Edit("evidence", "/targets/2/role", "outcome"),
            Edit("evidence", "/targets/2/evidence", ["DRV10"]),
        ],
        ["evidence:/targets/2/evidence"],
    ),
}


@pytest.mark.parametrize("name", UNLINKED)
def test_asks_about_outcomes_that_draw_on_members_and_name_no_population(name: str) -> None:
    edits, expected = UNLINKED[name]
    asked = ask_populations(edited(*edits))
    assert [item.pointer for item in asked if item.code == "POP-unlinked"] == expected


def test_members_may_be_unpublished_only_under_their_own_heading() -> None:
    given = edited(pop("members/-", {"key": "Q4 2025", "evidence": ["OBS1"]}), pop("rule/n", 6))
    found = {item.code for item in check_populations(given)}
    assert {"POP-unpublished", "POP-duplicate"} <= found


def test_no_population_no_finding() -> None:
    assert check_populations(edited(Edit("evidence", "/populations/0", REMOVED))) == ()
