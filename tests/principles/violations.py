"""For each principle a candidate that breaks it, to be run through the real gates.

A new principle gets one entry in `VIOLATIONS`: an edit of the good candidate that does what the
principle's `violation.example` tells. `test_violations.py` reads from the principle's `caught_by`
what has to fire. A principle that only a reviewer defends may have an entry too: it shows that
code lets the candidate pass, so that the label is true.
"""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from contracts.contract import Json
from contracts.feature import ConventionKind
from contracts.ids import PrincipleId
from gates.validation_input import ValidationInput
from principles.kinds import load_kinds
from tests.builders import (
    texas_cutoff,
    texas_evidence,
    texas_input,
    texas_query,
    texas_reproduction,
    texas_rows,
)
from tests.gates.families.edits import Edit, body, body_with, edited
from tests.gates.families.examples import EXAMPLES

OBS = {item.id: n for n, item in enumerate(texas_evidence().observations)}
DRV = {item.id: n for n, item in enumerate(texas_evidence().derivations)}


class Breach(NamedTuple):
    """A candidate that violates one principle."""

    candidate: Callable[[], ValidationInput]
    also: Mapping[str, str] = {}
    """Codes beside the principle's own that the same violation sets off, each with the reason."""


def ev(path: str, value: Json) -> Edit:
    return Edit("evidence", path, value)


def _prior_year() -> ValidationInput:
    """Q4 2024 as fiscal 2024 less the 39 weeks of the year before."""
    prior: Json = {
        "start": "2022-12-28",
        "end": "2023-09-26",
        "label": "first three quarters of 2023",
        "fiscal_year": 2023,
        "fiscal_quarter": None,
    }
    return edited(ev(f"/observations/{OBS['OBS13']}/period", prior))


def _checklist() -> ValidationInput:
    return edited(
        *(
            Edit("rows", f"/rows/{n}/points", points)
            for n, points in enumerate((3_400, 3_300, 3_300))
        ),
        composed=True,
    )


def _open_ended() -> ValidationInput:
    return edited(ev("/populations/0/next_out", None), ev("/populations/0/not_published", []))


def _report_after_the_cutoff() -> ValidationInput:
    """The report of Q3 2025 came two days after this cutoff; the window uses it all the same."""
    return texas_input(query=texas_query(cutoff=texas_cutoff(date(2025, 11, 5))))


def _silent_on_the_aggregate() -> ValidationInput:
    evidence = texas_evidence()
    first = evidence.targets[0]
    return edited(
        ev("/conventions", [body(item) for item in evidence.conventions[1:]]),
        ev("/derivations", [body(i) for i in evidence.derivations if i.id != "DRV11"]),
        ev(
            "/targets/0/alternatives",
            [body(item) for item in first.alternatives if item.evidence_id != "DRV11"],
        ),
    )


def _quote_of_another_figure() -> ValidationInput:
    """The quote stands in the filing, and is the line of the 39 weeks instead of the quarter."""
    other = texas_evidence().observations[OBS["OBS3"]].quote.text
    return edited(ev(f"/observations/{OBS['OBS1']}/quote/text", other))


def _sharpened() -> ValidationInput:
    """A genuine quote under a proposition that says more than it."""
    return edited(
        ev(
            "/targets/1/comparison",
            {
                "kind": "statement",
                "proposition": "Management will spend less on the segment",
                "elements": ["management will spend less"],
                "must_not": [],
            },
        ),
        ev("/targets/1/evidence", ["OBS1", "POP1"]),
        composed=True,
    )


def _mixed_bases() -> ValidationInput:
    """A total quoted rightly that the issuer states under another name and definition."""
    return edited(
        ev(
            f"/observations/{OBS['OBS12']}/measure",
            "capital expenditures as adjusted by the issuer",
        )
    )


def _unrequested() -> ValidationInput:
    return edited(
        Edit("rows", "/rows/2/template", "Names the risks behind {{T3}} spent on {{BND2}}."),
        composed=True,
    )


