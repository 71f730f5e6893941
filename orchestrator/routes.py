"""Where a run goes after each node: pure functions from state to a word, nothing else.

`graph.py` maps each word to a node. A word nobody expects is our bug and stops the run.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

from orchestrator.recovery import Beginning
from orchestrator.state import RunState

Router: TypeAlias = Callable[[RunState], str]


def after_work(state: RunState) -> Literal["done", "blocked"]:
    """After a stage that either did its work or blocked the run."""
    match state["verdict"]:
        case "done":
            return "done"
        case "blocked":
            return "blocked"
        case word:
            raise _unexpected("work", word)


def after_validate(state: RunState) -> Literal["passed", "write", "revise", "blocked"]:
    """After validation: on to review, back to whoever wrote, or to a human."""
    match state["verdict"], state["mandate"]:
        case "passed", _:
            return "passed"
        case "findings", "write":
            return "write"
        case "findings", "revise":
            return "revise"
        case "blocked", _:
            return "blocked"
        case word, _:
            raise _unexpected("validate", word)


def after_review(state: RunState) -> Literal["passed", "revise", "blocked"]:
    """After content review: on to composition, a revision, or a human."""
    match state["verdict"]:
        case "passed":
            return "passed"
        case "revise":
            return "revise"
        case "blocked":
            return "blocked"
        case word:
            raise _unexpected("review", word)


def after_gate(state: RunState) -> Literal["passed", "blocked"]:
    """After a gate that passes or blocks."""
    match state["verdict"]:
        case "passed":
            return "passed"
        case "blocked":
            return "blocked"
        case word:
            raise _unexpected("gate", word)


def after_accept(state: RunState) -> Literal["accepted", "blocked"]:
    """After acceptance: the end, or a human."""
    match state["verdict"]:
        case "accepted":
            return "accepted"
        case "blocked":
            return "blocked"
        case word:
            raise _unexpected("accept", word)


def after_recover(state: RunState) -> Beginning:
    """After a human's decision: the node at which the new attempt begins."""
    word = state["verdict"]
    if word not in set(Beginning):
        raise _unexpected("recover", word)
    return Beginning(word)


def _unexpected(node: str, word: str) -> ValueError:
    return ValueError(f"{node} returned the verdict {word!r}, which no route knows")
