"""The whole trace of a run's attempt as the audit reads it, from ledger and tool rows alone."""

from agents.roles import ROLES
from contracts.contract import Contract
from contracts.source import Corpus
from gates.audit import AuditInput, ToolRecord
from orchestrator.assignment import ACTIVATIONS_PER_ATTEMPT, activation_number
from orchestrator.deps import Deps
from orchestrator.materials import Settled, as_file
from records.tool_log import ToolResult


async def read_trace(
    deps: Deps, settled: Settled, corpus: Corpus, *, attempt: int, files: tuple[Contract, ...]
) -> AuditInput:
    """Every model answer, every tool call and every submitted file of one attempt."""
    services, query = deps.services, settled.question.query
    texts = {f"file {body.contract_name}": as_file(body).decode() for body in files}
    records: list[ToolRecord] = []
    calls = 0
    for role in ROLES:
        for ordinal in range(1, ACTIVATIONS_PER_ATTEMPT):
            activation = activation_number(attempt, ordinal)
            asked = await services.ledger.requests(deps.scope, role.name, activation)
            if not asked:
                break
            calls += len(asked)
            for exchange in asked:
                key = exchange.key
                place = f"{role.name}-{key.activation}/{key.turn}/{key.call}"
                texts[f"answer {place}"] = exchange.response.text
            results = await services.tool_log.results(deps.scope, role.name, activation)
            records.extend(_record(result) for result in results)
    return AuditInput(
        calls=calls,
        tool_records=tuple(records),
        texts=texts,
        guard=settled.question.locked.guard,
        corpus=corpus,
        cutoff=query.cutoff,
        own_texts=(
            query.text,
            *(turn.text for turn in query.prior_turns),
            *settled.question.loaded.texts.values(),
        ),
    )


def _record(result: ToolResult) -> ToolRecord:
    key = result.key
    return ToolRecord(
        place=f"{key.role}-{key.activation}/{key.turn}/{key.call}/{result.index}",
        name=result.name,
        arguments=result.arguments,
        result=result.outcome.text,
        failed=result.outcome.failed,
    )
