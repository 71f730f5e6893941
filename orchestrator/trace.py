"""The trace that a rubric rests on, as the audit reads it, from ledger and tool rows alone.

Sessions of an earlier attempt belong to it as long as their work is in force.
"""

from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping

from agents.role import Role
from agents.roles import ROLES
from contracts.contract import Contract
from contracts.ids import SourceId
from contracts.model import RawMessage
from contracts.query import Query
from contracts.source import Corpus
from gates.audit import AuditInput, HostedRecord, ToolRecord
from orchestrator.assignment import ACTIVATIONS_PER_ATTEMPT, activation_number
from orchestrator.deps import Deps
from orchestrator.materials import Settled, as_file
from orchestrator.recovery import first_attempt, read_recoveries
from records.ledger import Exchange
from records.tool_log import ToolResult
from sources.corpus import LoadedCorpus


async def read_trace(
    deps: Deps, settled: Settled, corpus: Corpus, *, attempt: int, files: tuple[Contract, ...]
) -> AuditInput:
    """Every model answer, every tool call and every submitted file that an attempt rests on."""
    services, query = deps.services, settled.question.query
    texts = {f"file {body.contract_name}": as_file(body).decode() for body in files}
    records: list[ToolRecord] = []
    hosted: list[HostedRecord] = []
    calls = 0
    recoveries = await read_recoveries(deps, attempt)
    for role in ROLES:
        attempts = range(first_attempt(recoveries, role), attempt + 1)
        async for activation, asked in _activations(deps, role, attempts):
            calls += len(asked)
            for exchange in asked:
                texts.update(answer_texts(exchange))
                hosted.extend(hosted_records(exchange))
            results = await services.tool_log.results(deps.scope, role.name, activation)
            records.extend(_record(result) for result in results)
    return AuditInput(
        calls=calls,
        tool_records=tuple(records),
        texts=texts,
        guard=settled.question.locked.guard,
        corpus=corpus,
        cutoff=query.cutoff,
        own_texts=own_texts(query, settled.question.loaded),
        sources=readable_texts(query, settled.question.loaded),
        hosted=tuple(hosted),
    )


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
