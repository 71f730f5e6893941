"""Contextualize: rate the shortlist, take one task or author criteria, align and route."""

from agents.roles import CONTEXTUALIZER
from agents.session import Submission
from contracts.budget import Budget
from contracts.context import Context
from contracts.factorization import Factorization
from contracts.match import Activation, Match, Shortlist
from gates.context import check_context
from orchestrator.activation import activation_of, context_input
from orchestrator.deps import Deps
from orchestrator.materials import Question, as_file, principle_file, question_files, read_question
from orchestrator.opening import opening
from orchestrator.reader import read
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.turn import Reading, parse_output, take_turn


async def contextualize(state: RunState, deps: Deps) -> Update:
    """Have every shortlisted task rated per obligation; code picks and checks."""
    attempt = state["attempt"]
    question = await read_question(deps, attempt)
    factorization = await read(deps, Factorization, "factorize", attempt=attempt)
    budget = await read(deps, Budget, "budget", attempt=attempt)
    match = await read(deps, Match, "match", attempt=attempt)
    own = (factorization.fingerprint, budget.fingerprint, match.fingerprint)
    active = activation_of(question, factorization.body)
    assignment = await opening(
        deps,
        CONTEXTUALIZER,
        attempt=attempt,
        files={
            **_offered(question, match.body, active),
            "factorization.json": as_file(factorization.body),
            "budget.json": as_file(budget.body),
        },
        inputs=(*question.fingerprints, *own),
    )
    step = Step("contextualize", attempt, 1, (*question.configuration, *assignment.inputs))

    def check(submission: Submission) -> Reading:
        parsed = parse_output(submission, "context.json", Context)
        if parsed.body is None:
            return Reading((), parsed.findings)
        given = context_input(question, factorization.body, match.body, active, parsed.body)
        return Reading((parsed.body,), check_context(given))

    async def make() -> Outcome:
        taken = await take_turn(deps, question, assignment, check)
        return taken.outcome(counters_of(state), producer=assignment.producer)

    return await run_stage(deps, step, make)


def _offered(question: Question, match: Match, active: Activation) -> dict[str, bytes]:
    tasks = {task.id: task for task in question.locked.tasks}
    shortlist = Shortlist(tasks=tuple(tasks[item.task_id] for item in match.shortlist))
    return {
        **question_files(question),
        "tasks.json": as_file(shortlist),
        "activation.json": as_file(active),
        "principles.md": principle_file(question.locked, active.principle_ids),
    }
