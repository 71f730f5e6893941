"""Evidence by id: what every family needs to follow a reference.

Lookups answer None for an id that leads nowhere: `gates/structure.py` reports it, once, and the
families stay total.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from contracts.evidence import Derivation, Evidence, Observation, Population, Target
from contracts.ids import EvidenceId, PopulationId
from contracts.period import Period
from contracts.quantity import Quantity, Scale, Unit


class Figure(NamedTuple):
    """What observations and derivations have in common."""

    id: EvidenceId
    value: Decimal
    """The digits as stated, before unit and scale."""
    unit: Unit
    scale: Scale
    period: Period | None
    source: Observation | Derivation

    @property
    def quantity(self) -> Quantity:
        """Value, unit and scale as one."""
        return Quantity(value=self.value, unit=self.unit, scale=self.scale)


def figures_of(evidence: Evidence) -> Mapping[EvidenceId, Figure]:
    """Observations and derivations by id; of a doubled id the first."""
    found: dict[EvidenceId, Figure] = {}
    for item in evidence.observations:
        _ = found.setdefault(
            item.id, Figure(item.id, item.value, item.unit, item.scale, item.period, item)
        )
    for item in evidence.derivations:
        _ = found.setdefault(
            item.id, Figure(item.id, item.result, item.unit, item.scale, item.period, item)
        )
    return found


def derivations_of(evidence: Evidence) -> Mapping[EvidenceId, Derivation]:
    """Derivations by id; of a doubled id the first."""
    return {item.id: item for item in reversed(evidence.derivations)}


def populations_of(evidence: Evidence) -> Mapping[PopulationId, Population]:
    """Populations by id; of a doubled id the first."""
    return {item.id: item for item in reversed(evidence.populations)}


def target_pointers(evidence: Evidence) -> Iterator[tuple[str, Target]]:
    """Every target with its pointer, in file order."""
    for index, target in enumerate(evidence.targets):
        yield f"evidence:/targets/{index}", target
