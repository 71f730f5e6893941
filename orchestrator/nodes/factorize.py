"""Factorize: the query taken apart into signature, bindings, obligations and ambiguities."""

from agents.roles import FACTORIZER
from agents.session import Submission
from contracts.factorization import Factorization
from gates.factorization import check_factorization
from orchestrator.deps import Deps
from orchestrator.materials import question_files, read_question
from orchestrator.opening import opening
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.turn import Reading, parse_output, take_turn


async def factorize(state: RunState, deps: Deps) -> Update:
    """Have the factorizer take the query apart; code checks every span and binding."""
    attempt = state["attempt"]
    question = await read_question(deps, attempt)
    assignment = await opening(
        deps,
        FACTORIZER,
        attempt=attempt,
        files=question_files(question),
        inputs=question.fingerprints,
    )
    step = Step("factorize", attempt, 1, (*question.configuration, *assignment.inputs))

    def check(submission: Submission) -> Reading:
        parsed = parse_output(submission, "factorization.json", Factorization)
        if parsed.body is None:
            return Reading((), parsed.findings)
        return Reading((parsed.body,), check_factorization(question.query, parsed.body))

    async def make() -> Outcome:
        taken = await take_turn(deps, question, assignment, check)
        return taken.outcome(counters_of(state), producer=assignment.producer)

    return await run_stage(deps, step, make)
