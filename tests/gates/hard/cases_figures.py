"""Bands that take a rival, slips of unit and scale, years of another number of days."""

from contracts.comparison import Absolute, Band, Relative
from contracts.evidence import Derivation, Observation
from contracts.feature import Feature
from contracts.quantity import Scale, Unit
from contracts.source import CorpusItem
from gates.validation_input import ValidationInput
from tests.gates.hard.case import Case
from tests.gates.hard.small import candidate, days, drv, obs, on, source, target

THEME_RIVAL, THEME_SLIP, THEME_DAYS = "tolerance and rivals", "unit slips", "day counts"
FILED: list[CorpusItem] = [source(published=on("2025-11-07"))]
Q3 = days("2025-07-01", "2025-09-30")
PERCENT, ONE = Unit.PERCENT, Scale.ONE


def within(percent: str) -> Band:
    return Relative.model_validate({"percent": percent, "reason": "usual"})


def around(amount: str) -> Band:
    return Absolute.model_validate({"amount": amount, "reason": "usual"})


def share(
    name: str,
    *codes: str,
    value: str,
    rival: str,
    expected: str | None = None,
    places: int = 1,
    band: Band | None = None,
    rival_unit: Unit = PERCENT,
) -> Case:
    """A share with one rival reading that must be refused."""

    def make() -> ValidationInput:
        figures = [obs(1, "10", Q3), obs(2, "90", Q3, part="rest")]
        made = [
            drv(1, value, "OBS1", "OBS2", unit=PERCENT, scale=ONE),
            drv(2, rival, "OBS2", "OBS1", unit=rival_unit, scale=ONE),
        ]
        wanted = target(
            1,
            expected or value,
            "DRV1",
            unit=PERCENT,
            scale=ONE,
            places=places,
            band=band,
            refused=["DRV2"],
        )
        return candidate(FILED, figures, [wanted], derivations=made)

    return Case(name, THEME_RIVAL, make, frozenset(codes))


RIVALS = (
    share("at precision", value="12.8", rival="12.653024"),
    share(
        "within 1 %, the rounded rival is in",
        "TOL-rival",
        value="12.8",
        rival="12.653024",
        band=within("1"),
    ),
    share("within 1 %, the rival is far", value="11.8", rival="11.398896", band=within("1")),
    share("within 5 %", "TOL-rival", value="11.8", rival="11.398896", band=within("5")),
    share("within 2 %, no rival near", "TOL-wide", value="11.8", rival="30.0", band=within("2")),
    share("an absolute band of 1 %", value="20.0", rival="21.0", band=around("0.2")),
    share("an absolute band above 1 %", "TOL-wide", value="20.0", rival="21.0", band=around("0.3")),
    share(
        "an absolute band on the rival", "TOL-rival", value="20.0", rival="20.3", band=around("0.3")
    ),
    share("prints the same", "TOL-indistinct", value="11.8", rival="11.79"),
    share("differs in the last place", value="11.8", rival="11.749"),
    share(
        "differs below the places",
        "TOL-indistinct",
        value="11.8",
        rival="12.4",
        expected="12",
        places=0,
    ),
    share(
        "the rival as a ratio", "TOL-indistinct", value="11.8", rival="0.118", rival_unit=Unit.RATIO
    ),
    share("the rival in percentage points", value="11.8", rival="11.8", rival_unit=Unit.MULTIPLE),
    share("a negative share and its sign", value="-3.4", rival="3.4"),
    share("a band over zero", "TOL-slip", value="0.5", rival="9.0", band=around("1")),
    share(
        "refuses its own figure",
        "TOL-expected",
        value="11.768121",
        rival="9.0",
        band=around("0.01"),
    ),
)


def slip(
    name: str,
    *codes: str,
    figures: list[Observation],
    expected: tuple[str, Unit, Scale],
    places: int = 0,
    made: Derivation | None = None,
) -> Case:
    def make() -> ValidationInput:
        value, unit, scale = expected
        carrier = "DRV1" if made else "OBS1"
        wanted = target(1, value, carrier, unit=unit, scale=scale, places=places)
        return candidate(FILED, figures, [wanted], derivations=[made] if made else [])

    return Case(name, THEME_SLIP, make, frozenset(codes))


