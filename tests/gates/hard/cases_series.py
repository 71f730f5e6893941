"""Series that are rewritten, zeros that stand for nothing, months that were never published."""

from contracts.cutoff import SourceTime, VersionProof
from contracts.evidence import DateRange, LastN, Observation, PopulationRule
from contracts.period import Period
from contracts.quantity import Scale, Unit
from contracts.source import CorpusItem
from gates.validation_input import ValidationInput
from tests.contract_edit import replaced
from tests.gates.hard.case import Case
from tests.gates.hard.small import candidate, day, days, drv, obs, on, population, source, target

THEME_VINTAGE, THEME_ZERO, THEME_GAP = "vintages", "zero as missing", "population gaps"
POINTS = Unit.INDEX_POINTS
IN_TIME = on("2025-12-18")
NOVEMBER = days("2025-11-01", "2025-11-30")


def reading(
    number: int,
    value: str,
    period: Period,
    vintage: str | None = None,
    scheme: str = "series",
    part: str = "",
) -> Observation:
    return obs(
        number,
        value,
        period,
        measure="price index",
        part=part,
        unit=POINTS,
        scale=Scale.ONE,
        scheme=scheme,
        vintage=vintage,
    )


def read(figures: list[Observation], item: CorpusItem) -> ValidationInput:
    targets = [
        target(n, f"{f.value:f}", f.id, unit=f.unit, scale=f.scale, places=1)
        for n, f in enumerate(figures, 1)
    ]
    return candidate([item], figures, targets)


OCTOBER = days("2025-10-01", "2025-10-31")


def growth(older: str, period: Period = OCTOBER) -> ValidationInput:
    """November over another reading of the same series, whose vintage is `older`."""
    figures = [
        reading(1, "324.1", NOVEMBER, "2025-12-18"),
        reading(2, "323.4", period, older),
    ]
    made = drv(1, "1.002165", "OBS1", "OBS2", unit=Unit.RATIO, scale=Scale.ONE)
    targets = [target(1, "1.002165", "DRV1", unit=Unit.RATIO, scale=Scale.ONE, places=6)]
    return candidate(
        [source(published=IN_TIME, proof="vintage")], figures, targets, derivations=[made]
    )


def late_and_undated() -> ValidationInput:
    """Two series; the first one's source is no matter of vintages any more."""
    late = source("S0", published=on("2026-06-11"), proof="hash_registry")
    dated = source("S1", published=IN_TIME, proof="accession")
    figures = [
        replaced(reading(1, "324.1", NOVEMBER, part="all items"), source_id="S0"),
        reading(2, "12.5", NOVEMBER, part="food"),
    ]
    given = [
        target(n, f"{f.value:f}", f.id, unit=f.unit, scale=f.scale, places=1)
        for n, f in enumerate(figures, 1)
    ]
    return candidate([late, dated], figures, given)


def vintage(
    name: str,
    *codes: str,
    proof: VersionProof,
    of: str | None = None,
    published: SourceTime | None = IN_TIME,
    scheme: str = "series",
) -> Case:
    figure = reading(1, "324.1", NOVEMBER, of, scheme)
    item = source(published=published, proof=proof)
    return Case(name, THEME_VINTAGE, lambda: read([figure], item), frozenset(codes))


