"""A question in words on a real report: which risks does management see in rates and currencies?

The report is read from the shared folder and the quotes are taken from it by place, so that none
of its text stands here. Roles are played; passages, themes, rows and the diff are decided by code.
"""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from contracts.comparison_kind import SetComparison, StatementComparison
from contracts.contract import Json, fingerprint
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
from contracts.feature import Feature
from contracts.passage import Claim, Passages, Quote, Section, Synthesis, Theme
from contracts.review import (
    Answer,
    OwnDetermination,
    OwnPassage,
    OwnTheme,
    OwnWords,
    Reopened,
    Review,
    ReviewCheck,
)
from contracts.rows import Candidate, Row
from contracts.rubric import Rubric
from contracts.stated import StatedSet
from orchestrator.reader import read
from orchestrator.runner import advance
from sources.corpus import LoadedCorpus
from tests.contract_edit import replaced
from tests.orchestrator.altered import part
from tests.orchestrator.deciding import open_item
from tests.orchestrator.ends import ONE_ROW_IN_WORDS, THEME_OF_ONE_READER
from tests.orchestrator.play import RUN, deps_of, played_services, start_example
from tests.orchestrator.story import (
    Story,
    Told,
    active_principle,
    candidate_files,
    passed_criteria,
    told,
)

pytestmark = [pytest.mark.shared, pytest.mark.timeout(600)]

REPORT = "10-Q-2025-Q2"
TERMS = ("fluctuat", "negatively")
MARKERS = (
    "debt will fluctuate",
    "may negatively affect",
    "fluctuations in our net income",
    "non-derivative instruments may reduce",
)
"""Words by which the passages on effects are found; the others lead in, or say how hedges work."""
THEMES = (
    ("Interest Rate Risk", "The market value of debt and what cash earns move with interest rates"),
    ("Foreign Currency Risk", "A weaker foreign currency lowers revenue and income in dollars"),
)
"""Headings of the section, and what is said under them, in our words."""
FURTHER = (
    "Measuring balances in other currencies again moves net income",
    "Hedging by debt in euros leaves a part of the currency effect",
)
"""What else is said under the second heading: no theme has a heading of its own."""
SAID = (*(statement for _, statement in THEMES), *FURTHER)
OWN_WORDS = {"income": "net income", "hedge": "non-derivative instruments"}
OWN_SCRIPT = f"""\
import json, sys
read = json.load(open(sys.argv[1]))
said = (("income", {FURTHER[0]!r}), ("hedge", {FURTHER[1]!r}))
print("\\n".join(words for name, words in said if name in read))
"""
"""Prints each further theme for which the reviewer read words."""


def section(text: str) -> tuple[int, int]:
    """Bounds of the section on market risk: the last place of its heading to the next one's."""
    start = text.rindex("Item 3.Quantitative")
    return start, text.index("Item 4.", start)


def first_words(text: str, start: int) -> str:
    """Enough words from a place on to tell it from every other."""
    return " ".join(text[start : start + 200].split()[:14])


def passages(text: str) -> list[str]:
    """Lines of the section in which a word begins with a term."""
    wanted = re.compile("|".join(rf"\b{term}" for term in TERMS), re.IGNORECASE)
    start, end = section(text)
    return [line.strip() for line in text[start:end].splitlines() if wanted.search(line)]


def words_from(passage: str, place: int, count: int) -> str:
    """Some words of a passage from a place on: at most a short sentence is ever quoted."""
    return " ".join(passage[place:].split()[:count])


