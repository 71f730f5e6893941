"""The table of contracts: name, class, file, writer, readers. `docs/contracts.md` prints it."""

from typing import Literal, NamedTuple

import rfc8785

from contracts.address_search import AddressSearch
from contracts.audit import TraceAudit
from contracts.bank import BankTask
from contracts.batch import BatchItem
from contracts.benchmark import BenchmarkQuestion, HumanRuling
from contracts.budget import Budget
from contracts.composition import Composition
from contracts.confirmation import Confirmation, ConfirmationSubmission
from contracts.context import Context
from contracts.contract import Contract, sha256_of
from contracts.covered_query import CoveredQuery
from contracts.criteria import Criteria
from contracts.decision import Decision
from contracts.draft import DecisionDraft
from contracts.egress import EgressLog
from contracts.escalation import Escalation
from contracts.event import Event
from contracts.evidence import Evidence
from contracts.exchange import (
    ExchangeAnswer,
    ExchangeClaim,
    ExchangeRefusal,
    ExchangeRequest,
)
from contracts.experiment import Experiment, Results
from contracts.factorization import Factorization
from contracts.finding import GateReport, Validation
from contracts.guard import Guard
from contracts.ids import Sha256
from contracts.judge_recording import JudgeRecording
from contracts.kind import KindCatalogue
from contracts.lock import Lock
from contracts.match import Activation, Match, Shortlist
from contracts.matter import Matter, Ruling
from contracts.model import ModelRequest, ModelResponse
from contracts.model_setup import ModelSetup
from contracts.page import PageComparison, PageRecord
from contracts.page_reopening import PageReopenings
from contracts.page_visit import PageVisit
from contracts.principle import Principle
from contracts.profile import Profile
from contracts.query import Query
from contracts.recording import PlayedTurn, Recording
from contracts.recovery import Guidance
from contracts.reproduction import Reproduction
from contracts.request import RunRequest
from contracts.response import Response
from contracts.review import Review, ReviewCheck
from contracts.rows import Candidate, Scripts
from contracts.rubric import Rubric
from contracts.score import Score
from contracts.sidecar import Sidecar
from contracts.source import Corpus, SourceCard
from contracts.study import BlindPair, PairVerdict, StudyExport, StudyPlan, VerdictDraft
from contracts.trace import Trace
from contracts.verdict import Verdict

Home = Literal["stage", "role", "exchange", "people", "blob", "row", "part", "line"]
"""Where a contract stands: in a stage file, a role's folder, a call's folder of an exchange, a file
that people write, the kept bytes, a row of the database, only as a part of others, or as one line
of a JSONL file, without header and with its version."""


class Entry(NamedTuple):
    """One line of the table of contracts."""

    model: type[Contract]
    published: bool
    """Published contracts stay readable for ever; internal ones by the code a run is pinned to."""
    home: Home
    file: str
    """`stage`: the word that begins the file's name, which is the contract's name. `role`: the path
    in the role's workspace. `people`: a glob from the repository's root, or a bare file name for
    files that stand elsewhere. `exchange`: a glob in a call's folder. Otherwise words."""
    writer: str
    readers: str


