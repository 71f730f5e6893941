"""The trace that a rubric rests on, as the audit reads it, from ledger and tool rows alone.

It is read after each stage for the activation that played it, and whole before acceptance. Sessions
of an earlier attempt belong to it as long as their work is in force.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from agents.role import Role
from agents.roles import REVIEWER, ROLES
from contracts.contract import Contract
from contracts.egress import EgressLog
from contracts.fetching import Hop
from contracts.guard import BlockedHost
from contracts.ids import SourceId
from contracts.model import RawMessage
from contracts.page_reopening import PageReopenings
from contracts.page_visit import PageVisit
from contracts.query import Query
from contracts.source import Corpus
from gates.audit import AuditInput, HostedRecord, ToolRecord
from orchestrator.assignment import ACTIVATIONS_PER_ATTEMPT, Assignment, activation_number
from orchestrator.deps import Deps
from orchestrator.found_pages import egress_of, search_of, visit_of
from orchestrator.materials import Question, Settled, as_file
from orchestrator.reader import read_file
from orchestrator.recovery import first_attempt, read_recoveries
from records.ledger import Exchange
from records.tool_log import ToolResult
from sources.corpus import LoadedCorpus


async def read_trace(
    deps: Deps, settled: Settled, corpus: Corpus, *, attempt: int, files: tuple[Contract, ...]
) -> AuditInput:
    """Every model answer, every tool call and every submitted file that an attempt rests on."""
    question = settled.question
    trace = _Trace(_file_texts(files), question.blocked_hosts)
    recoveries = await read_recoveries(deps, attempt)
    for role in ROLES:
        attempts = range(first_attempt(recoveries, role), attempt + 1)
        async for activation, asked in _activations(deps, role, attempts):
            await trace.add(deps, role, activation, asked)
    for row in await deps.services.journal.rows(deps.run):
        if row.stage == "reopen" and first_attempt(recoveries, REVIEWER) <= row.attempt <= attempt:
            trace.add_reopened(deps, row.seq, read_file(deps, row, PageReopenings).body)
    # Text that only a reviewer was shown is no source, and may speak to a model as well.
    shown = await asyncio.to_thread(_shown_texts, deps, tuple(trace.visits.values()))
    sources = {**shown, **readable_texts(question.query, question.loaded)}
    return replace(trace.input(question), corpus=corpus, sources=sources)


async def read_activation(
    deps: Deps, question: Question, assignment: Assignment, files: tuple[Contract, ...]
) -> AuditInput:
    """What one activation asked, was shown and said so far, and the files that are taken from it.

    Sources are not looked through for orders to a model: that is told once, at acceptance.
    """
    role, activation = assignment.role, assignment.activation
    trace = _Trace(_file_texts(files), question.blocked_hosts)
    asked = await deps.services.ledger.requests(deps.scope, role.name, activation)
    await trace.add(deps, role, activation, asked)
    if assignment.reopened is not None:
        trace.add_reopened(deps, activation, assignment.reopened)
    return trace.input(question)


@dataclass(slots=True)
class _Trace:
    """What was read so far."""

    texts: dict[str, str]
    blocked: Sequence[BlockedHost]
    records: list[ToolRecord] = field(default_factory=list[ToolRecord])
    hosted: list[HostedRecord] = field(default_factory=list[HostedRecord])
    visits: dict[str, PageVisit] = field(default_factory=dict[str, PageVisit])
    egress: dict[str, EgressLog] = field(default_factory=dict[str, EgressLog])
    hops: dict[str, tuple[Hop, ...]] = field(default_factory=dict[str, tuple[Hop, ...]])
    calls: int = 0

    async def add(
        self, deps: Deps, role: Role, activation: int, asked: tuple[Exchange, ...]
    ) -> None:
        """Add an activation: its calls, and its tool rows."""
        self.calls += len(asked)
        for exchange in asked:
            self.texts.update(answer_texts(exchange))
            self.hosted.extend(hosted_records(exchange))
        results = await deps.services.tool_log.results(deps.scope, role.name, activation)
        for result in results:
            record = _record(result)
            self.records.append(record)
            if search := search_of(deps, result):
                self.hops[record.place] = search.hops
            if visit := visit_of(deps, result):
                self.visits[record.place] = visit
                self.hops[record.place] = visit.hops
                if log := egress_of(deps, visit.egress, self.blocked):
                    self.egress[record.place] = log

    def add_reopened(self, deps: Deps, review: int, reopened: PageReopenings) -> None:
        """Add what the pages of a candidate led to when they were opened anew for a review."""
        for page in reopened.pages:
            place = f"reopened {review}/{page.source_id}"
            self.hops[place] = page.hops
            if log := egress_of(deps, page.egress, self.blocked):
                self.egress[place] = log

    def input(self, question: Question) -> AuditInput:
        """All of it, and what it is held against."""
        return AuditInput(
            calls=self.calls,
            tool_records=tuple(self.records),
            texts=self.texts,
            guard=question.locked.guard,
            corpus=question.loaded.corpus,
            cutoff=question.query.cutoff,
            own_texts=own_texts(question.query, question.loaded),
            hosted=tuple(self.hosted),
            hops=self.hops,
            visits=self.visits,
            egress=self.egress,
        )


def _file_texts(files: tuple[Contract, ...]) -> dict[str, str]:
    return {f"file {body.contract_name}": as_file(body).decode() for body in files}


def answer_texts(exchange: Exchange) -> Iterator[tuple[str, str]]:
    """What no tool row has: what a model said, its provider's tools did, and a command asked."""
    key, response = exchange.key, exchange.response
    place = f"{key.role}-{key.activation}/{key.turn}/{key.call}"
    yield f"answer {place}", response.text
    for message in exchange.request.messages:
        if isinstance(message, RawMessage):
            yield f"request {place}", message.text
    for number, use in enumerate(response.hosted, start=1):
        yield f"hosted {place}/{number}/asked", f"{use.name} {use.asked}"
        yield f"hosted {place}/{number}/found", use.found


