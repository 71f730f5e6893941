"""The first turn of an activation; where a recovery begins, with what the human gave."""

from collections.abc import Mapping

from agents.role import Role
from agents.session import Submission
from contracts.contract import Contract
from contracts.decision import Decision, DecisionKind
from contracts.evidence import Evidence
from contracts.ids import Sha256
from contracts.rows import Candidate, Scripts
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps
from orchestrator.materials import as_file
from orchestrator.reader import read_file
from orchestrator.recovery import Recovery, begins_at, read_recoveries

GUIDANCE_FILE = "guidance.json"
_SCRIPTS = "scripts/"


async def opening(
    deps: Deps,
    role: Role,
    *,
    attempt: int,
    files: Mapping[str, bytes],
    inputs: tuple[Sha256, ...],
    ordinal: int = 1,
) -> Assignment:
    """The first turn of a role's `ordinal`-th activation in an attempt.

    The role at which a human's recovery begins is given the guidance as one more input file; after
    an edit its work is not done anew but taken from the human's files.
    """
    recoveries = await read_recoveries(deps, attempt)
    newest = recoveries[-1] if recoveries else None
    if newest is None or newest.attempt != attempt or ordinal > 1 or not begins_at(newest, role):
        return Assignment.opening(
            role, attempt=attempt, files=files, inputs=inputs, ordinal=ordinal
        )
    return Assignment.opening(
        role,
        attempt=attempt,
        files={**files, GUIDANCE_FILE: as_file(newest.guidance.body)},
        inputs=(*inputs, newest.guidance.fingerprint),
        edited=await _edited(deps, newest, role),
    )


async def _edited(deps: Deps, recovery: Recovery, role: Role) -> Submission | None:
    decision = recovery.decision
    if decision.kind is not DecisionKind.EDIT:
        return None
    files, scripts = await _submitted_before(deps, recovery.attempt)
    files = {name: data for name, data in files.items() if name in _names(role)}
    for name, data in _replaced(deps, decision).items():
        if name.startswith(_SCRIPTS):
            scripts[name.removeprefix(_SCRIPTS)] = data.decode()
        else:
            files[name] = data
    return Submission(files=files, scripts=scripts, turns_used=0)


def _replaced(deps: Deps, decision: Decision) -> dict[str, bytes]:
    return {item.name: deps.services.blobs.get(item.sha256) for item in decision.files}


def _names(role: Role) -> frozenset[str]:
    return frozenset(file.name for file in role.outputs)


async def _submitted_before(deps: Deps, attempt: int) -> tuple[dict[str, bytes], dict[str, str]]:
    """Files and scripts of the newest candidate of earlier attempts; nothing when there is none."""
    for row in reversed(await deps.services.journal.rows(deps.run)):
        has_evidence = any(file.name == Evidence.contract_name for file in row.files)
        if row.stage == "write" and row.attempt < attempt and has_evidence:
            bodies: dict[str, Contract] = {
                "evidence.json": read_file(deps, row, Evidence).body,
                "rows.json": read_file(deps, row, Candidate).body,
            }
            scripts = read_file(deps, row, Scripts).body.scripts
            return (
                {name: as_file(body) for name, body in bodies.items()},
                {item.name: item.text for item in scripts},
            )
    return {}, {}
