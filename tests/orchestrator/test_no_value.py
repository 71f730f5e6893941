"""Questions whose value the sources do not hold: not disclosed, or not yet known.

What is not disclosed ends `indeterminate` after a closed search, and waits for a human. What is yet
to come is forecast, and a candidate that knows what came of it is refused.
"""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.comparison_kind import (
    AdmissibleInterval,
    Comparison,
    ForecastComparison,
    IndeterminateComparison,
    JudgementComparison,
)
from contracts.contract import Json
from contracts.decision import DecisionKind, FindingRef
from contracts.escalation import waivable_findings
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
from contracts.finding import Validation
from contracts.period import Period
from contracts.quantity import Quantity, Scale, Unit
from contracts.review import Answer, Reopened, Review
from contracts.rows import Candidate, Row
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from orchestrator.reader import read
from orchestrator.runner import advance
from sources.corpus import LoadedCorpus
from tests.orchestrator.altered import Edit, part
from tests.orchestrator.deciding import decided, open_item
from tests.orchestrator.ends import BY_JUDGEMENT, NOT_DISCLOSED, OPEN_SEARCH, REALISED, End
from tests.orchestrator.play import RUN, deps_of, played_services, start_example
from tests.orchestrator.story import Story, Told, active_principle, passed_criteria, told

pytestmark = pytest.mark.timeout(300)

REPORT = b"""Harrow Ferries, annual report 2025

| in thousands of dollars | 2025 |
|---|---|
| Revenue of all services | 2,100 |
| Orders taken for 2026 | 210 |

The company reports one segment. What freight brings in is not shown apart.
"""
LATER = b"""Harrow Ferries, annual report 2026

| in thousands of dollars | 2026 |
|---|---|
| Revenue of all services | 2,317 |
"""
YEAR = Period(start=date(2025, 1, 1), end=date(2025, 12, 31))
NO_ROWS = Candidate.model_construct(rows=())


def observation(number: int, value: str, line: str) -> Observation:
    return Observation(
        id=f"OBS{number}",
        subject=Subject(scheme="cik", id="0000000001"),
        measure=line.lower(),
        period=YEAR,
        value=Decimal(value),
        unit=Unit.USD,
        scale=Scale.THOUSAND,
        source_id="AR-2025",
        quote=Quote(text=f"| {line} | {Decimal(value):,} |", locator="The table"),
    )


def evidence_of(
    loaded: LoadedCorpus, target: Target, *figures: Observation | Derivation
) -> Evidence:
    first = loaded.corpus.items[0]
    return Evidence(
        sources=(UsedSource(id=first.card.id, snapshot=first.snapshot),),
        observations=tuple(item for item in figures if isinstance(item, Observation)),
        derivations=tuple(item for item in figures if isinstance(item, Derivation)),
        populations=(),
        conventions=(),
        targets=(target,),
    )


def target_of(comparison: Comparison, *evidence: str, search: ClosedSearch | None = None) -> Target:
    return Target(
        id="T1",
        component_id="O1.1",
        role="outcome",
        statement="What was asked",
        comparison=comparison,
        evidence=evidence,
        alternatives=(),
        status="indeterminate" if search else "resolved",
        search=search,
    )


def not_disclosed(loaded: LoadedCorpus) -> Evidence:
    comparison = IndeterminateComparison(
        reason="the company reports one segment and does not show freight apart",
        required_behaviour="Say so, and name the revenue of all services as the nearest figure.",
    )
    search = ClosedSearch(
        documents=("AR-2025",),
        queries=("freight", "segment", "revenue by service"),
        conclusion="The report says that freight is not shown apart.",
    )
    total = observation(1, "2100", "Revenue of all services")
    return evidence_of(loaded, target_of(comparison, "OBS1", search=search), total)


