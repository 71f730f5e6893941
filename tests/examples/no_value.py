"""Writes the recordings of `examples/no_value`: for maintainers, who pin them afterwards.

Run from the repository's root as `python -m tests.examples.no_value FOLDER`. The README beside the
recordings says what to do with the folder; a test writes it anew and compares.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from contracts.comparison_kind import (
    AdmissibleInterval,
    ForecastComparison,
    IndeterminateComparison,
)
from contracts.contract import Json
from contracts.evidence import (
    ClosedSearch,
    Derivation,
    Evidence,
    Observation,
    Quote,
    Subject,
    Target,
    UsedSource,
)
from contracts.feature import Feature
from contracts.period import Period
from contracts.quantity import Quantity, Scale, Unit
from contracts.review import Answer, Reopened, Review
from contracts.rows import Candidate, Row
from records.files import Blobs
from sources.corpus import LoadedCorpus, load_corpus
from sources.store.snapshots import Snapshots
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.play import EXAMPLE
from tests.orchestrator.story import Story, active_principle, passed_criteria, recorded

TABLE = "Table of capital expenditures by segment, USD thousands"
FIGURES = {
    "OBS1": (
        "10-K-2024",
        "38557",
        "| fiscal year ended 2024-12-31 | 304,259 | 38,557 | 11,525 | 354,341 |",
        Period(start=date(2023, 12, 27), end=date(2024, 12, 31)),
    ),
    "OBS2": (
        "10-Q-2024-Q3",
        "6735",
        "| 13 weeks ended 2024-09-24 | 81,882 | 6,735 | 2,444 | 91,061 |",
        Period(start=date(2024, 6, 26), end=date(2024, 9, 24)),
    ),
    "OBS3": (
        "10-Q-2025-Q1",
        "12959",
        "| 13 weeks ended 2025-04-01 | 61,343 | 12,959 | 3,087 | 77,389 |",
        Period(start=date(2025, 1, 1), end=date(2025, 4, 1)),
    ),
    "OBS4": (
        "10-Q-2025-Q2",
        "12949",
        "| 13 weeks ended 2025-07-01 | not seen | 12,949 | not seen | 92,523 |",
        Period(start=date(2025, 4, 2), end=date(2025, 7, 1)),
    ),
}
REPORTS = tuple(
    f"10-{name}" for name in ("K-2024", *(f"Q-{x}" for x in ("2024-Q2", "2024-Q3", "2025-Q1")))
)
WORDS = ("new restaurants", "openings", "maintenance", "remodel")
MEAN = """import json
import sys
from decimal import Decimal

