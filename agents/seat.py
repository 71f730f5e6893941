"""Who works: one activation of one role in one run, and the names that follow from it."""

from typing import NamedTuple

from agents.models.data_block import MESSAGE, as_data, nonce_of
from agents.role import Role
from contracts.ids import RunId
from contracts.model import CallKey, ToolCall, ToolMessage
from records.tool_log import ToolOutcome
from sandboxes.sandbox import Labels


class Seat(NamedTuple):
    """One activation. `activation` counts over all attempts of the run: call keys hold no attempt.

    `seed` is the run's: nonces follow from it, so that a resumed run builds the same requests.
    """

    run: RunId
    role: Role
    attempt: int
    activation: int
    seed: str

    @property
    def scope(self) -> str:
        """Scope of the run's ledger rows."""
        return f"run:{self.run}"

    @property
    def labels(self) -> Labels:
        """Whose sandbox it is."""
        return Labels(self.run, self.role.name, self.attempt, self.activation)

    def key(self, turn: int, call: int) -> CallKey:
        """Names one call; turns and calls count from 1."""
        return CallKey(
            scope=self.scope,
            role=self.role.name,
            activation=self.activation,
            turn=turn,
            call=call,
        )

    def report_nonce(self, turn: int) -> str:
        """The nonce around a report of findings in the message that opens a turn."""
        return nonce_of(self.seed, self.key(turn, 1), MESSAGE)

    def tool_message(
        self, key: CallKey, index: int, *, call: ToolCall, outcome: ToolOutcome
    ) -> ToolMessage:
        """The result of the `index`-th tool call of an answer, from 0, wrapped as data."""
        return ToolMessage(
            call_id=call.id,
            name=call.name,
            text=as_data(outcome.text, nonce_of(self.seed, key, index)),
            failed=outcome.failed,
        )