def forecast(loaded: LoadedCorpus) -> Evidence:
    low, high = (
        Quantity(value=Decimal(text), unit=Unit.USD, scale=Scale.THOUSAND)
        for text in ("2200", "2415")
    )
    comparison = ForecastComparison(
        as_of=date(2026, 3, 31),
        method_constraints=("begins with revenue and orders of the year before",),
        admissible=AdmissibleInterval(low=low, high=high),
    )
    middle = Derivation(
        id="DRV1",
        statement="Revenue of the year before and the orders taken",
        script="sum_up.py",
        inputs=("OBS1", "OBS2"),
        result=Decimal(2310),
        unit=Unit.USD,
        scale=Scale.THOUSAND,
    )
    return evidence_of(
        loaded,
        target_of(comparison, "DRV1"),
        observation(1, "2100", "Revenue of all services"),
        observation(2, "210", "Orders taken for 2026"),
        middle,
    )


def judged(loaded: LoadedCorpus) -> Evidence:
    comparison = JudgementComparison(
        question="Are the orders taken a strong base for the next year?",
        admissible=("a strong base", "a weak base"),
        required_grounds=("the orders taken against the revenue of the year",),
        pass_anchor="Takes a position and sets the orders against the revenue.",
        fail_anchor="Takes a position without any figure.",
    )
    return evidence_of(
        loaded,
        target_of(comparison, "OBS1", "OBS2"),
        observation(1, "2100", "Revenue of all services"),
        observation(2, "210", "Orders taken for 2026"),
    )


def reviewed(evidence: Evidence, _: LoadedCorpus) -> Review:
    return Review(
        reopened=tuple(
            Reopened(source_id=item.id, agrees=True, note="Read.") for item in evidence.sources
        ),
        computations=(),
        criteria=passed_criteria(),
        findings=(),
        answers=tuple(
            Answer(question_id=f"Q{number}", acceptable=True, answer="They do.")
            for number, target in enumerate(evidence.targets, start=1)
            if target.status == "resolved"
        ),
    )


def with_row(story: Story, template: str) -> Story:
    row = Row(
        id="R1",
        block_id="B1",
        role="outcome",
        template=template,
        target_ids=("T1",),
        criterion_ids=("CR1",),
        principle_ids=(active_principle(story),),
        points=10_000,
        rationale="Whoever takes another figure for it is misled.",
    )
    return replace(story, rows=Candidate(rows=(row,)))


FREIGHT = with_row(
    Story(
        text="What revenue did Harrow Ferries earn from freight?",
        entity="Harrow Ferries",
        measure="revenue",
        signature="State what one service of a company brought in.",
        deliverable="value",
        features=(Feature.RETRIEVAL,),
        cutoff=date(2026, 3, 31),
        sources={"AR-2025": Told("AR-2025.md", REPORT, "2026-02-20")},
        evidence=not_disclosed,
        rows=NO_ROWS,
        review=reviewed,
    ),
    "Says that the figure is {{T1}}, and names {{OBS1}} as the nearest one that is disclosed.",
)
STRONG_BASE = with_row(
    replace(
        FREIGHT,
        text="Is the revenue of Harrow Ferries well supported by its orders?",
        signature="Judge how well orders support what a company takes in.",
        deliverable="judgement",
        evidence=judged,
    ),
    "Judges the orders: {{T1}}. It sets {{OBS2}} against {{OBS1}}.",
)
NEXT_YEAR = with_row(
    Story(
        text="What revenue will Harrow Ferries report for its next year?",
        entity="Harrow Ferries",
        measure="revenue",
        signature="Forecast what a company will take in.",
        deliverable="forecast",
        features=(Feature.FORECAST,),
        cutoff=date(2026, 3, 31),
        sources={
            "AR-2025": Told("AR-2025.md", REPORT, "2026-02-20"),
            "AR-2026": Told("AR-2026.md", LATER, "2027-02-19"),
        },
        evidence=forecast,
        rows=NO_ROWS,
        review=reviewed,
        scripts={
            "sum_up.py": "import json\nimport sys\nfrom decimal import Decimal\n\n"
            "print(sum(Decimal(text) for text in json.load(open(sys.argv[1])).values()))\n"
        },
    ),
    "Gives {{T1}}, and shows that it begins with {{OBS1}} and {{OBS2}}.",
)


