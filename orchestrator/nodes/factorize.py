"""Factorize: the query taken apart into signature, bindings, obligations and ambiguities."""

from agents.roles import FACTORIZER
from agents.session import Submission
from contracts.factorization import Factorization
from gates.factorization import check_factorization
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps
from orchestrator.materials import question_files, read_question
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.turn import Reading, parse_output, take_turn


async def factorize(state: RunState, deps: Deps) -> Update:
    """Have the factorizer take the query apart; code checks every span and binding."""
    question = await read_question(deps)
    inputs = question.fingerprints
    step = Step("factorize", state["attempt"], 1, (*question.configuration, *inputs))

    def check(submission: Submission) -> Reading:
        parsed = parse_output(submission, "factorization.json", Factorization)
        if parsed.body is None:
            return Reading((), parsed.findings)
        return Reading((parsed.body,), check_factorization(question.query, parsed.body))

    async def make() -> Outcome:
        taken = await take_turn(
            deps,
            question,
            Assignment.opening(
                FACTORIZER, attempt=step.attempt, files=question_files(question), inputs=inputs
            ),
            check,
        )
        return taken.outcome(counters_of(state), producer=FACTORIZER.name)

    return await run_stage(deps, step, make)
