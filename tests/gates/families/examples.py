"""One bad example per code of the validator, over the good candidate."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeAlias

from contracts.contract import Json
from contracts.cutoff import DateBasis, SourceTime
from gates.validation_input import ValidationInput
from tests.builders import (
    CANARY,
    PROTECTED_ITEM,
    PROTECTED_TEXT,
    ZONE,
    texas_composed_rows,
    texas_corpus,
    texas_evidence,
)
from tests.contract_edit import REMOVED, NewValue
from tests.gates.families.edits import Edit, body, body_with, edited
from tests.gates.families.two_obligations import two_obligations

Make: TypeAlias = Callable[[], ValidationInput]

SHA = "0" * 64
T1, T2, T3 = (texas_evidence().targets[n] for n in range(3))
CNV1 = texas_evidence().conventions[0]
OBS = texas_evidence().observations
DERIVATIONS = {item.id: n for n, item in enumerate(texas_evidence().derivations)}
STATEMENT: Json = {
    "kind": "statement",
    "proposition": "The share fell",
    "elements": ["fell"],
    "must_not": [],
}
JUDGEMENT: Json = {
    "kind": "judgement",
    "question": "Is it much?",
    "admissible": ["much", "little"],
    "required_grounds": ["the peers"],
    "pass_anchor": "weighs the peers",
    "fail_anchor": "says so only",
}
NOT_DISCLOSED: Json = {
    "kind": "indeterminate",
    "reason": "The issuer does not disclose it",
    "required_behaviour": "Say so",
}
SEARCH: Json = {
    "documents": [item.card.id for item in texas_corpus().items],
    "queries": ["window"],
    "conclusion": "Nothing was found",
}


def ev(path: str, value: NewValue) -> Edit:
    return Edit("evidence", path, value)


def row(path: str, value: NewValue) -> Edit:
    return Edit("rows", f"/rows/{path}", value)


def drv(name: str, field: str, value: Json) -> Edit:
    return ev(f"/derivations/{DERIVATIONS[name]}/{field}", value)


def bad(*edits: Edit) -> Make:
    return lambda: edited(*edits)


def bad_composed(*edits: Edit) -> Make:
    return lambda: edited(*edits, composed=True)


def published(time: SourceTime | None) -> Make:
    """The source outside the window gets another publication time."""
    value = None if time is None else body(time)
    return bad(Edit("corpus", "/items/1/card/times/published", value))


def _copy(number: int) -> Json:
    return body_with(texas_composed_rows().rows[1], id=f"R{number}")


COVERAGE: Mapping[str, Make] = {
    "COV-component": bad(
        Edit("factorization", "/obligations/0/components/-", {"id": "O1.2", "statement": "Trend"})
    ),
    "COV-target": bad(ev("/targets/-", body_with(T1, id="T4"))),
    "COV-block": lambda: two_obligations(foreign=True),
    "COV-role": bad_composed(
        row("0/target_ids/-", "T2"), row("0/template", "States {{T1}} over the window {{T2}}.")
    ),
    "COV-unspanned": bad(Edit("factorization", "/obligations/0/spans/0", REMOVED)),
}
TARGETS: Mapping[str, Make] = {
    "TGT-unresolved": bad(ev("/targets/1/status", "unresolved")),
    "TGT-status": bad(ev("/targets/1/status", "indeterminate")),
    "TGT-search": bad(
        ev("/targets/1/comparison", NOT_DISCLOSED), ev("/targets/1/status", "indeterminate")
    ),
    "TGT-indeterminate": bad(
        ev("/targets/1/comparison", NOT_DISCLOSED),
        ev("/targets/1/status", "indeterminate"),
        ev("/targets/1/search", SEARCH),
    ),
    "TGT-judgement": bad(
        ev("/targets/0/comparison", JUDGEMENT),
        Edit("factorization", "/obligations/0/deliverable", "judgement"),
    ),
    "TGT-deliverable": bad(ev("/targets/0/comparison", STATEMENT)),
    "TGT-carrier": bad(ev("/targets/2/evidence", ["POP1"])),
    "TGT-value": bad(ev("/targets/0/comparison/expected/value", "11.9")),
    "TGT-reading": bad(ev("/targets/1/comparison", STATEMENT)),
}
EVIDENCE: Mapping[str, Make] = {
    "EVD-form": bad(Edit("profile", "/source_order", ["10-Q"])),
    "EVD-source-unknown": bad(
        ev("/sources/-", {"id": "10-K-2019", "snapshot": SHA}),
        ev("/conventions/3/basis_ref", "10-K-2019"),
    ),
    "EVD-snapshot": bad(ev("/sources/0/snapshot", SHA)),
    "EVD-source-idle": bad(
        Edit(
            "corpus",
            "/items/-",
            body_with(
                texas_corpus().items[0],
                card=body_with(texas_corpus().items[0].card, id="release-2025"),
            ),
        )
    ),
    "EVD-source-unlisted": bad(ev("/sources/1", REMOVED)),
    "EVD-quote-absent": bad(
        Edit("reproduction", "/quotes/0/outcome", "absent"),
    ),
    "EVD-quote-repeated": bad(Edit("reproduction", "/quotes/0/outcome", "repeated")),
    "EVD-number": bad(ev("/observations/0/value", "10979")),
    "EVD-unused": bad(ev("/observations/-", body_with(OBS[0], id="OBS17"))),
}
DEPENDENCIES: Mapping[str, Make] = {
    "DEP-cycle": bad(
        drv("DRV3", "inputs", ["OBS3", "OBS1", "OBS7", "DRV3"]),
        drv("DRV3", "period", None),
        drv("DRV3", "period_rule", "none"),
    ),
    "DEP-script-changed": bad(Edit("scripts", "/scripts/0/sha256", SHA)),
    "DEP-not-run": bad(Edit("reproduction", "/scripts/0/outcome", "failed")),
    "DEP-result": bad(Edit("reproduction", "/scripts/0/printed", "13290")),
    "DEP-period": bad(drv("DRV1", "period/start", "2024-10-02")),
    "DEP-unit": bad(drv("DRV12", "unit", "EUR")),
    "DEP-vintage": bad(
        ev("/observations/8/vintage", "2025-12-01"), ev("/observations/12/vintage", "2025-12-02")
    ),
}
CONVENTIONS: Mapping[str, Make] = {
    "CNV-open": bad(ev("/conventions/3", REMOVED)),
    "CNV-doubled": bad(ev("/conventions/-", body_with(CNV1, id="CNV5"))),
    "CNV-foreign": bad(ev("/conventions/-", body_with(CNV1, id="CNV5", ambiguity_id="A9"))),
    "CNV-options": bad(
        ev(
            "/conventions/0/options/-",
            {
                "reading_id": "median",
                "statement": "The middle share",
                "derivation_id": None,
                "not_computed": "Nobody would",
            },
        ),
        ev(
            "/conventions/0/rivals/-",
            {"reading_id": "median", "treatment": "refuse", "words": "Not an average"},
        ),
    ),
    "CNV-chosen": bad(
        ev("/conventions/3/chosen", "lunar"),
        ev(
            "/conventions/3/options/0",
            {
                "reading_id": "fiscal",
                "statement": "Fiscal quarters",
                "derivation_id": None,
                "not_computed": "The same figure",
            },
        ),
        ev(
            "/conventions/3/rivals/-",
            {"reading_id": "fiscal", "treatment": "refuse", "words": "Not lunar"},
        ),
    ),
    "CNV-unapplied": bad(ev("/conventions/3/options/0/derivation_id", "DRV11")),
    "CNV-basis": bad(ev("/conventions/0/basis_ref", "BND99")),
    "CNV-precedence": bad(Edit("profile", "/conventions", {"rounding": "floor"})),
    "CNV-rival": bad(ev("/conventions/3/rivals", [])),
    "CNV-conflict": bad(ev("/conventions/0/rivals/0/treatment", "accept")),
    "CNV-accepted-rival": bad(ev("/conventions/1/rivals/0/treatment", "accept")),
}
POPULATIONS: Mapping[str, Make] = {
    "POP-frame": bad(ev("/populations/0/frame/corpus", SHA)),
    "POP-duplicate": bad(ev("/populations/0/excluded/-", {"key": "Q4 2025", "reason": "Late"})),
    "POP-count": bad(ev("/populations/0/count", 4)),
    "POP-closure": bad(ev("/populations/0/not_published", [])),
    "POP-unpublished": bad(ev("/populations/0/frame/items/5/source_id", None)),
    "POP-published": bad(ev("/populations/0/frame/items/6/source_id", "10-Q-2025-Q3")),
    "POP-window": bad(ev("/populations/0/rule/n", 4)),
    "POP-next-out": bad(ev("/populations/0/next_out", None)),
    "POP-gap": bad(ev("/populations/0/frame/items/0/period/end", "2024-06-24")),
    "POP-member-evidence": bad(ev("/populations/0/members/4/evidence/-", "OBS3")),
    "POP-tie-out": bad(ev("/populations/0/tie_out/residual", "1")),
    "POP-inputs": bad(
        drv("DRV10", "inputs", ["DRV12", "DRV5", "DRV6", "DRV7", "DRV8"]),
        drv("DRV10", "period/start", "2024-03-27"),
        drv("DRV10", "period/end", "2025-07-01"),
    ),
    "POP-complete": bad(),
    "POP-unlinked": bad(ev("/targets/0/evidence", ["DRV10"])),
    "POP-exclusion": bad(
        ev(
            "/populations/0/frame/items",
            [
                body_with(
                    texas_evidence().populations[0].frame.items[0],
                    key="Q1 2024",
                    period={"start": "2023-12-27", "end": "2024-03-26"},
                ),
                *(body(item) for item in texas_evidence().populations[0].frame.items),
            ],
        ),
        ev("/populations/0/excluded/-", {"key": "Q1 2024", "reason": "Before the window"}),
    ),
}
CUTOFF: Mapping[str, Make] = {
    "CUT-after": published(
        SourceTime.of_day(date(2026, 1, 10), ZONE, DateBasis.FILING_INDEX, verified=True)
    ),
    "CUT-straddles": published(
        SourceTime.of_month(2026, 1, ZONE, DateBasis.FILING_INDEX, verified=True)
    ),
    "CUT-undated": published(None),
    "CUT-mutable": bad(Edit("corpus", "/items/1/card/times/version_proof", "none")),
    "CUT-unverified": bad(),
    "CUT-vintage": bad(ev("/observations/0/vintage", "2026-01-10")),
    "CUT-period": bad(
        ev(
            "/observations/-",
            body_with(OBS[8], id="OBS17", period={"start": "2026-01-01", "end": "2026-12-31"}),
        ),
        ev(
            "/targets/2/alternatives/-",
            {"kind": "sibling_period", "evidence_id": "OBS17", "treatment": "refuse"},
        ),
    ),
}
CONTAMINATION: Mapping[str, Make] = {
    "CON-host": bad(Edit("corpus", "/items/0/card/url", "https://data.answers.example/key.csv")),
    "CON-shingle": bad(row("0/rationale", PROTECTED_TEXT)),
    "CON-item": bad(row("0/rationale", PROTECTED_ITEM.replace("14.2", "9"))),
    "CON-canary": bad(row("0/rationale", f"Seen beside {CANARY}.")),
}
POINTS: Mapping[str, Make] = {
    "PTS-total": bad(Edit("budget", "/blocks/0/points", 9_000), row("0/points", 9_000)),
    "PTS-block": bad(row("0/points", 9_000)),
    "PTS-step": bad_composed(row("1/points", 2_050), row("2/points", 1_950)),
    "PTS-zero": bad_composed(row("0/points", 8_000), row("2/points", 0)),
    "PTS-majority": bad_composed(
        row("0/points", 5_000), row("1/points", 2_500), row("2/points", 2_500)
    ),
}
TOLERANCES: Mapping[str, Make] = {
    "TOL-expected": bad(
        ev("/targets/0/comparison/expected/value", "11.768121"),
        ev("/targets/0/comparison/band", {"kind": "absolute", "amount": "0.01", "reason": "tight"}),
    ),
    "TOL-rival": bad(
        ev("/targets/0/comparison/band", {"kind": "relative", "percent": "5", "reason": "wide"})
    ),
    "TOL-profile": bad(
        ev("/targets/0/comparison/band", {"kind": "relative", "percent": "0.5", "reason": "usual"}),
        Edit("profile", "/tolerances/widest_percent", "0.1"),
    ),
    "TOL-slip": bad(
        ev("/targets/2/comparison/band", {"kind": "absolute", "amount": "13280", "reason": "wide"}),
        ev("/targets/2/alternatives", []),
    ),
    "TOL-promise": bad(ev("/targets/0/alternatives/1/treatment", "accept")),
    "TOL-indistinct": bad(
        ev(
            "/targets/0/alternatives/-",
            {"kind": "reading", "evidence_id": "DRV10", "treatment": "refuse"},
        )
    ),
}
TEXTS: Mapping[str, Make] = {
    "TXT-row-cap": bad_composed(Edit("profile", "/max_rows", 2)),
    "TXT-digits": bad(row("0/template", "States {{T1}} for 2025.")),
    "TXT-number-words": bad(row("0/template", "States {{T1}} over five quarters.")),
    "TXT-reference": bad(row("0/template", "States {{T1}} over {{POP9}}.")),
    "TXT-unlisted": bad(row("0/template", "States {{T1}} over {{T2}}.")),
    "TXT-unstated": bad(row("0/template", "States the average share.")),
    "TXT-blank": bad(row("0/template", "{{T1}}.")),
    "TXT-conditional": bad(row("0/template", "States {{T1}} where available.")),
    "TXT-duplicate": bad_composed(row("2", _copy(3))),
    "TXT-empty-rationale": bad(row("0/rationale", " - ")),
}
STRUCTURE: Mapping[str, Make] = {
    "STR-duplicate-id": bad(ev("/sources/-", body(texas_evidence().sources[0]))),
    "STR-dangling": bad(ev("/conventions/0/affects/-", "T99")),
    "STR-script-missing": bad(Edit("scripts", "/scripts/0", REMOVED)),
    "STR-unknown-component": bad(ev("/targets/-", body_with(T3, id="T4", component_id="O2.1"))),
    "STR-unknown-block": bad_composed(row("0/points", 8_000), row("2/block_id", "B7")),
    "STR-unknown-criterion": bad(row("0/criterion_ids/-", "CR20")),
    "STR-unknown-principle": bad(row("0/principle_ids/-", "be-nice")),
}
EXAMPLES: Mapping[str, Make] = {
    **COVERAGE,
    **TARGETS,
    **EVIDENCE,
    **DEPENDENCIES,
    **CONVENTIONS,
    **POPULATIONS,
    **CUTOFF,
    **CONTAMINATION,
    **POINTS,
    **TOLERANCES,
    **TEXTS,
    **STRUCTURE,
}
