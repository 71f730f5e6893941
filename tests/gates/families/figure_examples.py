"""Bad examples of codes about series, lengths, steps and widths, over the good candidate."""

from collections.abc import Mapping

from contracts.contract import Json
from tests.builders import texas_evidence
from tests.gates.families.edits import Edit, body_with
from tests.gates.families.examples import OBS, T1, Make, bad, bad_composed, drv, ev, row

_SHARE = texas_evidence().derivations[4]
_TABLE = ["OBS1", "OBS5", "OBS7", "DRV1", "OBS11", "OBS2", "OBS6", "OBS8", "DRV2", "OBS12"]


def _rival(**changes: Json) -> Make:
    """One more derivation, refused by the average: it is used and carries nothing."""
    fields: dict[str, Json] = {"id": "DRV14", "period": None, "period_rule": "none"}
    return bad(
        ev("/derivations/-", body_with(_SHARE, **{**fields, **changes})),
        ev(
            "/targets/0/alternatives/-",
            {"kind": "sibling_period", "evidence_id": "DRV14", "treatment": "refuse"},
        ),
    )


FIGURES: Mapping[str, Make] = {
    "COV-unrequested": bad(
        ev("/targets/-", body_with(T1, id="T4", role="support", evidence=["DRV13"])),
        ev("/targets/3/comparison/expected/value", "12.8"),
        ev("/targets/3/alternatives", []),
    ),
    "EVD-conflict": bad(ev("/observations/10/subject/part", "")),
    "EVD-zero": bad(
        ev("/observations/14/value", "0"),
        ev("/observations/14/quote/text", "| Bubba's | 0 |"),
        Edit("reproduction", "/quotes/14/outcome", "found"),
    ),
    "EVD-period": bad(ev("/observations/2/period/fiscal_quarter", 3)),
    "DEP-not-additive": _rival(
        inputs=["DRV13", "DRV12"],
        result="1.000000",
        period_rule="difference",
        period={"start": "2024-06-26", "end": "2025-07-01"},
    ),
    "DEP-one-step": bad(drv("DRV10", "inputs", [*_TABLE])),
    "DEP-uneven": _rival(inputs=["DRV1", "OBS11"], result="97.312546"),
    "DEP-day-count": _rival(unit="days", inputs=["OBS1", "OBS2"]),
    "POP-length": bad(ev("/populations/0/frame/items/0/period/start", "2023-12-27")),
    "CUT-vintage-early": bad(ev("/observations/0/vintage", "2025-09-29")),
    "CUT-latest-vintage": bad(
        ev("/observations/14/subject", body_with(OBS[14].subject, scheme="series"))
    ),
    "TOL-wide": bad(
        ev("/targets/0/comparison/band", {"kind": "relative", "percent": "1.5", "reason": "usual"})
    ),
    "TXT-same-targets": bad_composed(
        row("2/target_ids", ["T2"]),
        row("2/template", "Averages over {{T2}} and over no other quarter."),
    ),
}
