"""What an export leaves out: words of sources that are not for everyone."""

from collections.abc import Mapping

from contracts.evidence import Observation
from contracts.ids import SourceId
from contracts.review import OwnComputation, OwnDetermination, OwnInput, OwnWords, Review
from contracts.rubric import Rubric
from contracts.source import SourceClass
from reports.withheld_passages import (
    evidence_without,
    own_theme_without,
    reproduction_without,
)

WITHHELD: frozenset[SourceClass] = frozenset({"internal", "restricted"})
"""Classes of sources whose words are not exported; figures read in them are."""


def withheld_note(source_class: SourceClass) -> str:
    """What stands in the place of a quote."""
    return f"[quote left out: {source_class} source]"


def without_withheld(rubric: Rubric) -> Rubric:
    """The rubric as it may leave the house; the same object when nothing has to be left out."""
    classes: dict[SourceId, SourceClass] = {
        item.card.id: item.card.source_class
        for item in rubric.sources
        if item.card.source_class in WITHHELD
    }
    if not classes:
        return rubric
    observations = tuple(_observation(item, classes) for item in rubric.evidence.observations)
    evidence = evidence_without(rubric.evidence, classes)
    evidence = evidence.model_copy(update={"observations": observations})
    reviews = tuple(_review(item, classes) for item in rubric.trail.reviews)
    trail = rubric.trail.model_copy(update={"reviews": reviews})
    sources = tuple(
        item.model_copy(update={"card": item.card.model_copy(update={"note": ""})})
        if item.card.id in classes
        else item
        for item in rubric.sources
    )
    return rubric.model_copy(
        update={
            "evidence": evidence,
            "reproduction": reproduction_without(rubric.reproduction, classes),
            "trail": trail,
            "sources": sources,
        }
    )


def _observation(item: Observation, classes: Mapping[SourceId, SourceClass]) -> Observation:
    if item.source_id not in classes:
        return item
    note = withheld_note(classes[item.source_id])
    return item.model_copy(update={"quote": item.quote.model_copy(update={"text": note})})


def _review(review: Review, classes: Mapping[SourceId, SourceClass]) -> Review:
    return review.model_copy(
        update={
            "computations": tuple(_computation(c, classes) for c in review.computations),
            "determinations": tuple(_determination(d, classes) for d in review.determinations),
            "themes": tuple(own_theme_without(theme, classes) for theme in review.themes),
        }
    )


def _computation(
    computation: OwnComputation, classes: Mapping[SourceId, SourceClass]
) -> OwnComputation:
    inputs = tuple(_input(item, classes) for item in computation.inputs)
    return computation.model_copy(update={"inputs": inputs})


def _determination(
    item: OwnDetermination, classes: Mapping[SourceId, SourceClass]
) -> OwnDetermination:
    figures = tuple(_input(figure, classes) for figure in item.figures)
    words = tuple(_words(word, classes) for word in item.words)
    return item.model_copy(update={"figures": figures, "words": words})


def _words(item: OwnWords, classes: Mapping[SourceId, SourceClass]) -> OwnWords:
    if item.source_id not in classes:
        return item
    note = withheld_note(classes[item.source_id])
    return item.model_copy(update={"text": note, "quote": note})


def _input(item: OwnInput, classes: Mapping[SourceId, SourceClass]) -> OwnInput:
    if item.source_id not in classes:
        return item
    return item.model_copy(update={"quote": withheld_note(classes[item.source_id])})
