"""A made-up ferry company and a question on its risks: a good candidate in words, for any test."""

from dataclasses import replace

from contracts.budget import Block
from contracts.comparison import SetComparison, StatementComparison
from contracts.contract import fingerprint
from contracts.evidence import (
    Evidence,
    Exclusion,
    Frame,
    FrameItem,
    Member,
    Population,
    Target,
    UsedSource,
)
from contracts.factorization import Factorization, Obligation
from contracts.passage import Claim, Passages, Quote, Section, Synthesis, Theme
from contracts.reproduction import Reproduction
from contracts.rows import Row
from contracts.source import Corpus
from gates.validation_input import ValidationInput
from orchestrator.passages import located_claims, scanned
from tests.builders import texas_budget, texas_row
from tests.contract_edit import NewValue, replaced, with_body
from tests.gates.hard.small import candidate, on, source, target

FUEL = "A higher price of fuel would reduce our margin."
HEDGE = "We hedge part of it with forward contracts."
CROWN = "Our revenue would fall in euros when the crown weakens."
STORM = "Winter storms may keep ferries in port."
STRIKE = "Strikes of dock crews may delay sailings."
REPORT = f"""Contents
Market risks 2
MARKET RISKS
We are exposed to several of them.
Fuel
{FUEL} Most of it is bought in dollars.
{HEDGE}
Currency
{CROWN}
{STORM}
{STRIKE}
CONTROLS
Nothing changed.
"""
TEXTS = {"AR": REPORT}
TERMS = ("would", "may", "hedge")
_CLAIMS = ((FUEL, "fuel"), (CROWN, "crown"), (STORM, "storms"), (STRIKE, "strikes"))
STATEMENTS = (
    "Dearer fuel narrows the margin",
    "A weaker crown lowers revenue in euros",
    "Storms stop sailings",
    "Strikes delay sailings",
)


def ferry_corpus() -> Corpus:
    return Corpus(items=(source("AR", on("2025-11-07")),))


def ferry_evidence() -> Evidence:
    corpus = ferry_corpus()
    return Evidence(
        sources=tuple(UsedSource(id=i.card.id, snapshot=i.snapshot) for i in corpus.items),
        observations=(),
        derivations=(),
        claims=tuple(
            Claim(
                id=f"CLM{number}",
                speaker="management",
                proposition=STATEMENTS[number - 1],
                source_id="AR",
                quote=Quote(text=words, locator="Market risks"),
            )
            for number, (words, _) in enumerate(_CLAIMS, start=1)
        ),
        syntheses=(
            Synthesis(
                id="SYN1",
                statement="What management is afraid of",
                population_id="POP1",
                themes=tuple(
                    Theme(
                        id=f"THM{number}",
                        statement=words,
                        weight="core" if number < 3 else "peripheral",
                        claim_ids=(f"CLM{number}",),
                        heading={1: "Fuel", 2: "Currency"}.get(number, ""),
                    )
                    for number, words in enumerate(STATEMENTS, start=1)
                ),
            ),
        ),
        populations=(_population(corpus),),
        conventions=(),
        targets=tuple(_targets()),
    )


def _population(corpus: Corpus) -> Population:
    items = (*_CLAIMS, (HEDGE, "hedging"))
    return Population(
        id="POP1",
        statement="Passages of the section on market risks that name one",
        key_type="passage",
        rule=Passages(
            kind="passages",
            sections=(
                Section(
                    source_id="AR",
                    begins="MARKET RISKS We are exposed",
                    ends="CONTROLS Nothing",
                ),
            ),
            terms=TERMS,
        ),
        frame=Frame(
            corpus=fingerprint(corpus),
            items=tuple(
                FrameItem(key=key, period=None, source_id="AR", quote=words) for words, key in items
            ),
        ),
        members=tuple(
            Member(key=key, evidence=(f"CLM{number}",))
            for number, (_, key) in enumerate(_CLAIMS, start=1)
        ),
        excluded=(Exclusion(key="hedging", reason="A remedy, no risk"),),
        not_published=(),
        next_out=None,
        count=4,
        tie_out=None,
    )


def _targets() -> list[Target]:
    base = target(1, "1", "THM1")
    statements = [
        replaced(
            base,
            id=f"T{number}",
            evidence=(f"THM{number}",),
            comparison=StatementComparison(
                proposition=STATEMENTS[number - 1], elements=("what happens",), must_not=()
            ),
        )
        for number in (1, 2)
    ]
    some = SetComparison(members=STATEMENTS[2:], need="at_least", k=1, extras="allowed")
    return [*statements, replaced(base, id="T3", evidence=("THM3", "THM4"), comparison=some)]


def ferry(*edits: tuple[str, NewValue], texts: dict[str, str] = TEXTS) -> ValidationInput:
    """The good candidate, with edits of its evidence or, where a path says so, of its rows."""
    evidence = ferry_evidence()
    base = candidate(ferry_corpus().items, (), evidence.targets)
    rows = replaced(base.rows, rows=tuple(_rows()))
    for path, value in edits:
        if path.startswith("/rows/"):
            rows = with_body(rows, path, value)
        else:
            evidence = with_body(evidence, path, value)
    listed = replaced(base.factorization.obligations[0], deliverable="list")
    return replace(
        base,
        factorization=_listed(base, listed),
        budget=texas_budget(blocks=(Block(id="B1", obligation_id="O1", points=10_000),)),
        evidence=evidence,
        rows=rows,
        reproduction=ferry_reproduction(evidence, texts),
    )


def _listed(base: ValidationInput, obligation: Obligation) -> Factorization:
    return replaced(base.factorization, obligations=(obligation,))


def _rows() -> list[Row]:
    words = (
        "Names as a risk to earnings that {{T1}}.",
        "Says of exchange rates that {{T2}}.",
        "Adds some of these: {{T3}}.",
    )
    return [
        texas_row(number, template=text, target_ids=(f"T{number}",), points=points)
        for number, text, points in zip((1, 2, 3), words, (3_400, 3_300, 3_300), strict=True)
    ]


def ferry_reproduction(evidence: Evidence, texts: dict[str, str] = TEXTS) -> Reproduction:
    return Reproduction(
        scripts=(),
        quotes=(),
        claims=located_claims(evidence, texts),
        scans=scanned(evidence, texts),
    )
