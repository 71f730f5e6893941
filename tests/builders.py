"""The good candidate: the Texas Roadhouse question as contract objects, in every stage's shape.

All gates agree on it; a test changes one thing and sees what is said. Each `texas_*` function
takes other values for fields by keyword; `with_body` changes one place deep inside a contract.

The figures are facts of Texas Roadhouse, Inc.'s SEC filings (USD thousands). The question is
item bf-36d4a10aa8 of BigFinanceBench, Copyright (c) 2026 Rogo Technologies and the Big Finance
authors, CC BY 4.0, unchanged.
"""

from datetime import date

from contracts.budget import Block, Budget
from contracts.context import (
    Alignment,
    Context,
    ContextCriterion,
    Fit,
    Rating,
    Route,
)
from contracts.cutoff import Cutoff
from contracts.evidence import Evidence
from contracts.factorization import (
    Ambiguity,
    Binding,
    Component,
    Factorization,
    InstanceKind,
    Obligation,
    Reading,
    SchematicKind,
    Signature,
    Span,
)
from contracts.feature import ConventionKind, Feature
from contracts.guard import BlockedHost, Guard, GuardSet
from contracts.kind import KindCatalogue, KindRule
from contracts.profile import Profile
from contracts.query import Query
from contracts.reproduction import Reproduction
from contracts.rows import Candidate, Row, Scripts
from contracts.source import Corpus
from gates.shingles import item_hash, shingle_hashes
from gates.validator import ValidationInput
from tests.contract_edit import REMOVED, replaced, with_body
from tests.texas_evidence import texas_evidence, texas_reproduction
from tests.texas_scripts import texas_scripts
from tests.texas_sources import texas_corpus, texas_source_text

__all__ = [
    "PROTECTED_ITEM",
    "PROTECTED_TEXT",
    "QUERY_TEXT",
    "REMOVED",
    "ZONE",
    "replaced",
    "texas_budget",
    "texas_composed_rows",
    "texas_context",
    "texas_corpus",
    "texas_cutoff",
    "texas_evidence",
    "texas_factorization",
    "texas_guard",
    "texas_input",
    "texas_kinds",
    "texas_profile",
    "texas_query",
    "texas_reproduction",
    "texas_row",
    "texas_rows",
    "texas_scripts",
    "texas_source_text",
    "texas_span",
    "with_body",
]

ZONE = "America/New_York"
QUERY_TEXT = (
    "For Texas Roadhouse (NASDAQ: TXRH), over the past 5 reported quarters as of 1/9/2026, what is"
    " the simple average capex dedicated to Bubba's 33 as a percentage of overall capex spent?"
    " Please provide answer as a percentage with one decimal point"
)
PROTECTED_TEXT = (
    "A protected answer key of another benchmark says in many more than thirteen plain words that"
    " the yearly margin of the lemonade stand rose"
)
"""Made up: long enough for the guard's shingles."""
PROTECTED_ITEM = "Computes the lemonade margin of 2031 as 14.2%"
"""Made up: shorter than a shingle, so the guard holds it whole, with its numerals masked."""
CANARY = "lemonade-canary 7f0c2d1e-44aa-4b0e-9d55-0c9a61b2f3e8"
"""Made up: a token as benchmarks put into their files, so that copies show."""


def texas_cutoff(day: date = date(2026, 1, 9)) -> Cutoff:
    return Cutoff(day=day, zone=ZONE)


def texas_query(**changes: object) -> Query:
    query = Query(text=QUERY_TEXT, cutoff=texas_cutoff(), asset_class="equity")
    return replaced(query, **changes)


def texas_span(text: str, after: str = "") -> Span:
    """The first place of `text` in the query that follows `after`."""
    start = QUERY_TEXT.index(text, QUERY_TEXT.index(after))
    return Span(start=start, end=start + len(text), text=text)


def _bindings() -> tuple[Binding, ...]:
    def binding(
        number: int, kind: InstanceKind | SchematicKind, *pieces: str, after: str = ""
    ) -> Binding:
        spans = tuple(texas_span(piece, after) for piece in pieces)
        return Binding(id=f"BND{number}", kind=kind, spans=spans)

    return (
        binding(1, InstanceKind.ENTITY, "Texas Roadhouse (NASDAQ: TXRH)"),
        binding(2, InstanceKind.ENTITY, "Bubba's 33"),
        binding(3, InstanceKind.PERIOD, "past 5 reported quarters"),
        binding(4, InstanceKind.AS_OF, "1/9/2026"),
        binding(5, SchematicKind.MEASURE, "capex dedicated to", "overall capex spent"),
        binding(6, SchematicKind.OPERATION, "simple average"),
        binding(7, InstanceKind.UNIT, "percentage", after="Please"),
        binding(8, InstanceKind.ROUNDING, "one decimal point"),
        binding(9, InstanceKind.OUTPUT_FORM, "Please provide answer as a percentage"),
    )