USD, K, M, B = Unit.USD, Scale.THOUSAND, Scale.MILLION, Scale.BILLION
TWO = [obs(1, "10", Q3), obs(2, "90", Q3, part="rest")]
EURO = [obs(1, "10", Q3), obs(2, "90", Q3, part="rest", unit=Unit.EUR)]
RATES = [
    obs(1, "12.8", Q3, unit=PERCENT, scale=ONE),
    obs(2, "11.8", Q3, unit=PERCENT, scale=ONE, part="rest"),
]
SLIPS = (
    slip(
        "thousands and millions",
        figures=[obs(1, "13289", Q3, scale=K)],
        expected=("13.289", USD, M),
        places=3,
    ),
    slip(
        "thousands called millions",
        "TGT-value",
        figures=[obs(1, "13289", Q3, scale=K)],
        expected=("13289", USD, M),
    ),
    slip(
        "billions in the quote",
        figures=[obs(1, "2500", Q3, quote="revenue of $2.5 billion")],
        expected=("2500", USD, M),
    ),
    slip(
        "millions in the quote, read as billions",
        "EVD-number",
        figures=[obs(1, "2.5", Q3, scale=B, quote="revenue of $2.5 million")],
        expected=("2.5", USD, B),
        places=1,
    ),
    slip(
        "digits swapped",
        "EVD-number",
        figures=[obs(1, "12896", Q3, quote="| 12,869 |")],
        expected=("12896", USD, M),
    ),
    slip(
        "percent in the quote, a ratio read",
        figures=[obs(1, "0.118", Q3, unit=Unit.RATIO, scale=ONE, quote="11.8% of it")],
        expected=("11.8", PERCENT, ONE),
        places=1,
    ),
    slip(
        "percent taken for a ratio",
        "EVD-number",
        figures=[obs(1, "11.8", Q3, unit=Unit.RATIO, scale=ONE, quote="11.8% of it")],
        expected=("11.8", Unit.RATIO, ONE),
        places=1,
    ),
    slip(
        "another currency",
        "TGT-value",
        figures=[obs(1, "100", Q3, unit=Unit.EUR)],
        expected=("100", USD, M),
    ),
    slip(
        "two currencies without a rate",
        "DEP-unit",
        figures=EURO,
        made=drv(1, "100", "OBS1", "OBS2"),
        expected=("100", USD, M),
    ),
    slip(
        "a share of one amount",
        "DEP-unit",
        figures=[TWO[0]],
        made=drv(1, "11.1", "OBS1", unit=PERCENT, scale=ONE),
        expected=("11.1", PERCENT, ONE),
        places=1,
    ),
    slip(
        "percentage points called percent",
        "DEP-unit",
        figures=RATES,
        made=drv(1, "1.0", "OBS1", "OBS2", unit=PERCENT, scale=ONE),
        expected=("1.0", PERCENT, ONE),
        places=1,
    ),
    slip(
        "percentage points",
        figures=RATES,
        made=drv(1, "1.0", "OBS1", "OBS2", unit=Unit.PERCENTAGE_POINT, scale=ONE),
        expected=("1.0", Unit.PERCENTAGE_POINT, ONE),
        places=1,
    ),
    slip(
        "percentage points asked in percent",
        "TGT-value",
        figures=RATES,
        made=drv(1, "1.0", "OBS1", "OBS2", unit=Unit.PERCENTAGE_POINT, scale=ONE),
        expected=("1.0", PERCENT, ONE),
        places=1,
    ),
    slip(
        "basis points",
        figures=[obs(1, "1.5", Q3, unit=PERCENT, scale=ONE)],
        expected=("150", Unit.BASIS_POINT, ONE),
    ),
    slip(
        "so small that slips print the same",
        "TOL-indistinct",
        figures=[obs(1, "0.0004", Q3, unit=PERCENT, scale=ONE)],
        expected=("0.0004", PERCENT, ONE),
        places=1,
    ),
)


def counted(
    name: str,
    *codes: str,
    value: str,
    places: int,
    band: Band | None = None,
    unit: Unit = Unit.DAYS,
    features: tuple[Feature, ...] = (Feature.DAY_COUNT,),
) -> Case:
    def make() -> ValidationInput:
        figure = obs(1, value, Q3, unit=unit, scale=ONE)
        wanted = target(1, value, "OBS1", unit=unit, scale=ONE, places=places, band=band)
        return candidate(FILED, [figure], [wanted], features=features)

    return Case(name, THEME_DAYS, make, frozenset(codes))


DAYS = (
    counted("52.0 days at precision", value="52.0", places=1),
    counted("52.0 days within 1 %", "TOL-wide", value="52.0", places=1, band=within("1")),
    counted("52.0 days within 0.1 %", value="52.0", places=1, band=within("0.1")),
    counted("52.0 days within 0.3 %", "TOL-wide", value="52.0", places=1, band=within("0.3")),
    counted("52 days: the bases print the same", value="52", places=0, band=within("0.5")),
    counted(
        "a turnover within 1 %",
        "TOL-wide",
        value="7.01",
        places=2,
        unit=Unit.MULTIPLE,
        band=within("1"),
    ),
    counted(
        "a turnover where no days count",
        value="7.01",
        places=2,
        unit=Unit.MULTIPLE,
        band=within("1"),
        features=(Feature.RATIO,),
    ),
    counted(
        "days, though no feature says so",
        "TOL-wide",
        value="52.0",
        places=1,
        band=within("1"),
        features=(Feature.RATIO,),
    ),
)
CASES = (*RIVALS, *SLIPS, *DAYS)