VINTAGES = (
    vintage("today's file", "CUT-after", proof="hash_registry", published=on("2026-06-11")),
    vintage("a file without a date", "CUT-undated", proof="none", published=None),
    vintage("a page that is rewritten", "CUT-mutable", proof="none"),
    vintage("a date is no vintage", "CUT-latest-vintage", proof="accession"),
    vintage("somebody says so", "CUT-latest-vintage", proof="human"),
    vintage("a vintage is claimed", "CUT-latest-vintage", proof="human", of="2025-12-18"),
    vintage("a vintage that nobody names", "CUT-latest-vintage", proof="vintage"),
    vintage("a named vintage", proof="vintage", of="2025-12-18"),
    vintage("captured then", proof="archive_capture"),
    vintage("its hash was registered then", proof="hash_registry"),
    vintage("a vintage after the cutoff", "CUT-vintage", proof="vintage", of="2026-01-13"),
    vintage("a vintage on the cutoff day", proof="vintage", of="2026-01-09"),
    vintage("older than its month", "CUT-vintage-early", proof="vintage", of="2025-11-29"),
    vintage("of the month's last day", proof="vintage", of="2025-11-30"),
    vintage("a filing is no series", proof="accession", scheme="cik"),
    Case(
        "a late series before one without a vintage",
        THEME_VINTAGE,
        late_and_undated,
        frozenset({"CUT-after", "CUT-latest-vintage"}),
    ),
    Case(
        "two vintages of one month",
        THEME_VINTAGE,
        lambda: read(
            [
                reading(1, "324.1", NOVEMBER, "2025-12-18"),
                reading(2, "324.0", NOVEMBER, "2026-01-08"),
            ],
            source(published=IN_TIME, proof="vintage"),
        ),
        frozenset(),
    ),
    Case(
        "two values of one vintage",
        THEME_VINTAGE,
        lambda: read(
            [
                reading(1, "324.1", NOVEMBER, "2025-12-18"),
                reading(2, "324.0", NOVEMBER, "2025-12-18"),
            ],
            source(published=IN_TIME, proof="vintage"),
        ),
        frozenset({"EVD-conflict"}),
    ),
    Case(
        "two months of one vintage",
        THEME_VINTAGE,
        lambda: growth("2025-12-18"),
        frozenset(),
    ),
    Case(
        "two months of two vintages",
        THEME_VINTAGE,
        lambda: growth("2025-11-13"),
        frozenset({"DEP-vintage"}),
    ),
    Case(
        "a revision: one month of two vintages",
        THEME_VINTAGE,
        lambda: growth("2025-12-04", NOVEMBER),
        frozenset(),
    ),
)
JUNE, JULY, AUGUST = (
    days("2023-06-01", "2023-06-30"),
    days("2023-07-01", "2023-07-31"),
    days("2023-08-01", "2023-08-31"),
)


def zeros(name: str, *codes: str, of: tuple[Observation, ...]) -> Case:
    item = source(published=on("2023-09-20"), proof="archive_capture")

    def make() -> ValidationInput:
        mean = drv(1, "34.0", *(figure.id for figure in of), unit=POINTS, scale=Scale.ONE)
        wanted = target(1, "34.0", "DRV1", unit=POINTS, scale=Scale.ONE, places=1)
        return candidate([item], of, [wanted], derivations=[mean])

    return Case(name, THEME_ZERO, make, frozenset(codes))


ZEROS = (
    zeros(
        "zero after a figure",
        "EVD-zero",
        of=(reading(1, "67.9", JUNE), reading(2, "0.0", JULY)),
    ),
    zeros(
        "zero between figures",
        "EVD-zero",
        of=(reading(1, "67.9", JUNE), reading(2, "0.0", JULY), reading(3, "68.1", AUGUST)),
    ),
    zeros(
        "zero before a figure", "EVD-zero", of=(reading(1, "0.0", JUNE), reading(2, "67.9", JULY))
    ),
    zeros("zero everywhere", of=(reading(1, "0.0", JUNE), reading(2, "0.0", JULY))),
    zeros("one zero alone", of=(reading(1, "0.0", JUNE),)),
    zeros("no zero", of=(reading(1, "67.9", JUNE), reading(2, "0.1", JULY))),
    zeros(
        "zero of another part",
        of=(reading(1, "67.9", JUNE), reading(2, "0.0", JULY, part="dividend")),
    ),
)
MONTHS = {
    "2025-07": (days("2025-07-01", "2025-07-31"), "323.0"),
    "2025-08": (days("2025-08-01", "2025-08-31"), "323.9"),
    "2025-09": (days("2025-09-01", "2025-09-30"), "324.8"),
    "2025-10": (days("2025-10-01", "2025-10-31"), "325.0"),
    "2025-11": (NOVEMBER, "324.1"),
}
RANGE = DateRange(kind="date_range", start=day("2025-08-01"), end=day("2025-11-30"))
LAST_3 = LastN(kind="last_n", n=3)
WITHOUT = ("2025-08", "2025-09", "2025-11")
ALL = ("2025-08", "2025-09", "2025-10", "2025-11")


