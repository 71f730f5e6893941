"""Everything the validator reads, as one value: it decides against nothing else."""

from dataclasses import dataclass

from contracts.budget import Budget
from contracts.context import Context
from contracts.evidence import Evidence
from contracts.factorization import Factorization
from contracts.guard import Guard
from contracts.ids import Sha256
from contracts.kind import KindCatalogue
from contracts.profile import Profile
from contracts.query import Query
from contracts.reproduction import Reproduction
from contracts.rows import Candidate, Scripts
from contracts.source import Corpus


@dataclass(frozen=True, slots=True)
class ValidationInput:
    """One candidate and all it is held against."""

    query: Query
    factorization: Factorization
    budget: Budget
    context: Context
    profile: Profile
    corpus: Corpus
    kinds: KindCatalogue
    guard: Guard
    evidence: Evidence
    rows: Candidate
    scripts: Scripts
    reproduction: Reproduction
    frames: frozenset[Sha256] = frozenset()
    """Fingerprints of earlier corpus indexes of the run, before its writer found more pages."""
