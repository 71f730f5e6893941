"""Fiscal weeks, years of 52 and 53 weeks, quarters that no report states."""

from contracts.evidence import AllOf, Observation
from contracts.period import Period
from contracts.quantity import Scale, Unit
from contracts.source import CorpusItem
from gates.validation_input import ValidationInput
from tests.gates.hard.case import Case
from tests.gates.hard.small import (
    candidate,
    days,
    drv,
    instant,
    obs,
    on,
    population,
    source,
    target,
)

THEME = "fiscal periods"
FILED: list[CorpusItem] = [source(published=on("2025-11-07"))]
# Texas Roadhouse: fiscal 2024 has 53 weeks, fiscal 2023 has 52.
FY24, FY23 = days("2023-12-27", "2024-12-31"), days("2022-12-28", "2023-12-26")
NINE24, NINE23 = days("2023-12-27", "2024-09-24"), days("2022-12-28", "2023-09-26")
Q4_24, Q4_23 = days("2024-09-25", "2024-12-31"), days("2023-09-27", "2023-12-26")
YEAR = days("2024-01-01", "2024-12-31")
C1, C2 = days("2024-01-01", "2024-03-31"), days("2024-04-01", "2024-06-30")
C3, C4 = days("2024-07-01", "2024-09-30"), days("2024-10-01", "2024-12-31")
HALF, NINE = days("2024-01-01", "2024-06-30"), days("2024-01-01", "2024-09-30")


def combined(
    rule: str, declared: Period | None, *periods: Period, unit: Unit = Unit.USD
) -> ValidationInput:
    """One figure from inputs of these periods, the first one the whole."""
    scale = Scale.MILLION if unit is Unit.USD else Scale.ONE
    figures = [
        obs(n, f"{n}00.5", period, part=f"part {n}", unit=unit, scale=scale)
        for n, period in enumerate(periods, 1)
    ]
    names = [figure.id for figure in figures]
    made = drv(1, "77.25", *names, period=declared, rule=rule, unit=unit, scale=scale)
    wanted = target(1, "77.25", "DRV1", unit=unit, scale=scale, places=2)
    return candidate(FILED, figures, [wanted], derivations=[made])


def case(
    name: str, *codes: str, of: tuple[Period, ...], is_: Period | None, rule: str, unit: Unit
) -> Case:
    return Case(name, THEME, lambda: combined(rule, is_, *of, unit=unit), frozenset(codes))


def less(
    name: str, *codes: str, of: tuple[Period, ...], is_: Period | None, unit: Unit = Unit.USD
) -> Case:
    return case(name, *codes, of=of, is_=is_, rule="difference", unit=unit)


def joined(name: str, *codes: str, of: tuple[Period, ...], is_: Period | None) -> Case:
    return case(name, *codes, of=of, is_=is_, rule="union", unit=Unit.USD)


def compared(name: str, *codes: str, of: tuple[Period, ...], unit: Unit = Unit.PERCENT) -> Case:
    def make() -> ValidationInput:
        figures = [obs(n, f"{n}00", period, part=f"part {n}") for n, period in enumerate(of, 1)]
        names = [figure.id for figure in figures]
        made = drv(1, "12.5", *names, unit=unit, scale=Scale.ONE)
        wanted = target(1, "12.5", "DRV1", unit=unit, scale=Scale.ONE, places=1)
        return candidate(FILED, figures, [wanted], derivations=[made])

    return Case(name, THEME, make, frozenset(codes))


def read(name: str, *codes: str, period: Period) -> Case:
    def make() -> ValidationInput:
        return candidate(FILED, [obs(1, "100", period)], [target(1, "100", "OBS1")])

    return Case(name, THEME, make, frozenset(codes))


def framed(name: str, *codes: str, kind: str, periods: tuple[Period, ...]) -> Case:
    def make() -> ValidationInput:
        figures: list[Observation] = [obs(n, f"{n}00", p) for n, p in enumerate(periods, 1)]
        names = [figure.id for figure in figures]
        frame = [(f"P{n}", period, "S1") for n, period in enumerate(periods, 1)]
        members = [(key, (name,)) for (key, _, _), name in zip(frame, names, strict=True)]
        taken = population(FILED, frame, members, AllOf(kind="all_of"), key_type=kind)
        made = drv(1, "150", *names)
        wanted = target(1, "150", "DRV1", "POP1")
        return candidate(FILED, figures, [wanted], derivations=[made], populations=[taken])

    return Case(name, THEME, make, frozenset(codes))