def evidence_of(loaded: LoadedCorpus) -> Evidence:
    item = loaded.corpus.items[0]
    text = loaded.texts[REPORT]
    start, end = section(text)
    found = passages(text)
    keys = [f"passage {number}" for number in range(1, len(found) + 1)]
    chosen = _chosen(found)
    return Evidence(
        sources=(UsedSource(id=item.card.id, snapshot=item.snapshot),),
        observations=(),
        derivations=(),
        claims=tuple(
            Claim(
                id=f"CLM{number}",
                speaker="management",
                proposition=SAID[number - 1],
                source_id=REPORT,
                quote=Quote(text=_effect(found[place], number), locator="Item on market risk"),
            )
            for number, place in enumerate(chosen, start=1)
        ),
        syntheses=(
            Synthesis(
                id="SYN1",
                statement="What moves against the issuer",
                population_id="POP1",
                themes=tuple(_theme(number) for number in range(1, len(SAID) + 1)),
            ),
        ),
        populations=(
            Population(
                id="POP1",
                statement="Passages on market risk that speak of an effect",
                key_type="passage",
                rule=Passages(
                    kind="passages",
                    sections=(
                        Section(
                            source_id=REPORT,
                            begins=first_words(text, start),
                            ends=first_words(text, end),
                        ),
                    ),
                    terms=TERMS,
                ),
                frame=Frame(
                    corpus=fingerprint(loaded.corpus),
                    items=tuple(
                        FrameItem(
                            key=key, period=None, source_id=REPORT, quote=words_from(words, 0, 18)
                        )
                        for key, words in zip(keys, found, strict=True)
                    ),
                ),
                members=tuple(
                    Member(key=keys[place], evidence=(f"CLM{number}",))
                    for number, place in enumerate(chosen, start=1)
                ),
                excluded=tuple(
                    Exclusion(key=key, reason="Leads in, or says how a hedge is made and booked")
                    for place, key in enumerate(keys)
                    if place not in chosen
                ),
                not_published=(),
                next_out=None,
                count=len(chosen),
                tie_out=None,
            ),
        ),
        conventions=(),
        targets=(_target(1), _target(2), _some_of_the_further()),
    )


def _theme(number: int) -> Theme:
    heading = THEMES[number - 1][0] if number <= len(THEMES) else ""
    return Theme(
        id=f"THM{number}",
        statement=SAID[number - 1],
        weight="core" if heading else "peripheral",
        claim_ids=(f"CLM{number}",),
        heading=heading,
    )


def _some_of_the_further() -> Target:
    return replaced(
        _target(1),
        id="T3",
        statement="Whether one of the further themes is named",
        comparison=SetComparison(members=FURTHER, need="at_least", k=1, extras="allowed"),
        evidence=("THM3", "THM4"),
    )


def _chosen(found: list[str]) -> tuple[int, ...]:
    return tuple(
        next(place for place, words in enumerate(found) if marker in words) for marker in MARKERS
    )


def _effect(passage: str, number: int) -> str:
    return words_from(passage, passage.index(MARKERS[number - 1]), 12)


def _target(number: int) -> Target:
    return Target(
        id=f"T{number}",
        component_id="O1.1",
        role="outcome",
        statement=f"Whether theme {number} is named",
        comparison=StatementComparison(
            proposition=THEMES[number - 1][1],
            elements=("what moves", "what it does to the issuer"),
            must_not=("a risk that only a later report names",),
        ),
        evidence=(f"THM{number}",),
        alternatives=(),
        status="resolved",
    )


def reviewed(evidence: Evidence, loaded: LoadedCorpus) -> Review:
    """Own themes that quote the same passages by their first words."""
    found = passages(loaded.texts[REPORT])
    return review_of(
        evidence, found, *(words_from(found[place], 0, 10) for place in _chosen(found))
    )


def reviewed_with_more(evidence: Evidence, loaded: LoadedCorpus) -> Review:
    """One more own theme, from a passage that the writer left out: what cash earns moves."""
    found = passages(loaded.texts[REPORT])
    cash = next(words for words in found if "fluctuates" in words)
    own = [words_from(found[place], 0, 10) for place in _chosen(found)]
    return review_of(evidence, found, *own, words_from(cash, 0, 10))


def _own_determination(found: list[str]) -> OwnDetermination:
    """What the further themes are, by a script from words that the reviewer read."""
    places = _chosen(found)[len(THEMES) :]
    return OwnDetermination(
        target_id="T3",
        script="own_further.py",
        words=tuple(
            OwnWords(
                name=name,
                text=text,
                source_id=REPORT,
                quote=words_from(found[place], found[place].index(text), 8),
            )
            for (name, text), place in zip(OWN_WORDS.items(), places, strict=True)
        ),
        result=StatedSet(members=FURTHER),
    )


def review_of(evidence: Evidence, found: list[str], *quotes: str) -> Review:
    excluded = evidence.populations[0].excluded
    return Review(
        reopened=(Reopened(source_id=REPORT, agrees=True, note="The section read again."),),
        computations=(),
        determinations=(_own_determination(found),),
        themes=tuple(
            OwnTheme(
                statement=f"Own theme {number}",
                passages=(OwnPassage(source_id=REPORT, quote=quote),),
            )
            for number, quote in enumerate(quotes, start=1)
        ),
        criteria=passed_criteria(),
        findings=(),
        answers=tuple(
            Answer(question_id=f"Q{number}", acceptable=True, answer="Yes: read in the report.")
            for number in range(1, len(evidence.targets) + 1 + len(excluded) + 1)
        ),
    )


