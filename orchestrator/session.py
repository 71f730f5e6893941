"""Seating a role: its prompt, its workspace, its model and its budget, from a run's services."""

from agents.allowance import Allowance, Stopwatch
from agents.desk import Material, lay_desk
from agents.harness import Harness
from agents.prompt import render_prompt
from agents.role import BudgetGroup
from agents.roles import roles_of
from agents.seat import Seat
from agents.session import Records, Session
from orchestrator.assignment import Assignment, activation_number
from orchestrator.deps import Deps
from orchestrator.materials import Question
from sandboxes.sandbox import Workspace


async def open_session(deps: Deps, question: Question, assignment: Assignment) -> Harness:
    """The harness that plays an assignment's role in its activation."""
    services, role = deps.services, assignment.role
    seat = Seat(deps.run, role, assignment.attempt, assignment.activation, deps.seed)
    group, first = role.budget, activation_number(assignment.attempt, 1)
    stopwatch = Stopwatch(
        Allowance(group, before_ms=await _used_before(deps, group, first)),
        deps.scope,
        ledger=services.ledger,
        tool_log=services.tool_log,
    )
    material = Material(
        workspace=Workspace(deps.paths.work(role.name, assignment.attempt, assignment.activation)),
        given=assignment.files,
        provider=services.sandboxes,
        corpus=question.loaded,
        cutoff=question.query.cutoff,
        validate=assignment.validate_draft,
        research=assignment.research,
    )
    match role.harness:
        case "session":
            return Session(
                seat,
                lay_desk(seat, material, blobs=services.blobs, stopwatch=stopwatch),
                client=services.models[role.family],
                records=Records(services.ledger, services.tool_log, services.blobs, deps.lease),
                stopwatch=stopwatch,
                system=render_prompt(role, question.locked.prompts),
            )


async def _used_before(deps: Deps, group: BudgetGroup, first: int) -> int:
    """Active milliseconds of a group in activations before `first`: those of earlier attempts."""
    services, roles = deps.services, roles_of(group)
    calls = await services.ledger.active_ms(deps.scope, roles, before=first)
    return calls + await services.tool_log.active_ms(deps.scope, roles, before=first)
