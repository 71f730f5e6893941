"""Where words stand in sources: claims, passages with a term, themes, and what came too late."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from contracts.comparison import ForecastComparison
from contracts.cutoff import Known
from contracts.evidence import Evidence, FrameItem, Population
from contracts.ids import SourceId, ThemeId
from contracts.passage import Passages, Section, Theme
from contracts.query import Query
from contracts.reproduction import ClaimMatch, Hit, LaterFigure, PassageScan
from contracts.review import Review
from gates.later_figures import later_figures
from gates.review_themes import Located, Passage
from sources.corpus import LoadedCorpus
from sources.store.quotes import locate

OPENING = 80
"""Characters of a passage that are shown."""


def located_claims(evidence: Evidence, texts: Mapping[SourceId, str]) -> tuple[ClaimMatch, ...]:
    """Where each claim's quote stands."""
    found: list[ClaimMatch] = []
    for item in evidence.claims:
        text = texts.get(item.source_id)
        place = None if text is None else locate(text, item.quote.text)
        found.append(
            ClaimMatch(
                claim_id=item.id,
                source_id=item.source_id,
                outcome="no_source" if place is None else place.outcome,
                start=place and place.start,
                end=place and place.end,
            )
        )
    return tuple(found)


def scanned(evidence: Evidence, texts: Mapping[SourceId, str]) -> tuple[PassageScan, ...]:
    """What sections and terms give, population by population of passages."""
    return tuple(
        _scan(item, item.rule, tuple(_themes_on(item, evidence)), texts)
        for item in evidence.populations
        if isinstance(item.rule, Passages)
    )


def _themes_on(item: Population, evidence: Evidence) -> Iterator[Theme]:
    for synthesis in evidence.syntheses:
        if synthesis.population_id == item.id:
            yield from synthesis.themes


def _unheaded(themes: Iterable[Theme], parts: Sequence[str]) -> Iterator[ThemeId]:
    """Themes with a heading that no section has word for word."""
    for theme in themes:
        absent = (locate(part, theme.heading).outcome == "absent" for part in parts)
        if theme.heading.strip() and all(absent):
            yield theme.id


def _scan(
    item: Population, rule: Passages, themes: tuple[Theme, ...], texts: Mapping[SourceId, str]
) -> PassageScan:
    terms = re.compile(
        r"(?<!\w)(?:" + "|".join(re.escape(term) for term in rule.terms) + ")", re.IGNORECASE
    )
    unfound: list[int] = []
    hits: list[Hit] = []
    parts: list[str] = []
    for place, section in enumerate(rule.sections):
        bounds = _bounds(section, texts)
        if bounds is None:
            unfound.append(place)
            continue
        text = texts[section.source_id]
        parts.append(text[slice(*bounds)])
        for start, end in _lines(text, *bounds):
            if terms.search(text, start, end):
                hits.append(_hit(item.frame.items, section.source_id, text, start, end))
    return PassageScan(
        population_id=item.id,
        unfound=tuple(unfound),
        hits=tuple(hits),
        unheaded=tuple(_unheaded(themes, parts)),
    )


def _bounds(section: Section, texts: Mapping[SourceId, str]) -> tuple[int, int] | None:
    text = texts.get(section.source_id, "")
    begins, ends = locate(text, section.begins), locate(text, section.ends)
    if begins.outcome != "found" or ends.outcome != "found":
        return None
    if begins.start is None or ends.start is None or begins.start >= ends.start:
        return None
    return begins.start, ends.start


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Offsets of the lines of a stretch that are not blank."""
    for found in re.compile(r"[^\n]*\S[^\n]*").finditer(text, start, end):
        yield found.span()


def _hit(items: tuple[FrameItem, ...], source_id: SourceId, text: str, start: int, end: int) -> Hit:
    line = text[start:end]
    return Hit(
        source_id=source_id,
        start=start,
        end=end,
        keys=tuple(
            item.key
            for item in items
            if item.source_id == source_id
            and item.quote.strip()
            and locate(line, item.quote).outcome == "found"
        ),
        opening=line.strip()[:OPENING],
    )


def located_themes(evidence: Evidence, review: Review, texts: Mapping[SourceId, str]) -> Located:
    """The lines in which the quotes of the reviewer's and of the writer's themes stand."""
    return Located(
        own=tuple(
            tuple(_passage(item.source_id, item.quote, texts) for item in theme.passages)
            for theme in review.themes
        ),
        claims={
            item.id: _passage(item.source_id, item.quote.text, texts) for item in evidence.claims
        },
    )


def _passage(source_id: SourceId, quote: str, texts: Mapping[SourceId, str]) -> Passage | None:
    text = texts.get(source_id, "")
    found = locate(text, quote)
    if found.outcome != "found" or found.start is None:
        return None
    end = text.find("\n", found.start)
    return Passage(source_id, text.rfind("\n", 0, found.start) + 1, len(text) if end < 0 else end)


def later_in(evidence: Evidence, query: Query, loaded: LoadedCorpus) -> tuple[LaterFigure, ...]:
    """What a forecast must not hold; empty when nothing is forecast."""
    if not any(isinstance(item.comparison, ForecastComparison) for item in evidence.targets):
        return ()
    known = {
        item.card.id
        for item in loaded.corpus.items
        if item.card.times.known_by(query.cutoff) in (Known.YES, Known.UNVERIFIED)
    }
    texts = loaded.texts
    return later_figures(
        (query.text, *(text for name, text in texts.items() if name in known)),
        {name: text for name, text in texts.items() if name not in known},
    )
