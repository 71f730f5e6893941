"""How a scoring tells of its progress while it goes on."""

import pytest

from cli.scoring import progress_text
from scoring.judges.hearings import Step


@pytest.mark.parametrize(
    ("step", "passed_s", "left"),
    [
        (Step(3, 9, 1, 0), 10.0, "about 30 s left"),  # two were sent: 5 s each, six to go
        (Step(2, 62, 0, 0), 10.0, "about 5 min left"),
        (Step(3, 9, 3, 0), 10.0, None),  # nothing was sent yet: no pace is known
        (Step(9, 9, 1, 0), 10.0, None),
    ],
)
def test_the_rest_is_estimated_by_what_was_sent(
    step: Step, passed_s: float, left: str | None
) -> None:
    known = f"{step.done} of {step.of} judgings, {step.reused} known before, 0 left open"
    assert progress_text(step, passed_s) == (known if left is None else f"{known}, {left}")
