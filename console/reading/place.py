"""Where a finding points: which rows it concerns, and which piece of evidence it names."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contracts.evidence import Evidence, Target
from contracts.finding import Finding
from contracts.rubric import RubricRow

_POINTER = re.compile(
    r"(?P<file>[a-z_]+):(?:/(?P<list>[a-z_]+)(?:/(?P<index>[0-9]{1,5}))?(?:/.*)?)?"
)
_OF_REVIEW = re.compile(r"(?P<pointer>[a-z_]+:/[^\s:]*): ")
"""How a review's finding begins in the queue: with the pointer that the reviewer gave."""
_ROW_FILES = ("rows", "composition")


@dataclass(frozen=True, slots=True)
class Place:
    """One place in a role's files."""

    file: str
    list: str
    index: int | None


def place_of(finding: Finding) -> Place | None:
    """The place a finding names; a review's stands in its words. None for what has no such form."""
    pointer = finding.pointer
    if pointer.startswith("review:"):
        inner = _OF_REVIEW.match(finding.message)
        pointer = inner["pointer"] if inner else pointer
    found = _POINTER.fullmatch(pointer)
    if found is None:
        return None
    index = found["index"]
    return Place(found["file"], found["list"] or "", int(index) if index else None)


@dataclass(frozen=True, slots=True)
class Links:
    """What each row of one version rests on, so that a place leads to rows."""

    rows: tuple[RubricRow, ...]
    evidence: Evidence
    rests_on: Mapping[str, frozenset[str]]
    """Row to the ids of its targets, figures, claims, sources, populations and choices."""

    def evidence_id(self, place: Place | None) -> str:
        """The id of what stands at a place of the evidence file; empty for none."""
        if place is None or place.file != "evidence" or place.index is None:
            return ""
        ids = _listed(self.evidence).get(place.list, [])
        return ids[place.index] if place.index < len(ids) else ""

    def rows_at(self, place: Place | None) -> tuple[str, ...]:
        """The rows that what stands at a place bears on, in the order of the rubric."""
        if place is None:
            return ()
        if place.file in _ROW_FILES:
            if place.list == "rows" and place.index is not None and place.index < len(self.rows):
                return (self.rows[place.index].id,)
            return ()
        named = self.evidence_id(place)
        return tuple(row.id for row in self.rows if named and named in self.rests_on[row.id])


def links_of(rows: tuple[RubricRow, ...], evidence: Evidence) -> Links:
    """Follow every row of a version down to its sources."""
    return Links(rows, evidence, {row.id: _rests_on(row, evidence) for row in rows})


def _listed(evidence: Evidence) -> dict[str, list[str]]:
    return {
        "sources": [item.id for item in evidence.sources],
        "observations": [item.id for item in evidence.observations],
        "derivations": [item.id for item in evidence.derivations],
        "claims": [item.id for item in evidence.claims],
        "populations": [item.id for item in evidence.populations],
        "conventions": [item.id for item in evidence.conventions],
        "targets": [item.id for item in evidence.targets],
    }


def _rests_on(row: RubricRow, evidence: Evidence) -> frozenset[str]:
    named = {item.target_id for item in row.expected}
    targets = [target for target in evidence.targets if target.id in named]
    figures = _closure((i for target in targets for i in target.evidence), evidence)
    said = (*evidence.observations, *evidence.claims)
    return frozenset(
        (
            *(target.id for target in targets),
            *figures,
            *(item.source_id for item in said if item.id in figures),
            *_populations(figures, evidence),
            *_conventions(targets, evidence),
        )
    )


def _closure(ids: Iterable[str], evidence: Evidence) -> frozenset[str]:
    """These ids and all they are computed from; themes and populations stand for what they hold."""
    holds: dict[str, tuple[str, ...]] = {item.id: item.inputs for item in evidence.derivations}
    for population in evidence.populations:
        holds[population.id] = tuple(i for member in population.members for i in member.evidence)
    for synthesis in evidence.syntheses:
        holds |= {theme.id: theme.claim_ids for theme in synthesis.themes}
    found: set[str] = set()
    waiting = list(ids)
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(holds.get(current, ()))
    return frozenset(found)


def _populations(figures: frozenset[str], evidence: Evidence) -> tuple[str, ...]:
    """Populations that bring any of these figures."""
    return tuple(
        item.id
        for item in evidence.populations
        if any(figures & set(member.evidence) for member in item.members)
    )


def _conventions(targets: list[Target], evidence: Evidence) -> tuple[str, ...]:
    ids = {target.id for target in targets}
    return tuple(item.id for item in evidence.conventions if ids & set(item.affects))
