"""What a signature's features activate, and the context gate's input made of it."""

from contracts.context import Context
from contracts.factorization import Factorization
from contracts.match import Activation, Match
from gates.context import ContextInput
from orchestrator.materials import Question
from principles.kinds import activated_kinds
from principles.library import activate


def activation_of(question: Question, factorization: Factorization) -> Activation:
    """Principles and convention kinds that code finds active."""
    features = factorization.signature.features
    locked = question.locked
    principles = [item.principle for item in locked.principles]
    return Activation(
        principle_ids=activate(principles, features, locked.profile),
        convention_kinds=activated_kinds(locked.kinds, features),
    )


def context_input(
    question: Question,
    factorization: Factorization,
    match: Match,
    active: Activation,
    context: Context,
) -> ContextInput:
    """What the context gate decides on."""
    return ContextInput(
        query=question.query,
        factorization=factorization,
        match=match,
        tasks={task.id: task for task in question.locked.tasks},
        principle_ids=active.principle_ids,
        convention_kinds=active.convention_kinds,
        context=context,
    )
