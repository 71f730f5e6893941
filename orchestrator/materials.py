"""What a stage works on: bodies of earlier stages, and the files a role is given of them."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass

from contracts.budget import Budget
from contracts.context import Context
from contracts.contract import Contract, parse_contract
from contracts.evidence import Evidence
from contracts.factorization import Factorization
from contracts.finding import Validation
from contracts.guard import BlockedHost
from contracts.ids import Sha256
from contracts.query import Query
from contracts.reproduction import Reproduction
from contracts.request import RunRequest
from contracts.rows import Candidate, Row, Scripts
from gates.rendering import reference_values, render_row
from gates.validator import ValidationInput
from orchestrator.deps import Kept
from orchestrator.found_pages import read_corpora
from orchestrator.locked import Locked, read_locked
from orchestrator.reader import Read, read
from principles.library import guide
from sources.corpus import LoadedCorpus, restore_corpus


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, over which sources, under which lock."""

    query: Query
    loaded: LoadedCorpus
    locked: Locked
    configuration: tuple[Sha256, ...]
    """Fingerprints of lock and corpus: they decide whether a stage is done, but a recording is not
    pinned to them. A replay reports a changed prompt, and stops at the turn that reads a changed
    source."""
    fingerprints: tuple[Sha256, ...]
    """Fingerprint of the query."""
    web: bool = False
    """Whether roles may open pages of the web."""
    frames: frozenset[Sha256] = frozenset()
    """Fingerprints of the corpus before its pages were found: what the writer was given to read."""

    @property
    def blocked_hosts(self) -> tuple[BlockedHost, ...]:
        """Hosts that nobody may reach, those of the profile among them."""
        return self.locked.guard.blocked_hosts


@dataclass(frozen=True, slots=True)
class Settled:
    """Everything that is fixed before research: question, parts, points and criteria."""

    question: Question
    factorization: Factorization
    budget: Budget
    context: Context
    frozen_budget: Sha256
    """Fingerprint of the budget as the journal has it."""
    fingerprints: tuple[Sha256, ...]


@dataclass(frozen=True, slots=True)
class Submitted:
    """One submission of writer or reviser."""

    evidence: Read[Evidence]
    rows: Read[Candidate]
    scripts: Read[Scripts]

    @property
    def fingerprints(self) -> tuple[Sha256, ...]:
        """Fingerprints of its three files."""
        return (self.evidence.fingerprint, self.rows.fingerprint, self.scripts.fingerprint)


async def read_question(deps: Kept, attempt: int, candidate: int = 0) -> Question:
    """Query, corpus and locked configuration of the run as an attempt works with them.

    The corpus holds what was found on the web for candidates up to this ordinal, and in earlier
    attempts: a stage stands on what was there before it, so that it is the same stage when the run
    is resumed.
    """
    services = deps.services
    request = parse_contract(services.blobs.get(deps.request_sha256), RunRequest)
    query = await read(deps, Query, "lock")
    *before, corpus = await read_corpora(deps, attempt, candidate)
    locked = await read_locked(deps, attempt)
    # Laying out filings takes seconds, in which the lease must still be renewed.
    loaded = await asyncio.to_thread(restore_corpus, corpus.body, services.snapshots)
    return Question(
        query=query.body,
        loaded=loaded,
        locked=locked,
        configuration=(locked.lock_sha256, corpus.fingerprint),
        fingerprints=(query.fingerprint,),
        web=request.web,
        frames=frozenset(item.fingerprint for item in before),
    )


async def read_settled(deps: Kept, attempt: int, candidate: int = 0) -> Settled:
    """All that contextualization and the stages before it fixed, with the candidate's sources."""
    question = await read_question(deps, attempt, candidate)
    factorization = await read(deps, Factorization, "factorize", attempt=attempt)
    budget = await read(deps, Budget, "budget", attempt=attempt)
    context = await read(deps, Context, "contextualize", attempt=attempt)
    own = (factorization.fingerprint, budget.fingerprint, context.fingerprint)
    return Settled(
        question=question,
        factorization=factorization.body,
        budget=budget.body,
        context=context.body,
        frozen_budget=budget.fingerprint,
        fingerprints=(*question.fingerprints, *own),
    )


async def read_submitted(deps: Kept, attempt: int, candidate: int) -> Submitted:
    """The submission with this ordinal."""
    return Submitted(
        evidence=await read(deps, Evidence, "write", attempt=attempt, n=candidate),
        rows=await read(deps, Candidate, "write", attempt=attempt, n=candidate),
        scripts=await read(deps, Scripts, "write", attempt=attempt, n=candidate),
    )


def validation_input(
    settled: Settled, submission: tuple[Evidence, Candidate, Scripts], reproduction: Reproduction
) -> ValidationInput:
    """What the validator decides on."""
    evidence, rows, scripts = submission
    return ValidationInput(
        query=settled.question.query,
        factorization=settled.factorization,
        budget=settled.budget,
        context=settled.context,
        profile=settled.question.locked.profile,
        corpus=settled.question.loaded.corpus,
        kinds=settled.question.locked.kinds,
        guard=settled.question.locked.guard,
        evidence=evidence,
        rows=rows,
        scripts=scripts,
        reproduction=reproduction,
        frames=settled.question.frames,
    )


def question_files(question: Question) -> dict[str, bytes]:
    """Files that say what was asked and which choices and sources exist."""
    return {
        "query.json": as_file(question.query),
        "kinds.json": as_file(question.locked.kinds),
        "profile.json": as_file(question.locked.profile),
        "corpus.json": as_file(question.loaded.corpus),
    }


def settled_files(settled: Settled) -> dict[str, bytes]:
    """Files of everything fixed before research."""
    return {
        **question_files(settled.question),
        "factorization.json": as_file(settled.factorization),
        "budget.json": as_file(settled.budget),
        "context.json": as_file(settled.context),
        "principles.md": principle_file(settled.question.locked, settled.context.principle_ids),
    }


def submission_files(
    settled: Settled, submitted: Submitted, reproduction: Reproduction, validation: Validation
) -> dict[str, bytes]:
    """Files of one submission and what code made of it; what came too late no role may read."""
    shown = reproduction.model_copy(update={"later": ()})
    evidence, rows = submitted.evidence.body, submitted.rows.body
    return {
        "evidence.json": as_file(evidence),
        "rows.json": as_file(rows),
        "rows.md": rendered_file(settled.factorization, evidence, rows.rows),
        "reproduction.json": as_file(shown),
        "validation.json": as_file(validation),
        **{f"scripts/{item.name}": item.text.encode() for item in submitted.scripts.body.scripts},
    }


def rendered_file(factorization: Factorization, evidence: Evidence, rows: tuple[Row, ...]) -> bytes:
    """The rows as a grader reads them."""
    values: Mapping[str, str] = reference_values(factorization, evidence)
    lines = [
        f"- {row.id} ({row.role}, block {row.block_id}, {row.points} hundredths): "
        f"{render_row(row, values)}"
        for row in rows
    ]
    return ("\n".join(lines) + "\n").encode()


def principle_file(locked: Locked, principle_ids: tuple[str, ...]) -> bytes:
    """The activated principles as Markdown."""
    items = [item for item in locked.principles if item.principle.id in principle_ids]
    return guide(locked.preamble, items).encode()


def as_file(body: Contract) -> bytes:
    """A body as JSON that people and models read."""
    document = body.model_dump(mode="json")
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
