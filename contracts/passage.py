"""What words are evidence of: claims, the passages they stand in, and themes that group them.

A qualitative question has no figure to derive. Its frame is the passages of named sections that
hold one of the listed terms; a synthesis puts the claims of its members into themes.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from contracts.contract import Contract, Text, Words
from contracts.ids import ClaimId, PopulationId, SourceId, SynthesisId, ThemeId

Term = Annotated[Words, StringConstraints(max_length=80)]
Heading = Annotated[Words, StringConstraints(max_length=300)]


class Quote(Contract):
    """Words that stand verbatim in a source, and where."""

    text: Annotated[Words, StringConstraints(max_length=600)]
    locator: Words
    """Section, table or page where a reader finds the words."""


class Claim(Contract):
    """One thing that somebody says in one source; that it is true is not claimed."""

    id: ClaimId
    speaker: Words
    """Who says it, such as `management` or `the auditor`."""
    proposition: Words
    """What is said, in the writer's own words."""
    source_id: SourceId
    quote: Quote


class Section(Contract):
    """Part of a source, from the first words of it to the first words after it."""

    source_id: SourceId
    begins: Heading
    """Verbatim, and once in the source: the heading with the words that follow it."""
    ends: Heading
    """Verbatim, and once in the source."""


class Passages(Contract):
    """Every passage of the sections in which a word begins with one of the terms.

    A passage is a line of the source's text, which is a paragraph, a heading or a table row.
    """

    kind: Literal["passages"]
    sections: Annotated[tuple[Section, ...], Field(min_length=1)]
    terms: Annotated[tuple[Term, ...], Field(min_length=1)]


class Theme(Contract):
    """What several passages, or one with a heading of its own, have in common."""

    id: ThemeId
    statement: Words
    weight: Literal["core", "peripheral"]
    """`core`: asked for one by one; `peripheral`: some of them suffice."""
    claim_ids: Annotated[tuple[ClaimId, ...], Field(min_length=1)]
    heading: Text = ""
    """The heading that the source itself gives the theme, verbatim; empty when it has none."""


class Synthesis(Contract):
    """A derivation without script: the members of a population, put into themes by a reader."""

    id: SynthesisId
    statement: Words
    population_id: PopulationId
    themes: Annotated[tuple[Theme, ...], Field(min_length=1)]
