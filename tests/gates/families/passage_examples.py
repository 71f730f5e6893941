"""One bad example per code that speaks of passages, themes and forecasts."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from contracts.comparison_kind import AdmissibleInterval, ForecastComparison
from contracts.contract import Json
from contracts.quantity import Quantity, Scale, Unit
from contracts.reproduction import LaterFigure
from gates.validation_input import ValidationInput
from tests.contract_edit import replaced
from tests.ferry import REPORT, ferry
from tests.gates.families.examples import Make
from tests.gates.hard.small import candidate, day, days, drv, obs, on, source, target

HEADLESS = REPORT.replace("MARKET RISKS\n", "")
ELSEWHERE: Json = {
    "key": "controls",
    "period": None,
    "source_id": "AR",
    "quote": "Nothing changed.",
}
MORE = REPORT.replace("CONTROLS", "Fog may close the straits.\nCONTROLS")


def one_row() -> ValidationInput:
    """What a writer does who was not held to passages: one row that risks are discussed."""
    good = ferry()
    whole = replaced(good.evidence.targets[0], evidence=("CLM1", "CLM2", "CLM3", "CLM4"))
    row = replaced(good.rows.rows[0], template="Discusses the risks: {{T1}}.", points=10_000)
    evidence = replaced(good.evidence, targets=(whole,), syntheses=())
    return replace(good, rows=replaced(good.rows, rows=(row,)), evidence=evidence)


def forecast(*later: str, expected: str = "2,310", as_of: str = "2026-01-09") -> ValidationInput:
    """Next year's revenue from this year's; `later` are figures that a later report prints."""
    year = days("2025-01-01", "2025-12-31")
    low, high = (
        Quantity(value=Decimal(text), unit=Unit.USD, scale=Scale.MILLION)
        for text in ("2200", "2415")
    )
    aim = replaced(
        target(1, "2310", "DRV1"),
        comparison=ForecastComparison(
            as_of=day(as_of),
            method_constraints=(),
            admissible=AdmissibleInterval(low=low, high=high),
        ),
    )
    given = candidate(
        (source(published=on("2025-11-07")),),
        (obs(1, "2100", year), obs(2, "210", year, measure="orders", part="a")),
        (aim,),
        derivations=(drv(1, "2310", "OBS1", "OBS2"),),
    )
    obligation = replaced(given.factorization.obligations[0], deliverable="forecast")
    row = replaced(given.rows.rows[0], rationale=f"Somebody may say {expected} million.")
    return replace(
        given,
        factorization=replaced(given.factorization, obligations=(obligation,)),
        rows=replaced(given.rows, rows=(row,)),
        reproduction=replaced(
            given.reproduction,
            later=tuple(LaterFigure(source_id="LATE", value=Decimal(text)) for text in later),
        ),
    )


PASSAGES: Mapping[str, Make] = {
    "COV-theme": lambda: ferry(("/targets/0/evidence", ["THM1", "THM2"])),
    "TGT-theme": one_row,
    "PTS-theme": lambda: ferry(("/rows/0/points", 5_000), ("/rows/1/points", 1_700)),
    "POP-section": lambda: ferry(texts={"AR": HEADLESS}),
    "POP-hit": lambda: ferry(texts={"AR": MORE}),
    "POP-passage": lambda: ferry(
        ("/populations/0/frame/items/-", ELSEWHERE),
        ("/populations/0/excluded/-", {"key": "controls", "reason": "No risk"}),
    ),
    "POP-theme": lambda: ferry(("/syntheses/0/themes/0/claim_ids", ["CLM2"])),
    "POP-theme-weight": lambda: ferry(("/syntheses/0/themes/2/heading", "Fuel")),
    "POP-theme-heading": lambda: ferry(("/syntheses/0/themes/0/heading", "Weather")),
    "CON-realised": lambda: forecast("2310"),
}
