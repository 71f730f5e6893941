"""Each code points to the place that is wrong, and not to its neighbour.

Whoever mends a candidate looks where the pointer says.
"""

from collections.abc import Mapping

import pytest

from gates.validator import validate
from tests.gates.families.test_every_code import EXAMPLES

PLACES: Mapping[str, tuple[str, ...]] = {
    "CNV-accepted-rival": ("evidence:/conventions/1/rivals/0",),
    "CNV-basis": ("evidence:/conventions/0/basis_ref",),
    "CNV-chosen": ("evidence:/conventions/3/chosen",),
    "CNV-conflict": ("evidence:/conventions/0/rivals/0/treatment",),
    "CNV-doubled": ("evidence:/conventions/4/ambiguity_id",),
    "CNV-foreign": ("evidence:/conventions/4/ambiguity_id",),
    "CNV-open": ("evidence:/conventions",),
    "CNV-options": ("evidence:/conventions/0/options",),
    "CNV-precedence": ("evidence:/conventions/2/basis",),
    "CNV-rival": ("evidence:/conventions/3/rivals",),
    "CNV-unapplied": ("evidence:/conventions/3/affects",),
    "CON-canary": ("rows:/rows/0/rationale",),
    "CON-host": ("evidence:/sources/0",),
    "CON-item": ("rows:/rows/0/rationale",),
    "CON-realised": (
        "evidence:/derivations/0/result",
        "rows:/rows/0/rationale",
    ),
    "CON-shingle": ("rows:/rows/0/rationale",),
    "COV-block": ("rows:/rows/1/target_ids/1",),
    "COV-component": ("factorization:/obligations/0/components/1",),
    "COV-role": ("rows:/rows/0/target_ids/1",),
    "COV-target": ("evidence:/targets/3",),
    "COV-theme": ("evidence:/syntheses/0/themes/0",),
    "COV-unrequested": ("evidence:/targets/3",),
    "COV-unspanned": ("query:/text",),
    "CUT-after": ("evidence:/sources/1",),
    "CUT-latest-vintage": ("evidence:/observations/14/source_id",),
    "CUT-mutable": ("evidence:/sources/1",),
    "CUT-period": ("evidence:/observations/16/period",),
    "CUT-straddles": ("evidence:/sources/1",),
    "CUT-undated": ("evidence:/sources/1",),
    "CUT-unverified": (
        "evidence:/sources/1",
        "evidence:/sources/5",
    ),
    "CUT-vintage": ("evidence:/observations/0/vintage",),
    "CUT-vintage-early": ("evidence:/observations/0/vintage",),
    "DEP-cycle": ("evidence:/derivations",),
    "DEP-day-count": ("evidence:/derivations/13",),
    "DEP-not-additive": ("evidence:/derivations/13/period_rule",),
    "DEP-not-run": ("evidence:/derivations/0/script",),
    "DEP-one-step": ("evidence:/derivations/9/inputs",),
    "DEP-period": (
        "evidence:/derivations/0/period",
        "evidence:/derivations/5/period",
        "evidence:/derivations/10/period",
    ),
    "DEP-result": ("evidence:/derivations/0/result",),
    "DEP-script-changed": ("scripts:/scripts/0",),
    "DEP-uneven": ("evidence:/derivations/13",),
    "DEP-unit": ("evidence:/derivations/11/unit",),
    "EVD-conflict": ("evidence:/observations/11/value",),
    "EVD-form": ("evidence:/sources/0",),
    "EVD-number": ("evidence:/observations/0/quote/text",),
    "EVD-period": ("evidence:/observations/2/period",),
    "EVD-quote-absent": ("evidence:/observations/0/quote/text",),
    "EVD-quote-repeated": ("evidence:/observations/0/quote/text",),
    "EVD-snapshot": ("evidence:/sources/0/snapshot",),
    "EVD-source-idle": ("evidence:/sources/6",),
    "EVD-source-unknown": ("evidence:/sources/6/id",),
    "EVD-source-unlisted": (
        "evidence:/observations/14/source_id",
        "evidence:/observations/15/source_id",
    ),
    "EVD-unused": ("evidence:/observations/16",),
    "EVD-zero": ("evidence:/observations/14/value",),
    "POP-closure": ("evidence:/populations/0/members",),
    "POP-complete": ("evidence:/populations/0/frame",),
    "POP-count": ("evidence:/populations/0/count",),
    "POP-duplicate": ("evidence:/populations/0/not_published/0",),
    "POP-exclusion": ("evidence:/populations/0/excluded/0",),
    "POP-frame": ("evidence:/populations/0/frame/corpus",),
    "POP-gap": ("evidence:/populations/0/frame/items/1",),
    "POP-hit": ("evidence:/populations/0/frame/items",),
    "POP-inputs": ("evidence:/targets/0/evidence",),
    "POP-length": ("evidence:/populations/0/frame/items/0/period",),
    "POP-member-evidence": ("evidence:/populations/0/members/4/evidence/3",),
    "POP-next-out": ("evidence:/populations/0/next_out",),
    "POP-passage": ("evidence:/populations/0/frame/items/5",),
    "POP-published": ("evidence:/populations/0/not_published/0",),
    "POP-section": ("evidence:/populations/0/rule/sections/0",),
    "POP-theme": ("evidence:/syntheses/0/themes",),
    "POP-theme-weight": ("evidence:/syntheses/0/themes/2/weight",),
    "POP-tie-out": ("evidence:/populations/0/tie_out",),
    "POP-unlinked": ("evidence:/targets/0/evidence",),
    "POP-unpublished": ("evidence:/populations/0/members/4",),
    "POP-window": ("evidence:/populations/0/members",),
    "PTS-block": ("budget:/blocks/0",),
    "PTS-majority": ("rows:/rows",),
    "PTS-step": ("budget:/blocks/0",),
    "PTS-theme": ("rows:/rows/0/points",),
    "PTS-total": ("budget:/blocks",),
    "PTS-zero": ("rows:/rows/2/points",),
    "STR-dangling": ("evidence:/conventions/0/affects/1",),
    "STR-duplicate-id": ("evidence:/sources/6",),
    "STR-script-missing": ("evidence:/derivations/10/script",),
    "STR-unknown-block": ("rows:/rows/2/block_id",),
    "STR-unknown-component": ("evidence:/targets/3/component_id",),
    "STR-unknown-criterion": ("rows:/rows/0/criterion_ids/6",),
    "STR-unknown-principle": ("rows:/rows/0/principle_ids/2",),
    "TGT-carrier": ("evidence:/targets/2/evidence",),
    "TGT-deliverable": ("evidence:/targets/0/comparison",),
    "TGT-indeterminate": ("evidence:/targets/1/status",),
    "TGT-judgement": ("evidence:/targets/0/comparison",),
    "TGT-reading": ("evidence:/targets/1/comparison",),
    "TGT-search": ("evidence:/targets/1/search",),
    "TGT-status": ("evidence:/targets/1/status",),
    "TGT-theme": ("evidence:/targets/0/evidence",),
    "TGT-unresolved": ("evidence:/targets/1/status",),
    "TGT-value": ("evidence:/targets/0/comparison/expected",),
    "TOL-expected": ("evidence:/targets/0/comparison",),
    "TOL-indistinct": ("evidence:/targets/0/alternatives/3",),
    "TOL-profile": ("evidence:/targets/0/comparison/band",),
    "TOL-promise": ("evidence:/targets/0/alternatives/1",),
    "TOL-rival": ("evidence:/targets/0/alternatives/0",),
    "TOL-slip": (
        "evidence:/targets/2/comparison",
        "evidence:/targets/2/comparison",
    ),
    "TOL-wide": ("evidence:/targets/0/comparison/band",),
    "TXT-blank": ("rows:/rows/0/template",),
    "TXT-conditional": ("rows:/rows/0/template",),
    "TXT-digits": ("rows:/rows/0/template",),
    "TXT-duplicate": ("rows:/rows/2/template",),
    "TXT-empty-rationale": ("rows:/rows/0/rationale",),
    "TXT-number-words": ("rows:/rows/0/template",),
    "TXT-reference": ("rows:/rows/0/template",),
    "TXT-row-cap": ("rows:/rows",),
    "TXT-same-targets": ("rows:/rows/2/target_ids",),
    "TXT-unlisted": ("rows:/rows/0/template",),
    "TXT-unstated": ("rows:/rows/0/template",),
}
"""Code and the places of its example, in the order in which they are reported."""


def test_every_example_has_its_places() -> None:
    assert PLACES.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("word", sorted(PLACES))
def test_points_to_what_is_wrong(word: str) -> None:
    validation = validate(EXAMPLES[word]())
    said = (*validation.findings, *validation.questions)
    assert tuple(item.pointer for item in said if item.code == word) == PLACES[word]
