"""Rows that repeat, hedge or ask for more; derivations in a circle; what analysts named weak."""

from dataclasses import replace

from contracts.contract import Json
from contracts.evidence import Observation
from contracts.rows import Candidate, Row
from gates.composition import CompositionInput
from gates.validation_input import ValidationInput
from tests.builders import (
    texas_budget,
    texas_composed_rows,
    texas_evidence,
    texas_profile,
    texas_row,
    texas_rows,
)
from tests.contract_edit import with_body
from tests.gates.families.edits import Edit, body_with, edited
from tests.gates.hard.case import TEXAS, Case
from tests.gates.hard.small import candidate, days, drv, obs, on, source, target
from tests.texas_review import texas_composition_input, texas_unchanged

THEME_ROWS, THEME_LOOP, THEME_MANY, THEME_WEAK = (
    "duplicate, conditional and unrequested rows",
    "cycles",
    "many rows",
    "weaknesses analysts named",
)
ROWS = texas_composed_rows().rows


def texas(
    theme: str, name: str, *codes: str, edits: tuple[Edit, ...], composed: bool = True
) -> Case:
    return Case(name, theme, lambda: edited(*edits, composed=composed), frozenset(codes), TEXAS)


def row(path: str, value: Json) -> Edit:
    return Edit("rows", f"/rows/{path}", value)


def says(name: str, *codes: str, template: str, place: int = 1) -> Case:
    return texas(THEME_ROWS, name, *codes, edits=(row(f"{place}/template", template),))


def twin(**changes: Json) -> tuple[Edit, ...]:
    """The window's row once more, sharing its points."""
    copy = body_with(ROWS[1], **{"id": "R4", "points": 1_000, **changes})
    return (row("1/points", 1_000), row("-", copy))


def support(number: int, carrier: str, value: str) -> tuple[Edit, ...]:
    """One more support target and its row."""
    aim = body_with(
        texas_evidence().targets[0],
        id=f"T{number}",
        role="support",
        evidence=[carrier],
        alternatives=[],
    )
    place = f"/targets/{number - 1}/comparison/expected/value"
    return (
        Edit("evidence", "/targets/-", aim),
        Edit("evidence", place, value),
        *twin(target_ids=[f"T{number}"], template=f"Reads {{{{T{number}}}}} beside it."),
    )


WORDED = (
    says("outright", template="Takes {{T2}} as the window of quarters."),
    says("if disclosed", "TXT-conditional", template="Takes {{T2}} if the issuer says so."),
    says("where available", "TXT-conditional", template="Takes {{T2}} where available."),
    says("unless", "TXT-conditional", template="Takes {{T2}}, unless others were reported."),
    says("as applicable", "TXT-conditional", template="Takes {{T2}} as applicable."),
    says("depending on", "TXT-conditional", template="Takes {{T2}} depending on the report."),
    says("otherwise", "TXT-conditional", template="Takes {{T2}}; otherwise says why."),
    says("whether is no condition", template="Says whether {{T2}} are the quarters taken."),
    says("a specific word is no condition", template="Takes {{T2}}, each specific to a report."),
    texas(THEME_ROWS, "a row twice", "TXT-duplicate", edits=twin()),
    texas(
        THEME_ROWS,
        "a row twice, in capitals",
        "TXT-duplicate",
        edits=twin(template=str(ROWS[1].template).replace("Takes", "TAKES")),
    ),
    texas(
        THEME_ROWS,
        "one target in two wordings",
        "TXT-same-targets",
        edits=twin(template="Averages over {{T2}} and over nothing else."),
    ),
    texas(
        THEME_ROWS,
        "a row id twice",
        "STR-duplicate-id",
        "TXT-duplicate",
        edits=twin(id="R2"),
    ),
    texas(
        THEME_ROWS, "an unrequested figure", "COV-unrequested", edits=support(4, "DRV13", "12.8")
    ),
    texas(THEME_ROWS, "a step of the figure", edits=support(4, "DRV7", "16.7")),
    texas(THEME_ROWS, "the figure before it is rounded", edits=support(4, "DRV10", "11.8")),
    texas(THEME_ROWS, "a step two steps away", edits=support(4, "DRV6", "12.3")),
    texas(
        THEME_ROWS,
        "support paid as outcome",
        "COV-role",
        edits=(row("1/role", "outcome"),),
    ),
)


