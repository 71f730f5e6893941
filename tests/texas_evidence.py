"""Evidence of the good candidate: sixteen read figures, thirteen derived ones, one window."""

from decimal import Decimal

from contracts.comparison import AtPrecision, NumberComparison, SetComparison
from contracts.contract import fingerprint
from contracts.evidence import (
    Alternative,
    Convention,
    ConventionBasis,
    ConventionOption,
    Derivation,
    Evidence,
    Exclusion,
    Frame,
    FrameItem,
    LastN,
    Member,
    Observation,
    Population,
    Rival,
    Target,
    TieOut,
    UsedSource,
)
from contracts.feature import ConventionKind
from contracts.period import Period
from contracts.quantity import Quantity, Rounding, RoundingMode, Scale, Unit
from contracts.reproduction import QuoteMatch, Reproduction, ScriptRun
from contracts.source import Corpus
from tests.texas_sources import PERIODS, texas_corpus, texas_observations, texas_source_text


def _amount(number: int, period: str, result: str, *inputs: str) -> Derivation:
    return Derivation(
        id=f"DRV{number}",
        statement=f"Capital expenditure of {period}, as what the other periods leave",
        script="remainder.py",
        inputs=inputs,
        result=Decimal(result),
        unit=Unit.USD,
        scale=Scale.THOUSAND,
        period=PERIODS[period],
        period_rule="difference",
    )


def _share(number: int, period: str, result: str, *inputs: str) -> Derivation:
    return Derivation(
        id=f"DRV{number}",
        statement=f"Share of the segment in total capital expenditure, {period}",
        script="share.py",
        inputs=inputs,
        result=Decimal(result),
        unit=Unit.PERCENT,
        scale=Scale.ONE,
        period=PERIODS[period],
        period_rule="same",
    )


def _over(number: int, script: str, first: str, last: str, result: str, *inputs: str) -> Derivation:
    return Derivation(
        id=f"DRV{number}",
        statement=f"{script.removesuffix('.py').capitalize()} share from {first} to {last}",
        script=script,
        inputs=inputs,
        result=Decimal(result),
        unit=Unit.PERCENT,
        scale=Scale.ONE,
        period=Period(start=PERIODS[first].start, end=PERIODS[last].end),
        period_rule="union",
    )


_SEGMENT_INPUTS = ("OBS1", "OBS5", "OBS7", "DRV1", "OBS11")
_TOTAL_INPUTS = ("OBS2", "OBS6", "OBS8", "DRV2", "OBS12")


def texas_derivations() -> tuple[Derivation, ...]:
    mean = ("DRV5", "DRV6", "DRV7", "DRV8", "DRV9")
    earlier = ("DRV12", "DRV5", "DRV6", "DRV7", "DRV8")
    aggregate = (*_SEGMENT_INPUTS, *_TOTAL_INPUTS)
    return (
        _amount(1, "Q4 2024", "13289", "OBS9", "OBS13"),
        _amount(2, "Q4 2024", "107802", "OBS10", "OBS14"),
        _amount(3, "Q2 2025", "12949", "OBS3", "OBS1", "OBS7"),
        _amount(4, "Q2 2025", "92523", "OBS4", "OBS2", "OBS8"),
        _share(5, "Q3 2024", "7.396141", "OBS11", "OBS12"),
        _share(6, "Q4 2024", "12.327230", "DRV1", "DRV2"),
        _share(7, "Q1 2025", "16.745274", "OBS7", "OBS8"),
        _share(8, "Q2 2025", "13.995439", "OBS5", "OBS6"),
        _share(9, "Q3 2025", "8.376521", "OBS1", "OBS2"),
        _over(10, "mean.py", "Q3 2024", "Q3 2025", "11.768121", *mean),
        _over(11, "aggregate.py", "Q3 2024", "Q3 2025", "11.398896", *aggregate),
        _share(12, "Q2 2024", "13.590212", "OBS15", "OBS16"),
        _over(13, "mean.py", "Q2 2024", "Q2 2025", "12.810859", *earlier),
    )


_MEMBERS = {
    "Q3 2024": ("DRV5", "OBS11", "OBS12"),
    "Q4 2024": ("DRV6", "DRV1", "DRV2"),
    "Q1 2025": ("DRV7", "OBS7", "OBS8"),
    "Q2 2025": ("DRV8", "OBS5", "OBS6", "DRV3", "DRV4"),
    "Q3 2025": ("DRV9", "OBS1", "OBS2"),
}
_FRAME = (
    ("Q2 2024", "10-Q-2024-Q2"),
    ("Q3 2024", "10-Q-2024-Q3"),
    ("Q4 2024", "10-K-2024"),
    ("Q1 2025", "10-Q-2025-Q1"),
    ("Q2 2025", "10-Q-2025-Q2"),
    ("Q3 2025", "10-Q-2025-Q3"),
    ("Q4 2025", None),
)


def texas_population(corpus: Corpus) -> Population:
    return Population(
        id="POP1",
        statement="The five most recent quarters reported by the cutoff",
        key_type="fiscal_quarter",
        rule=LastN(kind="last_n", n=5),
        frame=Frame(
            corpus=fingerprint(corpus),
            items=tuple(
                FrameItem(key=key, period=PERIODS[key], source_id=source) for key, source in _FRAME
            ),
        ),
        members=tuple(Member(key=key, evidence=ids) for key, ids in _MEMBERS.items()),
        excluded=(),
        not_published=(Exclusion(key="Q4 2025", reason="Ended, but not reported by the cutoff."),),
        next_out="Q2 2024",
        count=5,
        tie_out=TieOut(total="OBS4", parts=("OBS8", "OBS6", "OBS2"), residual=Decimal(0)),
    )