def gap(
    name: str,
    *codes: str,
    frame: tuple[str, ...] = ALL,
    members: tuple[str, ...] = WITHOUT,
    rule: PopulationRule = RANGE,
    not_published: tuple[str, ...] = ("2025-10",),
    excluded: tuple[str, ...] = (),
    next_out: str | None = None,
    public: tuple[str, ...] = WITHOUT,
    taken: tuple[str, ...] | None = None,
    stretched: bool = False,
) -> Case:
    """The mean of an index over months; October 2025 was never published."""

    def make() -> ValidationInput:
        item = source(published=IN_TIME, proof="archive_capture")
        figures = [reading(n, MONTHS[key][1], MONTHS[key][0]) for n, key in enumerate(members, 1)]
        ids = {key: (figure.id,) for key, figure in zip(members, figures, strict=True)}
        periods = {key: period for key, (period, _) in MONTHS.items()}
        if stretched:
            periods["2025-09"] = days("2025-09-01", "2025-10-31")
        shown = {*public, *(["2025-07"] if "2025-07" in frame else [])}
        over = population(
            [item],
            [(key, periods[key], "S1" if key in shown else None) for key in frame],
            [(key, ids[key]) for key in members],
            rule,
            not_published=not_published,
            excluded=excluded,
            next_out=next_out,
        )
        names = [ids[key][0] for key in (taken or members)]
        mean = drv(1, "324.27", *names, unit=POINTS, scale=Scale.ONE)
        wanted = target(1, "324.3", "DRV1", "POP1", unit=POINTS, scale=Scale.ONE, places=1)
        return candidate([item], figures, [wanted], derivations=[mean], populations=[over])

    return Case(name, THEME_GAP, make, frozenset(codes))


GAPS = (
    gap("October in the frame, not published"),
    gap("October passed over in silence", "POP-gap", frame=WITHOUT, not_published=()),
    gap("October said to be missing, not in the frame", "POP-gap", "POP-closure", frame=WITHOUT),
    gap("October in the frame and nowhere else", "POP-closure", not_published=()),
    gap("October left out at will", "POP-exclusion", not_published=(), excluded=("2025-10",)),
    gap("October made up", "POP-unpublished", members=ALL, not_published=()),
    gap("October published after all", "POP-published", public=ALL),
    gap("October published and taken", members=ALL, public=ALL, not_published=()),
    gap("October twice", "POP-duplicate", not_published=("2025-10", "2025-10")),
    gap("October a member and missing", "POP-duplicate", "POP-unpublished", members=ALL),
    gap("September taken to stand for October too", "POP-gap", "POP-length", stretched=True),
    gap("a month beyond the range", "POP-closure", not_published=("2025-10", "2025-12")),
    gap(
        "the last three published",
        frame=("2025-07", *ALL),
        rule=LAST_3,
        next_out="2025-07",
    ),
    gap(
        "the last three, as if October were one",
        "POP-window",
        "POP-next-out",
        frame=("2025-07", *ALL),
        members=("2025-09", "2025-11"),
        rule=LAST_3,
        next_out="2025-07",
    ),
    gap(
        "the last three, the wrong one next",
        "POP-next-out",
        frame=("2025-07", *ALL),
        rule=LAST_3,
        next_out="2025-10",
    ),
    gap("a member that the mean leaves out", "POP-inputs", taken=("2025-08", "2025-09")),
    gap(
        "a member from outside the range",
        "POP-window",
        frame=("2025-07", *ALL),
        members=("2025-07", *WITHOUT),
    ),
)
CASES = (*VINTAGES, *ZEROS, *GAPS)
