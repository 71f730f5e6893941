"""Figures that a later report states anew, and figures that differ by a slip."""

from contracts.evidence import Observation
from contracts.quantity import Scale, Unit, places_of
from contracts.source import CorpusItem
from gates.validation_input import ValidationInput
from tests.gates.hard.case import Case
from tests.gates.hard.small import candidate, days, obs, on, source, target

THEME = "restated values"
YEAR = days("2023-01-30", "2024-01-28")
FIRST, LATER = on("2024-02-21"), on("2025-02-26")
# NVIDIA's diluted earnings per share of fiscal 2024: 11.93 as first reported (10-K filed
# 2024-02-21), 1.19 after the ten-for-one split (10-K filed 2025-02-26).
OLD, NEW = "11.93", "1.19"
EPS = Unit.USD_PER_SHARE


def eps(
    number: int,
    value: str,
    of: str,
    *,
    basis: tuple[str, str] | None = None,
    vintage: str | None = None,
) -> Observation:
    return obs(
        number,
        value,
        YEAR,
        measure="diluted earnings",
        unit=EPS,
        scale=Scale.ONE,
        of=of,
        basis=basis,
        vintage=vintage,
    )


def both(first: Observation, second: Observation, cutoff: str = "2026-01-09") -> ValidationInput:
    """Both readings in the evidence, each with a target of its own."""
    read = {first.source_id, second.source_id}
    sources: list[CorpusItem] = [
        source(name, filed) for name, filed in (("S1", FIRST), ("S2", LATER)) if name in read
    ]
    targets = [
        target(
            n,
            f"{item.value:f}",
            item.id,
            unit=item.unit,
            scale=item.scale,
            places=places_of(item.value),
        )
        for n, item in enumerate((first, second), 1)
    ]
    return candidate(sources, [first, second], targets, cutoff=cutoff)


def case(
    name: str, *codes: str, of: tuple[Observation, Observation], cutoff: str = "2026-01-09"
) -> Case:
    return Case(name, THEME, lambda: both(*of, cutoff=cutoff), frozenset(codes))


def amounts(
    first: tuple[str, Scale, str],
    second: tuple[str, Scale, str],
    *,
    measure: str = "revenue",
    part: str = "",
) -> tuple[Observation, Observation]:
    """One figure as read in each report: value, scale, quoted words."""
    (value, scale, quote), (other, other_scale, words) = first, second
    return (
        obs(1, value, YEAR, scale=scale, quote=quote),
        obs(2, other, YEAR, scale=other_scale, quote=words, of="S2", measure=measure, part=part),
    )


AS_REPORTED, RECAST = ("recast", "as reported"), ("recast", "recast")
K, M = Scale.THOUSAND, Scale.MILLION
CASES = (
    case("two values, no basis", "EVD-conflict", of=(eps(1, OLD, "S1"), eps(2, NEW, "S2"))),
    case(
        "as reported and recast",
        of=(eps(1, OLD, "S1", basis=AS_REPORTED), eps(2, NEW, "S2", basis=RECAST)),
    ),
    case(
        "two values, one basis",
        "EVD-conflict",
        of=(eps(1, OLD, "S1", basis=RECAST), eps(2, NEW, "S2", basis=RECAST)),
    ),
    case(
        "told apart by the day of filing",
        of=(eps(1, OLD, "S1", vintage="2024-02-21"), eps(2, NEW, "S2", vintage="2025-02-26")),
    ),
    case(
        "restated after the cutoff",
        "CUT-after",
        of=(eps(1, OLD, "S1", basis=AS_REPORTED), eps(2, NEW, "S2", basis=RECAST)),
        cutoff="2025-02-25",
    ),
    case(
        "restated on the cutoff day",
        of=(eps(1, OLD, "S1", basis=AS_REPORTED), eps(2, NEW, "S2", basis=RECAST)),
        cutoff="2025-02-26",
    ),
    case(
        "a fact filed after the cutoff in a file from before",
        "CUT-vintage",
        of=(eps(1, OLD, "S1", vintage="2024-02-21"), eps(2, NEW, "S1", vintage="2025-02-26")),
        cutoff="2025-02-25",
    ),
    case("the same value twice", of=(eps(1, OLD, "S1"), eps(2, OLD, "S2"))),
    case(
        "rounded in the later report",
        of=amounts(("60922", M, "| revenue | 60,922 |"), ("60.9", Scale.BILLION, "$60.9 billion")),
    ),
    case(
        "not the rounded figure",
        "EVD-conflict",
        of=amounts(("60922", M, "| revenue | 60,922 |"), ("61.1", Scale.BILLION, "$61.1 billion")),
    ),
    case(
        "half a step from the rounded figure",
        of=amounts(("60950", M, "| revenue | 60,950 |"), ("60.9", Scale.BILLION, "$60.9 billion")),
    ),
    case(
        "more than half a step from it",
        "EVD-conflict",
        of=amounts(("60951", M, "| revenue | 60,951 |"), ("60.9", Scale.BILLION, "$60.9 billion")),
    ),
    case(
        "rounded to nothing",
        "EVD-conflict",
        "EVD-zero",
        "TOL-indistinct",
        of=amounts(("4", M, "| revenue | 4 |"), ("0.0", Scale.BILLION, "$0.0 billion")),
    ),
    case(
        "thousands taken for millions",
        "EVD-conflict",
        of=amounts(("60922", M, "| revenue | 60,922 |"), ("60922", K, "| revenue | 60,922 |")),
    ),
    case(
        "the measure spelt otherwise",
        "EVD-conflict",
        of=amounts(
            ("60922", M, "| revenue | 60,922 |"),
            ("60900", M, "| revenue | 60,900 |"),
            measure="REVENUE",
        ),
    ),
    case(
        "a segment beside the whole",
        of=amounts(
            ("60922", M, "| revenue | 60,922 |"),
            ("47525", M, "| Data Center | 47,525 |"),
            part="Data Center",
        ),
    ),
    case(
        "another measure",
        of=amounts(
            ("60922", M, "| revenue | 60,922 |"),
            ("29760", M, "| net income | 29,760 |"),
            measure="net income",
        ),
    ),
)