def derived(
    name: str, *codes: str, inputs: tuple[str, ...], more: tuple[tuple[str, ...], ...] = ()
) -> Case:
    """A figure and derivations behind it, each with its inputs."""

    def make() -> ValidationInput:
        quarter = days("2025-07-01", "2025-09-30")
        made = [drv(n, "100", *names) for n, names in enumerate((inputs, *more), 1)]
        figures = [obs(1, "100", quarter)]
        sources = [source(published=on("2025-11-07"))]
        return candidate(sources, figures, [target(1, "100", "DRV1")], derivations=made)

    return Case(name, THEME_LOOP, make, frozenset(codes))


LOOPS = (
    derived("a chain", inputs=("DRV2",), more=(("DRV3",), ("OBS1",))),
    derived("a figure of itself", "DEP-cycle", inputs=("DRV1", "OBS1")),
    derived("two of each other", "DEP-cycle", inputs=("DRV2", "OBS1"), more=(("DRV1",),)),
    derived("three in a circle", "DEP-cycle", inputs=("DRV2", "OBS1"), more=(("DRV3",), ("DRV1",))),
    derived(
        "a circle behind the figure",
        "DEP-cycle",
        inputs=("DRV2", "OBS1"),
        more=(("DRV3",), ("DRV2",)),
    ),
    derived("one input twice", inputs=("OBS1", "OBS1")),
    derived("an input that is not there", "STR-dangling", inputs=("OBS1", "DRV9")),
    derived("two ways to one figure", inputs=("DRV2", "DRV3"), more=(("OBS1",), ("OBS1",))),
    derived(
        "a chain of 60",
        inputs=("DRV2",),
        more=(*((f"DRV{n}",) for n in range(3, 61)), ("OBS1",)),
    ),
)
COUNT = 339


def many(count: int = COUNT, *, cap: int = 400, alike: bool = False) -> ValidationInput:
    """As many figures, targets and rows; a split of 10,000 hundredths over them."""
    quarter = days("2025-07-01", "2025-09-30")
    figures: list[Observation] = [
        obs(n, f"{n}00.5", quarter, part=f"part {n}") for n in range(1, count + 1)
    ]
    aims = [target(n, f"{n}00.5", f"OBS{n}", places=1) for n in range(1, count + 1)]
    given = candidate([source(published=on("2025-11-07"))], figures, aims)
    each, extra = divmod(10_000, count)
    rows: list[Row] = [
        texas_row(
            n,
            template=f"States {{{{T{1 if alike else n}}}}} as the figure asked for.",
            target_ids=("T1" if alike else f"T{n}",),
            points=each + (n <= extra),
        )
        for n in range(1, count + 1)
    ]
    return replace(
        given,
        budget=texas_budget(step=1),
        profile=texas_profile(max_rows=cap),
        rows=Candidate(rows=tuple(rows)),
    )


MANY = (
    Case("339 rows", THEME_MANY, many, frozenset()),
    Case(
        "339 rows where 60 are allowed",
        THEME_MANY,
        lambda: many(cap=60),
        frozenset({"TXT-row-cap"}),
    ),
    Case("as many rows as are allowed", THEME_MANY, lambda: many(12, cap=12), frozenset()),
    Case("one row more", THEME_MANY, lambda: many(13, cap=12), frozenset({"TXT-row-cap"})),
    Case(
        "339 rows, all alike",
        THEME_MANY,
        lambda: many(alike=True),
        frozenset({"TXT-duplicate", "COV-target"}),
    ),
)


