"""What the graph carries from node to node: a cursor, never a fact.

Everything here is a copy of the newest journal row's columns; delete it and a walk from the start
gives it back. Only strings and integers, so that a checkpoint round-trips exactly.
"""

from typing_extensions import TypedDict

from contracts.counters import Counters


class RunState(TypedDict):
    """Graph state: the run, and of its newest step the verdict, the counters and the row's hash."""

    run: str
    verdict: str
    attempt: int
    candidate: int
    further_turns: int
    revisions: int
    session_turns: int
    mandate: str
    row_sha: str


class Update(TypedDict):
    """What a node returns: all of the state but the run's id."""

    verdict: str
    attempt: int
    candidate: int
    further_turns: int
    revisions: int
    session_turns: int
    mandate: str
    row_sha: str


def first_state(run: str) -> RunState:
    """The state in which every walk begins."""
    return {"run": run, **update("", Counters(), row_sha="")}


def update(verdict: str, counters: Counters, *, row_sha: str) -> Update:
    """The update that a journal row stands for; its hash ties the cursor to the journal."""
    return {
        "verdict": verdict,
        "attempt": counters.attempt,
        "candidate": counters.candidate,
        "further_turns": counters.further_turns,
        "revisions": counters.revisions,
        "session_turns": counters.session_turns,
        "mandate": counters.mandate,
        "row_sha": row_sha,
    }


def counters_of(state: RunState) -> Counters:
    """The counters that the state copies."""
    return Counters(
        attempt=state["attempt"],
        candidate=state["candidate"],
        further_turns=state["further_turns"],
        revisions=state["revisions"],
        session_turns=state["session_turns"],
        mandate="revise" if state["mandate"] == "revise" else "write",
    )
