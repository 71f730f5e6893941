"""POP for words: every passage with a term is in the frame, every claim in a theme.

Which sections and terms fit the question code cannot say; it asks, as of every frame.
"""

from collections.abc import Iterator, Mapping

from contracts.evidence import Evidence, Population
from contracts.finding import Finding
from contracts.ids import ClaimId, PopulationId, ThemeId
from contracts.passage import Claim, Passages, Synthesis, Theme
from contracts.reproduction import ClaimMatch, PassageScan
from gates.codes import finding
from gates.validation_input import ValidationInput


def check_passages(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings on populations of passages, then on the themes made from them."""
    found: list[Finding] = []
    scans = {item.population_id: item for item in given.reproduction.scans}
    matches = {item.claim_id: item for item in given.reproduction.claims}
    for index, item in enumerate(given.evidence.populations):
        if isinstance(item.rule, Passages):
            pointer = f"evidence:/populations/{index}"
            scan = scans.get(item.id)
            found += _sections(pointer, item.rule, scan)
            if scan is not None and not scan.unfound:
                found += _hits(pointer, scan)
                found += _members(pointer, item, scan, matches)
    return (*found, *_themes(given.evidence), *_headings(given.evidence, scans))


def claims_of(evidence: Evidence) -> Mapping[ClaimId, Claim]:
    """Claims by id; of a doubled id the first."""
    return {item.id: item for item in reversed(evidence.claims)}


def themes_of(evidence: Evidence) -> Mapping[ThemeId, Theme]:
    """Themes by id, in file order; of a doubled id the last."""
    return {theme.id: theme for item in evidence.syntheses for theme in item.themes}


def _sections(pointer: str, rule: Passages, scan: PassageScan | None) -> Iterator[Finding]:
    unfound = range(len(rule.sections)) if scan is None else scan.unfound
    for place in unfound:
        source = rule.sections[place].source_id
        message = f"first or last words do not stand once, in this order, in {source}: quote more"
        yield finding("POP-section", f"{pointer}/rule/sections/{place}", message)


def _hits(pointer: str, scan: PassageScan) -> Iterator[Finding]:
    for hit in scan.hits:
        if not hit.keys:
            message = f"{hit.source_id} has a passage with a term at {hit.start}: {hit.opening!r}"
            yield finding("POP-hit", f"{pointer}/frame/items", message)


def _members(
    pointer: str, item: Population, scan: PassageScan, matches: Mapping[ClaimId, ClaimMatch]
) -> Iterator[Finding]:
    hits = {key: hit for hit in scan.hits for key in hit.keys}
    for place, entry in enumerate(item.frame.items):
        if entry.key not in hits:
            message = f"the words of {entry.key!r} stand in no passage of the sections with a term"
            yield finding("POP-passage", f"{pointer}/frame/items/{place}", message)
    for place, member in enumerate(item.members):
        hit = hits.get(member.key)
        for step, name in enumerate(member.evidence):
            match = matches.get(name)
            if hit is None or match is None or match.start is None:
                continue
            if match.source_id != hit.source_id or not hit.start <= match.start < hit.end:
                message = f"the quote of {name} stands outside the passage {member.key!r}"
                where = f"{pointer}/members/{place}/evidence/{step}"
                yield finding("POP-member-evidence", where, message)


def _themes(evidence: Evidence) -> Iterator[Finding]:
    populations = {item.id: item for item in reversed(evidence.populations)}
    claims = claims_of(evidence)
    for index, synthesis in enumerate(evidence.syntheses):
        pointer = f"evidence:/syntheses/{index}"
        population = populations.get(synthesis.population_id)
        if population is not None:
            yield from _grouping(pointer, synthesis, population)
        for place, theme in enumerate(synthesis.themes):
            sources = {claims[name].source_id for name in theme.claim_ids if name in claims}
            is_core = bool(theme.heading.strip()) or len(sources) > 1
            if is_core != (theme.weight == "core"):
                should = "core" if is_core else "peripheral"
                message = f"{theme.id} is {theme.weight}; by heading and documents it is {should}"
                yield finding("POP-theme-weight", f"{pointer}/themes/{place}/weight", message)


def _headings(evidence: Evidence, scans: Mapping[PopulationId, PassageScan]) -> Iterator[Finding]:
    """Headings that the source does not have; where sections are missing, that is the finding."""
    for index, synthesis in enumerate(evidence.syntheses):
        scan = scans.get(synthesis.population_id)
        if scan is None or scan.unfound:
            continue
        for place, theme in enumerate(synthesis.themes):
            if theme.id in scan.unheaded:
                pointer = f"evidence:/syntheses/{index}/themes/{place}/heading"
                message = (
                    f"{theme.heading!r} stands in no section of {scan.population_id}: quote the"
                    f" source's own heading of {theme.id}, or leave it out"
                )
                yield finding("POP-theme-heading", pointer, message)


def _grouping(pointer: str, synthesis: Synthesis, population: Population) -> Iterator[Finding]:
    own = {name: member.key for member in population.members for name in member.evidence}
    grouped = {name for theme in synthesis.themes for name in theme.claim_ids}
    for place, theme in enumerate(synthesis.themes):
        foreign = [name for name in theme.claim_ids if name not in own]
        if foreign:
            message = f"{', '.join(foreign)} are claims of no member of {population.id}"
            yield finding("POP-theme", f"{pointer}/themes/{place}/claim_ids", message)
    left = [name for name in own if name not in grouped]
    if left:
        message = f"{', '.join(left)} are in no theme: put them into one or exclude the passage"
        yield finding("POP-theme", f"{pointer}/themes", message)