SUBTRACTED = (
    less("52 weeks less 39 are 13", of=(FY23, NINE23), is_=Q4_23),
    less("53 weeks less 39 are 14", of=(FY24, NINE24), is_=Q4_24),
    less(
        "53 weeks less 39, called 13",
        "DEP-period",
        of=(FY24, NINE24),
        is_=days("2024-10-02", "2024-12-31"),
    ),
    less("53 weeks less 39, called a calendar quarter", "DEP-period", of=(FY24, NINE24), is_=C4),
    less("a year less nine months", of=(YEAR, NINE), is_=C4),
    less("a year less three quarters", of=(YEAR, C1, C2, C3), is_=C4),
    less("a year less a half and a quarter", of=(YEAR, HALF, C3), is_=C4),
    less("a quarter forgotten", "DEP-period", of=(YEAR, C1, C2), is_=C4),
    less("a half and a quarter of it", "DEP-period", of=(YEAR, HALF, C2), is_=C4),
    less("another year's nine months", "DEP-period", of=(FY24, NINE23), is_=Q4_24),
    less("fiscal year less calendar months", "DEP-period", of=(FY24, NINE), is_=Q4_24),
    less("the middle quarter", of=(YEAR, C1, C3, C4), is_=C2),
    less("what is left has a hole", "DEP-period", of=(YEAR, C2), is_=C1),
    less("nothing is left", "DEP-period", of=(YEAR, HALF, C3, C4), is_=C4),
    less("balances do not subtract", "DEP-period", of=(instant("2024-12-31"), NINE), is_=C4),
    less("no interval stated", "DEP-period", of=(YEAR, NINE), is_=None),
    less(
        "earnings per share of a year less nine months",
        "DEP-not-additive",
        of=(YEAR, NINE),
        is_=C4,
        unit=Unit.USD_PER_SHARE,
    ),
    less(
        "a margin of a year less nine months",
        "DEP-not-additive",
        of=(YEAR, NINE),
        is_=C4,
        unit=Unit.PERCENT,
    ),
    less(
        "a multiple of a year less nine months",
        "DEP-not-additive",
        of=(YEAR, NINE),
        is_=C4,
        unit=Unit.MULTIPLE,
    ),
    less(
        "shares bought back in a year less nine months", of=(YEAR, NINE), is_=C4, unit=Unit.SHARES
    ),
    joined("four quarters are a year", of=(C1, C2, C3, C4), is_=YEAR),
    joined("in any order", of=(C3, C1, C4, C2), is_=YEAR),
    joined("a quarter is missing", "DEP-period", of=(C1, C2, C4), is_=YEAR),
    joined("quarters and the half", "DEP-period", of=(C1, HALF, C3, C4), is_=YEAR),
    joined("called a year, nine months", "DEP-period", of=(C1, C2, C3), is_=YEAR),
    case("a period without a rule", "DEP-period", of=(YEAR,), is_=YEAR, rule="none", unit=Unit.USD),
    case("the same period", of=(YEAR, YEAR), is_=YEAR, rule="same", unit=Unit.USD),
    case(
        "the same period, of two",
        "DEP-period",
        of=(YEAR, FY24),
        is_=YEAR,
        rule="same",
        unit=Unit.USD,
    ),
)
COMPARED = (
    compared("53 weeks over 52", "DEP-uneven", of=(FY24, FY23)),
    compared("14 weeks over 13", "DEP-uneven", of=(Q4_24, Q4_23), unit=Unit.RATIO),
    compared("calendar quarters of 92 and 90 days", of=(C4, days("2023-01-01", "2023-03-31"))),
    compared("a leap year over a year", of=(YEAR, days("2023-01-01", "2023-12-31"))),
    compared("a quarter's part of its year", of=(C4, YEAR)),
    compared("a balance over a flow", of=(instant("2024-12-31"), YEAR)),
    compared("days of sales in 14 weeks", "DEP-day-count", of=(Q4_24, Q4_24), unit=Unit.DAYS),
    read("39 weeks called a quarter", "EVD-period", period=days("2023-12-27", "2024-09-24", 3)),
    read("26 weeks called a quarter", "EVD-period", period=days("2023-12-27", "2024-06-25", 2)),
    read("a quarter of ten weeks", period=days("2024-01-01", "2024-03-10", 1)),
    read("a quarter of 12 weeks", period=days("2024-01-01", "2024-03-24", 1)),
    read("a quarter of 16 weeks", period=days("2024-01-01", "2024-04-21", 1)),
    read("a quarter of 17 weeks", period=days("2024-01-01", "2024-04-28", 4)),
    read("nine weeks called a quarter", "EVD-period", period=days("2024-01-01", "2024-03-03", 1)),
    read("a balance at a quarter's end", period=Period(start=None, end=C1.end, fiscal_quarter=1)),
    framed(
        "14 weeks among 13",
        kind="fiscal_quarter",
        periods=(Q4_23, days("2023-12-27", "2024-03-26")),
    ),
    framed("39 weeks among quarters", "POP-length", kind="fiscal_quarter", periods=(NINE24, Q4_24)),
    framed("years of 52 and 53 weeks", kind="fiscal_year", periods=(FY23, FY24)),
    framed(
        "a transition of five weeks among years",
        "POP-length",
        kind="fiscal_year",
        periods=(FY23, days("2023-12-27", "2024-01-30")),
    ),
)
CASES = (*SUBTRACTED, *COMPARED)
