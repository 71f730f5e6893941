"""The parts of a rubric by their ids, and what an expected value rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from contracts.context import ContextCriterion
from contracts.errors import InputError
from contracts.evidence import Convention, Derivation, Observation, Population, Target
from contracts.factorization import Component
from contracts.ids import RowId
from contracts.passage import Claim
from contracts.quantity import figure_text
from contracts.reproduction import QuoteMatch, ScriptRun
from contracts.rubric import Rubric, RubricRow
from contracts.source import CorpusItem


@dataclass(frozen=True, slots=True)
class Lookup:
    """Every part of one rubric by id."""

    rows: Mapping[str, RubricRow]
    criteria: Mapping[str, ContextCriterion]
    components: Mapping[str, Component]
    targets: Mapping[str, Target]
    observations: Mapping[str, Observation]
    derivations: Mapping[str, Derivation]
    claims: Mapping[str, Claim]
    populations: Mapping[str, Population]
    conventions: Mapping[str, Convention]
    sources: Mapping[str, CorpusItem]
    runs: Mapping[str, ScriptRun]
    quotes: Mapping[str, QuoteMatch]
    scripts: Mapping[str, str]
    bindings: Mapping[str, str]
    """Words of the query by binding id."""

    def row(self, row_id: RowId) -> RubricRow:
        """The row of this id.

        Raises:
            InputError: the rubric has no such row; names those it has.
        """
        if row_id not in self.rows:
            msg = f"the rubric has no row {row_id[:20]!r}; it has {', '.join(self.rows)}"
            raise InputError(msg)
        return self.rows[row_id]

    def figure(self, evidence_id: str) -> str:
        """The value of an observation or derivation in words; empty for anything else."""
        if item := self.observations.get(evidence_id):
            return figure_text(item.value, item.unit, item.scale)
        if step := self.derivations.get(evidence_id):
            return figure_text(step.result, step.unit, step.scale)
        return ""

    def closure(self, ids: Iterable[str]) -> tuple[str, ...]:
        """These observations and derivations and all they are computed from, outermost first.

        A population stands for the evidence of its members. Ids that dangle are left out, and a
        circle ends where it closes: gates refuse both, a print must survive them.
        """
        found: dict[str, None] = {}
        waiting = list(ids)
        while waiting:
            current = waiting.pop(0)
            if population := self.populations.get(current):
                waiting.extend(i for member in population.members for i in member.evidence)
            elif current not in found and (
                current in self.observations or current in self.derivations
            ):
                found[current] = None
                step = self.derivations.get(current)
                waiting.extend(step.inputs if step else ())
        return tuple(found)


def lookup(rubric: Rubric) -> Lookup:
    """Index a rubric."""
    evidence = rubric.evidence
    obligations = rubric.factorization.obligations
    return Lookup(
        rows={row.id: row for row in rubric.rows},
        criteria={item.id: item for item in rubric.context.criteria},
        components={part.id: part for item in obligations for part in item.components},
        targets={target.id: target for target in evidence.targets},
        observations={item.id: item for item in evidence.observations},
        derivations={item.id: item for item in evidence.derivations},
        claims={item.id: item for item in evidence.claims},
        populations={item.id: item for item in evidence.populations},
        conventions={item.id: item for item in evidence.conventions},
        sources={item.card.id: item for item in rubric.sources},
        runs={run.derivation_id: run for run in rubric.reproduction.scripts},
        quotes={match.observation_id: match for match in rubric.reproduction.quotes},
        scripts={script.name: script.text for script in rubric.scripts.scripts},
        bindings={item.id: item.text for item in rubric.factorization.bindings},
    )
