"""A small good candidate of any subject: given figures and targets, the rest is filled in."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from contracts.comparison import AtPrecision, Band, NumberComparison
from contracts.contract import fingerprint, sha256_of
from contracts.cutoff import Cutoff, DateBasis, SourceTime, SourceTimes, VersionProof
from contracts.evidence import (
    Alternative,
    Basis,
    Derivation,
    Evidence,
    Exclusion,
    Frame,
    FrameItem,
    Member,
    Observation,
    Population,
    PopulationRule,
    Quote,
    Subject,
    Target,
    TieOut,
    UsedSource,
)
from contracts.factorization import (
    Binding,
    Component,
    Factorization,
    Obligation,
    SchematicKind,
    Signature,
    Span,
)
from contracts.feature import Feature
from contracts.kind import KindCatalogue
from contracts.period import Period
from contracts.quantity import Quantity, Rounding, RoundingMode, Scale, Unit
from contracts.query import Query
from contracts.reproduction import QuoteMatch, Reproduction, ScriptRun
from contracts.rows import Candidate, Row, Script, Scripts
from contracts.source import Corpus, CorpusItem, SourceCard
from gates.validation_input import ValidationInput
from tests.builders import texas_budget, texas_context, texas_guard, texas_profile, texas_row

NEW_YORK = "America/New_York"
TEXT = "State the figure"
_SCRIPT = "print('worked out elsewhere')"


def day(text: str) -> date:
    return date.fromisoformat(text)


def on(text: str, zone: str = NEW_YORK, **changes: object) -> SourceTime:
    """A bare date that was looked up in the filing index."""
    fields: dict[str, object] = {"basis": DateBasis.FILING_INDEX, "verified": True, **changes}
    found = SourceTime.of_day(day(text), zone, DateBasis.FILING_INDEX, verified=True)
    return found.model_copy(update=fields)


def source(
    name: str = "S1",
    published: SourceTime | None = None,
    proof: VersionProof = "accession",
    updated: SourceTime | None = None,
    accepted: SourceTime | None = None,
) -> CorpusItem:
    times = SourceTimes(
        published=published, updated=updated, accepted=accepted, version_proof=proof
    )
    card = SourceCard(id=name, title=name, publisher="Somebody", form="10-Q", times=times)
    return CorpusItem(card=card, snapshot=sha256_of(name.encode()))


def days(start: str, end: str, quarter: int | None = None, label: str | None = None) -> Period:
    fields = {"start": day(start), "end": day(end), "fiscal_quarter": quarter, "label": label}
    return Period.model_validate(fields)


def instant(end: str) -> Period:
    return Period(start=None, end=day(end))


def obs(
    number: int,
    value: str,
    period: Period,
    *,
    measure: str = "revenue",
    part: str = "",
    unit: Unit = Unit.USD,
    scale: Scale = Scale.MILLION,
    of: str = "S1",
    scheme: str = "cik",
    vintage: str | None = None,
    basis: tuple[str, str] | None = None,
    quote: str | None = None,
) -> Observation:
    words = quote or f"| {measure} {part} to {period.end} | {value} |"
    subject = {"scheme": scheme, "id": "0000000001", "part": part}
    return Observation(
        id=f"OBS{number}",
        subject=Subject.model_validate(subject),
        measure=measure,
        basis=(Basis.model_validate({"key": basis[0], "value": basis[1]}),) if basis else (),
        period=period,
        value=Decimal(value),
        unit=unit,
        scale=scale,
        vintage=day(vintage) if vintage else None,
        source_id=of,
        quote=Quote(text=words, locator="Table"),
    )


def drv(
    number: int,
    result: str,
    *inputs: str,
    period: Period | None = None,
    rule: str = "none",
    unit: Unit = Unit.USD,
    scale: Scale = Scale.MILLION,
) -> Derivation:
    fields = {
        "id": f"DRV{number}",
        "statement": f"Figure {number}",
        "script": "calc.py",
        "inputs": inputs,
        "result": Decimal(result),
        "unit": unit,
        "scale": scale,
        "period": period,
        "period_rule": rule,
    }
    return Derivation.model_validate(fields)


def target(
    number: int,
    value: str,
    *evidence: str,
    unit: Unit = Unit.USD,
    scale: Scale = Scale.MILLION,
    places: int = 0,
    band: Band | None = None,
    role: str = "outcome",
    refused: Sequence[str] = (),
) -> Target:
    fields = {
        "id": f"T{number}",
        "component_id": "O1.1",
        "role": role,
        "statement": f"Target {number}",
        "comparison": NumberComparison(
            expected=Quantity(value=Decimal(value), unit=unit, scale=scale),
            rounding=Rounding(mode=RoundingMode.HALF_UP, places=places),
            band=band or AtPrecision(),
        ),
        "evidence": evidence,
        "alternatives": tuple(
            Alternative(kind="reading", evidence_id=name, treatment="refuse") for name in refused
        ),
        "status": "resolved",
    }
    return Target.model_validate(fields)


def population(
    corpus: Sequence[CorpusItem],
    frame: Sequence[tuple[str, Period | None, str | None]],
    members: Sequence[tuple[str, tuple[str, ...]]],
    rule: PopulationRule,
    *,
    key_type: str = "month",
    not_published: Sequence[str] = (),
    excluded: Sequence[str] = (),
    next_out: str | None = None,
    tie_out: TieOut | None = None,
) -> Population:
    def left_out(keys: Sequence[str]) -> tuple[Exclusion, ...]:
        return tuple(Exclusion(key=key, reason="Not there by the cutoff") for key in keys)

    fields = {
        "id": "POP1",
        "statement": "What is taken",
        "key_type": key_type,
        "rule": rule,
        "frame": Frame(
            corpus=fingerprint(Corpus(items=tuple(corpus))),
            items=tuple(FrameItem(key=k, period=p, source_id=s) for k, p, s in frame),
        ),
        "members": tuple(Member(key=key, evidence=ids) for key, ids in members),
        "excluded": left_out(excluded),
        "not_published": left_out(not_published),
        "next_out": next_out,
        "count": len(members),
        "tie_out": tie_out,
    }
    return Population.model_validate(fields)


def candidate(
    sources: Sequence[CorpusItem],
    observations: Sequence[Observation],
    targets: Sequence[Target],
    *,
    derivations: Sequence[Derivation] = (),
    populations: Sequence[Population] = (),
    cutoff: str = "2026-01-09",
    zone: str = NEW_YORK,
    features: Sequence[Feature] = (Feature.RETRIEVAL,),
) -> ValidationInput:
    """Everything the validator reads; nothing above the given figures can be found fault with."""
    corpus = Corpus(items=tuple(sources))
    evidence = Evidence(
        sources=tuple(UsedSource(id=i.card.id, snapshot=i.snapshot) for i in sources),
        observations=tuple(observations),
        derivations=tuple(derivations),
        populations=tuple(populations),
        conventions=(),
        targets=tuple(targets),
    )
    text = f"{_SCRIPT}\n"
    script = Script(name="calc.py", sha256=sha256_of(text.encode()), text=text)
    return ValidationInput(
        query=Query(text=TEXT, cutoff=Cutoff(day=day(cutoff), zone=zone)),
        factorization=_factorization(features),
        budget=texas_budget(),
        context=texas_context(),
        profile=texas_profile(),
        corpus=corpus,
        kinds=KindCatalogue(kinds=()),
        guard=texas_guard(),
        evidence=evidence,
        rows=Candidate(rows=_rows(targets)),
        scripts=Scripts(scripts=(script,)),
        reproduction=_reproduction(evidence),
    )


def _factorization(features: Sequence[Feature]) -> Factorization:
    span = Span(start=0, end=len(TEXT), text=TEXT)
    obligation = Obligation(
        id="O1",
        statement="The figure",
        deliverable="value",
        spans=(span,),
        binding_ids=("BND1",),
        components=(Component(id="O1.1", statement="The figure"),),
    )
    return Factorization(
        signature=Signature(statement="One figure", features=tuple(features)),
        bindings=(Binding(id="BND1", kind=SchematicKind.MEASURE, spans=(span,)),),
        obligations=(obligation,),
        ambiguities=(),
        context_spans=(),
    )


_WORDS = ("States {0} as the figure.", "Derives {0} on the way.", "Reads {0} in the report.")


def _rows(targets: Sequence[Target]) -> tuple[Row, ...]:
    rest = 4_000 if len(targets) > 1 else 0
    shares = [10_000 - rest, *(rest // (len(targets) - 1 or 1) for _ in targets[1:])]
    return tuple(
        texas_row(
            place + 1,
            role=item.role,
            template=_WORDS[place % 3].format(f"{{{{{item.id}}}}}"),
            target_ids=(item.id,),
            points=shares[place],
        )
        for place, item in enumerate(targets)
    )


def _reproduction(evidence: Evidence) -> Reproduction:
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
        quotes=tuple(
            QuoteMatch(
                observation_id=item.id,
                source_id=item.source_id,
                outcome="found",
                start=0,
                end=len(item.quote.text),
            )
            for item in evidence.observations
        ),
    )