def row(number: int, template: str, targets: tuple[str, ...], points: int, principle: str) -> Row:
    return Row(
        id=f"R{number}",
        block_id="B1",
        role="outcome",
        template=template,
        target_ids=targets,
        criterion_ids=("CR1",),
        principle_ids=(principle,),
        points=points,
        rationale="Whoever is not told of it does not hedge it.",
    )


def story(shared: Path) -> Story:
    filing = shared / "data" / "sec_filings" / "html" / "nflx-10-q-2025-07-18.html"
    text = (
        "What risks does the management of Netflix associate with interest rates and foreign"
        " currencies in its latest quarterly report?"
    )
    given = Story(
        text=text,
        entity="Netflix",
        measure="risks",
        signature="List what management says can move against a company, from its report.",
        deliverable="list",
        features=(Feature.QUALITATIVE,),
        cutoff=date(2025, 9, 30),
        sources={REPORT: Told(f"{REPORT}.html", filing.read_bytes(), "2025-07-18")},
        evidence=evidence_of,
        rows=Candidate.model_construct(rows=()),
        review=reviewed,
        own_scripts={"own_further.py": OWN_SCRIPT},
    )
    principle = active_principle(given)
    rows = (
        row(1, "Says of interest rates: {{T1}}.", ("T1",), 3_400, principle),
        row(2, "Names as an effect of exchange rates: {{T2}}.", ("T2",), 3_300, principle),
        row(3, "Adds some of these: {{T3}}.", ("T3",), 3_300, principle),
    )
    return replace(given, rows=Candidate(rows=rows))


async def test_themes_of_the_report_are_accepted_when_both_readers_find_them(
    shared: Path, tmp_path: Path
) -> None:
    given = story(shared)
    altered = told(given, tmp_path)
    async with played_services(tmp_path / "data", example=altered.example) as services:
        await start_example(services, query=given.query, example=altered.example)
        assert await advance(services, RUN) == "accepted"
        deps = await deps_of(services)
        check = (await read(deps, ReviewCheck, "review")).body
        rubric = (await read(deps, Rubric, "accept")).body
    assert (check.verdict, check.findings) == ("passed", ())
    (own,) = check.reruns
    assert (own.target_id, own.outcome, own.accepted) == ("T3", "equal", "accepted")
    assert own.printed.splitlines() == [*FURTHER]
    assert [one.text for one in rubric.rows] == [
        f"Says of interest rates: {THEMES[0][1]}.",
        f"Names as an effect of exchange rates: {THEMES[1][1]}.",
        f"Adds some of these: {'; '.join(FURTHER)}.",
    ]
    (scan,) = rubric.reproduction.scans
    frame = rubric.evidence.populations[0].frame.items
    assert len(scan.hits) == len(frame) > len(THEMES)
    assert all(hit.keys for hit in scan.hits)


def one_row(body: dict[str, Json]) -> None:
    """What a writer does who is held to nothing: one row of 100 points on all of it."""
    only = part(body, "rows", 0)
    only.update(template="Discusses the risks: {{T1}}.", points=10_000)
    body["rows"] = [only]


def without_themes(body: dict[str, Json]) -> None:
    _ = body.pop("syntheses")
    part(body, "targets", 0)["evidence"] = ["CLM1", "CLM2"]
    body["targets"] = [part(body, "targets", 0)]


async def test_one_row_that_risks_are_discussed_is_refused_by_code(
    shared: Path, tmp_path: Path
) -> None:
    given = story(shared)
    altered = told(given, tmp_path)
    altered.edit_body("rows.json", one_row)
    altered.edit_body("evidence.json", without_themes)
    for turn in (2, 3):
        altered.add_turn("writer", turn, {})
    async with played_services(tmp_path / "data", example=altered.example) as services:
        await start_example(services, query=given.query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
    ONE_ROW_IN_WORDS.check(item)


@pytest.mark.slow
async def test_a_theme_that_only_the_reviewer_finds_goes_back_and_ends_in_the_queue(
    shared: Path, tmp_path: Path
) -> None:
    given = replace(story(shared), review=reviewed_with_more)
    altered = told(given, tmp_path)
    for activation in (1, 2):
        altered.add_turn("reviser", 1, candidate_files(given), activation=activation)
        files = {"out/review.json": "review.json", "out/scripts/own_further.py": "own_further.py"}
        altered.add_turn("reviewer", 1, files, activation=activation + 1)
    async with played_services(tmp_path / "data", example=altered.example) as services:
        await start_example(services, query=given.query, example=altered.example)
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
    THEME_OF_ONE_READER.check(item)
