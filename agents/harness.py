"""What runs a turn: the session of this package now, other harnesses behind the same surface."""

from typing import Protocol

from agents.submission import Submission
from contracts.ids import Sha256


class Harness(Protocol):
    """Whatever can run one turn of an activation to its submit."""

    async def run_turn(
        self, turn: int, message: str, *, inputs: tuple[Sha256, ...] = ()
    ) -> Submission:
        """Run one turn.

        Args:
            turn: ordinal within the activation, from 1.
            message: what opens the turn: brief, violations or findings.
            inputs: fingerprints of the stage inputs, for replays to compare.

        Raises:
            AgentProtocolError: the model did not keep to the protocol within its bounds.
            DeadlineReached: the active seconds of the role's budget are used up.
            EnvironmentFault: sandbox, provider or database failed; the turn can be resumed.
        """
        ...
