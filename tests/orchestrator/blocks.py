"""Every way to a human in one table: what the roles play, and where and why the run then waits.

`test_blocked.py` plays each; `docs/refusals.md` is printed from it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from contracts.contract import Json
from contracts.escalation import Reason
from tests.orchestrator.altered import Altered, part
from tests.orchestrator.candidates import CANDIDATE, REVIEW_TURN, objection

TOO_MANY = 51
"""Obligations, one more than the budget takes."""


@dataclass(frozen=True)
class Block:
    """One row: a recording that somebody could have made, and the item it ends in."""

    name: str
    stage: str
    reason: Reason
    play: Callable[[Altered], None]
    day: date = date(2026, 1, 9)
    """Cutoff of the run; the recorded question names 9 January 2026."""

    @property
    def is_late(self) -> bool:
        """Whether all stages up to the validator's are played as they were recorded."""
        return self.stage in {"review", "compose", "confirm"}


def _another_cutoff(altered: Altered) -> None:
    altered.loosen()


def _no_submission_in_five_answers(altered: Altered) -> None:
    altered.loosen()
    altered.open_with("01-factorizer-1.json", "no_such_tool", times=5)


def _more_obligations_than_the_budget_takes(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body("factorization.json", _many_obligations)


def _many_obligations(body: dict[str, Json]) -> None:
    asked = part(body, "obligations", 0)
    body["obligations"] = [
        {**asked, "id": f"O{n}", "components": [_component(asked, n)]}
        for n in range(1, TOO_MANY + 1)
    ]


def _component(asked: Json, n: int) -> Json:
    return {**part(asked, "components", 0), "id": f"O{n}.1"}


def _schema_of_no_task(altered: Altered) -> None:
    altered.edit_body("context.json", lambda body: body.update(schema_origin="task_bank"))


def _target_without_a_value(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body(
        "evidence.json", lambda body: part(body, "targets", 1).update(status="unresolved")
    )


def _blocker_of_the_reviewer(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body("review.json", objection("blocker"))


def _blocked_host_in_the_trace(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body(
        "review.json",
        lambda body: part(body, "reopened", 0).update(
            note="Compared with https://huggingface.co/datasets/answers as well."
        ),
    )


def _third_revision(altered: Altered) -> None:
    altered.loosen()
    altered.edit_body("review.json", objection("material"))
    for activation in (1, 2):
        altered.add_turn("reviser", 1, CANDIDATE, activation=activation)
    for activation in (2, 3):
        altered.copy_turn(REVIEW_TURN, activation=activation)


def _points_that_do_not_sum(altered: Altered) -> None:
    altered.edit_body("composition.json", lambda body: part(body, "rows", 0).update(points=6100))
    altered.add_turn("composer", 2, {"out/composition.json": "composition.json"})


def _refused_confirmation(altered: Altered) -> None:
    altered.edit_body(
        "confirmation.json", lambda body: part(body, "checks", 1).update(passed=False)
    )


BLOCKS: tuple[Block, ...] = (
    Block(
        "The question names another as-of date than the cutoff",
        "factorize",
        Reason.CUTOFF_MISMATCH,
        _another_cutoff,
        day=date(2026, 1, 8),
    ),
    Block(
        "A model calls a tool that is not there, five times in a row",
        "factorize",
        Reason.PROTOCOL,
        _no_submission_in_five_answers,
    ),
    Block(
        "The question is taken apart into more obligations than 100 points can bear",
        "budget",
        Reason.BUDGET_BLOCKER,
        _more_obligations_than_the_budget_takes,
    ),
    Block(
        "The one repair turn of a role mends nothing",
        "contextualize",
        Reason.REPAIR_EXHAUSTED,
        _schema_of_no_task,
    ),
    Block(
        "The writer leaves a target unresolved",
        "validate",
        Reason.GATE_FAILED,
        _target_without_a_value,
    ),
    Block(
        "The draft and both further turns have findings",
        "validate",
        Reason.TURNS_EXHAUSTED,
        Altered.leave_rationales_out,
    ),
    Block(
        "The reviewer names a blocker", "review", Reason.REVIEW_BLOCKER, _blocker_of_the_reviewer
    ),
    Block(
        "A host that carries benchmarks stands in the trace of a stage",
        "review",
        Reason.TRACE_AUDIT,
        _blocked_host_in_the_trace,
    ),
    Block(
        "The reviewer asks for a third revision",
        "review",
        Reason.REVISIONS_EXHAUSTED,
        _third_revision,
    ),
    Block(
        "The composer moves points that do not sum, twice",
        "compose",
        Reason.REPAIR_EXHAUSTED,
        _points_that_do_not_sum,
    ),
    Block(
        "The confirmer refuses the composition",
        "confirm",
        Reason.CONFIRMATION_REFUSED,
        _refused_confirmation,
    ),
)
"""In the order of the stages."""