async def agreed(story: Story, end: End, tmp_path: Path) -> tuple[Validation, Rubric, FindingRef]:
    """Play a story until it waits for agreement, give it, and see the rubric accepted."""
    altered = told(story, tmp_path)
    for role, body in (("composer", "composition.json"), ("confirmer", "confirmation.json")):
        altered.add_turn(role, 1, {f"out/{body}": body}, activation=101)
    data = tmp_path / "data"
    async with played_services(data, example=altered.example) as services:
        await start_example(services, query=story.query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
        end.check(item)
        (named,) = waivable_findings(item)
        assert "REV-agreement" in named.message
        ref = FindingRef(code=named.code, pointer=named.pointer)
        _ = await decided(services, DecisionKind.WAIVE, waived=(ref,))
        assert await advance(services, RUN) == "accepted_with_waiver"
        deps = await deps_of(services)
        found = (await read(deps, Validation, "validate", attempt=2)).body
        rubric = (await read(deps, Rubric, "accept", attempt=2)).body
    return found, rubric, ref


async def test_an_outcome_by_judgement_is_accepted_when_a_human_agrees(tmp_path: Path) -> None:
    found, rubric, ref = await agreed(STRONG_BASE, BY_JUDGEMENT, tmp_path)
    assert [one.code for one in found.findings] == ["TGT-judgement", "CUT-unverified"]
    assert (rubric.waivers[0].waived, rubric.waivers[0].by) == ((ref,), "ada")
    assert "TGT-judgement" in {one.code for one in rubric.warnings}


async def test_what_is_not_disclosed_is_accepted_when_a_human_agrees(tmp_path: Path) -> None:
    found, rubric, ref = await agreed(FREIGHT, NOT_DISCLOSED, tmp_path)
    assert [one.code for one in found.findings] == ["TGT-indeterminate", "CUT-unverified"]
    assert rubric.waivers[0].waived == (ref,)
    text = rubric.rows[0].text
    assert "not determinable: the company reports one segment" in text
    assert "USD 2,100 thousand" in text


@pytest.mark.slow
async def test_a_search_that_leaves_a_document_out_is_sent_back(tmp_path: Path) -> None:
    """One more report was known by the cutoff; nobody looked into it."""
    more = Told(
        "HY-2025.md", b"Harrow Ferries, half-year report. Freight: see the notes.\n", "2025-08-20"
    )
    altered = told(replace(FREIGHT, sources={**FREIGHT.sources, "HY-2025": more}), tmp_path)
    for turn in (2, 3):
        altered.add_turn("writer", turn, {})
    async with played_services(tmp_path / "data", example=altered.example) as services:
        await start_example(services, query=FREIGHT.query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
    OPEN_SEARCH.check(item)


@pytest.mark.slow
async def test_a_forecast_from_what_was_known_is_accepted(tmp_path: Path) -> None:
    altered = told(NEXT_YEAR, tmp_path)
    async with played_services(tmp_path / "data", example=altered.example) as services:
        await start_example(services, query=NEXT_YEAR.query, example=altered.example)
        assert await advance(services, RUN) == "accepted"
        rubric = (await read(await deps_of(services), Rubric, "accept")).body
    assert "later actual values are not accepted" in rubric.rows[0].expected[0].rule


def top_is_the_later_figure(body: dict[str, Json]) -> None:
    part(body, "targets", 0, "comparison", "admissible", "high")["value"] = "2317"


def reason_names_the_later_figure(body: dict[str, Json]) -> None:
    part(body, "rows", 0)["rationale"] = "It came out at 2.317 million."


@pytest.mark.parametrize(
    ("file", "edit", "pointer"),
    [
        (
            "evidence.json",
            top_is_the_later_figure,
            "evidence:/targets/0/comparison/admissible/high/value",
        ),
        ("rows.json", reason_names_the_later_figure, "rows:/rows/0/rationale"),
    ],
)
async def test_a_forecast_that_knows_what_came_of_it_is_refused(
    file: str, edit: Edit, pointer: str, tmp_path: Path
) -> None:
    altered = told(NEXT_YEAR, tmp_path)
    altered.edit_body(file, edit)
    data = tmp_path / "data"
    async with played_services(data, example=altered.example) as services:
        await start_example(services, query=NEXT_YEAR.query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
    REALISED.check(item)
    assert pointer in [one.pointer for one in item.findings if one.code == "CON-realised"]
    assert waivable_findings(item) == ()
    assert not list(RunPaths(data, RUN).stages.glob("rubric-*"))
