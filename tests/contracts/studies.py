"""A small blind study as contract objects."""

from datetime import UTC, date, datetime

from contracts.contract import fingerprint
from contracts.cutoff import Cutoff
from contracts.study import (
    BlindPair,
    BlindRow,
    BlindRubric,
    Dimension,
    DimensionChoice,
    ExportedDimension,
    ExportedPair,
    ExportedVerdict,
    PairVerdict,
    StudyExport,
    StudyPlan,
    VerdictDraft,
)

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SCOPE = Dimension(name="scope", question="Which one keeps to the question?")


def example_plan() -> StudyPlan:
    return StudyPlan(
        name="winter",
        title="Rubrics for questions on capital expenditure",
        left="north",
        right="south",
        dimensions=(SCOPE,),
        reviewers=("Ada", "Ben", "Cleo"),
        seed=7,
        normaliser=1,
        is_redacted=False,
        created=AT,
        by="Lea",
    )


def example_pair() -> BlindPair:
    return BlindPair(
        query_id="Q1",
        benchmark="capex",
        question="What did Texas Roadhouse spend in the fourth quarter of 2024?",
        cutoff=Cutoff(day=date(2026, 1, 9), zone="America/New_York"),
        left=BlindRubric(rows=(BlindRow(text="Gives USD 90 million.", points=10_000),)),
        right=BlindRubric(
            rows=(
                BlindRow(text="Names the fiscal year.", points=300),
                BlindRow(text="Takes a calendar year.", points=100, polarity="negative"),
            )
        ),
    )


def example_verdict() -> PairVerdict:
    return PairVerdict(
        overall="a",
        dimensions=(DimensionChoice(name="scope", choice="unsure"),),
        rationale="A asks for the figure itself.",
    )


def example_draft() -> VerdictDraft:
    return VerdictDraft(overall="tie", rationale="not yet")


def example_export() -> StudyExport:
    pair, verdict = example_pair(), example_verdict()
    name = "0123456789abcdef"
    return StudyExport(
        plan=example_plan(),
        revealed=AT,
        revealed_by="Lea",
        reason="one reviewer left the team",
        planned=3,
        pairs=(
            ExportedPair(
                pair=name,
                query_id=pair.query_id,
                benchmark=pair.benchmark,
                question=pair.question,
                left_sha256=fingerprint(pair.left),
                right_sha256=fingerprint(pair.right),
            ),
        ),
        verdicts=(
            ExportedVerdict(
                pair=name,
                reviewer="Ada",
                position=1,
                side_of_a="right",
                choice=verdict.overall,
                preferred="right",
                dimensions=(ExportedDimension(name="scope", choice="unsure", preferred="unsure"),),
                rationale=verdict.rationale,
                at=AT,
            ),
        ),
    )