figures = [Decimal(text) for text in json.load(open(sys.argv[1])).values()]
print(sum(figures) / len(figures))
"""


def _observation(name: str) -> Observation:
    source, value, line, period = FIGURES[name]
    return Observation(
        id=name,
        subject=Subject(scheme="cik", id="0001289460", part="Bubba's 33"),
        measure="capital expenditures by segment",
        period=period,
        value=Decimal(value),
        unit=Unit.USD,
        scale=Scale.THOUSAND,
        source_id=source,
        quote=Quote(text=line, locator=TABLE),
    )


def _evidence(
    loaded: LoadedCorpus, target: Target, names: tuple[str, ...], *derivations: Derivation
) -> Evidence:
    used = {FIGURES[name][0] for name in names}
    return Evidence(
        sources=tuple(
            UsedSource(id=item.card.id, snapshot=item.snapshot)
            for item in loaded.corpus.items
            if item.card.id in used
        ),
        observations=tuple(_observation(name) for name in names),
        derivations=derivations,
        populations=(),
        conventions=(),
        targets=(target,),
    )


def _undisclosed(loaded: LoadedCorpus) -> Evidence:
    target = Target(
        id="T1",
        component_id="O1.1",
        role="outcome",
        statement="Spending on new restaurants of the segment",
        comparison=IndeterminateComparison(
            reason="the reports give one amount per segment and do not split it by purpose",
            required_behaviour="Say so, and name the segment's whole amount as the nearest figure.",
        ),
        evidence=("OBS1",),
        alternatives=(),
        status="indeterminate",
        search=ClosedSearch(
            documents=tuple(item.card.id for item in loaded.corpus.items),
            queries=WORDS,
            conclusion="No extract splits a segment's amount by what it was spent on.",
        ),
    )
    return _evidence(loaded, target, ("OBS1",))


def _forecast(loaded: LoadedCorpus) -> Evidence:
    low, high = (
        Quantity(value=Decimal(FIGURES[name][1]), unit=Unit.USD, scale=Scale.THOUSAND)
        for name in ("OBS2", "OBS3")
    )
    target = Target(
        id="T1",
        component_id="O1.1",
        role="outcome",
        statement="The segment's next quarter",
        comparison=ForecastComparison(
            as_of=date(2025, 9, 1),
            method_constraints=("begins with quarters that were reported",),
            admissible=AdmissibleInterval(low=low, high=high),
        ),
        evidence=("DRV1",),
        alternatives=(),
        status="resolved",
    )
    mean = Derivation(
        id="DRV1",
        statement="Mean of the quarters that reports state on their own since a year before",
        script="mean.py",
        inputs=("OBS2", "OBS3", "OBS4"),
        result=Decimal(10881),
        unit=Unit.USD,
        scale=Scale.THOUSAND,
    )
    return _evidence(loaded, target, ("OBS2", "OBS3", "OBS4"), mean)


def _review(evidence: Evidence, _: LoadedCorpus) -> Review:
    asked = [item for item in evidence.targets if item.status == "resolved"]
    return Review(
        reopened=tuple(
            Reopened(source_id=item.id, agrees=True, note="Read again, row by row.")
            for item in evidence.sources
        ),
        computations=(),
        criteria=passed_criteria(),
        findings=(),
        answers=tuple(
            Answer(question_id=f"Q{number}", acceptable=True, answer="The extracts allow it.")
            for number in range(1, len(asked) + 1)
        ),
    )


def _with_row(story: Story, template: str, rationale: str) -> Story:
    row = Row(
        id="R1",
        block_id="B1",
        role="outcome",
        template=template,
        target_ids=("T1",),
        criterion_ids=("CR1",),
        principle_ids=(active_principle(story),),
        points=10_000,
        rationale=rationale,
    )
    return replace(story, rows=Candidate(rows=(row,)))


def _looks(reports: tuple[str, ...], words: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    return (
        *(("search_sources", "query", term) for term in words),
        *(("open_source", "source_id", name) for name in reports),
    )


UNDISCLOSED = _with_row(
    Story(
        text="How much of Texas Roadhouse's capital expenditure for Bubba's 33 in fiscal 2024 was"
        " spent on new restaurants?",
        entity="Texas Roadhouse",
        measure="capital expenditure for Bubba's 33",
        period="fiscal 2024",
        signature="State what a company spent on new sites of one segment.",
        deliverable="value",
        features=(Feature.RETRIEVAL,),
        cutoff=date(2026, 1, 9),
        sources={},
        evidence=_undisclosed,
        rows=Candidate.model_construct(rows=()),
        review=_review,
        looks=_looks((*REPORTS, "10-Q-2025-Q2", "10-Q-2025-Q3"), WORDS),
    ),
    "Says that the figure is {{T1}}, and names {{OBS1}} as the nearest one that is disclosed.",
    "Whoever takes the segment's whole amount for it is misled.",
)
FORECAST = _with_row(
    Story(
        text="What will Texas Roadhouse report as the capital expenditure for Bubba's 33 of the"
        " quarter after its latest report?",
        entity="Texas Roadhouse",
        measure="capital expenditure for Bubba's 33",
        signature="Forecast what a company will spend in one segment.",
        deliverable="forecast",
        features=(Feature.FORECAST,),
        cutoff=date(2025, 9, 1),
        sources={},
        evidence=_forecast,
        rows=Candidate.model_construct(rows=()),
        review=_review,
        scripts={"mean.py": MEAN},
        looks=_looks((*REPORTS, "10-Q-2025-Q2"), ("capital expenditures by segment",)),
    ),
    "Gives {{T1}}, and shows that it begins with {{OBS2}}, {{OBS3}} and {{OBS4}}.",
    "A forecast is as good as the figures that it begins with.",
)
UNPLAYED = ("reviewer", "composer", "confirmer")
"""Roles that a run blocked at its first validation does not reach."""


def _agreed(altered: Altered) -> None:
    """After a person agreed, composing and confirming are played once more."""
    for role, body in (("composer", "composition.json"), ("confirmer", "confirmation.json")):
        altered.add_turn(role, 1, {f"out/{body}": body}, activation=101)
        altered.drop_turn(role, activation=1)


def _known(altered: Altered) -> None:
    """The forecast that knows: its range ends with what the later report says."""

    def end_with_it(body: dict[str, Json]) -> None:
        part(body, "targets", 0, "comparison", "admissible", "high")["value"] = "10797"

    _ = altered.edit_body("evidence.json", end_with_it)
    (altered.example / "query.txt").unlink()  # the question is that of the honest forecast
    for role in UNPLAYED:
        altered.drop_turn(role, activation=1)


def _as_told(_: Altered) -> None:
    """Nothing is changed."""


EXAMPLES: tuple[tuple[str, Story, str, Callable[[Altered], None]], ...] = (
    ("undisclosed", UNDISCLOSED, "a value that no report discloses", _agreed),
    ("forecast", FORECAST, "a forecast from what was known", _as_told),
    ("forecast_known", FORECAST, "a forecast that knows what came of it", _known),
)


def write(folder: Path) -> None:
    """Write question and recording of each example, without pins."""
    with TemporaryDirectory() as kept:
        loaded = load_corpus(EXAMPLE / "sources", Snapshots(Blobs(Path(kept))))
    for name, story, title, alter in EXAMPLES:
        altered = recorded(story, folder / name, loaded, title=f"Texas Roadhouse: {title}")
        alter(altered)
        evidence = folder / name / "recording" / "bodies" / "evidence.json"
        text = evidence.read_text(encoding="utf-8")
        for item in loaded.corpus.items:
            text = text.replace(item.snapshot, f"{{{{sha:{item.card.id}}}}}")
        _ = evidence.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
