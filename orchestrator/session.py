"""Seating a role: its prompt, its workspace, its model and its budget, from a run's services."""

from functools import partial

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker
from agents.cast import Player
from agents.command import Command, CommandHarness
from agents.desk import Material, lay_desk
from agents.harness import Harness
from agents.models.files import FilesClient, Place, exchange_output
from agents.models.model import ModelClient
from agents.models.route import Routed
from agents.prompt import render_prompt
from agents.role import BudgetGroup, Role
from agents.roles import roles_of
from agents.seat import Seat
from agents.session import Records, Session
from agents.tools.finding import FindingTools
from contracts.errors import InputError, ModelError
from contracts.event import EventKind
from contracts.model import ModelRequest
from orchestrator.assignment import Assignment, activation_number
from orchestrator.deps import Deps
from orchestrator.materials import Question
from orchestrator.screening import screen_of
from orchestrator.trace import own_texts
from sandboxes.sandbox import Workspace


async def open_session(deps: Deps, question: Question, assignment: Assignment) -> Harness:
    """The harness that plays an assignment's role in its activation."""
    services = deps.services
    seat = seat_of(deps, assignment)
    role = seat.role
    stopwatch = await _stopwatch(deps, role.budget, assignment.attempt)
    player = services.cast.of(role)
    material = _material(deps, question, assignment, seat)
    desk = lay_desk(seat, material, blobs=services.blobs, stopwatch=stopwatch)
    records = Records(services.ledger, services.tool_log, services.blobs, deps.lease)
    system = render_prompt(role, question.locked.prompts)
    match player.harness:
        case "session":
            return Session(
                seat,
                desk,
                asker=_asker(deps, _placed(player.client, role, material, stopwatch), stopwatch),
                records=records,
                stopwatch=stopwatch,
                system=system,
                room=player.room,
            )
        case "command":
            return CommandHarness(
                seat,
                desk,
                _command(player, role),
                material=material,
                asker=_asker(deps, player.client, stopwatch),
                records=records,
                stopwatch=stopwatch,
                system=system,
            )


def seat_of(deps: Deps, assignment: Assignment) -> Seat:
    """Who works on an assignment, under the names that its calls and nonces follow from."""
    role = deps.services.cast.seated(assignment.role)
    return Seat(deps.run, role, assignment.attempt, assignment.activation, deps.seed)


def _command(player: Player, role: Role) -> Command:
    if not isinstance(player.client, Routed):
        raise InputError(f"{role.name}: the harness `command` needs a provider's model behind it")
    return Command(player.command, player.client.route)


async def _stopwatch(deps: Deps, group: BudgetGroup, attempt: int) -> Stopwatch:
    first = activation_number(attempt, 1)
    return Stopwatch(
        Allowance(group, before_ms=await _used_before(deps, group, first)),
        deps.scope,
        ledger=deps.services.ledger,
        tool_log=deps.services.tool_log,
    )


def _material(deps: Deps, question: Question, assignment: Assignment, seat: Seat) -> Material:
    role, attempt, activation = assignment.role, assignment.attempt, assignment.activation
    return Material(
        workspace=Workspace(deps.paths.work(role.name, attempt, activation)),
        given=assignment.files,
        provider=deps.services.sandboxes,
        corpus=question.loaded,
        cutoff=question.query.cutoff,
        validate=assignment.validate_draft,
        pages=(deps.services.pages(question.blocked_hosts, seat.labels) if question.web else None),
        finding=_finding(deps, question) if question.web else None,
        research=assignment.research,
    )


def _finding(deps: Deps, question: Question) -> FindingTools:
    finder = deps.services.finder(question.blocked_hosts, question.query.cutoff)
    own = partial(own_texts, question.query, question.loaded)
    screen = screen_of(question.locked.guard, own)
    return FindingTools(finder, screen, deps.services.blobs)


def _placed(
    client: ModelClient, role: Role, material: Material, stopwatch: Stopwatch
) -> ModelClient:
    """The client; one that shows calls to others is told where the role works."""
    if not isinstance(client, FilesClient):
        return client
    outputs = tuple(
        exchange_output(f"out/{item.name}", item.model, required=item.required)
        for item in role.outputs
    )
    return client.at(Place(material.workspace.root, outputs, stopwatch.remaining_s))


def _asker(deps: Deps, client: ModelClient, stopwatch: Stopwatch) -> Asker:
    return Asker(
        client,
        deps.services.ledger,
        stopwatch=stopwatch,
        terms=deps.services.terms,
        lease=deps.lease,
        tell=partial(_tell_resent, deps),
    )


async def _tell_resent(
    deps: Deps, request: ModelRequest, error: ModelError, seconds: float
) -> None:
    detail = f"{error.fault.value}, sent again after {seconds:.1f} s: {error}"[:2000]
    await deps.services.events.add(
        deps.run, EventKind.CALL_RESENT, role=request.key.role, detail=detail
    )


async def _used_before(deps: Deps, group: BudgetGroup, first: int) -> int:
    """Active milliseconds of a group in activations before `first`: those of earlier attempts."""
    services, roles = deps.services, roles_of(group)
    calls = await services.ledger.active_ms(deps.scope, roles, before=first)
    return calls + await services.tool_log.active_ms(deps.scope, roles, before=first)