def texas_factorization(**changes: object) -> Factorization:
    statement = "The average share of one segment in capital expenditure over recent quarters"
    asked = QUERY_TEXT[QUERY_TEXT.index("over the past") : QUERY_TEXT.index(" Please")]
    factorization = Factorization(
        signature=Signature(
            statement=f"{statement}, each quarter's share taken from segment reporting.",
            features=(
                Feature.RATIO,
                Feature.AVERAGE,
                Feature.AVERAGE_OF_RATIOS,
                Feature.RETRIEVAL,
                Feature.SEGMENT,
                Feature.MULTI_PERIOD,
                Feature.RECENT_PERIODS,
                Feature.FISCAL_PERIOD,
                Feature.DERIVED_PERIOD,
                Feature.STATED_ROUNDING,
            ),
        ),
        bindings=_bindings(),
        obligations=(
            Obligation(
                id="O1",
                statement=statement,
                deliverable="value",
                spans=(texas_span(asked), texas_span("Please provide answer")),
                binding_ids=tuple(binding.id for binding in _bindings()),
                components=(Component(id="O1.1", statement="The average share, one figure"),),
            ),
        ),
        ambiguities=(
            Ambiguity(
                id="A1",
                kind=ConventionKind.AVERAGE_OF_RATIOS,
                span=texas_span("simple average"),
                readings=(
                    Reading(id="mean_of_ratios", statement="The mean of the quarters' shares"),
                    Reading(id="ratio_of_sums", statement="Summed amounts, then one share"),
                ),
            ),
        ),
        context_spans=(texas_span("For"),),
    )
    return replaced(factorization, **changes)


def texas_budget(**changes: object) -> Budget:
    budget = Budget(step=100, blocks=(Block(id="B1", obligation_id="O1", points=10_000),))
    return replaced(budget, **changes)


_CRITERIA = (
    ("Names the periods that the measure is taken over", "as-of-window"),
    ("Takes every amount from the issuer's own reports", "primary-evidence"),
    ("Derives a period that is not reported from those that are", "derived-periods"),
    ("Keeps one measure and one scope across all periods", "like-with-like"),
    ("States how periods are put together into one figure", "conventions-closed"),
    ("States the figure in the unit and precision that were asked for", "unit-and-scale"),
)


def texas_context(**changes: object) -> Context:
    criteria = tuple(
        ContextCriterion(id=f"CR{number}", statement=statement, principle_ids=(principle,))
        for number, (statement, principle) in enumerate(_CRITERIA, start=1)
    )
    context = Context(
        schema_origin="bank",
        task_id="capital-expenditure-retrieval",
        ratings=(
            Rating(
                task_id="capital-expenditure-retrieval",
                obligation_id="O1",
                fit=Fit.FITS,
                reason="Segment amounts are retrieved, one is derived, shares are averaged.",
            ),
        ),
        criteria=criteria,
        alignment=tuple(
            Alignment(obligation_id="O1", criterion_id=item.id, reason="The figure rests on it.")
            for item in criteria
        ),
        principle_ids=tuple(principle for _, principle in _CRITERIA),
        convention_kinds=(
            ConventionKind.AVERAGE_OF_RATIOS,
            ConventionKind.WINDOW,
            ConventionKind.ROUNDING,
            ConventionKind.FISCAL_BASIS,
        ),
        routing=(
            Route(
                obligation_id="O1",
                sources=("10-Q segment note", "10-K segment note"),
                reason="Only the segment note splits capital expenditure.",
            ),
        ),
        cutoff=texas_cutoff(),
        bindings=_bindings(),
    )
    return replaced(context, **changes)


def texas_kinds(**changes: object) -> KindCatalogue:
    """A catalogue of its own, so that gates do not hang on the product's."""

    def rule(kind: ConventionKind, feature: Feature, *readings: str) -> KindRule:
        return KindRule(
            kind=kind,
            title=kind.value.replace("_", " "),
            activated_by=((feature,),),
            readings=tuple(Reading(id=item, statement=f"Reading {item}") for item in readings),
        )

    catalogue = KindCatalogue(
        kinds=(
            rule(
                ConventionKind.AVERAGE_OF_RATIOS,
                Feature.AVERAGE_OF_RATIOS,
                "mean_of_ratios",
                "ratio_of_sums",
            ),
            rule(ConventionKind.WINDOW, Feature.RECENT_PERIODS, "reported", "ended"),
            rule(ConventionKind.ROUNDING, Feature.STATED_ROUNDING, "half_up", "floor"),
            rule(ConventionKind.FISCAL_BASIS, Feature.FISCAL_PERIOD, "fiscal", "calendar"),
            rule(ConventionKind.DAY_BASIS, Feature.DAY_COUNT, "actual", "days_365"),
        )
    )
    return replaced(catalogue, **changes)


