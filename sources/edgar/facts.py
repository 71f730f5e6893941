"""XBRL facts as of a cutoff: what each filing had said of a concept by then.

A value that was restated after the cutoff stands beside the one that was known; only the latter
passes. Frames name the last filed value of each entity and no filing date, so a frame alone is
never evidence: its rows are taken back to the entity's own facts.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from contracts.cutoff import Cutoff, SourceTimes
from sources.as_of import Sifted, sift
from sources.edgar.filing import filing_times
from sources.edgar.shape import CompanyConcept, CompanyFacts, FactRow


class CompanyFact(NamedTuple):
    """One value of one concept, as one filing stated it."""

    entity: str
    taxonomy: str
    tag: str
    unit: str
    start: date | None
    end: date
    value: Decimal
    accession: str
    form: str
    filed: date | None

    @property
    def times(self) -> SourceTimes:
        """Since when the public could read it."""
        return _times(self.form, self.filed)

    @property
    def period(self) -> str:
        """A line for people."""
        return f"{self.start} to {self.end}" if self.start else f"at the end of {self.end}"

    @property
    def label(self) -> str:
        """A line for people."""
        return f"{self.tag} {self.period} in {self.accession}"


@cache
def _times(form: str, filed: date | None) -> SourceTimes:
    return filing_times(form, filed, verified=False)


def of_company(found: CompanyFacts, *, tag: str) -> Iterator[CompanyFact]:
    """The facts of one concept, whichever taxonomy has it; of all concepts where `tag` is empty."""
    for taxonomy, concepts in found.facts.items():
        for name, concept in concepts.items():
            if tag in ("", name):
                for unit, rows in concept.units.items():
                    yield from _facts(found.name, (taxonomy, name), unit=unit, rows=rows)


def of_concept(found: CompanyConcept) -> Iterator[CompanyFact]:
    """The facts of one concept of one entity."""
    for unit, rows in found.units.items():
        yield from _facts(found.name, (found.taxonomy, found.tag), unit=unit, rows=rows)


def _facts(
    entity: str, concept: tuple[str, str], *, unit: str, rows: Iterable[FactRow]
) -> Iterator[CompanyFact]:
    taxonomy, tag = concept
    for row in rows:
        yield CompanyFact(
            entity,
            taxonomy,
            tag,
            unit,
            row.start,
            row.end,
            row.val,
            row.accn,
            row.form,
            row.filed,
        )


def known_facts(facts: Iterable[CompanyFact], cutoff: Cutoff) -> Sifted[CompanyFact]:
    """The facts that were filed by the cutoff."""
    return sift(facts, cutoff, times=lambda item: item.times, name=lambda item: item.label)


class Standing(NamedTuple):
    """What stood for a period at the cutoff."""

    fact: CompanyFact
    """The last one filed by then."""
    restated: tuple[CompanyFact, ...]
    """Earlier ones with another value, oldest first."""


def standing(known: Iterable[CompanyFact]) -> tuple[Standing, ...]:
    """The last filed value of each concept, unit and period; newest period first."""
    periods: dict[tuple[str, str, str, date | None, date], list[CompanyFact]] = {}
    for fact in known:
        key = (fact.taxonomy, fact.tag, fact.unit, fact.start, fact.end)
        periods.setdefault(key, []).append(fact)
    found: list[Standing] = []
    for facts in periods.values():
        ordered = sorted(facts, key=lambda fact: (fact.filed or date.min, fact.accession))
        last = ordered[-1]
        found.append(Standing(last, tuple(f for f in ordered if f.value != last.value)))
    return tuple(
        sorted(found, key=lambda item: (item.fact.end, item.fact.start or date.min), reverse=True)
    )