def _called_and_left_open(kind: ConventionKind, *features: str) -> Callable[[], ValidationInput]:
    """The signature calls a kind of the product's catalogue, and no convention closes it."""

    def candidate() -> ValidationInput:
        (rule,) = (rule for rule in load_kinds().catalogue.kinds if rule.kind == kind)
        called = (Edit("factorization", "/signature/features/-", item) for item in features)
        return edited(*called, Edit("kinds", "/kinds/-", body(rule)))

    return candidate


def _points_called_percent() -> ValidationInput:
    """The share of one quarter less that of another, declared in percent."""
    evidence = texas_evidence()
    later, earlier = (evidence.derivations[DRV[name]] for name in ("DRV7", "DRV5"))
    change = str(later.result - earlier.result)
    alternative: Json = {"kind": "reading", "evidence_id": "DRV14", "treatment": "refuse"}
    run = texas_reproduction(evidence).scripts[0]
    return edited(
        ev(
            "/derivations/-",
            body_with(
                later,
                id="DRV14",
                inputs=["DRV7", "DRV5"],
                result=change,
                period=None,
                period_rule="none",
            ),
        ),
        ev("/targets/0/alternatives/-", alternative),
        Edit("reproduction", "/scripts/-", body_with(run, derivation_id="DRV14", printed=change)),
    )


def _rounded_on_the_way() -> ValidationInput:
    """The mean of shares that were rounded to whole percent first."""
    shares = [
        texas_evidence().derivations[DRV[name]].result
        for name in ("DRV5", "DRV6", "DRV7", "DRV8", "DRV9")
    ]
    rounded = sum(share.quantize(Decimal(1), ROUND_HALF_UP) for share in shares) / len(shares)
    return edited(ev("/targets/0/comparison/expected/value", str(rounded)))


def _of_other_companies() -> ValidationInput:
    """The total of the whole company, read as that of some of its companies."""
    return edited(ev(f"/observations/{OBS['OBS12']}/subject/part", "operating companies"))


VIOLATIONS: Mapping[PrincipleId, Breach] = {
    "aligned-periods": Breach(_prior_year),
    "answer-first": Breach(_checklist),
    "attributed-claims": Breach(_sharpened),
    "claims-by-rank": Breach(_of_other_companies),
    "closed-population": Breach(_open_ended),
    "cutoff-honesty": Breach(
        _report_after_the_cutoff,
        also={
            "POP-unpublished": "the last member of the window had no report on that day",
        },
    ),
    "issuer-definitions": Breach(_mixed_bases),
    "judgeable-rows": Breach(lambda: texas_input(rows=texas_rows())),
    "plain-indeterminacy": Breach(EXAMPLES["TGT-search"]),
    "scope-as-asked": Breach(_unrequested),
    "stated-convention": Breach(_silent_on_the_aggregate),
    "traceable-inputs": Breach(_quote_of_another_figure),
    "unit-scale-and-tolerance": Breach(EXAMPLES["TOL-rival"]),
    "change-with-its-base": Breach(_points_called_percent),
    "counted-once": Breach(EXAMPLES["POP-duplicate"]),
    "dated-market-prices": Breach(
        _called_and_left_open(ConventionKind.QUOTE_SIDE, "price", "yield")
    ),
    "missing-is-not-zero": Breach(EXAMPLES["POP-unpublished"]),
    "one-currency-at-a-time": Breach(EXAMPLES["DEP-unit"]),
    "parts-tie-to-the-whole": Breach(EXAMPLES["POP-tie-out"]),
    "premises-and-range": Breach(
        lambda: edited(Edit("factorization", "/obligations/0/deliverable", "forecast"))
    ),
    "recast-comparatives": Breach(_called_and_left_open(ConventionKind.RECAST_BASIS, "growth")),
    "round-once": Breach(_rounded_on_the_way),
    "series-by-vintage": Breach(EXAMPLES["CUT-vintage"]),
    "share-count-in-step": Breach(_called_and_left_open(ConventionKind.SHARE_BASIS, "per_share")),
}