def composed(
    name: str, *codes: str, points: tuple[int, ...], targets: tuple[str, ...] = ("T1", "T2", "T3")
) -> Case:
    """The composer leaves rows as the writer gave them; the profile's step is a hundredth."""

    def make() -> CompositionInput:
        rows = tuple(
            with_body(with_body(item, "/points", held), "/target_ids", [aim]).model_copy(
                update={"template": f"{item.role}: {{{{{aim}}}}}"}
            )
            for item, held, aim in zip(ROWS, points, targets, strict=False)
        )
        before = texas_rows(rows=rows)
        given = texas_composition_input(texas_unchanged(rows=rows), before=before)
        return replace(given, budget=texas_budget(step=1))

    return Case(name, THEME_WEAK, make, frozenset(codes))


def carried(name: str, *codes: str, inputs: list[Json]) -> Case:
    edits = (Edit("evidence", "/derivations/9/inputs", inputs),)
    return texas(THEME_WEAK, name, *codes, edits=edits)


def stepped(name: str, *codes: str, measures: int, quarters: int) -> Case:
    """A figure that one script makes from some measures over some quarters."""

    def make() -> ValidationInput:
        spans = [days(f"20{year}-01-01", f"20{year}-03-31") for year in range(20, 20 + quarters)]
        read = [(span, f"measure {n}") for span in spans for n in range(measures)]
        figures = [obs(n, "10", span, measure=name) for n, (span, name) in enumerate(read, 1)]
        made = [drv(1, "10", *(figure.id for figure in figures))]
        sources = [source(published=on("2025-11-07"))]
        return candidate(sources, figures, [target(1, "10", "DRV1")], derivations=made)

    return Case(name, THEME_WEAK, make, frozenset(codes))


SHARES: list[Json] = ["DRV5", "DRV6", "DRV7", "DRV8", "DRV9"]
TABLE: list[Json] = ["OBS1", "OBS2", "OBS5", "OBS6", "OBS7", "OBS8", "OBS11", "OBS12", "DRV6"]
WEAK = (
    composed("60, 20 and 20, a step credited", points=(6_000, 2_000, 2_000)),
    composed("one row of all points", "CMP-step-credit", "CMP-concentrated", points=(10_000,)),
    composed("80 points in one row", "CMP-concentrated", points=(8_000, 1_000, 1_000)),
    composed("a point more than 60", "CMP-concentrated", points=(6_100, 1_900, 2_000)),
    composed("no step credited", "CMP-step-credit", points=(6_000, 4_000)),
    composed("a step credited, no window", points=(6_000, 4_000), targets=("T1", "T3")),
    composed("thirds of a point", "CMP-fraction", points=(5_334, 2_333, 2_333)),
    composed("half points", "CMP-fraction", points=(5_950, 2_050, 2_000)),
    carried("shares first, then their mean", inputs=SHARES),
    carried("a table in one step", "DEP-one-step", inputs=TABLE),
    stepped("one measure over five quarters", measures=1, quarters=5),
    stepped("five measures of one quarter", measures=5, quarters=1),
    stepped("two measures over three quarters", "DEP-one-step", measures=2, quarters=3),
    stepped("two measures over two quarters", measures=2, quarters=2),
    stepped("three measures over two quarters", "DEP-one-step", measures=3, quarters=2),
    carried("four figures of a table", inputs=[*TABLE[:4], "DRV6", "DRV7", "DRV5"]),
    carried("five figures of a table", "DEP-one-step", inputs=[*TABLE[:5], "DRV6", "DRV5"]),
    texas(
        THEME_WEAK,
        "a tolerance of 1.5 %",
        "TOL-wide",
        edits=(
            Edit(
                "evidence",
                "/targets/0/comparison/band",
                {"kind": "relative", "percent": "1.5", "reason": "usual"},
            ),
        ),
    ),
)
CASES = (*WORDED, *LOOPS, *MANY, *WEAK)
