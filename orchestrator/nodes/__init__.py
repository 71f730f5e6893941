"""The nodes of a run: one coroutine per stage, each in a module of its name."""

from collections.abc import Awaitable, Callable

from orchestrator.deps import Deps
from orchestrator.nodes.accept import accept
from orchestrator.nodes.check_composition import check_composition
from orchestrator.nodes.compose import compose
from orchestrator.nodes.confirm import confirm
from orchestrator.nodes.contextualize import contextualize
from orchestrator.nodes.escalate import escalate
from orchestrator.nodes.factorize import factorize
from orchestrator.nodes.freeze_budget import freeze_budget
from orchestrator.nodes.lock import lock
from orchestrator.nodes.match import match
from orchestrator.nodes.recover import recover
from orchestrator.nodes.reproduce import reproduce
from orchestrator.nodes.review import review
from orchestrator.nodes.revise import revise
from orchestrator.nodes.validate import validate
from orchestrator.nodes.write import write
from orchestrator.state import RunState, Update

ALL: tuple[Callable[[RunState, Deps], Awaitable[Update]], ...] = (
    lock,
    factorize,
    freeze_budget,
    match,
    contextualize,
    write,
    revise,
    reproduce,
    validate,
    review,
    compose,
    check_composition,
    confirm,
    accept,
    escalate,
    recover,
)
"""Every node, in the order of the stages."""