def _convention(
    number: int,
    kind: ConventionKind,
    basis: tuple[ConventionBasis, str],
    chosen: tuple[str, str],
    rival: tuple[str, str | None, str],
) -> Convention:
    rival_id, derivation, words = rival
    return Convention(
        id=f"CNV{number}",
        kind=kind,
        ambiguity_id="A1" if number == 1 else None,
        affects=("T1",),
        options=(
            ConventionOption(
                reading_id=chosen[0], statement=f"Reading {chosen[0]}", derivation_id="DRV10"
            ),
            ConventionOption(
                reading_id=rival_id,
                statement=f"Reading {rival_id}",
                derivation_id=derivation,
                not_computed="" if derivation else words,
            ),
        ),
        chosen=chosen[0],
        basis=basis[0],
        basis_ref=basis[1],
        rationale=chosen[1],
        rivals=(Rival(reading_id=rival_id, treatment="refuse", words=words),),
    )


def texas_conventions() -> tuple[Convention, ...]:
    return (
        _convention(
            1,
            ConventionKind.AVERAGE_OF_RATIOS,
            ("query", "BND6"),
            ("mean_of_ratios", "A simple average gives each quarter the same weight."),
            ("ratio_of_sums", "DRV11", "Weights quarters by amount, which nobody asked for."),
        ),
        _convention(
            2,
            ConventionKind.WINDOW,
            ("query", "BND3"),
            ("reported", "The request says reported quarters."),
            ("ended", None, "The newest ended quarter had no report yet."),
        ),
        _convention(
            3,
            ConventionKind.ROUNDING,
            ("principle", "unit-and-scale"),
            ("half_up", "The usual rounding where nothing else is said."),
            ("floor", None, "Prints another last digit of the same figure."),
        ),
        _convention(
            4,
            ConventionKind.FISCAL_BASIS,
            ("issuer_definition", "10-K-2024"),
            ("fiscal", "The issuer reports by its fiscal calendar."),
            ("calendar", None, "The issuer publishes no calendar quarters."),
        ),
    )


def _number(value: str, unit: Unit, scale: Scale, places: int) -> NumberComparison:
    return NumberComparison(
        expected=Quantity(value=Decimal(value), unit=unit, scale=scale),
        rounding=Rounding(mode=RoundingMode.HALF_UP, places=places),
        band=AtPrecision(),
    )


def texas_targets() -> tuple[Target, ...]:
    return (
        Target(
            id="T1",
            component_id="O1.1",
            role="outcome",
            statement="The mean of the quarters' shares",
            comparison=_number("11.8", Unit.PERCENT, Scale.ONE, 1),
            evidence=("DRV10", "POP1"),
            alternatives=(
                Alternative(kind="reading", evidence_id="DRV11", treatment="refuse"),
                Alternative(kind="sibling_period", evidence_id="DRV13", treatment="refuse"),
                Alternative(kind="sibling_period", evidence_id="DRV9", treatment="refuse"),
            ),
            status="resolved",
        ),
        Target(
            id="T2",
            component_id="O1.1",
            role="support",
            statement="The quarters of the window",
            comparison=SetComparison(members=tuple(_MEMBERS), need="all", extras="fail"),
            evidence=("POP1",),
            alternatives=(),
            status="resolved",
        ),
        Target(
            id="T3",
            component_id="O1.1",
            role="support",
            statement="The segment's amount in the quarter that no report states",
            comparison=_number("13289", Unit.USD, Scale.THOUSAND, 0),
            evidence=("DRV1",),
            alternatives=(
                Alternative(kind="sibling_period", evidence_id="OBS9", treatment="refuse"),
                Alternative(kind="sibling_period", evidence_id="OBS13", treatment="refuse"),
            ),
            status="resolved",
        ),
    )


def texas_evidence(*, corpus: Corpus | None = None, **changes: object) -> Evidence:
    """The evidence, pinned to the bytes of a corpus (the good one unless told otherwise)."""
    corpus = corpus or texas_corpus()
    fields: dict[str, object] = {
        "sources": tuple(UsedSource(id=i.card.id, snapshot=i.snapshot) for i in corpus.items),
        "observations": texas_observations(),
        "derivations": texas_derivations(),
        "populations": (texas_population(corpus),),
        "conventions": texas_conventions(),
        "targets": texas_targets(),
    }
    return Evidence.model_validate({**fields, **changes})


def texas_reproduction(evidence: Evidence | None = None) -> Reproduction:
    """What code finds for the evidence when every script prints what is declared."""
    evidence = evidence or texas_evidence()
    return Reproduction(
        scripts=tuple(
            ScriptRun(
                derivation_id=item.id,
                script=item.script,
                outcome="equal",
                printed=format(item.result, "f"),
                exit_code=0,
            )
            for item in evidence.derivations
        ),
        quotes=tuple(_match(item) for item in evidence.observations),
    )


def _match(item: Observation) -> QuoteMatch:
    start = texas_source_text(item.source_id).find(item.quote.text)
    is_found = start >= 0
    return QuoteMatch(
        observation_id=item.id,
        source_id=item.source_id,
        outcome="found" if is_found else "absent",
        start=start if is_found else None,
        end=start + len(item.quote.text) if is_found else None,
    )
