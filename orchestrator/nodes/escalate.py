"""Escalate: the run waits for a human. The item was written by the step that blocked it."""

from langgraph.types import interrupt

from orchestrator.deps import Deps
from orchestrator.state import RunState, Update, counters_of, update


async def escalate(state: RunState, deps: Deps) -> Update:
    """Pause until the walk is resumed with a decision's id.

    Nothing else stands here: an interrupted node starts again from its first line.
    """
    interrupt({"run": deps.run})
    return update(state["verdict"], counters_of(state), row_sha=state["row_sha"])
