"""The table of contracts: name, class, file, writer, readers. `docs/contracts.md` prints it."""

from typing import NamedTuple

import rfc8785

from contracts.audit import TraceAudit
from contracts.bank import BankTask
from contracts.budget import Budget
from contracts.composition import Composition
from contracts.confirmation import Confirmation, ConfirmationSubmission
from contracts.context import Context
from contracts.contract import Contract, sha256_of
from contracts.escalation import Escalation
from contracts.evidence import Evidence
from contracts.factorization import Factorization
from contracts.finding import GateReport, Validation
from contracts.guard import Guard
from contracts.ids import Sha256
from contracts.kind import KindCatalogue
from contracts.lock import Lock
from contracts.match import Match
from contracts.model import ModelRequest, ModelResponse
from contracts.principle import Principle
from contracts.profile import Profile
from contracts.query import Query
from contracts.recording import PlayedTurn, Recording
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from contracts.rows import Candidate, Scripts
from contracts.rubric import Rubric
from contracts.sidecar import Sidecar
from contracts.source import Corpus, SourceCard


class Entry(NamedTuple):
    """One line of the table of contracts."""

    model: type[Contract]
    published: bool
    """Published contracts stay readable for ever; internal ones by the code a run is pinned to."""
    file: str
    writer: str
    readers: str


CONTRACTS: tuple[Entry, ...] = (
    Entry(Query, True, "query", "lock node", "all"),
    Entry(Lock, False, "lock", "lock node", "runner, acceptance"),
    Entry(Corpus, False, "corpus", "lock node", "match, validator, exports"),
    Entry(Factorization, False, "factorization", "factorizer", "budget, match, validator"),
    Entry(Budget, False, "budget", "code", "writer, validator, composition gates"),
    Entry(Match, False, "match", "code", "contextualizer"),
    Entry(Context, False, "context", "contextualizer", "writer, validator, reviewer"),
    Entry(Evidence, True, "evidence", "writer, reviser", "reproduction, validator, review, accept"),
    Entry(Candidate, False, "rows", "writer, reviser", "validator, review, compose"),
    Entry(Scripts, False, "scripts", "code, from a role's folder", "reproduction, exports"),
    Entry(Reproduction, False, "reproduction", "code", "validator, exports"),
    Entry(Validation, False, "validation", "code", "writer, reviewer, acceptance"),
    Entry(Review, False, "review", "reviewer", "reviser, composer, acceptance"),
    Entry(ReviewCheck, False, "review-check", "code", "reviser, composer, acceptance"),
    Entry(Composition, False, "composition", "composer", "gates, confirmer"),
    Entry(GateReport, False, "gate-report", "code", "confirmer, acceptance"),
    Entry(ConfirmationSubmission, False, "in the confirmer's folder", "confirmer", "code"),
    Entry(Confirmation, False, "confirmation", "confirmer and code", "acceptance"),
    Entry(TraceAudit, False, "audit", "code", "acceptance"),
    Entry(Rubric, True, "rubric", "accept", "exports, scorer"),
    Entry(Principle, True, "principles/library/*.md", "people", "activation, prompts"),
    Entry(BankTask, True, "task_bank/tasks/*.toml", "people", "match"),
    Entry(Profile, False, "profile.toml", "people", "lock, budget, validator"),
    Entry(KindCatalogue, False, "principles/kinds.toml", "people", "activation, validator"),
    Entry(Guard, False, "sandboxes/egress.toml, profile", "people", "validator, audit"),
    Entry(Sidecar, True, "*.source.json beside each source", "people", "corpus"),
    Entry(SourceCard, True, "in corpus and rubric", "code", "validator, exports"),
    Entry(ModelRequest, False, "blob", "session", "ledger, transcript"),
    Entry(ModelResponse, False, "blob", "model client", "session, transcript"),
    Entry(Recording, False, "recording.json", "people", "replay"),
    Entry(PlayedTurn, False, "turns/*.json", "people", "replay"),
    Entry(Escalation, False, "row", "runner", "people"),
)


def by_name(name: str) -> Entry:
    """The entry of a contract name; KeyError when there is none."""
    return {entry.model.contract_name: entry for entry in CONTRACTS}[name]


def contracts_sha256() -> Sha256:
    """Hash over all contract names and versions: what a recording is pinned to."""
    names = sorted((entry.model.contract_name, entry.model.contract_version) for entry in CONTRACTS)
    return sha256_of(rfc8785.dumps([list(pair) for pair in names]))
