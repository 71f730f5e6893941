"""The reviewer's own themes against the writer's: which passages do they share?

Two quotes are of one passage when they stand in the same line of the source's text. Words are not
compared: two readers name one theme in two ways.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from contracts.evidence import Evidence
from contracts.ids import ClaimId, SourceId
from contracts.passage import Theme
from contracts.review import OwnTheme, Review
from gates.themes import rests_on_theme


class Passage(NamedTuple):
    """A line of a source's text that a quote stands in; offsets in code points."""

    source_id: SourceId
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Located:
    """Where the quotes of both sides stand; None where a quote does not stand once."""

    own: tuple[tuple[Passage | None, ...], ...] = ()
    """By own theme and passage, in the review's order."""
    claims: Mapping[ClaimId, Passage | None] = field(default_factory=lambda: MappingProxyType({}))


NOWHERE = Located()
"""What is known before anything was looked up."""


def graded_themes(evidence: Evidence) -> tuple[tuple[str, Theme], ...]:
    """Themes that outcome targets rest on, each with its pointer."""
    names = {
        name
        for target in evidence.targets
        if target.role == "outcome" and rests_on_theme(target)
        for name in target.evidence
    }
    return tuple(
        (f"evidence:/syntheses/{index}/themes/{place}", theme)
        for index, synthesis in enumerate(evidence.syntheses)
        for place, theme in enumerate(synthesis.themes)
        if theme.id in names
    )


def theme_problems(
    evidence: Evidence, review: Review, located: Located
) -> Iterator[tuple[str, str, str]]:
    """Code, pointer and words of every own quote that is absent and own theme without a match."""
    theirs = [_passages(theme, located) for _, theme in graded_themes(evidence)]
    for place, theme in enumerate(review.themes):
        own = _own(theme, place, located)
        pointer = f"review:/themes/{place}"
        if None in own:
            message = f"a passage of own theme {theme.statement!r} does not stand in its source"
            yield "REV-quote-absent", pointer, message
        elif not any(own & other for other in theirs):
            message = f"no theme of the candidate has a passage of {theme.statement!r}"
            yield "REV-theme-unmatched", pointer, message


def lacking_themes(
    evidence: Evidence, review: Review, located: Located
) -> Iterator[tuple[str, str, str]]:
    """Core themes of the candidate that share no passage with any own theme."""
    own = {
        passage
        for place, theme in enumerate(review.themes)
        for passage in _own(theme, place, located)
    }
    for pointer, theme in graded_themes(evidence):
        if theme.weight == "core" and not own & _passages(theme, located):
            message = f"the reviewer found no passage of core theme {theme.id}"
            yield "REV-theme-lacking", pointer, message


def _own(theme: OwnTheme, place: int, located: Located) -> set[Passage | None]:
    """Passages of an own theme; a theme that was not looked up stands nowhere."""
    found = located.own[place] if place < len(located.own) else ()
    return set(found) if len(found) == len(theme.passages) else {None}


def _passages(theme: Theme, located: Located) -> set[Passage | None]:
    return {located.claims.get(name) for name in theme.claim_ids} - {None}