def hosted_records(exchange: Exchange) -> Iterator[HostedRecord]:
    """What its provider's own tools did inside an answer."""
    key = exchange.key
    for number, use in enumerate(exchange.response.hosted, start=1):
        place = f"hosted {key.role}-{key.activation}/{key.turn}/{key.call}/{number}"
        yield HostedRecord(place, use.name, use.found)


def readable_texts(query: Query, loaded: LoadedCorpus) -> Mapping[SourceId, str]:
    """Texts of the sources that roles could open: those known by the cutoff."""
    return {
        item.card.id: loaded.texts[item.card.id]
        for item in loaded.corpus.items
        if item.card.times.known_by(query.cutoff).passes
    }


def _shown_texts(deps: Deps, visits: Iterable[PageVisit]) -> Mapping[SourceId, str]:
    """Texts of the pages that roles were shown."""
    items = (visit.item for visit in visits if visit.item and not visit.reason)
    return {item.card.id: deps.services.snapshots.text(item.snapshot) for item in items}


def own_texts(query: Query, loaded: LoadedCorpus) -> tuple[str, ...]:
    """What a trace may repeat though it is guarded: the conversation, and texts of filings.

    A page or a note in the corpus is not exempt: a leaked item may have been saved there.
    """
    filings = (item.card.id for item in loaded.corpus.items if item.card.is_filing)
    return (
        query.text,
        *(turn.text for turn in query.prior_turns),
        *(loaded.texts[source] for source in filings),
    )


async def _activations(
    deps: Deps, role: Role, attempts: Iterable[int]
) -> AsyncGenerator[tuple[int, tuple[Exchange, ...]]]:
    """A role's activations in some attempts, each with its calls."""
    for attempt in attempts:
        for ordinal in range(1, ACTIVATIONS_PER_ATTEMPT):
            activation = activation_number(attempt, ordinal)
            asked = await deps.services.ledger.requests(deps.scope, role.name, activation)
            if not asked:
                break
            yield activation, asked


def _record(result: ToolResult) -> ToolRecord:
    key = result.key
    return ToolRecord(
        place=f"{key.role}-{key.activation}/{key.turn}/{key.call}/{result.index}",
        name=result.name,
        arguments=result.arguments,
        result=result.outcome.text,
        failed=result.outcome.failed,
    )