CONTRACTS: tuple[Entry, ...] = (
    Entry(RunRequest, False, "blob", "named by the run's row", "cli", "lock node, resume"),
    Entry(Query, True, "stage", "query", "lock node", "all"),
    Entry(Lock, False, "stage", "lock", "lock node", "runner, acceptance"),
    Entry(Corpus, False, "stage", "corpus", "lock node", "validator, audit, exports"),
    Entry(Factorization, False, "stage", "factorization", "factorizer", "all later stages"),
    Entry(Budget, False, "stage", "budget", "code", "writer, validator, composition gates"),
    Entry(Match, False, "stage", "match", "code", "contextualizer, context gate"),
    Entry(Shortlist, False, "role", "inputs/tasks.json", "code", "contextualizer"),
    Entry(Activation, False, "role", "inputs/activation.json", "code", "contextualizer"),
    Entry(Context, False, "stage", "context", "contextualizer", "writer, validator, reviewer"),
    Entry(Evidence, True, "stage", "evidence", "writer, reviser", "all later stages"),
    Entry(Candidate, False, "stage", "rows", "writer, reviser", "validator, reviewer, composer"),
    Entry(Scripts, False, "stage", "scripts", "writer, reviser, reviewer", "reproduce, exports"),
    Entry(Reproduction, False, "stage", "reproduction", "code", "validator, reviewer, exports"),
    Entry(Validation, False, "stage", "validation", "code", "writer, reviewer, acceptance"),
    Entry(Review, False, "stage", "review", "reviewer", "reviser, composer, exports"),
    Entry(ReviewCheck, False, "stage", "review-check", "code", "reviser, composer, acceptance"),
    Entry(Composition, False, "stage", "composition", "composer", "gates, confirmer, accept node"),
    Entry(GateReport, False, "stage", "gate-report", "code", "confirmer, acceptance"),
    Entry(ConfirmationSubmission, False, "role", "out/confirmation.json", "confirmer", "code"),
    Entry(Confirmation, False, "stage", "confirmation", "confirmer and code", "acceptance"),
    Entry(TraceAudit, False, "stage", "trace-audit", "code", "acceptance"),
    Entry(Rubric, True, "stage", "rubric", "accept node", "exports, scorer"),
    Entry(Principle, True, "people", "principles/library/*.md", "people", "activation, prompts"),
    Entry(KindCatalogue, False, "people", "principles/kinds.toml", "people", "activation, gates"),
    Entry(Profile, False, "people", "profile.toml", "people", "lock, budget, validator"),
    Entry(BankTask, True, "people", "task_bank/tasks/*.toml", "people", "match"),
    Entry(Sidecar, True, "people", "*.source.json", "people", "corpus"),
    Entry(SourceCard, True, "part", "in corpus and rubric", "code", "validator, exports"),
    Entry(BatchItem, True, "people", "examples/*.jsonl", "people", "generate --batch"),
    Entry(ModelSetup, False, "people", "finrubric.toml", "people", "cli, agents"),
    Entry(Guard, True, "people", "orchestrator/guards/*.json", "guard build", "validator, audit"),
    Entry(Recording, False, "people", "recording.json", "people, repin", "replay"),
    Entry(PlayedTurn, False, "people", "turns/*.json", "people, repin", "replay"),
    Entry(JudgeRecording, False, "people", "judges.json", "people", "score --judges replay"),
    Entry(ModelRequest, False, "blob", "named by the call's row", "session", "ledger, transcript"),
    Entry(ModelResponse, False, "part", "in the answer file of a call", "model client", "session"),
    Entry(EgressLog, False, "blob", "named by the opened page", "proxy", "audit, people"),
    Entry(PageRecord, False, "blob", "named when a page is opened", "browser", "people"),
    Entry(PageComparison, False, "part", "printed", "code", "people"),
    Entry(PageReopenings, False, "stage", "page-reopenings", "code", "reviewer, audit, people"),
    Entry(AddressSearch, False, "blob", "named by the tool's row", "code", "audit"),
    Entry(PageVisit, False, "blob", "named by the tool's row", "code", "audit, later stages"),
    Entry(ExchangeRequest, True, "exchange", "request.json", "files client", "who answers"),
    Entry(ExchangeClaim, True, "exchange", "claim-*.json", "who answers", "files client"),
    Entry(ExchangeAnswer, True, "exchange", "answer.json", "who answers", "files client"),
    Entry(ExchangeRefusal, True, "exchange", "refused.json", "files client", "who answers"),
    Entry(Event, False, "row", "table event", "runner, stages", "progress, transcript"),
    Entry(Escalation, False, "row", "table escalation", "blocking stage", "people, runner"),
    Entry(Guidance, False, "stage", "guidance", "recover node", "the role that goes on"),
    Entry(Decision, True, "row", "column body of table decision", "people", "runner"),
    Entry(Matter, False, "row", "table escalation", "who asks people", "people"),
    Entry(DecisionDraft, False, "row", "column body of table draft", "people", "people"),
    Entry(Criteria, True, "line", "one per rubric to judge by", "adapters", "scorer"),
    Entry(BenchmarkQuestion, True, "line", "questions.jsonl", "adapters", "people"),
    Entry(HumanRuling, True, "line", "rulings.jsonl", "adapters", "judge calibrate"),
    Entry(Experiment, False, "people", "experiment.toml", "people", "compare"),
    Entry(Results, False, "people", "results.json", "compare", "report, people"),
    Entry(Response, True, "people", "examples/responses/*.jsonl", "people", "scorer"),
    Entry(Trace, True, "part", "in response", "people", "scorer"),
    Entry(Verdict, True, "part", "in score", "judges", "scorer"),
    Entry(Score, True, "line", "one per response", "scorer", "compare, judge flips, people"),
    Entry(CoveredQuery, True, "line", "one per question", "judge matches", "compare"),
    Entry(Ruling, True, "row", "column body of table decision", "people", "who asked"),
    Entry(StudyPlan, False, "row", "column body of table study", "studies create", "console"),
    Entry(BlindPair, False, "row", "column body of table study_pair", "studies create", "console"),
    Entry(VerdictDraft, False, "row", "column body of table study_draft", "console", "console"),
    Entry(PairVerdict, False, "row", "column body of table study_verdict", "console", "results"),
    Entry(StudyExport, True, "line", "one per study", "studies export", "people"),
)


def by_name(name: str) -> Entry:
    """The entry of a contract name; KeyError when there is none."""
    return {entry.model.contract_name: entry for entry in CONTRACTS}[name]


_ROLES = frozenset(
    {"factorizer", "contextualizer", "writer", "reviser", "reviewer", "composer", "confirmer"}
)


def contracts_sha256() -> Sha256:
    """Hash over names and versions of the contracts that roles submit.

    What a recording is pinned to: a contract that no role writes cannot make it unplayable.
    """
    submitted = sorted(
        (entry.model.contract_name, entry.model.contract_version)
        for entry in CONTRACTS
        if _ROLES.intersection(entry.writer.split(", "))
    )
    return sha256_of(rfc8785.dumps([list(pair) for pair in submitted]))