def texas_profile(**changes: object) -> Profile:
    return replaced(Profile(name="default", title="The library's own standard"), **changes)


def texas_guard(**changes: object) -> Guard:
    guard = Guard(
        blocked_hosts=(BlockedHost(host="answers.example", reason="publishes answer keys"),),
        sets=(
            GuardSet(
                name="made-up rubrics, long",
                kind="rubric",
                match="shingle",
                n=13,
                hashes=tuple(sorted(shingle_hashes(PROTECTED_TEXT, 13))),
            ),
            GuardSet(
                name="made-up rubrics, short",
                kind="rubric",
                match="item",
                n=1,
                hashes=tuple(filter(None, (item_hash(PROTECTED_ITEM),))),
            ),
            GuardSet(
                name="made-up canary",
                kind="canary",
                match="shingle",
                n=7,
                hashes=tuple(shingle_hashes(CANARY, 7)),
            ),
            GuardSet(
                name="the public question",
                kind="question",
                match="shingle",
                n=13,
                hashes=tuple(sorted(shingle_hashes(QUERY_TEXT, 13))),
            ),
        ),
    )
    return replaced(guard, **changes)


def texas_row(number: int = 1, **changes: object) -> Row:
    """A row of the outcome block; by default the writer's only one."""
    row = Row(
        id=f"R{number}",
        block_id="B1",
        role="outcome",
        template=(
            "States {{T1}} as the {{BND6}} of the quarterly shares of {{BND2}} in total capital"
            " expenditure, each share taken first and the shares then averaged."
        ),
        target_ids=("T1",),
        criterion_ids=("CR1", "CR2", "CR3", "CR4", "CR5", "CR6"),
        principle_ids=("conventions-closed", "unit-and-scale"),
        points=10_000,
        rationale="The figure is what was asked; another one misleads whoever acts on it.",
    )
    return replaced(row, **changes)


def texas_rows(**changes: object) -> Candidate:
    """The writer's rows: one outcome row of 100 points."""
    return replaced(Candidate(rows=(texas_row(),)), **changes)


def texas_composed_rows(**changes: object) -> Candidate:
    """The composer's rows: 60 value, 20 window, 20 derived quarter."""
    rows = (
        texas_row(points=6_000),
        texas_row(
            2,
            role="support",
            template="Takes exactly these reported quarters as the window: {{T2}}.",
            target_ids=("T2",),
            criterion_ids=("CR1",),
            principle_ids=("as-of-window",),
            points=2_000,
            rationale="A window that ends elsewhere averages other quarters.",
        ),
        texas_row(
            3,
            role="support",
            template=(
                "Derives {{T3}} spent on {{BND2}} in the quarter that is not reported, as the"
                " fiscal year less its reported part."
            ),
            target_ids=("T3",),
            criterion_ids=("CR3",),
            principle_ids=("derived-periods",),
            points=2_000,
            rationale="No report states this quarter; without it the average has a hole.",
        ),
    )
    return replaced(Candidate(rows=rows), **changes)


def texas_input(
    *,
    query: Query | None = None,
    factorization: Factorization | None = None,
    budget: Budget | None = None,
    context: Context | None = None,
    profile: Profile | None = None,
    corpus: Corpus | None = None,
    kinds: KindCatalogue | None = None,
    guard: Guard | None = None,
    evidence: Evidence | None = None,
    rows: Candidate | None = None,
    scripts: Scripts | None = None,
    reproduction: Reproduction | None = None,
) -> ValidationInput:
    """Everything the validator reads; what is not given is the good candidate's."""
    corpus = corpus or texas_corpus()
    evidence = evidence or texas_evidence(corpus=corpus)
    return ValidationInput(
        query=query or texas_query(),
        factorization=factorization or texas_factorization(),
        budget=budget or texas_budget(),
        context=context or texas_context(),
        profile=profile or texas_profile(),
        corpus=corpus,
        kinds=kinds or texas_kinds(),
        guard=guard or texas_guard(),
        evidence=evidence,
        rows=rows or texas_rows(),
        scripts=scripts or texas_scripts(),
        reproduction=reproduction or texas_reproduction(evidence),
    )
